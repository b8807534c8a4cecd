"""Public checks on a student's own machine: no reference, no hidden file, no jail, any system.

`release.json`, beside the notebook, says what there is to check; the tests are those in `public/`.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.grading.plugin import Bench, SuiteTest
from autograder.grading.runner import Outcome, SuiteRunner, with_suites
from autograder.grading.student import Student, Surface
from autograder.grading.transport import LocalTransport
from autograder.worker.session import Session


class Refused(Exception):
    """Code that is not run at all: it is no Python, or uses what the exercise forbids."""

    def __init__(self, outcome: str, message: str) -> None:
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
        raise UserError(
            f"there is no exercise {exercise_id!r}; there are: {', '.join(e['id'] for e in self.exercises)}"
        )

    def surface(self, exercise: dict[str, Any]) -> Surface:
        known = {e["id"]: e for e in self.exercises}
        chosen = [exercise, *(known[need] for need in exercise["needs"] if need in known)]
        names = [name for e in chosen for name in e["names"]]
        return Surface(names, {k: v for e in chosen for k, v in e["opaque"].items()}, exercise["forbid"])

    @property
    def notebook(self) -> Path:
        return self.folder / self.record["notebook"]

    @property
    def given(self) -> dict[str, str]:
        return {p.stem: p.read_text(encoding="utf-8") for p in sorted(self.folder.glob("given/*.py"))}


def find_release(start: Path | None = None) -> Release:
    origin = (start or Path.cwd()).resolve()
    for folder in [origin, *origin.parents]:
        path = folder / "release.json"
        if path.is_file():
            try:
                record = json.loads(path.read_text(encoding="utf-8"))
                record["exercises"], record["notebook"]
            except (ValueError, KeyError, TypeError):
                raise UserError(f"{path} is damaged: unpack the assignment again") from None
            return Release(folder, record)
    raise UserError(f"{origin} is not in an assignment's folder (no release.json here or above it)")


def run_checks(
    release: Release, exercise_ids: Iterable[str], session_of: Any
) -> list[tuple[SuiteTest, Outcome]]:
    """Runs the public tests of these exercises; `session_of(exercise)` is where the student's code lives."""
    wanted = [release.get(name) for name in exercise_ids]
    modules: dict[str, list[str]] = {}
    for e in release.exercises:
        modules.setdefault(e["module"], []).append(e["id"])
    files = [release.folder / "public" / f"test_{m}.py" for m in dict.fromkeys(e["module"] for e in wanted)]
    files = [f for f in files if f.exists()]
    if not files:
        return []

    def work(runner: SuiteRunner) -> list[tuple[SuiteTest, Outcome]]:
        found = []
        for e in wanted:
            surface = release.surface(e)
            try:
                session = session_of(e)
            except Refused as refused:
                found += [(test, Outcome(refused.outcome, str(refused))) for test in runner.of(e["id"])]
                continue
            for test in runner.of(e["id"]):
                student = Student(LocalTransport(session), surface)
                seed = time.time_ns() & 0xFFFFFFFF
                student._begin(seed)
                found.append((test, runner.run(test, Bench(student, None, seed))))
        return found

    return with_suites(files, modules, work, root=release.folder)


def notebook_session(namespace: dict) -> Session:
    """The names of a running notebook."""
    return Session(namespace)


@lru_cache(maxsize=4)
def _analysis(path: Path, stamp: float, given: tuple[tuple[str, str], ...]) -> tuple[Any, Any]:
    from autograder.intake.slicing import analyse
    from autograder.intake.submission import read_submission

    read = read_submission(path)
    return read, analyse([(c.label, c.source) for c in read.cells], read.siblings, dict(given))


def file_session(release: Release, path: Path, exercise: dict[str, Any]) -> Session:
    """What grading would load of a notebook or .py file for one exercise, loaded here."""
    from autograder.intake.forbidden import find_forbidden

    read, analysis = _analysis(path, path.stat().st_mtime, tuple(release.given.items()))
    piece = analysis.slice(release.surface(exercise).names)
    session = Session()
    for name, why in piece.broken.items():
        raise Refused("error", f"{name} cannot be read: {why}")
    for forbidden in find_forbidden(piece, exercise["forbid"], read.siblings):
        raise Refused("forbidden", forbidden.message)
    header = {
        "statements": [asdict(s) for s in piece.statements], "flags": piece.compile_flags, "notebook": False,
        "siblings": {m: read.siblings[m] for m in piece.siblings}, "given": release.given,
    }  # fmt: skip
    reply = LocalTransport(session).request({"op": "load", **header, "bufs": []}, session._encoder())
    session.load_error = reply.header.get("error")
    return session


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
    module = test_file.stem.removeprefix("test_")
    own = [e for e in release.exercises if e["module"] == module]
    chosen = [e for e in own if exercise_mark in (None, e["id"])]
    if not chosen:
        raise LookupError(exercise_mark)
    session = file_session(release, submission_path(release), chosen[0])
    student = Student(LocalTransport(session), release.surface(chosen[0]))
    student._begin(seed)
    return Bench(student, None, seed)
