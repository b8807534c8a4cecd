"""Public checks on a student's own machine: no reference, no hidden file, no jail, any system.

`release.json`, beside the notebook, says what there is to check; the tests are those in `public/`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from autograder.basics.words import ENGLISH, Language, speak
from autograder.checks.finding import Finding
from autograder.course.concept import concept_of
from autograder.errors import UserError
from autograder.intake.choosing import answered, set_up_of
from autograder.intake.forbidden import find_forbidden, without_forbidden_others
from autograder.intake.model import Slice
from autograder.intake.near_misses import not_defined
from autograder.intake.slicing import Analysis, analyse
from autograder.intake.submission import read_submission
from autograder.student.clock import PatientTransport
from autograder.suites.examiner import Examiner
from autograder.suites.outcome import Judgement, Outcome, refusal
from autograder.suites.plugin import Bench, SuiteTest
from autograder.suites.runner import SuiteRunner, with_suites
from autograder.suites.second_draw import settled
from autograder.suites.student import Student, StudentError, Surface, begin_test
from autograder.suites.transport import WorkerLost
from autograder.worker.session import Session

SOON = 1.0
"""Seconds of a check that is drawn a second time while somebody waits."""
LEAST, TIMES = 10.0, 3
"""How long a check may take: so many seconds, or so many times what a test may compute in grading, if that is more."""


class Refused(Exception):
    """Code that is not run at all: it is no Python, or uses what the exercise forbids."""

    def __init__(self, outcome: Outcome, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


@dataclass(frozen=True)
class Release:
    """The folder that a student works in."""

    folder: Path
    record: dict[str, Any]

    @property
    def exercises(self) -> list[dict[str, Any]]:
        return self.record["exercises"]

    def get(self, exercise_id: str) -> dict[str, Any]:
        for e in self.exercises:
            if e["id"] == exercise_id:
                return e
        raise UserError(f"there is no exercise {exercise_id!r}; there are: {', '.join(e['id'] for e in self.exercises)}")

    def surface(self, exercise: dict[str, Any]) -> Surface:
        known = {e["id"]: e for e in self.exercises}
        needed = [known[need] for need in exercise["needs"] if need in known]
        chosen = [exercise, *(e for e in needed if e["id"] in exercise["partners"])]
        return Surface(
            [name for e in chosen for name in e["names"]],
            {k: v for e in chosen for k, v in e["opaque"].items()},
            exercise["forbid"],
            [name for e in needed for name in e["names"]],
            exercise["parameters"],
            exercise["in_place"],
            exercise.get("signatures", {}),
            [name for e in chosen for name in e.get("must_return", ())],
        )

    def seconds(self, exercise: dict[str, Any]) -> float:
        """How long one check may take; $GRADMARK_SECONDS says otherwise, 0 for no limit."""
        try:
            return max(0.0, float(os.environ["GRADMARK_SECONDS"]))
        except (KeyError, ValueError):
            return max(LEAST, TIMES * exercise.get("seconds", 0))

    @property
    def notebook(self) -> Path:
        return self.folder / self.record["notebook"]

    def analyse(self, cells: Sequence[tuple[str, str]], siblings: Mapping[str, str]) -> Analysis:
        """The cells of a hand-in, as grading sees them."""
        asked = tuple(name for e in self.exercises for name in e["names"])
        released = tuple(self.record.get("handed_out", ()))
        return _analysis(tuple(cells), tuple(siblings.items()), tuple(self.given.items()), asked, released)

    @property
    def given(self) -> dict[str, str]:
        return {p.stem: p.read_text(encoding="utf-8") for p in sorted(self.folder.glob("given/*.py"))}


def find_release(start: Path | None = None) -> Release:
    """The release around this folder. What checks say from here on is said in its language."""
    origin = (start or Path.cwd()).resolve()
    for folder in [origin, *origin.parents]:
        path = folder / "release.json"
        if path.is_file():
            try:
                record = json.loads(path.read_text(encoding="utf-8"))
                record["exercises"], record["notebook"]
            except (ValueError, KeyError, TypeError):
                raise UserError(f"{path} is damaged: unpack the assignment again") from None
            speak(Language(str(record.get("language") or ENGLISH), folder))
            return Release(folder, record)
    raise UserError(f"{origin} is not in an assignment's folder (no release.json here or above it)")


@dataclass(frozen=True)
class LoadedAnswer:
    """Where the student's code lives, and what keeps it from being called as the task says."""

    session: Session
    mismatches: Mapping[str, str] = field(default_factory=dict)


SessionOf = Callable[[dict[str, Any], float, int], LoadedAnswer | None]


