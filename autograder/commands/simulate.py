"""`gradmark simulate NN`: a class to try things on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.options import AssignmentArgument, CourseOption, OnlyOption, SetOption, ids


def command(
    assignment: AssignmentArgument,
    out: Annotated[Path, typer.Option("--out", help="Folder for submissions/ and truth.csv.")],
    students: Annotated[
        int | None,
        typer.Option("--students", min=2, help="Size of the class (default: one of each kind)."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same class.")] = 0,
    only: OnlyOption = None,
    set_name: SetOption = None,
    course: CourseOption = None,
) -> None:
    """Simulate a class: right, unfinished, mistaken, unusual and broken submissions, with the truth about each.

    Example: `gradmark simulate 04 --out class --students 100`
    """
    from autograder.authoring.simulated_class import Simulator
    from autograder.course import find_course

    found = find_course(course)
    selection = found.assignment(assignment).select(ids(only), set_name)
    made = Simulator(found, selection, seed).write(out, students)
    print(f"{len(made)} submissions in {out / 'submissions'}, what they are in {out / 'truth.csv'}")
