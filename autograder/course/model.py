"""What an `assignment.toml` may say. One record per exercise; nothing here reads a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, field_validator, model_validator

from autograder.course.concept import Concept
from autograder.course.dates import LateRules, written_moment
from autograder.errors import UserError

ID = re.compile(r"[a-z][a-z0-9_]*\Z")


class StrictModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Size(StrictModel):
    """Another size of an exercise: `[exercise.sizes.gpu]` is what it is where there is a GPU."""

    seconds: float | None = Field(default=None, gt=0)
    memory: int | None = Field(default=None, gt=0)
    values: dict[str, int | float | str] = Field(default_factory=dict)
    """What the suite's fixture `size` holds then: steps, widths, thresholds."""


class Exercise(StrictModel):
    """The unit of points, slice, cache and CSV column."""

    id: str
    module: str
    """The concept it belongs to: a file of reference/ and a folder of the assignment (`course.concept`)."""
    names: list[str] = Field(default_factory=list)
    """What a student implements; by default one function called like the exercise."""
    title: str = ""
    points: float = Field(default=1.0, ge=0)
    seconds: float = Field(default=5.0, gt=0)
    """CPU time that the student's code may use in one test."""
    memory: int = Field(default=1024, gt=0)
    """Megabytes the student's code may take beyond what the warm worker holds."""
    forbid: list[str] = Field(default_factory=list)
    """"autograd" (numpy only), "torch.autograd" (torch, and no derivatives), or names such as "torch.nn.BatchNorm1d"."""
    needs: list[str] = Field(default_factory=list)
    """Exercises of this assignment that this one calls."""
    opaque: list[str] = Field(default_factory=list)
    """Outputs that stay in the worker, by the name they have in the reference's return statement."""
    in_place: list[str] = Field(default_factory=list)
    """Parameters that the code may change in place, because the statement says so."""
    device: Literal["cpu", "gpu"] = "cpu"
    """Where it is graded: on a GPU only if the exercise says so, never because a machine happens to have one."""
    kind: Literal["code", "mutants"] = "code"
    """What the names are: the code itself, or a test of another exercise's, graded by which versions it accepts."""
    target: str = ""
    """Of kind "mutants": the exercise that the test is about."""
    sizes: dict[Literal["gpu"], Size] = Field(default_factory=dict)
    """Other sizes that it can be graded at: `gradmark grade --size gpu`. A time on a GPU says nothing about one on a CPU:
    each has its own."""
    values: dict[str, int | float | str] = Field(default_factory=dict)
    """What the suite's fixture `size` holds; empty at the usual size."""
    training: bool = False
    """Trains something: fewer audit seeds, no mutants, no replay for hints."""
    difficulty: int | None = Field(default=None, ge=1, le=5)
    """From 1 (a line or two, straight from the formula) to 5 (a derivation of one's own)."""
    minutes: int | None = Field(default=None, gt=0)
    """That a student who has read the text will need."""
    notes: list[str] = Field(default_factory=list)
    """Sections of the lecture notes that it covers, such as "003 §3.5.2"."""

    @field_validator("id", "module")
    @classmethod
    def _is_identifier(cls, value: str) -> str:
        if not ID.match(value):
            raise ValueError(f"{value!r} is not a valid id: use lower-case letters, digits and _, starting with a letter")
        return value

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: dict[str, Any]) -> dict[str, Any]:
        if isinstance(data, dict) and isinstance(data.get("id"), str):
            data = {
                "module": data["id"],
                "names": [data["id"]],
                "title": data["id"].replace("_", " "),
                **data,
            }
        return data

    def sized(self, name: str) -> Exercise:
        """As it is at another size; itself where it has no such size."""
        if name != "gpu" or name not in self.sizes:
            return self
        size = self.sizes["gpu"]
        limits = {"seconds": size.seconds or self.seconds, "memory": size.memory or self.memory}
        return self.model_copy(update={**limits, "device": "gpu", "values": {**self.values, **size.values}})

    @property
    def runtime(self) -> Literal["numpy", "torch"]:
        """Which zygote runs it: where autograd is forbidden there is no torch to reach for."""
        return "numpy" if "autograd" in self.forbid else "torch"

    @property
    def is_test(self) -> bool:
        """Whether the student writes a test, and not what is tested."""
        return self.kind == "mutants"

    @property
    def has_mutants(self) -> bool:
        """Whether its reference is mutated by machine: a training takes long, and a test may be written in many ways."""
        return not self.training and not self.is_test

    @property
    def forbidden_names(self) -> list[str]:
        """Beside whole packages, which its runtime is without."""
        return [name for name in self.forbid if name != "autograd"]


