"""When an assignment is due, and what lateness costs: said once, in `assignment.toml` or in the course's `gradmark.toml`.

    # gradmark.toml                          # assignments/04_regularization/assignment.toml
    timezone = "Europe/Berlin"               due = 2026-11-20T23:59:00
    [late]                                   [late]
    grace = "15m"                            max_days = 3
    penalty = 10
    slip_days = 4
    [due]
    "04" = 2026-11-20T23:59:00
    "04/week4" = 2026-11-27T23:59:00

What the assignment says goes before what the course says, a set's date before both.
"""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, field_validator

from autograder.basics.moments import parse_duration, parse_moment
from autograder.course.runner_settings import RunnerSettings
from autograder.course.semester import GradesTable
from autograder.errors import UserError

if TYPE_CHECKING:
    from autograder.course.load import Course
    from autograder.course.model import Selection

FILE = "gradmark.toml"


class LateRules(BaseModel):
    """Of attempts and lateness; what is not said here is said elsewhere, or has its default."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    attempts: Literal["best", "last"] | None = None
    grace: str | None = None
    """Free after the deadline: "15m", "2h", "1d"."""
    penalty: float | None = Field(default=None, ge=0, le=100)
    """Percent for each day begun."""
    penalty_of: Literal["earned", "possible"] | None = None
    most: float | None = Field(default=None, ge=0, le=100)
    max_days: int | None = Field(default=None, ge=0)
    slip_days: int | None = Field(default=None, ge=0)
    """Days late that cost nothing: of the course all together, of an assignment at most."""

    @field_validator("grace")
    @classmethod
    def _is_a_length_of_time(cls, value: str | None) -> str | None:
        if value is not None:
            _sentence(lambda: parse_duration(value))
        return value


def written_moment(value: object) -> str:
    """A TOML date or time, or a text, as text that `parse_moment` reads."""
    text = value.isoformat() if isinstance(value, (datetime, date)) else str(value)
    _sentence(lambda: parse_moment(text))
    return text


def _sentence(parse: Any) -> None:
    try:
        parse()
    except UserError as error:
        raise ValueError(str(error)) from None


class CourseSettings(BaseModel):
    """What `gradmark.toml` may say."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: str = ""
    """Of gradmark's own words in notebooks and pages; by default English."""
    timezone: str = ""
    """Of dates without one, such as Europe/Berlin; by default that of the machine."""
    late: LateRules = LateRules()
    due: dict[str, str] = Field(default_factory=dict)
    """Assignment's number or name, or NUMBER/SET -> date."""
    grades: GradesTable = GradesTable()
    runners: RunnerSettings = RunnerSettings()
    """Where graders run (`course.runner_settings`)."""

    @field_validator("due", mode="before")
    @classmethod
    def _are_moments(cls, value: Any) -> Any:
        return {k: written_moment(v) for k, v in value.items()} if isinstance(value, dict) else value

    @field_validator("timezone")
    @classmethod
    def _is_known(cls, value: str) -> str:
        try:
            if value:
                ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(f"{value!r} is not a time zone; write it like Europe/Berlin") from None
        return value

    @property
    def zone(self) -> tzinfo | None:
        return ZoneInfo(self.timezone) if self.timezone else None


def policy_of(course: Course, selection: Selection) -> dict[str, Any]:
    """What the course says about attempts, deadline and lateness of this selection: only what is said, in seconds."""
    settings, assignment = course.settings(), selection.assignment
    said = settings.late.model_dump(exclude_none=True)
    own = assignment.late.model_dump(exclude_none=True)
    slips = [rules["slip_days"] for rules in (said, own) if "slip_days" in rules]
    found: dict[str, Any] = {**said, **own, **({"slip_days": min(slips)} if slips else {})}
    if "grace" in found:
        found["grace"] = parse_duration(found["grace"])
    due = _due(settings, selection)
    if due:
        found["due"] = parse_moment(due, settings.zone)
    return found


def _due(settings: CourseSettings, selection: Selection) -> str:
    assignment, chosen = selection.assignment, selection.set_name
    names = [assignment.name, assignment.number, assignment.number.lstrip("0"), assignment.topic]
    by_set = assignment.sets[chosen].due if chosen else None
    listed = [settings.due[f"{n}/{chosen}"] for n in names if chosen and f"{n}/{chosen}" in settings.due]
    plain = [settings.due[n] for n in names if n in settings.due]
    return next((d for d in (by_set, *listed, assignment.due, *plain) if d), "")


def settings_path(root: Path) -> Path:
    return root / FILE
