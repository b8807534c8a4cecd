"""`gradmark release NN`: what students get, and nothing that gives an answer away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.options import (
    AssignmentArgument,
    CourseOption,
    JsonOption,
    OnlyOption,
    SetOption,
    ids,
)


def command(
    assignment: AssignmentArgument,
    out: Annotated[Path, typer.Option("--out", help="Folder to write to.")] = Path("dist"),
    format: Annotated[str, typer.Option("--format", help="plain.")] = "plain",
    only: OnlyOption = None,
    set_name: SetOption = None,
    draft: Annotated[
        bool, typer.Option("--draft", help="Release an assignment whose status is draft.")
    ] = False,
    course: CourseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a release: notebook of stubs, public checks, data, set-up. Refused (exit 3) if it leaks an answer.

    Example: `gradmark release 04 --set week4 --out dist`
    """
    import json

    from autograder.authoring.release import make_release
    from autograder.course import find_course

    found = find_course(course)
    selection = found.assignment(assignment).select(ids(only), set_name)
    report = make_release(found, selection, out, format=format, allow_draft=draft)
    if as_json:
        paths = {
            "student": str(report.path),
            "archive": str(report.archive),
            "instructor": str(report.instructor),
        }
        print(json.dumps({**paths, "files": report.files}))
        return
    print(f"for students    {report.path} ({len(report.files)} files), zipped {report.archive}")
    print(f"for instructors {report.instructor}")
    print(f"leak check      {report.checked} files, clean")
