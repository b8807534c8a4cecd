"""Grades one submission: intake, slices, then the suite of each exercise against a worker of its own."""

from __future__ import annotations

import hashlib
import hmac
import math
import platform
import socket
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from autograder import __version__
from autograder.basics.text import seen
from autograder.checks.finding import Finding
from autograder.checks.show import take_shown
from autograder.checks.slip import WrongForward, judged_by
from autograder.course import Exercise
from autograder.course.secret import seed_for
from autograder.course.source import read_module
from autograder.grading import suite_clock
from autograder.grading.allowance import Allowance, NoTimeForHints, needed, recorded
from autograder.grading.answer_code import student_code
from autograder.grading.devices import CPU, torch_version
from autograder.grading.diagnose import LEVELS, Diagnosis
from autograder.grading.elsewhere import answers_something_else
from autograder.grading.indistinguishable import run_apart
from autograder.grading.interruptions import BROKEN_OFF, TRIES, Interruptions
from autograder.grading.likeness import Attempts
from autograder.grading.plan import Plan
from autograder.grading.recording import scaled, test_result, with_mismatches
from autograder.grading.replacements import replacements
from autograder.grading.results import NOT_RUN, ExerciseResult, SubmissionResult, TestResult
from autograder.grading.scoring import Scoring
from autograder.grading.second_look import SecondLook, was_outside
from autograder.grading.slicer import MOST_NOTES, NOTE_CAP, Sliced, Slicer
from autograder.grading.slips import Slips, by_hand, is_by_hand
from autograder.grading.suite_clock import SuiteClock
from autograder.grading.training_hints import diagnosis_of
from autograder.grading.two_faced import unless_right_by_itself, without_second_face
from autograder.grading.workers import (
    Budget,
    CompilerWanted,
    Program,
    WorkerLimits,
    WorkerTransport,
    ZygoteDied,
    ZygotePool,
)
from autograder.intake.limits import IntakeError
from autograder.intake.model import Statement
from autograder.intake.near_misses import not_defined
from autograder.intake.places import Found
from autograder.intake.stored import Stored
from autograder.intake.submission import Submission
from autograder.suites.examiner import Examiner, TestRun
from autograder.suites.outcome import Outcome, refusal
from autograder.suites.plugin import SuiteTest
from autograder.suites.reference import Reference, load_reference
from autograder.suites.runner import SuiteRunner, judgement_of
from autograder.suites.student import Student, StudentError, Surface
from autograder.suites.transport import Transport, WorkerLost
from autograder.suites.versions import Versions, load_versions

if TYPE_CHECKING:
    from autograder.store.queue import Store

LONG = 2.0
REASON_CAP = 500
SEE_NOTE = "not graded: the note at the top says why"
SHOWS_REASONS = LEVELS.index("location")
CUDA_BASELINE = 3 << 30
"""Resident memory that a CUDA context takes by itself."""


