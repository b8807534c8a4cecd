"""Grades one submission: intake, slices, then the suite of each exercise against a worker of its own."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import platform
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from autograder import __version__
from autograder.course import Exercise
from autograder.course.secret import seed_for
from autograder.grading.code import student_code
from autograder.grading.diagnose import Diagnosis, TestRun, Told
from autograder.grading.plan import Plan
from autograder.grading.plugin import Bench, SuiteTest
from autograder.grading.reference import Reference, load_reference
from autograder.grading.results import NOT_RUN, Code, ExerciseResult, SubmissionResult, TestResult
from autograder.grading.runner import SuiteRunner
from autograder.grading.store import Store
from autograder.grading.student import Student, StudentError, Surface
from autograder.grading.training_hints import diagnosis_of
from autograder.grading.transport import WorkerLost
from autograder.grading.workers import Budget, Limits, Program, WorkerTransport, ZygoteDied, ZygotePool
from autograder.intake.find import Found
from autograder.intake.limits import IntakeError
from autograder.intake.model import Slice, Statement
from autograder.intake.submission import Submission
from autograder.worker.values import Decoder, Encoder
from autograder.worker.wire import Malformed

SLICE_BUDGET = Budget(5.0)
SLICE_LIMITS = Limits(memory=1 << 30)
SLICER_LIFE = 200
NOTE_CAP, MOST_NOTES = 300, 8
LONG = 2.0
ZYGOTE_TRIES = 3
CUDA_BASELINE = 3 << 30
"""Resident memory that a CUDA context takes by itself."""


@dataclass(frozen=True)
class Sliced:
    """The part of a submission that one exercise needs, and what in it is not allowed."""

    slice: Slice
    forbidden: list[str]

    siblings: dict[str, str]

    @cached_property
    def digest(self) -> str:
        """Of every byte that the worker will see: what a comment could say to it changes the hidden inputs, too."""
        seen = [self.slice.digest, *(s.source for s in self.slice.statements)]
        seen += [part for name in self.slice.siblings for part in (name, self.siblings[name])]
        return hashlib.sha256("\0".join(seen).encode("utf-8", "surrogatepass")).hexdigest()

    def statements(self, whole: bool) -> list[Statement]:
        return [s for s in self.slice.statements if whole or s.needed or not self.slice.whole]

    @classmethod
    def from_json(cls, text: bytes, read: Submission) -> Sliced:
        data = json.loads(text)
        return cls(
            Slice.from_json(data["slice"]), [str(f)[:300] for f in data["forbidden"]], dict(read.siblings)
        )


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
    _doubtful: set[str] = field(default_factory=set)
    """Exercises of which a test was ended from outside even when repeated: no result to keep."""
    _slicing: WorkerTransport | None = None
    _sliced: int = 0
    _surfaces: dict[str, Surface] = field(default_factory=dict)
    _references: dict[str, Reference] = field(default_factory=dict)
    _diagnoses: dict[str, Diagnosis] = field(default_factory=dict)

    # --- a whole submission ----------------------------------------------------------------------------------

    def submission(self, name: str, found: Found) -> SubmissionResult:
        start = time.perf_counter()
        self.timing, self.fresh, self._doubtful = {}, {}, set()
        try:
            read = found.read(prefer=self.plan.assignment_name)
        except IntakeError as error:
            return self.nothing_to_grade(name, "error", str(error), start)
        try:
            slices = self._slices(read)
        except WorkerLost as lost:
            return self.nothing_to_grade(
                name, lost.outcome, f"your submission could not be read: {lost.public}", start
            )
        self.timing["read"] = round(time.perf_counter() - start, 4)
        keys = [self._cache_key(e, s) for e, s in zip(self.plan.exercises, slices)]
        known = self.store.cached(keys) if self.store and self.plan.use_cache else {}
        done: dict[str, ExerciseResult] = {}
        for e, s, key in zip(self.plan.exercises, slices, keys):
            result = ExerciseResult.model_validate(known[key]) if key in known else None
            if result is None:
                result = self.exercise(e, read, s, done)
                self._keep(key, result)
            done[e.id] = scaled(result, e, s.slice.notes, student_code(s.slice, e.names))
        self.pool.refresh()
        return self._result(name, list(done.values()), list(read.notes), start)

    def _result(
        self, name: str, exercises: list[ExerciseResult], notes: list[str], start: float
    ) -> SubmissionResult:
        return SubmissionResult(
            submission=name,
            assignment=self.plan.assignment_name,
            score=round(sum(e.earned for e in exercises), 6),
            possible=round(sum(e.possible for e in exercises), 6),
            exercises=exercises,
            notes=notes,
            suite_version=self.plan.digest,
            isolation=self.pool.reached,
            device=self.plan.device,
            timing={**self.timing, "total": round(time.perf_counter() - start, 4), "finished": time.time()},
            host={"name": socket.gethostname(), "python": platform.python_version(), "gradmark": __version__},
        )

    # --- reading it --------------------------------------------------------------------------------------------

    def _slices(self, read: Submission) -> list[Sliced]:
        """Sliced in a jailed worker: parsing hostile source is the first thing that can explode."""
        header = {
            "op": "slice",
            "cells": [[cell.label, cell.source] for cell in read.cells],
            "siblings": dict(read.siblings),
            "given": self.plan.given,
            "wanted": [{"names": self.surface(e).names, "forbid": e.forbid} for e in self.plan.exercises],
            "bufs": [],
        }
        for attempt in range(ZYGOTE_TRIES):
            slicer = self._slicer()
            try:
                reply = slicer.request(header, Encoder(_refuse))
                answers = Decoder(reply, {}, trusted=False)(reply.header.get("result"))
                return [Sliced.from_json(text, read) for text in answers]
            except (TypeError, ValueError, Malformed, StudentError) as error:
                raise WorkerLost("error", "it cannot be parsed", str(error)) from None
            except WorkerLost as lost:
                if lost.outcome != "error" or attempt > 0:
                    raise  # what ends the slicer twice is in the source
            except ZygoteDied:
                slicer.abandon()
                self.pool.discard("numpy")
                if attempt == ZYGOTE_TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    def _slicer(self) -> WorkerTransport:
        """One worker parses many submissions: it runs none of their code. It is replaced now and then."""
        if self._slicing is None or self._sliced >= SLICER_LIFE:
            if self._slicing is not None:
                _close(self._slicing)
            program = Program("numpy", {"statements": []}, SLICE_LIMITS, SLICE_BUDGET)
            self._slicing, self._sliced = WorkerTransport(self.pool, program), 0
        self._sliced += 1
        self._slicing.begin_test(0)
        return self._slicing

    # --- one exercise ------------------------------------------------------------------------------------------

    def exercise(
        self, exercise: Exercise, read: Submission, found: Sliced, done: Mapping[str, ExerciseResult]
    ) -> ExerciseResult:
        """One exercise, in weights; `done` holds those before it, among them all that it needs."""
        result = self._refused(exercise, found) or self._run(exercise, read, found)
        return self._followed_through(result, exercise, read, found, done)

    def _keep(self, key: str, result: ExerciseResult) -> None:
        """For the cache: written with the submission's result, but at once if it took long and a kill would cost it."""
        if result.id in self._doubtful or any(t.outcome == "inconclusive" for t in result.tests):
            return
        self.fresh[key] = result.model_dump()
        if self.store and self.timing.get(result.id, 0.0) > LONG:
            self.store.keep(self.fresh)

    def _cache_key(self, exercise: Exercise, found: Sliced) -> str:
        secret = hmac.new(self.plan.secret, b"cache", hashlib.sha256).hexdigest()
        needed = self.plan.assignment.needed_by(exercise.id)
        versions = [self.plan.versions[e.id] for e in (exercise, *needed)]
        parts = [found.digest, *versions, self.plan.device, self.plan.hints, secret]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def without_running(
        self, exercise: Exercise, outcome: str, message: str, digest: str = ""
    ) -> ExerciseResult:
        """Every test of an exercise with the same outcome, where there is nothing to run."""
        same: dict[str, Any] = {"outcome": outcome, "earned": 0.0, "message": message, "reason": message}
        tests = [
            TestResult(id=t.id, title=t.title, possible=t.weight, **same) for t in self.runner.of(exercise.id)
        ]
        version = self.plan.versions[exercise.id]
        return ExerciseResult(
            id=exercise.id, earned=0, possible=0, tests=tests, slice_digest=digest, suite_version=version
        )

    def nothing_to_grade(self, name: str, outcome: str, message: str, start: float) -> SubmissionResult:
        """The result of a submission of which nothing could be run."""
        exercises = [scaled(self.without_running(e, outcome, message), e) for e in self.plan.exercises]
        return self._result(name, exercises, [message], start).model_copy(update={"isolation": NOT_RUN})

    def _refused(self, exercise: Exercise, found: Sliced) -> ExerciseResult | None:
        """What is decided without running anything: names that are missing or broken, code that is not allowed."""
        for name, why in found.slice.broken.items():
            if name not in exercise.names:
                continue
            return self.without_running(exercise, "error", f"{name} cannot be read: {why}", found.digest)
        missing = ", ".join(name for name in exercise.names if name in found.slice.missing)
        if missing:
            return self.without_running(
                exercise, "error", f"{missing} is not defined in your submission", found.digest
            )
        if found.forbidden:
            return self.without_running(exercise, "forbidden", found.forbidden[0], found.digest)
        return None

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
        runs = self._runs(exercise, read, found, replace)
        if any(run.outcome.retry for run in runs):
            self._doubtful.add(exercise.id)
        results = [
            _test_result(run, told) for run, told in zip(runs, self._diagnoses[exercise.id].explain(runs))
        ]
        self.timing[exercise.id] = round(time.perf_counter() - start, 4)
        return ExerciseResult(
            id=exercise.id, earned=0, possible=0, tests=results, slice_digest=found.digest,
            suite_version=self.plan.versions[exercise.id],
        )  # fmt: skip

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
        if all(t.outcome == "passed" for t in result.tests) or exercise.runtime != "numpy":
            return result
        needed = self.plan.assignment.needed_by(exercise.id)
        replace = {
            name: function
            for helper in needed
            if not _all_passed(done.get(helper.id))
            for name, function in self._replacements(helper).items()
        }
        if not replace:
            return result
        again = self._run(exercise, read, found, replace)
        if sum(t.earned for t in again.tests) <= sum(t.earned for t in result.tests):
            return result
        again.followed_through = True
        return again

    def _replacements(self, helper: Exercise) -> dict[str, Callable[..., Any]]:
        """The reference's functions for a helper's names.

        One whose output only its own code can read (a cache) has no replacement; see checks.check_backward.
        """
        surface, reference = self.surface(helper), self.reference(helper)
        functions = {name: getattr(reference, name) for name in helper.names if not surface.opaque.get(name)}
        return {name: function for name, function in functions.items() if not isinstance(function, type)}

    def _runs(
        self, exercise: Exercise, read: Submission, found: Sliced, replace: Mapping[str, Callable[..., Any]]
    ) -> list[TestRun]:
        """All tests against one worker. Where slicing was not enough, every cell is run, but only if a name is missed."""
        runs = self._with_worker(exercise, read, found, replace, whole=False)
        if found.slice.whole and any(_missed_a_name(run) for run in runs):
            again = self._with_worker(exercise, read, found, replace, whole=True)
            if sum(r.outcome.outcome == "passed" for r in again) >= sum(
                r.outcome.outcome == "passed" for r in runs
            ):
                return again
        return runs

    def _with_worker(
        self,
        exercise: Exercise,
        read: Submission,
        found: Sliced,
        replace: Mapping[str, Callable[..., Any]],
        whole: bool,
    ) -> list[TestRun]:
        transport = WorkerTransport(self.pool, self.program(exercise, read, found, whole), replace)
        runs = []
        try:
            for test in self.runner.of(exercise.id):
                runs.append(self._test(exercise, test, transport, found))
                self.alive()
        finally:
            _close(transport)
        return runs

    def program(self, exercise: Exercise, read: Submission, found: Sliced, whole: bool = False) -> Program:
        load: dict[str, Any] = {
            "statements": [_bare(i, s) for i, s in enumerate(found.statements(whole))],
            "flags": found.slice.compile_flags,
            "siblings": {name: read.siblings[name] for name in found.slice.siblings},
            "given": self.plan.given,
            "notebook": read.is_notebook,
            "forbid": exercise.forbid,
        }
        if self._on_gpu(exercise):
            load |= {"device": "cuda", "memory_share": self.pool.slot.share}
        order = self.plan.exercises
        next_one = order[(order.index(exercise) + 1) % len(order)]
        return Program(
            exercise.runtime, load, self._limits(exercise), Budget(exercise.seconds), self.surface(exercise),
            followed_by=(next_one.runtime, self._limits(next_one)),
        )  # fmt: skip

    def _limits(self, exercise: Exercise) -> Limits:
        """The kernel's limits behind the budgets. CPU time in powers of two: a worker forked ahead then fits many."""
        seconds = (len(self.runner.of(exercise.id)) + 2) * exercise.seconds + 30
        cpu = 2.0 ** math.ceil(math.log2(seconds))
        memory = exercise.memory << 20
        return Limits(None, cpu, memory + CUDA_BASELINE) if self._on_gpu(exercise) else Limits(memory, cpu)

    def _on_gpu(self, exercise: Exercise) -> bool:
        return self.plan.device == "cuda" and exercise.runtime == "torch"

    # --- one test ----------------------------------------------------------------------------------------------

    def _test(
        self, exercise: Exercise, test: SuiteTest, transport: WorkerTransport, found: Sliced
    ) -> TestRun:
        seed = seed_for(self.plan.secret, self.plan.versions[exercise.id], found.digest, test.id)
        run = self._attempt(exercise, test, transport, seed)
        if run.outcome.retry:
            with self.alone():
                run = self._attempt(exercise, test, transport, seed)
        return run

    def _attempt(self, exercise: Exercise, test: SuiteTest, transport: WorkerTransport, seed: int) -> TestRun:
        for attempt in range(ZYGOTE_TRIES):
            bench = self.bench(exercise, Student(transport, self.surface(exercise)), seed)
            try:
                return TestRun.of(test, bench, self.runner.run(test, bench))
            except ZygoteDied:
                self.pool.discard(exercise.runtime)
                transport.abandon()
                if attempt == ZYGOTE_TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    def bench(self, exercise: Exercise, student: Student, seed: int) -> Bench:
        # The worker's random state has a seed of its own: of the test's seed it learns nothing.
        student._begin(seed_for(self.plan.secret, "worker", "", str(seed)) >> 32)
        return Bench(student, self.reference(exercise), seed, self.plan.device)

    def surface(self, exercise: Exercise) -> Surface:
        if exercise.id not in self._surfaces:
            self._surfaces[exercise.id] = self.plan.surface(exercise)
        return self._surfaces[exercise.id]

    def reference(self, exercise: Exercise) -> Reference:
        if exercise.id not in self._references:
            self._references[exercise.id] = load_reference(self.plan.course, self.plan.assignment, exercise)
        return self._references[exercise.id].fresh()


