"""For Moodle's "Upload multiple feedback files in a zip".

What it takes (moodle/moodle, mod/assign/feedback/file/importziplib.php, read 2026-11): a file counts if a part of its path
is `Full Name_123_assignsubmission_file_`, split at underscores, and 123 is the number of a participant: the one of the
downloaded folders and of the grading worksheet ("Participant 123"). Moodle itself writes a blank for an underscore in a name.
"""

from __future__ import annotations

import re
from pathlib import Path

from autograder.authoring.wheel import write_zip
from autograder.intake.moodle_columns import IDENTIFIER
from autograder.platforms.returning import PAGE, Batch, Feedback, Handed, clashing

NO_PLACE = (
    "Moodle's number of this student is not known: import the assignment's grading worksheet with gradmark roster OUT FILE"
)
_LONGEST = 80


def write(batch: Batch, folder: Path) -> Handed:
    handed = Handed()
    wanted = [(participant(f), f) for f in batch.feedback]
    twice = clashing(pair for pair in wanted if pair[0])
    files = {}
    for number, feedback in wanted:
        if not number:
            handed.left_out.append((feedback, NO_PLACE))
        elif number in twice:
            handed.left_out.append((feedback, f"participant {number} would be two students"))
        else:
            name = f"{_full_name(feedback.row.name)}_{number}_assignsubmission_file_/{PAGE}"
            files[name] = feedback.page.encode("utf-8", "replace")
            handed.files.append((name, feedback))
    handed.paths = [folder / f"{batch.assignment}-feedback.zip"]
    write_zip(handed.paths[0], files)
    handed.notes.append(
        "switch on 'Feedback files' in the assignment's settings first; grades go with: gradmark export --to moodle"
    )
    return handed


def participant(feedback: Feedback) -> str:
    """From the worksheet; else from the hand-in's own name, unless several students handed it in."""
    student = feedback.row.student
    listed = re.fullmatch(r"\D*(\d+)", student.moodle_columns.get(IDENTIFIER, "")) if student else None
    if listed:
        return str(int(listed[1]))
    author = feedback.found.author if feedback.found else None
    if author is None or author.home != "moodle" or not author.id or feedback.several:
        return ""
    return str(int(author.id))


def _full_name(name: str) -> str:
    """As a folder can be called on any system, without the underscores at which Moodle splits."""
    text = "".join(c if c.isprintable() and c not in '_/\\:*?"<>|' else " " for c in name.encode("utf-8", "replace").decode())
    return " ".join(text.replace("..", " ").split())[:_LONGEST].strip(". ") or "Participant"
