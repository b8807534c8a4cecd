"""For Gradescope: a results.json per submission, as its autograder specification has it (gradescope-autograders
.readthedocs.io, "Autograder Specifications", read 2026-11).

Students can read what Gradescope keeps, and so can their next submission (as metadata of the one before): no hidden
input, seed or staff detail goes in, `extra_data` included.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from autograder.basics.files import replace_text
from autograder.gradebook.grades import Standing
from autograder.grading.results import hint_title
from autograder.platforms.exporting import Export, Written

TOP = ("score", "execution_time", "output", "output_format", "test_output_format", "visibility", "stdout_visibility",
       "extra_data", "tests", "leaderboard")  # fmt: skip
TEST = ("score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags", "visibility",
        "extra_data")  # fmt: skip
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
    tests = [
        _test(e, t, f"{i}.{k}")
        for i, e in enumerate(result["exercises"], 1)
        for k, t in enumerate(e["tests"], 1)
    ]
    told = []
    if row is not None:
        for n, (item, most) in enumerate((written or {}).items(), 1):
            tests.append(_written(row, item, most, f"w{n}"))
        told = [f"{row.days_late} days late: -{row.late:g} points"] if row.late else []
        told += [f"extra credit for {d.item}: {d.value:g} points" for d in row.extras]
        told += [f"{d.item or 'final grade'} set to {d.value:g} by staff" for d in row.overrides]
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
            "student": row.key, "final": row.final, "final_possible": row.possible, "days_late": row.days_late,
            "late_penalty": row.late, "extra": row.extra, "manual": dict(row.manual),
        }  # fmt: skip
    return data


def _test(exercise: dict[str, Any], test: dict[str, Any], number: str) -> dict[str, Any]:
    passed = test["outcome"] == "passed"
    output = test["title"] if passed else test.get("message") or test["title"]
    if test.get("hint"):
        output += f"\n{hint_title(test.get('firm', True))}: {test['hint']}"
    return {
        "name": f"{exercise['id']}: {test['title']}", "number": number, "score": test["earned"],
        "max_score": test["possible"], "status": "passed" if passed else "failed", "output": output,
        "tags": [exercise["id"], test["outcome"]], "visibility": "visible",
    }  # fmt: skip


def _written(row: Standing, item: str, most: float, number: str) -> dict[str, Any]:
    looked_at = item in row.manual
    return {
        "name": f"{item} (read by a person)", "number": number, "score": row.manual.get(item, 0.0), "max_score": most,
        "output": "" if looked_at else "not looked at yet", "tags": ["written"], "visibility": "visible",
    }  # fmt: skip
