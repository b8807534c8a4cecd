"""What a `questions.toml` and an `exams.toml` may say. Nothing here reads a file or draws a number.

    [[question]]
    id = "conv_output_size"
    kind = "number"
    notes = ["004 §III.1"]
    draw = { n = [28, 32, 64], k = [3, 5, 7], s = "integer(1, 3)", p = "integer(0, 2)" }
    prompt = "An image of ${=n} \\times {=n}$ pixels ... How high is the output?"
    unit = "pixels"
    answer = "conv_output(n, k, s, p)"
    wrong = [{ value = "(n + p - k) // s + 1", because = "Padding is added on both sides." }]

A list under `draw` is one of its values; a text is an expression (`draw.py` says with what in it). Those further down may use
those above. `{=n}` puts a value into a text. `answer` is an expression with the course's own functions: with `exercise`, all
names of that exercise's reference are there, and each of its mistakes gives one wrong answer with its own explanation.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from autograder.course.dates import written_moment
from autograder.course.model import ID, StrictModel

Kind = Literal["number", "shape", "choice", "several", "truth", "order", "text"]
PLACEHOLDER = re.compile(r"\{=((?:[^{}]|\{[^{}]*\})+)\}")
"""`{=expression}`. LaTeX never begins a group with an equals sign."""
LETTERS = "abcdefgh"


class Wrong(StrictModel):
    """A wrong answer that the author expects."""

    value: str
    """An expression, as `answer` is."""
    because: str
    credit: float = Field(default=0.0, ge=0, lt=1)
    """Share of the points that it earns all the same."""


class Choice(StrictModel):
    """One sentence of a pool."""

    text: str
    right: bool = False
    because: str
    """Why it is right or wrong: what somebody reads who thought otherwise."""


class TrueOrFalse(StrictModel):
    """A sentence that is true or false, and why."""

    text: str
    true: bool
    reason: str
    not_because: list[str] = Field(min_length=2)
    """Reasons that sound as well and are wrong, or say nothing about it."""


class ExamQuestion(StrictModel):
    id: str
    kind: Kind
    title: str = ""
    notes: list[str] = Field(min_length=1)
    """Sections of the lecture notes that it is about."""
    points: float = Field(default=1.0, gt=0)
    difficulty: int = Field(default=2, ge=1, le=5)
    minutes: int = Field(default=3, gt=0)
    prompt: str
    exercise: str = ""
    """Whose reference gives the answer, and whose mistakes the wrong ones; of another assignment: "02/affine_backward"."""
    draw: dict[str, list[Any] | str] = Field(default_factory=dict)
    require: list[str] = Field(default_factory=list)
    """What must hold for a draw, so that none is degenerate; else it is drawn again."""
    answer: str = ""
    mistakes: list[str] | None = None
    """Which of the exercise's mistakes give wrong answers; by default all that change this answer."""
    credit: dict[str, float] = Field(default_factory=dict)
    """Mistake -> share of the points that its answer earns all the same."""
    wrong: list[Wrong] = Field(default_factory=list)
    places: int = Field(default=0, ge=0, le=6)
    """Of a number: decimals that are asked for; 0 is a whole number."""
    tolerance: int | None = Field(default=None, ge=0, le=50)
    """Of a number: how many steps of its last decimal it may be off; by default none for a whole number, else two."""
    unit: str = ""
    shown: int = Field(default=4, ge=2, le=8)
    """How many choices or steps a student sees."""
    choice: list[Choice] = Field(default_factory=list)
    statement: list[TrueOrFalse] = Field(default_factory=list)
    items: list[str] = Field(default_factory=list)
    """Of an order: all steps, as they follow each other."""
    because: str = ""
    """Of an order: why it is so."""
    partial: bool = False
    """Several choices: each right one counts, each wrong one takes away. Order: pairs that stand right count. True or false:
    the verdict alone is half. Otherwise all or nothing."""
    rubric: str = ""
    """Of a text: for whoever reads it."""
    practice: bool = True
    """Whether students may practise it: `quiz("...")`."""

    @field_validator("id")
    @classmethod
    def _is_identifier(cls, value: str) -> str:
        if not ID.match(value):
            raise ValueError(f"{value!r} is not a valid id: use lower-case letters, digits and _, starting with a letter")
        return value

    @model_validator(mode="after")
    def _is_complete(self) -> ExamQuestion:
        problem = _missing(self)
        if problem:
            raise ValueError(f"question {self.id!r}: {problem}")
        return self

    @property
    def name(self) -> str:
        return self.title or self.id.replace("_", " ").capitalize()

    @property
    def steps(self) -> int:
        """Of a number: how far it may be off, in steps of its last decimal."""
        return self.tolerance if self.tolerance is not None else (2 if self.places else 0)

    @property
    def is_computed(self) -> bool:
        return bool(self.answer)


def _missing(q: ExamQuestion) -> str:
    if q.kind in ("number", "shape") and not q.answer:
        return f"a {q.kind} needs an answer"
    if q.kind == "choice" and bool(q.answer) == bool(q.choice):
        return "a choice needs an answer to compute, or a list of [[question.choice]], and not both"
    if (
        q.kind == "choice"
        and q.choice
        and not (any(c.right for c in q.choice) and sum(not c.right for c in q.choice) >= q.shown - 1)
    ):
        return f"it shows {q.shown} choices: list at least one right and {q.shown - 1} wrong ones"
    if q.kind == "several" and not (any(c.right for c in q.choice) and len(q.choice) >= q.shown):
        return f"it shows {q.shown} choices: list at least so many, one of them right"
    if q.kind == "truth" and len(q.statement) < 2:
        return "true or false needs at least two [[question.statement]], so that students get different ones"
    if q.kind == "order" and (len(q.items) < q.shown or not q.because):
        return f"an order that shows {q.shown} steps needs at least so many items, and a because"
    if q.kind == "text" and not q.rubric:
        return "a text is read by a person, who needs a rubric"
    if q.kind not in ("number", "shape", "choice") and (q.answer or q.wrong):
        return f"answer and wrong are for numbers, shapes and choices, not for {q.kind}"
    return ""


class QuestionFile(StrictModel):
    question: list[ExamQuestion] = Field(default_factory=list)


class ExamSet(StrictModel):
    """An exam: which questions, for how many points, and when it closes."""

    title: str
    minutes: int = Field(gt=0)
    closes: str = ""
    """When the last one may hand in. Before that no page for students is written."""
    intro: str = ""
    points: dict[str, float] = Field(min_length=1)
    """ExamQuestion -> points, in the order in which they are asked."""

    _is_a_moment = field_validator("closes", mode="before")(written_moment)

    @property
    def possible(self) -> float:
        return sum(self.points.values())


class ExamFile(StrictModel):
    exam: dict[str, ExamSet] = Field(default_factory=dict)
