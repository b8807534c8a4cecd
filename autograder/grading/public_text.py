"""What a student's exception says, where the same one occurs on public inputs.

On hidden inputs a student reads class and line only: code can put any text into an exception, the inputs included. So the
public checks are run on the same code in a worker of its own, which has never seen a hidden input and whose seeds derive from
no secret, and where the same class arises in the same line, the text of *that* exception is shown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from autograder.basics.text import seen
from autograder.checks.finding import Place
from autograder.course.model import Exercise
from autograder.course.secret import seed_for
from autograder.grading.interruptions import TRIES
from autograder.grading.workers import CompilerWanted, WorkerTransport
from autograder.suites.examiner import Examiner, TestRun
from autograder.suites.outcome import Judgement, Outcome
from autograder.suites.plugin import SuiteTest
from autograder.suites.student import StudentError
from autograder.suites.transport import WorkerLost, ZygoteDied

if TYPE_CHECKING:
    from autograder.grading.submission import Grading

CAP = 200
ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{5,}\b")
SAYS = "On the inputs of the public checks it says:"

Raised = tuple[str, Place]
"""A builtin class, and where in the student's code: what must be the same."""


def raised(judgement: Judgement) -> Raised | None:
    """What a test ended with, if that is an exception whose text would help."""
    failure = judgement.failure
    if judgement.outcome is not Outcome.ERROR or not isinstance(failure, StudentError):
        return None
    return (failure.kind, failure.place) if failure.text and failure.place else None


def with_texts(runs: Sequence[TestRun], texts: Mapping[Raised, str]) -> list[TestRun]:
    """The runs with what their exceptions said in public."""
    return [_with_text(run, texts.get(key) if (key := raised(run.judgement)) else None) for run in runs]


def _with_text(run: TestRun, text: str | None) -> TestRun:
    if not text:
        return run
    finding = run.judgement.finding.and_also(f"{SAYS} `{text}`")
    return replace(run, judgement=replace(run.judgement, finding=finding))


def readable(text: str) -> str:
    """One line that can be shown anywhere as code. Addresses go: they differ from run to run of equal code."""
    flat = ADDRESS.sub("0x...", " ".join(text.split())).replace("`", "'")
    shown = seen(flat)
    return shown if len(shown) <= CAP else shown[:CAP] + " ..."


class PublicRun:
    """The public checks of one exercise on one submission."""

    def __init__(self, grading: Grading, exercise: Exercise, digest: str) -> None:
        self.grading, self.exercise, self.digest = grading, exercise, digest
        self.examiner = Examiner(
            grading.runner,
            grading.surface(exercise),
            seed_there=lambda seed: seed >> 32,
            device=grading.plan.device_of(exercise),
        )
        self.broke_off = False
        """Whether something other than the code decided what was found."""

    def texts(self, wanted: Collection[Raised], transport: WorkerTransport) -> dict[Raised, str]:
        """What each of the wanted exceptions says, as far as they occur; the first text of each counts."""
        found: dict[Raised, str] = {}
        for judgement in self._judgements(transport):
            key = raised(judgement)
            if key is not None and key in wanted and isinstance(judgement.failure, StudentError):
                found.setdefault(key, readable(judgement.failure.text))
            if len(found) == len(wanted):
                break
        return found

    def _judgements(self, transport: WorkerTransport) -> Iterable[Judgement]:
        for test in self.grading.runner.public_of(self.exercise.id):
            judgement = self._run(test, transport)
            self.grading.alive()
            if judgement is None or judgement.retry:
                self.broke_off = True
            if judgement is not None:
                yield judgement

    def _run(self, test: SuiteTest, transport: WorkerTransport) -> Judgement | None:
        """None if the process was ended from outside again and again."""
        seed = seed_for(b"", "public", self.digest, test.id)
        for attempt in range(TRIES):
            expected = False
            try:
                judgement = self.examiner.run(test, transport, seed).judgement
                if not (isinstance(transport.lost, WorkerLost) and transport.lost.outside):
                    return judgement
            except ZygoteDied as died:
                expected = isinstance(died, CompilerWanted)
            self.grading.interruptions.start_over(self.grading.pool, transport, attempt, new_zygote=True, expected=expected)
        return None
