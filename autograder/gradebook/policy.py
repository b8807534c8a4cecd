"""How attempts and lateness count. One record, kept as a decision of the whole class, so that changing it leaves a trace."""

from __future__ import annotations

import math
import re
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from autograder.errors import UserError

DAY = 86400.0
# Moodle's worksheet ("Friday, 20 November 2026, 10:00 PM"), Gradescope's export ("2026-11-20 22:00:00 -0500").
_PLATFORMS = ("%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M", "%d %B %Y, %I:%M %p", "%Y-%m-%d %H:%M:%S %z")
_UNITS = {"m": 60.0, "min": 60.0, "h": 3600.0, "d": DAY, "w": 7 * DAY}


class Policy(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    attempts: Literal["best", "last"] = "last"
    due: float | None = None
    """Seconds since 1970; none: nothing is late."""
    grace: float = Field(default=0.0, ge=0)
    """Seconds after `due` that cost nothing. Who comes later is late from `due` on."""
    penalty: float = Field(default=0.0, ge=0, le=100)
    """Percent per day begun."""
    penalty_of: Literal["earned", "possible"] = "earned"
    most: float = Field(default=100.0, ge=0, le=100)
    """The penalty never exceeds so many percent."""
    max_days: int | None = Field(default=None, ge=0)
    """Later than so many days: no points."""

    def days_late(self, handed_in: float | None, extension: float = 0.0) -> int:
        """Days begun after the deadline; 0 where no time or no deadline is known."""
        if self.due is None or handed_in is None:
            return 0
        over = handed_in - (self.due + extension)
        return 0 if over <= self.grace else math.ceil(over / DAY)

    def deduction(self, days: int, earned: float, possible: float) -> float:
        """Points lost; never more than were earned."""
        if days == 0:
            return 0.0
        if self.max_days is not None and days > self.max_days:
            return earned
        share = min(self.penalty * days, self.most) / 100.0
        base = earned if self.penalty_of == "earned" else possible
        return round(min(earned, share * base), 6)

    def sentence(self) -> str:
        parts = [f"the {self.attempts} attempt counts"]
        if self.due is None:
            return f"{parts[0]}; no deadline is set, so nothing is late"
        parts.append(f"due {moment(self.due)}")
        if self.grace:
            parts.append(f"{duration(self.grace)} of grace")
        if self.penalty:
            parts.append(f"{self.penalty:g} % of the points {self.penalty_of} per day begun")
            if self.most < 100:
                parts.append(f"at most {self.most:g} %")
        else:
            parts.append("no penalty")
        if self.max_days is not None:
            parts.append(f"nothing after {self.max_days} days")
        return "; ".join(parts)


def parse_moment(text: str) -> float:
    """ISO date and time, or as Moodle and Gradescope write them. Without a zone it is this machine's; a date alone means
    its last second."""
    words = text.strip()
    when = _iso(words.removesuffix("Z") + "+00:00" if words.endswith("Z") else words)
    for form in _PLATFORMS:
        if when is None:
            when = _strptime(words, form)
    if when is None:
        raise UserError(f"{text!r} is no time: write 2026-11-20T23:59, or with a zone 2026-11-20T23:59+01:00")
    if len(words) == 10:
        when = when.replace(hour=23, minute=59, second=59)
    return when.timestamp()


def _iso(words: str) -> datetime | None:
    try:
        return datetime.fromisoformat(words)
    except ValueError:
        return None


def _strptime(words: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(words, form)
    except ValueError:
        return None


def moment(seconds: float) -> str:
    """Local time with its zone, so that nobody has to guess which."""
    return datetime.fromtimestamp(seconds).astimezone().isoformat(sep=" ", timespec="minutes")


def parse_duration(text: str) -> float:
    """ "30m", "12h", "2d", "1w", or a number of days."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", text.lower())
    if not found or (found[2] or "d") not in _UNITS:
        raise UserError(f"{text!r} is no length of time: write 30m, 12h, 2d or 1w")
    return float(found[1]) * _UNITS[found[2] or "d"]


def duration(seconds: float) -> str:
    for unit in ("w", "d", "h"):
        if seconds and seconds % _UNITS[unit] == 0:
            return f"{seconds / _UNITS[unit]:g} {unit}"
    return f"{seconds / 60:g} min"
