"""`gradmark release NN`: what students get, and nothing that gives an answer away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.commands.options import (
    AssignmentArgument,
    CourseOption,
    JsonOption,
    OnlyOption,
    SetOption,
    ids,
)

if TYPE_CHECKING:
    from autograder.authoring.release import ReleaseReport
    from autograder.course import Course, Selection


def command(
    assignment: AssignmentArgument,
    out: Annotated[Path, typer.Option("--out", help="Folder to write to.")] = Path("dist"),
    format: Annotated[
        str, typer.Option("--format", help="plain, otter, nbgrader, gradescope, or all of them.")
    ] = "plain",
    only: OnlyOption = None,
    set_name: SetOption = None,
    draft: Annotated[
        bool, typer.Option("--draft", help="Release an assignment whose status is draft.")
    ] = False,
    no_audit: Annotated[
        bool, typer.Option("--no-audit", help="Do not ask first whether the suites are right.")
    ] = False,
    course: CourseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a release: notebook of stubs, public checks, data, set-up. Refused if it leaks an answer (exit 3) or if a
    suite misses a mistake or fails a right answer (exit 1). The instructor's part of an otter, nbgrader or Gradescope
    release holds what grades there.

    Example: `gradmark release 04 --set week4 --out dist`
    """
    import json

    from autograder.authoring.release import FORMATS, make_release
    from autograder.course import find_course

    found = find_course(course)
    selection = found.assignment(assignment).select(ids(only), set_name)
    if not no_audit:
        refuse_unproven(found, selection)
    # Each format is a release of its own, with a students' folder of the same name.
    places = {each: out / each for each in FORMATS} if format == "all" else {format: out}
    made = {f: make_release(found, selection, p, format=f, allow_draft=draft) for f, p in places.items()}
    if as_json:
        records = {f: record(report) for f, report in made.items()}
        print(json.dumps(records if format == "all" else records[format]))
        return
    for each, report in made.items():
        if format == "all":
            print(f"\n{each}")
        print(f"for students    {report.path} ({len(report.files)} files), zipped {report.archive}")
        print(f"for instructors {report.instructor}")
        print(f"leak check      {report.checked} files, clean")


def record(report: ReleaseReport) -> dict[str, object]:
    places = {"student": report.path, "archive": report.archive, "instructor": report.instructor}
    return {**{name: str(path) for name, path in places.items()}, "files": report.files}


def refuse_unproven(course: Course, selection: Selection) -> None:
    """A suite that was not proven is not handed out; what an earlier audit found is not computed again."""
    from rich.console import Console

    from autograder.runs.audit import audit_for_release

    console = Console(stderr=True)
    with console.status(f"auditing {len(selection.exercises)} exercises (cached; see gradmark audit)"):
        reasons = audit_for_release(course, selection)
    if reasons:
        for reason in reasons:
            console.print(reason, markup=False, highlight=False)
        console.print("not released; mend the suite, or release anyway with --no-audit", style="bold")
        raise typer.Exit(1)