class ExerciseSet(StrictModel):
    """A chosen subset with its own points, as an instructor would really hand it out."""

    title: str = ""
    points: dict[str, float]
    """Exercise id -> points in this set."""
    derive: list[str] = Field(default_factory=list)
    """Exercises whose formula is not given: the notebook leaves it out, and the docstring comes from derive.md."""
    due: str = ""
    """When it is due, if not with the assignment (`course.dates`)."""

    _is_a_moment = field_validator("due", mode="before")(written_moment)


class WrittenQuestion(StrictModel):
    """An answer in words, graded by hand."""

    id: str
    points: float = Field(default=1.0, ge=0)
    prompt: str
    rubric: str = ""


class Assignment(StrictModel):
    title: str
    summary: str = ""
    status: Literal["draft", "ready"] = "ready"
    defaults: dict[str, object] = Field(default_factory=dict)
    """Fields every exercise starts from, such as forbid = ["autograd"]."""
    data: list[str] = Field(default_factory=list)
    """Data sets the notebook loads, by the name of their loader."""
    exercise: list[Exercise] = Field(default_factory=list)
    written: list[WrittenQuestion] = Field(default_factory=list)
    sets: dict[str, ExerciseSet] = Field(default_factory=dict)
    due: str = ""
    """When it is to be handed in; also in the course's gradmark.toml (`course.dates`)."""
    late: LateRules = LateRules()
    language: str = ""
    """Of gradmark's own words in its notebook and pages; also in the course's gradmark.toml."""

    _is_a_moment = field_validator("due", mode="before")(written_moment)
    _folder: Path = PrivateAttr(default=Path())

    @model_validator(mode="before")
    @classmethod
    def _apply_defaults(cls, data: dict[str, Any]) -> dict[str, Any]:
        defaults, exercises = data.get("defaults"), data.get("exercise")
        if isinstance(defaults, dict) and isinstance(exercises, list):
            merged = [{**defaults, **e} if isinstance(e, dict) else e for e in exercises]
            data = {**data, "exercise": merged}
        return data

    @model_validator(mode="after")
    def _is_consistent(self) -> Assignment:
        ids = [e.id for e in self.exercise]
        for name in ids:
            if ids.count(name) > 1:
                raise ValueError(f"exercise {name!r} appears twice")
        for position, e in enumerate(self.exercise):
            for need in e.needs:
                if need not in ids:
                    raise ValueError(f"exercise {e.id!r} needs {need!r}, which is not in this assignment")
                if ids.index(need) >= position:
                    raise ValueError(f"exercise {e.id!r} needs {need!r}, which comes after it: move it up")
            if e.is_test and e.target not in ids:
                raise ValueError(f"exercise {e.id!r} is a test of {e.target!r}, which is not an exercise here: name its target")
            if e.target and not e.is_test:
                raise ValueError(f"exercise {e.id!r} has a target; that is for kind = 'mutants'")
        for label, chosen in self.sets.items():
            for name in chosen.points:
                if name not in ids:
                    raise ValueError(f"set {label!r} has {name!r}, which is not an exercise here")
            for name in chosen.derive:
                if name not in chosen.points:
                    raise ValueError(f"set {label!r} derives {name!r}, which is not among its points")
        return self

    def placed_in(self, folder: Path) -> Assignment:
        """The same, with the folder that it was read from."""
        self._folder = folder
        return self

    @property
    def folder(self) -> Path:
        return self._folder

    @property
    def name(self) -> str:
        """The folder's name, such as 04_regularization."""
        return self._folder.name

    @property
    def number(self) -> str:
        return self.name.split("_")[0]

    @property
    def topic(self) -> str:
        """The name without its number: what its folder in reference/ is called."""
        return self.name.partition("_")[2] or self.name

    @property
    def reference(self) -> Path:
        """The folder of its solutions."""
        return self._folder.parents[1] / "reference" / self.topic

    @property
    def given(self) -> list[Path]:
        """Code that students get and may import."""
        return sorted((self._folder / "given").glob("*.py"))

    def concept(self, name: str) -> Concept:
        return Concept(name, self._folder / name, self.reference / f"{name}.py")

    def concepts(self) -> list[Concept]:
        """In the order of their first exercise."""
        return [self.concept(name) for name in dict.fromkeys(e.module for e in self.exercise)]

    def get(self, exercise_id: str) -> Exercise:
        for e in self.exercise:
            if e.id == exercise_id:
                return e
        near = ", ".join(e.id for e in self.exercise)
        raise UserError(f"{self.name} has no exercise {exercise_id!r}; it has: {near}")

    def needed_by(self, *exercise_ids: str) -> list[Exercise]:
        """What these exercises call, directly or through others, in the order of the assignment."""
        found: set[str] = set()
        waiting = list(exercise_ids)
        while waiting:
            new = set(self.get(waiting.pop()).needs) - found
            found |= new
            waiting += new
        return [e for e in self.exercise if e.id in found]

    def select(self, only: list[str] | None = None, set_name: str | None = None) -> Selection:
        """The exercises of a release or a grading, in order, with their points.

        With `only`, what a chosen exercise needs is pulled in for 0 points. A set must be
        complete by itself: its points were balanced by a person, so nothing is added silently.
        """
        if only and set_name:
            raise UserError("choose with --only or with --set, not with both")
        if set_name:
            if set_name not in self.sets:
                have = ", ".join(self.sets) or "none"
                raise UserError(f"{self.name} has no set {set_name!r}; it has: {have}")
            points = dict(self.sets[set_name].points)
            for name in points:
                for need in self.get(name).needs:
                    if need not in points:
                        raise UserError(
                            f"set {set_name!r} has {name!r} but not {need!r}, which it needs: "
                            f"add {need} to [sets.{set_name}.points] (0 points is fine)"
                        )
        elif only:
            points = {e.id: 0.0 for e in self.needed_by(*only)} | {name: self.get(name).points for name in only}
        else:
            points = {e.id: e.points for e in self.exercise}
        chosen = [e.model_copy(update={"points": points[e.id]}) for e in self.exercise if e.id in points]
        return Selection(assignment=self, exercises=chosen, set_name=set_name, partial=bool(only or set_name))


class Selection(BaseModel):
    """An assignment with the exercises that were chosen from it, points as chosen."""

    assignment: Assignment
    exercises: list[Exercise]
    set_name: str | None = None
    partial: bool = False
    with_notes: bool = False
    """Whether the notebook keeps the remarks on the lecture notes."""

    @property
    def derive(self) -> list[str]:
        """The exercises whose formula is left out."""
        return self.assignment.sets[self.set_name].derive if self.set_name else []

    def sized(self, name: str) -> Selection:
        """The same at another size; some exercise must have it."""
        if name and not any(name in e.sizes for e in self.exercises):
            raise UserError(f"no exercise of this selection of {self.assignment.name} has the size {name!r}; leave out --size")
        return self.model_copy(update={"exercises": [e.sized(name) for e in self.exercises]})

    @property
    def possible(self) -> float:
        return sum(e.points for e in self.exercises)

    def modules(self) -> list[str]:
        """Concept stems, in the order of their first exercise."""
        return list(dict.fromkeys(e.module for e in self.exercises))