@dataclass
class Grading:
    """All that grading a submission needs: made once per grader, used for every submission."""

    plan: Plan
    runner: SuiteRunner
    pool: ZygotePool
    store: Store | None = None
    alone: Callable[[], AbstractContextManager] = nullcontext
    """Holds other graders back while a test is repeated without company."""
    alive: Callable[[], None] = lambda: None
    """Called between tests: renews the lease."""
    timing: dict[str, float] = field(default_factory=dict)
    fresh: dict[str, dict] = field(default_factory=dict)
    """Results of exercises, by cache key, that the last submission added."""
    doubtful: set[str] = field(default_factory=set)
    """Exercises of which a test was ended from outside even when repeated: no result to keep."""
    allowance: Allowance = field(default_factory=Allowance.endless)
    """What is left for the submission at hand."""
    _needed: dict[tuple[str, bool], float] = field(default_factory=dict)
    _suite_needs: dict[str, float] = field(default_factory=dict)
    """Test -> CPU seconds of the whole test with the reference, where that had to be measured."""
    interruptions: Interruptions = field(default_factory=Interruptions)
    _surfaces: dict[str, Surface] = field(default_factory=dict)
    _examiners: dict[str, Examiner] = field(default_factory=dict)
    _references: dict[str, Reference] = field(default_factory=dict)
    _versions: dict[str, Versions | None] = field(default_factory=dict)
    _diagnoses: dict[str, Diagnosis] = field(default_factory=dict)
    _slips: dict[str, Slips] = field(default_factory=dict)
    _scorings: dict[str, Scoring] = field(default_factory=dict)
    _shares: dict[str, float] = field(default_factory=dict)
    """Exercise -> the share of its points that this submission has earned."""

    @cached_property
    def slicer(self) -> Slicer:
        return Slicer(self.plan, self.pool, self.surface)

    # --- a whole submission ----------------------------------------------------------------------------------

    def submission(self, name: str, found: Found | Stored) -> SubmissionResult:
        start = time.perf_counter()
        self.timing, self.fresh, self.doubtful = {}, {}, set()
        self.interruptions = Interruptions()
        self.allowance = Allowance(self.plan.submission_seconds, self._needed_by_reference)
        self._shares.clear()
        try:
            read = found.read(prefer=self.plan.assignment_name, asked=self.plan.asked)
        except IntakeError as error:
            refused = self.nothing_to_grade(name, Outcome.ERROR, str(error), start)
            return refused.model_copy(update={"not_gradable": error.for_staff})
        try:
            slices = self.slicer.slices(read, self.interruptions)
        except WorkerLost as lost:
            why = BROKEN_OFF if lost.outside else f"your submission could not be read: {lost.public}"
            return self.nothing_to_grade(name, lost.outcome, why, start)
        self.timing["read"] = round(time.perf_counter() - start, 4)
        elsewhere = answers_something_else(self.plan, read, [s.slice for s in slices])
        if elsewhere is not None:
            refused = self.nothing_to_grade(name, Outcome.ERROR, str(elsewhere), start)
            return refused.model_copy(update={"not_gradable": elsewhere.for_staff})
        by_id = {e.id: s for e, s in zip(self.plan.exercises, slices)}
        keys = [self._cache_key(e, by_id) for e in self.plan.exercises]
        known = self.store.cached(keys) if self.store and self.plan.use_cache else {}
        done: dict[str, ExerciseResult] = {}
        for e, s, key in zip(self.plan.exercises, slices, keys):
            # A refusal says what is wrong with this hand-in. There is nothing to save by keeping it for another.
            result = self._refused(e, s)
            if result is not None:
                result = self._followed_through(result, e, read, s, done)
            elif key in known:
                result = ExerciseResult.model_validate(known[key])
            if result is None:
                result = self.exercise(e, read, s, done)
                self._keep(key, result)
            self._shares[e.id] = result.share
            result, mismatches = with_mismatches(result, e, s.slice)
            done[e.id] = scaled(result, e, [*mismatches, *s.slice.notes], student_code(s.slice, e.names))
            if result.earned > 0:  # what was refused, or earned nothing, leaves nothing to decide
                result.for_staff += s.doubts
        self.pool.refresh()
        about_all = [note[:NOTE_CAP] for note in slices[0].slice.about_all[:MOST_NOTES]] if slices else []
        notes = [*read.notes, *about_all, *self.interruptions.notes(), *self.allowance.notes()]
        return self._result(name, list(done.values()), notes, start)

    def _result(self, name: str, exercises: list[ExerciseResult], notes: list[str], start: float) -> SubmissionResult:
        return SubmissionResult(
            submission=name,
            assignment=self.plan.assignment_name,
            score=round(sum(e.earned for e in exercises), 6),
            possible=round(sum(e.possible for e in exercises), 6),
            exercises=exercises,
            notes=[seen(note) for note in notes],
            suite_version=self.plan.digest,
            isolation=self.pool.reached,
            device=self.plan.device,
            interruptions=self.interruptions.count,
            timing={**self.timing, "total": round(time.perf_counter() - start, 4), "finished": time.time()},
            host=self._host(),
        )

    def _host(self) -> dict[str, str]:
        """Where the numbers come from."""
        slot = self.pool.slot
        facts = {"name": socket.gethostname(), "python": platform.python_version(), "gradmark": __version__}
        facts["torch"] = torch_version()[0]
        if slot.gpu is not None and any(self._on_gpu(e) for e in self.plan.exercises):
            facts |= {"gpu": str(self.pool.device_facts.get("name") or slot.name or slot.gpu), "driver": slot.driver}
        return facts

    # --- one exercise ------------------------------------------------------------------------------------------

    def exercise(
        self, exercise: Exercise, read: Submission, found: Sliced, done: Mapping[str, ExerciseResult]
    ) -> ExerciseResult:
        """One exercise, in weights; `done` holds those before it, among them all that it needs."""
        result = self._out_of_time(exercise, found) or self._run(exercise, read, found)
        return self._followed_through(result, exercise, read, found, done)

    def _keep(self, key: str, result: ExerciseResult) -> None:
        """For the cache: written with the submission's result, but at once if it took long and a kill would cost it."""
        if result.id in self.doubtful or any(t.outcome is Outcome.INCONCLUSIVE for t in result.tests):
            return
        self.fresh[key] = result.model_dump()
        if self.store and self.timing.get(result.id, 0.0) > LONG:
            self.store.keep(self.fresh)

    def _cache_key(self, exercise: Exercise, slices: Mapping[str, Sliced]) -> str:
        """Of all that a result depends on: whether it is followed through depends on the helpers' own slices, too."""
        secret = hmac.new(self.plan.secret, b"cache", hashlib.sha256).hexdigest()
        related = [exercise, *self.plan.assignment.needed_by(exercise.id)]
        versions = [self.plan.versions[e.id] for e in related]
        about = [slices[e.id].about for e in related]
        versions.append(self.plan.mistakes_digest)
        versions.append(self.plan.public_digest)
        parts = [*about, *versions, self._device_key(exercise), self.plan.hints, secret]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def device_of(self, exercise: Exercise) -> str:
        return self.plan.device_of(exercise, self.pool.slot.device)

    def _device_key(self, exercise: Exercise) -> str:
        """Two kinds of GPU, two drivers or two builds of torch may round differently: they share no result."""
        device, slot = self.device_of(exercise), self.pool.slot
        return device if device == CPU else f"{device} {slot.name} {slot.driver} {torch_version()[0]}"

    def without_running(self, exercise: Exercise, outcome: Outcome, finding: Finding, digest: str = "") -> ExerciseResult:
        """Every test of an exercise with the same outcome, where there is nothing to run."""
        tests = [
            TestResult(id=t.id, title=t.title, possible=t.weight, outcome=outcome, earned=0.0, finding=finding)
            for t in self.runner.of(exercise.id)
        ]
        version = self.plan.versions[exercise.id]
        return ExerciseResult(id=exercise.id, earned=0, possible=0, tests=tests, slice_digest=digest, suite_version=version)

    def nothing_to_grade(self, name: str, outcome: Outcome, message: str, start: float) -> SubmissionResult:
        """The result of a submission of which nothing could be run. Why is said once, in its notes."""
        exercises = [scaled(self.without_running(e, outcome, Finding(SEE_NOTE)), e) for e in self.plan.exercises]
        return self._result(name, exercises, [message], start).model_copy(update={"isolation": NOT_RUN})

    def _refused(self, exercise: Exercise, found: Sliced, replaced: Collection[str] = ()) -> ExerciseResult | None:
        """What is decided without running anything: names that are missing or broken, code that is not allowed.

        What a helper does that is `replaced` is not held against the code that calls it.
        """
        for name, why in found.slice.broken.items():
            if name not in exercise.names:
                continue
            said = Finding(f"{name} cannot be read: {why[:REASON_CAP]}")
            return self.without_running(exercise, Outcome.ERROR, said, found.digest)
        if missing := [name for name in exercise.names if name in found.slice.missing]:
            said = Finding(not_defined(missing, found.slice.near)[:REASON_CAP], unwritten=True)
            return self.without_running(exercise, Outcome.ERROR, said, found.digest)
        for definition, finding in found.forbidden:
            if definition not in replaced:
                return self.without_running(exercise, Outcome.FORBIDDEN, finding, found.digest)
        return None

    def _out_of_time(self, exercise: Exercise, found: Sliced) -> ExerciseResult | None:
        if not self.allowance.is_over:
            return None
        self.doubtful.add(exercise.id)
        return self.without_running(exercise, Outcome.TIMEOUT, Finding(self.allowance.words), found.digest)

    def _needed_by_reference(self, exact: bool) -> float:
        """Seconds for all exercises of the plan. What is not known is measured for `exact`, and else counts nothing."""
        for e in self.plan.exercises:
            if (e.id, exact) not in self._needed:
                known = recorded(self.plan.course, self.plan.assignment, e, self.plan.versions[e.id])
                tests = [t.id for t in self.runner.of(e.id)]
                measure = partial(self._measure, e) if exact else lambda _: 0.0
                self._needed[e.id, exact] = needed(e, tests, known, measure)
        return sum(self._needed[e.id, exact] for e in self.plan.exercises)

    def _measure(self, exercise: Exercise, test_id: str) -> float:
        """CPU seconds of one test with the reference in the student's place."""
        test = next(t for t in self.runner.of(exercise.id) if t.id == test_id)
        text = read_module(self.plan.assignment.reference, exercise.module).text
        start = time.process_time()
        Diagnosis(self, exercise).replay("reference", text, test, seed=1)
        self.alive()
        return time.process_time() - start

    def _run(
        self,
        exercise: Exercise,
        read: Submission,
        found: Sliced,
        replace: Mapping[str, Callable[..., Any]] = MappingProxyType({}),
    ) -> ExerciseResult:
        if exercise.id not in self._diagnoses:
            self._diagnoses[exercise.id] = diagnosis_of(self, exercise)
        start = time.perf_counter()
        runs, reading = self._runs(exercise, read, found, replace)
        runs = without_second_face(runs)
        if any(run.judgement.retry for run in runs):
            self.doubtful.add(exercise.id)
        self.interruptions.undecided |= any(was_outside(run.judgement) for run in runs)
        if self.allowance.is_over:
            self.doubtful.add(exercise.id)
        if refused := refusal(run.judgement for run in runs):
            return self.without_running(exercise, Outcome.FORBIDDEN, refused.finding, found.digest)
        diagnosis = self._diagnoses[exercise.id]
        if LEVELS.index(self.plan.hints) >= SHOWS_REASONS:
            runs = SecondLook(self, exercise, read, found, reading).at(runs, replace)
        try:
            with self.allowance.explaining():
                told = diagnosis.explain(runs)
        except NoTimeForHints:
            self.doubtful.add(exercise.id)
            told = diagnosis.tell_only(runs)
        results = [test_result(run, each) for run, each in zip(runs, told)]
        credit = self.scoring(exercise).apply(results)
        with self.allowance.explaining():
            credit, unlike = Attempts(self, exercise).apply(runs, results, credit)
        self.timing[exercise.id] = round(time.perf_counter() - start, 4)
        return ExerciseResult(
            id=exercise.id,
            earned=0,
            possible=0,
            tests=results,
            slice_digest=found.digest,
            suite_version=self.plan.versions[exercise.id],
            reading=reading,
            for_staff=[*by_hand(runs), *unlike],
            credit=credit,
        )

    def _followed_through(
        self,
        result: ExerciseResult,
        exercise: Exercise,
        read: Submission,
        found: Sliced,
        done: Mapping[str, ExerciseResult],
    ) -> ExerciseResult:
        """A failure may come from a helper that is an exercise of its own and failed: then it is graded again with the
        reference in the helper's place, and the better result counts."""
        if all(t.passed for t in result.tests):
            return result
        needed = self.plan.assignment.needed_by(exercise.id)
        wrong = [helper for helper in needed if not _all_passed(done.get(helper.id))]
        replace = replacements(self.plan.assignment, exercise, wrong, self.surface, self.reference)
        if not replace or self.allowance.is_over or self._refused(exercise, found, replace):
            return result
        again = self._run(exercise, read, found, replace)
        if not _says_more(again, result):
            return result
        again.followed_through = True
        return again

    def _runs(
        self, exercise: Exercise, read: Submission, found: Sliced, replace: Mapping[str, Callable[..., Any]]
    ) -> tuple[list[TestRun], int]:
        """All tests, and the number of the reading that it ran. Where the lean slice fails, the other
        readings are tried, every statement only if a name was missed. The best result counts, the first of equals."""
        best, chosen = self._with_worker(exercise, read, found, replace, 0), 0
        for number in range(1, len(found.readings)):
            is_whole = found.slice.whole and number == 1
            if all(run.passed for run in best):
                break
            if is_whole and not any(_missed_a_name(run) for run in best):
                continue
            again = self._with_worker(exercise, read, found, replace, number)
            if _weight(again) > _weight(best) or (is_whole and _weight(again) == _weight(best)):
                best, chosen = again, number
        return best, chosen

    def _with_worker(
        self,
        exercise: Exercise,
        read: Submission,
        found: Sliced,
        replace: Mapping[str, Callable[..., Any]],
        reading: int,
    ) -> list[TestRun]:
        program = self.program(exercise, read, found, reading)

        @contextmanager
        def worker() -> Iterator[WorkerTransport]:
            transport = WorkerTransport(self.pool, program, replace)
            try:
                yield transport
            finally:
                transport.close_quietly()

        def run(test: SuiteTest, transport: WorkerTransport) -> TestRun:
            done = self._test(exercise, test, transport, found)
            self.alive()
            return done

        order = seed_for(self.plan.secret, self.plan.versions[exercise.id], found.digest, "order")
        runs = run_apart(self.runner.of(exercise.id), order, worker, run, always=exercise.training or exercise.is_test)
        earned = self.slips(exercise).earned_within(runs)
        if earned:
            self._shares.update(earned)
            for number, doubtful in enumerate(runs):
                if is_by_hand(doubtful):
                    with worker() as fresh:
                        runs[number] = run(doubtful.test, fresh)
            del self._shares[exercise.id]
        return runs

    def program(self, exercise: Exercise, read: Submission, found: Sliced, reading: int = 0) -> Program:
        load: dict[str, Any] = {
            "statements": [_bare(i, s) for i, s in enumerate(found.readings[reading])],
            "flags": found.slice.compile_flags,
            "siblings": {name: read.siblings[name] for name in found.slice.siblings},
            "given": self.plan.given,
            "runtime": exercise.runtime,
            "forbid": exercise.forbidden_names,
        }
        order = self.plan.exercises
        next_one = order[(order.index(exercise) + 1) % len(order)]
        return Program(
            exercise.runtime,
            load,
            self._limits(exercise),
            Budget(exercise.seconds),
            self.surface(exercise),
            followed_by=(next_one.runtime, self._limits(next_one)),
            allowance=self.allowance,
            device=self.device_of(exercise),
        )

    def _limits(self, exercise: Exercise) -> WorkerLimits:
        """The kernel's limits behind the budgets. CPU time in powers of two: a worker forked ahead then fits many."""
        seconds = (len(self.runner.of(exercise.id)) + 2) * exercise.seconds + 30
        cpu = 2.0 ** math.ceil(math.log2(seconds))
        memory = exercise.memory << 20
        return WorkerLimits(None, cpu, memory + CUDA_BASELINE) if self._on_gpu(exercise) else WorkerLimits(memory, cpu)

    def _on_gpu(self, exercise: Exercise) -> bool:
        return self.device_of(exercise) != CPU

    # --- one test ----------------------------------------------------------------------------------------------

    def _test(self, exercise: Exercise, test: SuiteTest, transport: WorkerTransport, found: Sliced) -> TestRun:
        seed = self.seed(exercise, test, found)
        self.allowance.prepare(2 * Budget(exercise.seconds).wall)
        run = self.attempt(exercise, test, transport, seed)
        if run.judgement.retry or self._maybe_crowded_out(exercise, run):
            if self._on_gpu(exercise):  # a new one: whatever it holds of the device is given back
                transport.close_quietly()
            with self.alone():
                run = self.attempt(exercise, test, transport, seed)
        return run

    def _maybe_crowded_out(self, exercise: Exercise, run: TestRun) -> bool:
        """Whether it had too little memory on a GPU that others use as well: with nobody beside it, it may have enough."""
        return self._on_gpu(exercise) and self.pool.slot.share < 1.0 and run.outcome is Outcome.MEMORY

    def seed(self, exercise: Exercise, test: SuiteTest, found: Sliced, draw: int = 0) -> int:
        return seed_for(self.plan.secret, self.plan.versions[exercise.id], found.digest, test.id, draw)

    def attempt(self, exercise: Exercise, test: SuiteTest, transport: WorkerTransport, seed: int) -> TestRun:
        """One test, as often as a process is ended from outside."""
        for attempt in range(TRIES):
            last, expected = attempt == TRIES - 1, False
            try:
                run = self._timed(exercise, test, transport, seed)
                if transport.place_failed is not None:
                    raise transport.place_failed
                lost = transport.lost
                if lost is None or not lost.outside:
                    return run
                if last:  # whatever the suite made of it
                    return replace(run, judgement=judgement_of(lost))
                new_zygote = attempt > 0
            except ZygoteDied as died:
                if last:
                    raise
                new_zygote, expected = True, isinstance(died, CompilerWanted)
            self.interruptions.start_over(self.pool, transport, attempt, new_zygote, expected)
        raise AssertionError("unreachable")

    def _timed(self, exercise: Exercise, test: SuiteTest, transport: WorkerTransport, seed: int) -> TestRun:
        """A test, as long as the suite's own computing stays within what is meant for it."""
        clock, run = SuiteClock(self._suite_seconds(exercise, test)), None
        with clock:
            run = self.run_test(exercise, test, transport, seed, self._shares)
        self.allowance.charge(clock.beyond)
        if run is not None and not clock.is_over:
            return run
        # It was interrupted anywhere: also in the middle of a message, or of asking for a worker.
        self.pool.discard(exercise.runtime)
        transport.abandon()
        take_shown()
        if test.id not in self._suite_needs:
            self._suite_needs[test.id] = self._measure(exercise, test.id)
        has_more = self._suite_seconds(exercise, test) > clock.seconds
        used = f"{clock.used:.1f} s of the grader's CPU time"
        transport.lost = WorkerLost(Outcome.TIMEOUT, suite_clock.WORDS, used, retry=has_more)
        return TestRun(test, seed, judgement_of(transport.lost), [])

    def _suite_seconds(self, exercise: Exercise, test: SuiteTest) -> float:
        """CPU seconds for the trusted side. What a right answer needs is measured once an answer has taken too long."""
        known = self._suite_needs.get(test.id, 0.0)
        return max(suite_clock.LEAST, suite_clock.BUDGETS * exercise.seconds, suite_clock.TIMES * known)

    def run_test(
        self,
        exercise: Exercise,
        test: SuiteTest,
        transport: Transport,
        seed: int,
        earned: Mapping[str, float] = MappingProxyType({}),
    ) -> TestRun:
        """A test in which a backward may follow a wrong forward only if that is a slip."""
        slips, followed = self.slips(exercise), False

        def meanwhile(student: Student) -> AbstractContextManager:
            judge = unless_right_by_itself(slips.judge(student, earned), slips, student, earned)

            def is_slip(wrong: WrongForward) -> bool:
                nonlocal followed
                verdict = judge(wrong)
                followed = followed or verdict
                return verdict

            return judged_by(is_slip)

        run = self.examiner(exercise).run(test, transport, seed, meanwhile)
        return replace(run, followed=followed and not slips.owners(run.calls))

    def slips(self, exercise: Exercise) -> Slips:
        return self._slips.setdefault(exercise.id, Slips(self, exercise))

    def scoring(self, exercise: Exercise) -> Scoring:
        return self._scorings.setdefault(exercise.id, Scoring(self, exercise))

    def examiner(self, exercise: Exercise) -> Examiner:
        """What runs its tests, on whichever code."""
        if exercise.id not in self._examiners:
            # The worker's random state has a seed of its own: of the test's seed it learns nothing.
            self._examiners[exercise.id] = Examiner(
                self.runner,
                self.surface(exercise),
                partial(self.reference, exercise),
                lambda seed: seed_for(self.plan.secret, "worker", "", str(seed)) >> 32,
                self.device_of(exercise),
                exercise.values,
                partial(self.versions, exercise),
            )
        return self._examiners[exercise.id]

    def surface(self, exercise: Exercise) -> Surface:
        if exercise.id not in self._surfaces:
            self._surfaces[exercise.id] = self.plan.surface(exercise)
        return self._surfaces[exercise.id]

    def versions(self, exercise: Exercise) -> Versions | None:
        """What the student's own test is tried on, where the exercise is to write one."""
        if exercise.id not in self._versions:
            self._versions[exercise.id] = load_versions(self.plan.assignment, exercise)
        return self._versions[exercise.id]

    def reference(self, exercise: Exercise) -> Reference:
        if exercise.id not in self._references:
            self._references[exercise.id] = load_reference(self.plan.course, self.plan.assignment, exercise)
        return self._references[exercise.id].fresh()


def _bare(index: int, statement: Statement) -> dict:
    """A statement without its place: where it stood in the notebook is nothing the code should be able to read."""
    return {**asdict(statement), "label": f"<{index}>", "line": 1}


def _all_passed(result: ExerciseResult | None) -> bool:
    return result is not None and all(t.passed for t in result.tests)


def _weight(runs: Sequence[TestRun]) -> float:
    return sum(run.test.weight for run in runs if run.passed)


def _says_more(again: ExerciseResult, first: ExerciseResult) -> bool:
    """It earns more; or as much, and names the mistake that the wrong helper had hidden."""
    gained = sum(t.earned for t in again.tests) - sum(t.earned for t in first.tests)
    named = any(t.mistake for t in again.tests) and not any(t.mistake for t in first.tests)
    return gained > 0 or (gained == 0 and named)


def _missed_a_name(run: TestRun) -> bool:
    failure = run.judgement.failure
    return isinstance(failure, StudentError) and failure.kind in (
        "NameError",
        "NotDefined",
        "UnboundLocalError",
    )
