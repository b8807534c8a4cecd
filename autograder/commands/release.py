"""`gradmark release NN`: what students get, and nothing that gives an answer away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.commands.options import (
    AssignmentArgument,
    CourseOption,
    JsonOption,
    LanguageOption,
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
    format: Annotated[str, typer.Option("--format", help="plain, otter, nbgrader, gradescope, or all of them.")] = "plain",
    only: OnlyOption = None,
    set_name: SetOption = None,
    draft: Annotated[bool, typer.Option("--draft", help="Release an assignment whose status is draft.")] = False,
    with_notes: Annotated[
        bool, typer.Option("--with-notes", help="Keep the remarks on the lecture notes, which students do not have.")
    ] = False,
    no_audit: Annotated[bool, typer.Option("--no-audit", help="Do not ask for a proof that the suites are right.")] = False,
    language: LanguageOption = None,
    course: CourseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a release: notebook of stubs, public checks, data, set-up. Refused if it leaks an answer (exit 3) or if
    the committed proof of a suite is missing or outdated (exit 1). The instructor's part of an otter, nbgrader or Gradescope
    release holds what grades there.

    Example: `gradmark release 04 --set week4 --out dist`
    """
    import json

    from autograder.authoring.release import FORMATS, make_release
    from autograder.course import find_course

    found = find_course(course)
    selection = found.assignment(assignment).select(ids(only), set_name).model_copy(update={"with_notes": with_notes})
    if not no_audit:
        refuse_unproven(found, selection)
    # Each format is a release of its own, with a students' folder of the same name.
    places = {each: out / each for each in FORMATS} if format == "all" else {format: out}
    made = {f: make_release(found, selection, p, format=f, allow_draft=draft, language=language) for f, p in places.items()}
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
    """A suite that is not right is not handed out. The committed proof decides; what never had one is tried here."""
    from rich.console import Console

    from autograder.runs.audit import tried_on_few_seeds, unproven

    console = Console(stderr=True)
    found = unproven(selection)
    refusals, warnings = found.refusals, found.warnings
    if found.new and not refusals:
        with console.status(f"trying {len(found.new)} exercises that have no proof on a few seeds"):
            refusals = tried_on_few_seeds(course, selection.assignment, found.new)
        number = selection.assignment.number
        warnings = [
            *warnings,
            f"{len(found.new)} exercises have no proof; make one with: gradmark audit {number} --stale",
        ]
    for line in refusals:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if refusals:
        console.print("not released; or release anyway with --no-audit", style="bold")
        raise typer.Exit(1)
    for warning in warnings:
        console.print(f"warning: {warning}", markup=False, highlight=False, soft_wrap=True)
