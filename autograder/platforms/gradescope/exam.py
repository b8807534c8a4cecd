"""The one hand-in of an exam in a Gradescope container: judged, and reported as students may see it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from autograder.basics.moments import parse_moment
from autograder.basics.words import speaking, tr
from autograder.exams.sitting import Sitting
from autograder.grading.results import SubmissionResult
from autograder.intake.gradescope_metadata import listed_people
from autograder.platforms.gradescope.export import gradescope_results
from autograder.platforms.gradescope.results import Settings
from autograder.platforms.gradescope.run import write
from autograder.runs.exam_bundle import exam_language, grade_exam_hand_in, sitting_of


def judge_and_report(root: Path, results: Path, settings: Settings, start: float) -> None:
    """An exam: answers are read and compared, and nothing is run."""
    sitting = sitting_of(root / "source" / "course")
    metadata = root / "submission_metadata.json"
    people = listed_people(metadata.read_text(encoding="utf-8")) if metadata.is_file() else ()
    found = grade_exam_hand_in(sitting, root / "submission", people)
    with speaking(exam_language(sitting)):
        write(results, exam_report(found, sitting, settings, time.monotonic() - start, time.time()))


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
