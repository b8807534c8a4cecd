"""What a grading says: one record per test, exercise and submission, with a schema version."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, computed_field, model_validator

from autograder.basics.text import writable
from autograder.basics.words import tr
from autograder.checks.finding import Finding, Place
from autograder.suites.outcome import Outcome

SCHEMA = 1
Text = Annotated[str, BeforeValidator(writable)]


def _writable_finding(found: Finding) -> Finding:
    return replace(
        found,
        what=writable(found.what),
        seems=writable(found.seems),
        more=tuple(writable(sentence) for sentence in found.more),
        places=tuple(Place(writable(place.definition), place.line) for place in found.places),
    )


Level = Annotated[int, Field(ge=0, lt=20)]


class Picture(BaseModel):
    """What a student is shown beside a message: levels, never values. See `checks.picture`, which makes it."""

    kind: Literal["heatmap", "curve", "band", "images"]
    title: Text = ""
    meaning: Literal["difference", "value"] = "difference"
    rows: Text = ""
    columns: Text = ""
    """What the axes are called."""
    shape: list[int] = Field(default_factory=list)
    """Of what a heat map stands for; its cells may be blocks."""
    grids: list[Annotated[list[Annotated[list[Level], Field(max_length=16)]], Field(max_length=16)]] = Field(
        default_factory=list, max_length=12
    )
    length: int = 0
    series: dict[Text, Annotated[list[Level | None], Field(max_length=40)]] = Field(default_factory=dict)
    band: list[Annotated[list[Level | None], Field(max_length=40)]] = Field(default_factory=list, max_length=2)


def hint_title(firm: bool) -> str:
    return tr("What it probably is") if firm else tr("Where to look first")


class Code(BaseModel):
    """A definition as the student wrote it. Lines in messages count from its first."""

    name: Text = ""
    text: Text


class TestResult(BaseModel):
    __test__ = False

    id: Text
    title: Text
    outcome: Outcome
    earned: float
    possible: float
    finding: Annotated[Finding, AfterValidator(_writable_finding)] = Finding()
    """What went wrong, as the student may know it: no hidden input, no expected value. The property is the title."""
    detail: Text = ""
    """What staff reads."""
    seed: int = 0
    mistake: str | None = None
    """Id of the listed mistake whose behaviour this failure shows."""
    hint: Text = ""
    firm: bool = True
    """Whether at least two failed tests show the mistake. If not, the hint says where to look, and nobody counts it."""
    picture: Picture | None = None
    answered: bool = False
    """Whether all answers were right, and the test failed only because an argument was changed in place."""

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED

    @property
    def reason(self) -> str:
        """The finding as a sentence."""
        return self.finding.text

    @computed_field  # type: ignore[prop-decorator]
    @property
    def message(self) -> str:
        """What the student reads: the property, and what went wrong. What was never run says nothing about a property."""
        if self.passed:
            return ""
        if self.finding and not self.seed:
            return self.reason
        return f"{self.title.rstrip('.')}: {self.reason}" if self.finding else self.title

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, data: Any) -> Any:
        """Results that an earlier version stored have a sentence where the finding is now."""
        if isinstance(data, dict) and "finding" not in data and data.get("reason"):
            return {**data, "finding": {"what": data["reason"]}}
        return data


class ExerciseResult(BaseModel):
    id: str
    earned: float
    possible: float
    tests: list[TestResult] = Field(default_factory=list)
    notes: list[Text] = Field(default_factory=list)
    """What the student should know about how the code was read (dropped magics, broken cells)."""
    slice_digest: str = ""
    suite_version: str = ""
    followed_through: bool = False
    reading: int = 0
    """Which reading of the notebook was graded; see `intake/readings.py`."""
    credit: Text = ""
    """Why what passed counts for less than its points, if it does. The student reads it."""
    for_staff: list[Text] = Field(default_factory=list)
    """What a person should look at; no page of a student shows it."""
    code: list[Code] = Field(default_factory=list)
    """What was graded, in the student's own words."""

    @property
    def share(self) -> float:
        """Of its points, whatever these are in this selection."""
        return sum(t.earned for t in self.tests) / (sum(t.possible for t in self.tests) or 1.0)

    @property
    def passed(self) -> int:
        return sum(t.passed for t in self.tests)

    @property
    def titled_hints(self) -> list[tuple[str, str]]:
        """(title, hint), each once: the same mistake shows in several tests."""
        return list(dict.fromkeys((hint_title(t.firm), t.hint) for t in self.tests if t.hint))


class ExamAnswer(BaseModel):
    """A question of an exam as its student was asked it, and what was answered. Every page of an exam is made of these."""

    id: str
    title: Text
    kind: str
    possible: float
    asked: Text
    """Markdown with formulas."""
    typed: Text = ""
    right: Text = ""
    """The right answer, for people; of a text, what its reader looks for."""
    state: Literal["right", "partly", "wrong", "blank", "unreadable", "waiting"] = "blank"
    note: Text = ""
    """Why it could not be read."""
    because: dict[str, Text] = Field(default_factory=dict)
    """Mistake -> explanation, of the mistakes that were made."""
    variant: str = ""
    """Tells variants of a question apart."""

    @property
    def is_text(self) -> bool:
        """A person reads it: its points are in the gradebook, not in the result."""
        return self.kind == "text"


NOT_RUN = "not run"
"""In place of an isolation level, where nothing of the result comes from running the submission."""


class SubmissionResult(BaseModel):
    schema_version: int = SCHEMA
    submission: Text
    assignment: str
    score: float
    possible: float
    exercises: list[ExerciseResult]
    answers: list[ExamAnswer] = Field(default_factory=list)
    """Of an exam: every question in its order. For staff; students read it when the exam has closed."""
    notes: list[Text] = Field(default_factory=list)
    not_gradable: Text = ""
    """Why nothing of it could be graded, and what to ask the student for; for staff."""
    suite_version: str = ""
    isolation: str = "none"
    """The level that held while its code ran, or NOT_RUN."""
    device: str = "cpu"
    interruptions: int = 0
    """How often a process that graded it was ended from outside, and its work done again."""
    timing: dict[str, Any] = Field(default_factory=dict)
    host: dict[str, Any] = Field(default_factory=dict)
