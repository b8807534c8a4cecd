"""`gradmark audit NN`: is the suite right?"""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.commands.options import AssignmentArgument, CourseOption, ids


def command(
    assignment: AssignmentArgument,
    exercise: Annotated[str | None, typer.Option("--exercise", help="Only these ids (commas).")] = None,
    seeds: Annotated[
        int, typer.Option("--seeds", min=1, help="Draws per subject (training exercises: a tenth).")
    ] = 20,
    course: CourseOption = None,
) -> None:
    """Prove a suite: the reference and its alternatives pass, every mistake is caught and named, every test can fail.

    Example: `gradmark audit 04 --exercise batchnorm_backward --seeds 200`
    """
    from autograder.auditing.main import audit

    raise typer.Exit(audit(course, assignment, ids(exercise), seeds))
