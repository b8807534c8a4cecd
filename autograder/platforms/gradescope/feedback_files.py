"""For Gradescope, which takes feedback from an autograder only: one that runs nothing, and hands out what was decided here.

The zip holds a results.json for each submission, by its number; `run_autograder` copies the one of the submission that it is
asked about. No code of a student runs in it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from autograder.authoring.wheel import write_zip
from autograder.platforms.gradescope.export import gradescope_results
from autograder.platforms.returning import Batch, Feedback, Handed, clashing

_FOLDER = re.compile(r"submission_(\d+)(?=\Z|[./])")
SETUP = """#!/usr/bin/env bash
command -v python3 > /dev/null || (apt-get update && apt-get install -y --no-install-recommends python3)
"""
RUN = '''#!/usr/bin/env python3
"""Hands out the feedback that gradmark made for this submission."""
import json
import os
import pathlib

root = pathlib.Path(os.environ.get("GRADMARK_AUTOGRADER", "/autograder"))
number = int(json.loads((root / "submission_metadata.json").read_text())["id"])
found = root / "source" / "results" / f"{number}.json"
nothing = {"output": "There is no feedback for this submission yet.", "tests": []}
text = found.read_text(encoding="utf-8") if found.is_file() else json.dumps(nothing)
(root / "results").mkdir(exist_ok=True)
(root / "results" / "results.json").write_text(text, encoding="utf-8")
'''


def write(batch: Batch, folder: Path) -> Handed:
    handed = Handed()
    files = {"setup.sh": SETUP.encode(), "run_autograder": RUN.encode()}
    wanted = [(submission_number(f), f) for f in batch.feedback]
    twice = clashing(pair for pair in wanted if pair[0])
    for number, feedback in wanted:
        if not number:
            handed.left_out.append((feedback, "the hand-in is not from a Gradescope export, so its number is not known"))
        elif number in twice:
            handed.left_out.append((feedback, f"submission {number} would be two hand-ins"))
        else:
            name = f"results/{number}.json"
            files[name] = (json.dumps(_results(batch, feedback), indent=1) + "\n").encode()
            handed.files.append((name, feedback))
    handed.paths = [folder / f"{batch.assignment}-feedback-autograder.zip"]
    write_zip(handed.paths[0], files)
    handed.notes.append(
        "the zip is for staff, like every autograder; keep the old one, and after the upload choose 'Regrade all submissions'"
    )
    return handed


def submission_number(feedback: Feedback) -> str:
    """Of submission_123 in the path of the hand-in."""
    if feedback.found is None:
        return ""
    found = _FOLDER.findall(feedback.found.member or "") or _FOLDER.findall(feedback.found.path.name)
    return str(int(found[-1])) if found else ""


def _results(batch: Batch, feedback: Feedback) -> dict[str, object]:
    same = feedback.marks.final is not None
    row = feedback.row if same else None
    data = gradescope_results(feedback.result.model_dump(), row, batch.written)
    lines = [*feedback.result.notes, *feedback.summary()]
    if not same:
        lines.append("The grades of those who handed this in together differ: this is what the tests gave.")
    if len(feedback.rows) > 1:
        data["extra_data"].pop("student", None)
    return {**data, "output": "\n".join(lines)}