def run_checks(
    release: Release, exercise_ids: Iterable[str], session_of: SessionOf, seconds: float | None = None
) -> list[tuple[SuiteTest, Judgement]]:
    """Runs the public tests of these exercises; `session_of(exercise, seconds, n)` is where the student's code lives, in its
    n-th reading, or None. As in grading, a further reading is tried where one fails, and the best counts.

    `seconds`: how long one test may take, 0 for no limit; by default, what the release says.
    """
    wanted = [release.get(name) for name in exercise_ids]
    modules: dict[str, list[str]] = {}
    for e in release.exercises:
        modules.setdefault(e["module"], []).append(e["id"])
    files = [release.folder / "public" / f"test_{m}.py" for m in dict.fromkeys(e["module"] for e in wanted)]
    files = [f for f in files if f.exists()]
    if not files:
        return []

    def work(runner: SuiteRunner) -> list[tuple[SuiteTest, Judgement]]:
        found = []
        for e in wanted:
            best: list[tuple[SuiteTest, Judgement]] = []
            seed = time.time_ns() & 0xFFFFFFFF
            limit = release.seconds(e) if seconds is None else seconds
            try:
                for reading in count():
                    if _passed(best) == len(best) or any(j.outcome is Outcome.TIMEOUT for _, j in best):
                        break
                    if (loaded := session_of(e, limit, reading)) is None:
                        break
                    again = _checked(runner, runner.of(e["id"]), loaded, release.surface(e), seed, limit)
                    best = max(best, again, key=_passed)
            except Refused as refused:
                best = [(test, Judgement(refused.outcome, Finding(str(refused)))) for test in runner.of(e["id"])]
            forbidden = refusal(judgement for _, judgement in best)
            found += [(test, forbidden or judgement) for test, judgement in best]
        return found

    return with_suites(files, modules, work, root=release.folder)


def _checked(
    runner: SuiteRunner, tests: Iterable[SuiteTest], loaded: LoadedAnswer, surface: Surface, seed: int, seconds: float
) -> list[tuple[SuiteTest, Judgement]]:
    chosen, examiner, session = list(tests), Examiner(runner, surface), loaded.session

    def run(i: int, draw: int = 0) -> Judgement:
        own = seed + draw * len(chosen) + i
        return examiner.run(chosen[i], PatientTransport(session, seconds), own).judgement

    try:
        first: list[Judgement] = []
        for i in range(len(chosen)):
            # What took too long once is not waited for again.
            stopped = next((j for j in first if j.outcome is Outcome.TIMEOUT), None)
            first.append(stopped or run(i))
        judgements = settled(first, lambda i: run(i, draw=1) if first[i].seconds < SOON else None)
    finally:
        session.give_back()
    return list(zip(chosen, _with_mismatches(judgements, list(loaded.mismatches.values()))))


def _with_mismatches(judgements: list[Judgement], said: list[str]) -> list[Judgement]:
    """Failures of code that has other parameters than the task asks for say so: in place of what Python says of the call, or
    else with the first failure."""
    first = next((i for i, j in enumerate(judgements) if not j.passed), None)
    if said and first is not None:
        calls = [i for i, j in enumerate(judgements) if isinstance(j.failure, StudentError) and j.failure.is_refused_call]
        for i in calls:
            judgements[i] = replace(judgements[i], finding=Finding(said[0]))
        if not calls:
            judgements[first] = replace(judgements[first], finding=judgements[first].finding.and_also(*said))
    return judgements


def _passed(found: list[tuple[SuiteTest, Judgement]]) -> int:
    return sum(judgement.passed for _, judgement in found) if found else -1


def notebook_session(
    release: Release, namespace: dict[str, Any], exercise: dict[str, Any], seconds: float, reading: int = 0
) -> LoadedAnswer | None:
    """What grading would load for one exercise, of the cells that were run in this notebook.

    Where that cannot be told from the cells, the running notebook itself is asked.
    """
    cells = executed_cells(namespace)
    if not cells:
        return None if reading else LoadedAnswer(Session(namespace))
    piece = _piece(release, exercise, cells, {})
    missing = [name for name in exercise["names"] if name in piece.missing and name not in namespace]
    if missing or piece.broken:
        _refuse(exercise, piece, missing, " (run its cell first)")
    if not piece.whole and not piece.missing:
        return _loaded(release, exercise, piece, {}, seconds, reading)
    for forbidden in find_forbidden(piece, exercise["forbid"], {}):
        raise Refused(Outcome.FORBIDDEN, forbidden.message)
    return None if reading else LoadedAnswer(Session(namespace), piece.mismatches)