def _bare(index: int, statement: Statement) -> dict:
    """A statement without its place: where it stood in the notebook is nothing the code should be able to read."""
    return {**asdict(statement), "label": f"<{index}>", "line": 1}


def _all_passed(result: ExerciseResult | None) -> bool:
    return result is not None and all(t.outcome == "passed" for t in result.tests)


def _missed_a_name(run: TestRun) -> bool:
    failure = run.outcome.failure
    return isinstance(failure, StudentError) and failure.kind in (
        "NameError",
        "NotDefined",
        "UnboundLocalError",
    )


def _test_result(run: TestRun, told: Told) -> TestResult:
    test, outcome = run.test, run.outcome
    earned = test.weight if outcome.outcome == "passed" else 0.0
    return TestResult(
        id=test.id, title=test.title, outcome=outcome.outcome, earned=earned, possible=test.weight,  # type: ignore[arg-type]
        message=told.message, reason=told.reason, detail=outcome.detail, seed=run.seed, mistake=told.mistake, hint=told.hint,
        picture=told.picture,  # type: ignore[arg-type]
    )  # fmt: skip


def scaled(
    result: ExerciseResult, exercise: Exercise, notes: Sequence[str] = (), code: Sequence[Code] = ()
) -> ExerciseResult:
    """Weights become points of this selection; notes and code are those of this submission."""
    factor = exercise.points / (sum(t.possible for t in result.tests) or 1.0)
    for t in result.tests:
        t.possible = round(t.possible * factor, 6)
        t.earned = round(t.earned * factor, 6)
    result.possible = exercise.points
    all_passed = bool(result.tests) and all(t.outcome == "passed" for t in result.tests)
    result.earned = exercise.points if all_passed else round(sum(t.earned for t in result.tests), 6)
    result.notes = [note[:NOTE_CAP] for note in notes[:MOST_NOTES]]
    result.code = list(code)
    return result


def _close(transport: WorkerTransport) -> None:
    try:
        transport.close()
    except ZygoteDied:
        transport.abandon()


def _refuse(value: Any) -> list:
    raise TypeError(type(value).__name__)
