"""results.json of a submission that is graded in Gradescope's container: as `gradmark export` writes it, and a board."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from autograder.course.model import Selection
from autograder.grading.results import SubmissionResult
from autograder.platforms.gradescope.export import gradescope_results

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]


class Settings(BaseModel):
    """settings.json in the zip: what an instructor may change before uploading it."""

    model_config = ConfigDict(extra="forbid")

    visibility: Visibility = "visible"
    """When students see their results. They are made for students: no hidden input, no expected value."""
    seconds: float = Field(default=540.0, gt=0)
    """After which what is done is reported. Gradescope ends everything after its own time (10 minutes)."""
    submission_seconds: float | None = Field(default=None, gt=0)
    """As in gradmark grade --submission-seconds."""
    isolation: Literal["strict", "standard", "none"] = "standard"
    hints: Literal["none", "property", "location", "mistake"] = "mistake"
    leaderboard: bool = True
    """Training exercises on a board, by the share of their points."""


def report(result: SubmissionResult, selection: Selection, settings: Settings, seconds: float) -> dict[str, Any]:
    found = gradescope_results(result.model_dump())
    found |= {"execution_time": round(seconds, 1), "visibility": settings.visibility}
    for test in found["tests"]:
        test["visibility"] = settings.visibility
    trained = {e.id for e in selection.exercises if e.training and e.points}
    if trained and settings.leaderboard:
        found["leaderboard"] = [
            {"name": f"{e.id} (%)", "value": round(100 * e.earned / e.possible, 1), "order": "desc"}
            for e in result.exercises
            if e.id in trained
        ]
    return found