def executed_cells(namespace: dict[str, Any]) -> list[tuple[str, str]]:
    """The cells that made these names, in the order in which they were run; none outside IPython."""
    shell = running_shell()
    if shell is None or shell.user_ns is not namespace:
        return []
    return [(f"cell {number}", text) for number, text in enumerate(shell.history_manager.input_hist_raw) if text.strip()]


def running_shell() -> Any:
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


@lru_cache(maxsize=2)
def _analysis(
    cells: tuple[tuple[str, str], ...],
    siblings: tuple[tuple[str, str], ...],
    given: tuple[tuple[str, str], ...],
    asked: tuple[str, ...],
    released: tuple[str, ...],
) -> Analysis:
    return analyse(cells, dict(siblings), dict(given), asked=asked, released=released)


def file_session(
    release: Release, path: Path, exercise: dict[str, Any], seconds: float, reading: int = 0
) -> LoadedAnswer | None:
    """What grading would load of a notebook or .py file for one exercise, loaded here."""
    read = read_submission(path)
    piece = _piece(release, exercise, read.sources(), read.siblings)
    _refuse(exercise, piece, [name for name in exercise["names"] if name in piece.missing])
    return _loaded(release, exercise, piece, read.siblings, seconds, reading)


def refuse_other_assignment(release: Release, path: Path) -> None:
    """A notebook of another assignment is called that once, and not "not defined" with every exercise."""
    text = "\n".join(source for _, source in read_submission(path).sources())
    here = release.notebook.stem
    other = set_up_of(text, here)
    if other and not answered(text, [name for e in release.exercises for name in e["names"]])[0]:
        raise UserError(f"{path.name} is another assignment: its set-up cell is that of {other}, not of {here}")


def _piece(release: Release, exercise: dict[str, Any], cells: Sequence[tuple[str, str]], siblings: Mapping[str, str]) -> Slice:
    surface = release.surface(exercise)
    return release.analyse(cells, siblings).slice(surface.names, surface.signatures)


def _refuse(exercise: dict[str, Any], piece: Slice, missing: Sequence[str], way_out: str = "") -> None:
    """What there is no use in running: names that cannot be read, or are not there."""
    for name, why in piece.broken.items():
        raise Refused(Outcome.ERROR, f"{name} cannot be read: {why}")
    if missing:
        raise Refused(Outcome.ERROR, not_defined(missing, piece.near) + ("" if piece.near else way_out))


def _loaded(
    release: Release,
    exercise: dict[str, Any],
    piece: Slice,
    siblings: Mapping[str, str],
    seconds: float,
    reading: int,
) -> LoadedAnswer | None:
    forbid = [name for name in exercise["forbid"] if name != "autograd"]
    for forbidden in find_forbidden(piece, forbid, siblings):
        raise Refused(Outcome.FORBIDDEN, forbidden.message)
    statements = without_forbidden_others(piece, forbid, siblings).readings
    if piece.whole and piece.unresolved:
        del statements[1]  # a name that is nowhere to be seen is misspelt: all cells together would not define it
    if reading >= len(statements):
        return None
    header = {
        "statements": [asdict(s) for s in statements[reading]],
        "flags": piece.compile_flags,
        "siblings": {m: siblings[m] for m in piece.siblings},
        "given": release.given,
        "runtime": exercise["runtime"],
        "forbid": forbid,
    }
    session = Session()
    try:
        PatientTransport(session, seconds).load(header)
    except WorkerLost as lost:
        session.give_back()
        raise Refused(lost.outcome, lost.public) from None
    return LoadedAnswer(session, piece.mismatches)


def submission_path(release: Release) -> Path:
    """The file to check: $GRADMARK_SUBMISSION, or the release's notebook, or a .py of the same name."""
    chosen = os.environ.get("GRADMARK_SUBMISSION")
    candidates = [Path(chosen)] if chosen else [release.notebook, release.notebook.with_suffix(".py")]
    for path in candidates:
        if path.exists():
            return path
    raise UserError(f"there is no {candidates[0]} to check; set GRADMARK_SUBMISSION to your file")


def bench_for(test_file: Path, exercise_mark: str | None, seed: int) -> Bench:
    """For plain `pytest` in a release folder."""
    release = find_release(test_file.parent)
    module = concept_of(test_file)
    own = [e for e in release.exercises if e["module"] == module]
    chosen = [e for e in own if exercise_mark in (None, e["id"])]
    if not chosen:
        raise LookupError(exercise_mark)
    seconds = release.seconds(chosen[0])
    loaded = file_session(release, submission_path(release), chosen[0], seconds)
    assert loaded is not None  # the first reading is always there
    student = Student(PatientTransport(loaded.session, seconds), release.surface(chosen[0]))
    begin_test(student, seed)
    return Bench(student, None, seed)
