"""results.json of a submission that is graded in Gradescope's container: as `gradmark export` writes it, and a board."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from autograder.basics.moments import parse_moment
from autograder.basics.words import tr
from autograder.course.model import Selection
from autograder.exams.sitting import Sitting
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


def exam_report(result: SubmissionResult, sitting: Sitting, settings: Settings, seconds: float, now: float) -> dict[str, Any]:
    """Of an exam: a result gives answers away, so students see nothing before it closes; texts wait for a person."""
    closes = sitting.exam.closes
    is_open = bool(closes) and now < parse_moment(closes, sitting.course.settings().zone)
    seen = "after_due_date" if is_open and settings.visibility == "visible" else settings.visibility
    found = gradescope_results(result.model_dump())
    found |= {"execution_time": round(seconds, 1), "visibility": seen}
    found["extra_data"] = {"gradmark": found["extra_data"]["gradmark"], "assignment": sitting.name}
    titles = {a.id: a.title for a in result.answers}
    for test, exercise in zip(found["tests"], result.exercises):
        test["name"] = titles[exercise.id]
    number = len(found["tests"])
    for a in result.answers:
        if a.is_text:
            number += 1
            found["tests"].append(
                {
                    "name": tr("%(question)s (read by a person)", question=a.title),
                    "number": str(number),
                    "score": 0.0,
                    "max_score": a.possible,
                    "output": tr("not read yet") if a.state == "waiting" else tr("there is no answer"),
                    "tags": ["written"],
                }
            )
    for test in found["tests"]:
        test["visibility"] = seen
    if result.not_gradable:
        found["tests"].append(
            {"name": "for staff", "output": result.not_gradable, "score": 0.0, "max_score": 0.0, "visibility": "hidden"}
        )
    return found
