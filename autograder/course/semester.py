"""How the assignments of a semester count together: the `[grades]` table of the course's gradmark.toml.

    [grades]
    drop_lowest = 1                 # of each student, the assignment with the least share of its points
    roster = "roster.csv"           # who is in the course, for folders without a roster of their own

    [[grades.assignment]]
    name = "04"
    folder = "graded/04"            # the output folder of `gradmark grade`, beside gradmark.toml
    weight = 2

An assignment whose folder is not there yet is simply not graded yet, so a whole semester can be written down at its start.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class CountedAssignment(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    """Its number or name."""
    folder: str
    weight: float = Field(default=1.0, ge=0)
    title: str = ""
    """Of its column; by default its number, and the set that was graded."""


class GradesTable(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    drop_lowest: int = Field(default=0, ge=0)
    roster: str = ""
    missing: Literal["zero", "open"] = "zero"
    """What a missing hand-in counts: nothing at all, or not yet."""
    assignment: list[CountedAssignment] = Field(default_factory=list)

    @model_validator(mode="after")
    def _no_folder_twice(self) -> GradesTable:
        folders = [a.folder for a in self.assignment]
        for folder in folders:
            if folders.count(folder) > 1:
                raise ValueError(f"folder {folder!r} appears twice")
        return self
