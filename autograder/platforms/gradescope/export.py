"""For Gradescope: a results.json per submission, as its autograder specification has it (gradescope-autograders
.readthedocs.io, "Autograder Specifications", read 2026-11).

Students can read what Gradescope keeps, and so can their next submission (as metadata of the one before): no hidden
input, seed or staff detail goes in, `extra_data` included.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.basics.files import replace_text
from autograder.basics.words import decimal, tr, trn
from autograder.grading.results import ExerciseResult
from autograder.platforms.exporting import Export, Written
from autograder.reports.feedback import exercise_text

if TYPE_CHECKING:
    from autograder.gradebook.grades import Standing  # needs SQLAlchemy, which a container that grades does without

TOP = (
    "score",
    "execution_time",
    "output",
    "output_format",
    "test_output_format",
    "visibility",
    "stdout_visibility",
    "extra_data",
    "tests",
    "leaderboard",
)
TEST = (
    "score",
    "max_score",
    "status",
    "name",
    "name_format",
    "number",
    "output",
    "output_format",
    "tags",
    "visibility",
    "extra_data",
)
SCHEMA = 1


def write(export: Export, out: Path) -> Written:
    results = export.results()
    paths, left_out = [], []
    for row in export.standings:
        if row.grading is None:
            left_out.append(f"{row.name}: nothing graded")
            continue
        folder = out / "gradescope" / str(row.submission)
        folder.mkdir(parents=True, exist_ok=True)
        data = gradescope_results(results[row.grading], row, export.written)
        paths.append(replace_text(folder / "results.json", json.dumps(data, indent=2) + "\n"))
    return Written(paths, left_out)


def gradescope_results(
    result: dict[str, Any], row: Standing | None = None, written: dict[str, float] | None = None
) -> dict[str, Any]:
    """One submission's result in Gradescope's words; with a standing, people's and policy's part of the grade too."""
    exercises = [ExerciseResult.model_validate(e) for e in result["exercises"]]
    tests = [_exercise(e, str(number)) for number, e in enumerate(exercises, 1)]
    told = []
    if row is not None:
        for n, (item, most) in enumerate((written or {}).items(), 1):
            tests.append(_written(row, item, most, f"w{n}"))
        told = [_late(row)] if row.late else []
        told += [tr("extra credit for %(item)s: %(points)s points", item=d.item, points=_number(d.value)) for d in row.extras]
        told += [_override(d.item, d.value) for d in row.overrides]
        told += row.comments
    data: dict[str, Any] = {
        "score": row.final if row is not None else result["score"],
        "execution_time": round(float(result.get("timing", {}).get("total", 0.0)), 3),
        "output": "\n".join([*result.get("notes", []), *told]),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {
            "gradmark": SCHEMA,
            "assignment": result["assignment"],
            "submission": result["submission"],
            "suite_version": result.get("suite_version", ""),
            "score": result["score"],
            "possible": result["possible"],
            "exercises": {e["id"]: [e["earned"], e["possible"]] for e in result["exercises"]},
        },
    }
    if row is not None:
        data["extra_data"] |= {
            "student": row.key,
            "final": row.final,
            "final_possible": row.possible,
            "days_late": row.days_late,
            "late_penalty": row.late,
            "extra": row.extra,
            "manual": dict(row.manual),
        }
    return data


def _late(row: Standing) -> str:
    return trn(
        "%(n)s day late: %(points)s points less.",
        "%(n)s days late: %(points)s points less.",
        row.days_late,
        points=_number(row.late),
    )


def _override(item: str, value: float | None) -> str:
    what = item or tr("final grade")
    return tr("%(exercise)s: staff has set this to %(points)s points.", exercise=what, points=_number(value))


def _number(value: float | None) -> str:
    return decimal(f"{value or 0.0:g}")


def _exercise(e: ExerciseResult, number: str) -> dict[str, Any]:
    """One entry for an exercise: its tests together, and a hint once. A test's share of the points is seldom a round number."""
    passed = trn("%(passed)s of %(n)s test passes", "%(passed)s of %(n)s tests pass", len(e.tests), passed=e.passed)
    return {
        "name": f"{e.id}: {passed}",
        "number": number,
        "score": e.earned,
        "max_score": e.possible,
        "status": "passed" if all(t.passed for t in e.tests) else "failed",
        "output": exercise_text(e),
        "tags": [e.id, *dict.fromkeys(str(t.outcome) for t in e.tests)],
        "visibility": "visible",
    }


def _written(row: Standing, item: str, most: float, number: str) -> dict[str, Any]:
    looked_at = item in row.manual
    return {
        "name": tr("%(question)s (read by a person)", question=item),
        "number": number,
        "score": row.manual.get(item, 0.0),
        "max_score": most,
        "output": "" if looked_at else tr("not read yet"),
        "tags": ["written"],
        "visibility": "visible",
    }
