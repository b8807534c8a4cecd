"""How attempts and lateness count. One record, kept as a decision of the whole class, so that changing it leaves a trace."""

from __future__ import annotations

import math
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from autograder.basics.moments import DAY, duration, moment, parse_duration, parse_moment

__all__ = ["DAY", "Policy", "duration", "moment", "parse_duration", "parse_moment"]


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
    slip_days: int = Field(default=0, ge=0)
    """The first so many days late cost nothing."""

    def days_late(self, handed_in: float | None, extension: float = 0.0) -> int:
        """Days begun after the deadline; 0 where no time or no deadline is known."""
        if self.due is None or handed_in is None:
            return 0
        over = handed_in - (self.due + extension)
        return 0 if over <= self.grace else math.ceil(over / DAY)

    def slips(self, days: int) -> int:
        """How many of the days late are slip days."""
        return min(days, self.slip_days)

    def deduction(self, days: int, earned: float, possible: float) -> float:
        """Points lost; never more than were earned."""
        if self.max_days is not None and days > self.max_days:
            return earned
        costing = days - self.slips(days)
        share = min(self.penalty * costing, self.most) / 100.0
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
        if self.slip_days:
            parts.append(f"the first {self.slip_days} days late cost nothing")
        if self.max_days is not None:
            parts.append(f"nothing after {self.max_days} days")
        return "; ".join(parts)
