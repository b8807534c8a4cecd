"""`gradmark import PATH`: an assignment of nbgrader or otter becomes one of ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.commands.options import CourseOption, JsonOption

if TYPE_CHECKING:
    from autograder.runs.own_solution import OwnSolution


def command(
    path: Annotated[Path, typer.Argument(help="An nbgrader source notebook, a master for otter assign, or a folder with one.")],
    name: Annotated[
        str, typer.Option("--as", help="Name of the assignment, such as 07_loops (default: the next number).")
    ] = "",
    no_grading: Annotated[bool, typer.Option("--no-grading", help="Do not grade the notebook's own solution.")] = False,
    course: CourseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Import an assignment: solutions become references, tests become public and hidden checks with their points.

    It is a draft. Its own solution is graded at once, and what a person must do is listed, cell by cell.

    Example: `gradmark import source/ps1/problem1.ipynb --as 07_loops`
    """
    import json

    from autograder.course import find_course
    from autograder.platforms.importing import import_path

    found = find_course(course)
    tool, report = import_path(found, path, name)
    graded = None
    if report.exercises and not no_grading:
        from autograder.runs.own_solution import grade_own_solution

        graded = grade_own_solution(found, report.folder.name, report.tests)
    to_do = [*report.to_do, *(graded.failures if graded else [])]
    if as_json:
        data = {"tool": tool, "folder": str(report.folder), "exercises": report.exercises, "written": report.written}
        score = {"score": graded.score, "possible": graded.possible} if graded else None
        print(json.dumps({**data, "own_solution": score, "to_do": to_do}, indent=2))
        return
    print(f"{report.folder.name}: imported from {tool}, as a draft")
    for key, points in report.exercises.items():
        print(f"  exercise {key}, {points:g} points")
    for key, points in report.written.items():
        print(f"  question {key}, {points:g} points")
    _say(graded)
    if to_do:
        print("for a person to do:")
    for line in to_do:
        print(f"  - {line}")
    print(f"then look at it: gradmark release {report.folder.name} --draft --no-audit --out dist")


def _say(graded: OwnSolution | None) -> None:
    if graded is not None:
        print(f"its own solution, graded: {graded.score:g} of {graded.possible:g} points")
