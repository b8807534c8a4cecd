"""How a test ended, and what it says of the code it was run on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from autograder.checks.finding import Finding


class Outcome(str, Enum):
    """A text, so that files and messages can hold it as it is."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    """The code raised, or broke the connection to the grader."""
    TIMEOUT = "timeout"
    MEMORY = "memory"
    FORBIDDEN = "forbidden"
    INCONCLUSIVE = "inconclusive"
    """Nothing was decided: staff will look at it."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Judgement:
    """What came of one test. The finding is safe to show a student, `detail` is for staff."""

    outcome: Outcome
    finding: Finding = Finding()  # noqa: RUF009 - it is frozen
    detail: str = ""
    seconds: float = 0.0
    retry: bool = False
    failure: BaseException | None = field(default=None, repr=False, compare=False)

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED


def refusal(judgements: Iterable[Judgement]) -> Judgement | None:
    """What an exercise forbids costs the whole exercise, in whichever test it is seen."""
    return next((j for j in judgements if j.outcome is Outcome.FORBIDDEN), None)
