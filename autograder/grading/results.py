"""What a grading says: one record per test, exercise and submission, with a schema version."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

SCHEMA = 1
OutcomeName = Literal["passed", "failed", "error", "timeout", "memory", "forbidden", "inconclusive"]


class TestResult(BaseModel):
    __test__ = False

    id: str
    title: str
    outcome: OutcomeName
    earned: float
    possible: float
    message: str = ""
    """What the student reads: no hidden input, no expected value."""
    reason: str = ""
    """The part of the message that says what went wrong, without the property."""
    detail: str = ""
    """What staff reads."""
    seed: int = 0
    mistake: str | None = None
    """Id of the listed mistake whose behaviour this failure shows."""
    hint: str = ""


class ExerciseResult(BaseModel):
    id: str
    earned: float
    possible: float
    tests: list[TestResult] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)
    """What the student should know about how the code was read (dropped magics, broken cells)."""
    slice_digest: str = ""
    suite_version: str = ""
    followed_through: bool = False

    @property
    def passed(self) -> int:
        return sum(t.outcome == "passed" for t in self.tests)


class SubmissionResult(BaseModel):
    schema_version: int = SCHEMA
    submission: str
    assignment: str
    score: float
    possible: float
    exercises: list[ExerciseResult]
    notes: list[str] = Field(default_factory=list)
    suite_version: str = ""
    isolation: str = "none"
    device: str = "cpu"
    timing: dict[str, Any] = Field(default_factory=dict)
    host: dict[str, Any] = Field(default_factory=dict)
