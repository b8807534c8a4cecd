"""`gradmark audit NN`: is the suite right?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.options import CourseOption, ids


def command(
    assignment: Annotated[str, typer.Argument(metavar="NN", help="Assignment: number or name, such as 04; or: all.")],
    exercise: Annotated[list[str] | None, typer.Option("--exercise", metavar="IDS", help="Only these ids (commas).")] = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Draws per subject (training exercises: a tenth).")] = 200,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Processes at once (default: one per core).")] = None,
    mutants: Annotated[
        bool, typer.Option("--mutants/--no-mutants", help="Also try generated mutants of the reference.")
    ] = True,
    stale: Annotated[bool, typer.Option("--stale", help="Only exercises whose proof no longer holds.")] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Where to write the kill matrix (default: .audit-cache/NN.html)."),
    ] = None,
    course: CourseOption = None,
) -> None:
    """Prove a suite: what is right passes, mistakes and mutants are caught, a mistake gets its own hint, every test can fail.

    Exit code 1 if a release would be refused. What was shown before is not run again; an interrupted audit goes on. What was
    shown is entered into the assignment's proof.json, which belongs in the repository: `gradmark release` asks for it.

    Example: `gradmark audit 04 --exercise batchnorm_backward --seeds 20`
    """
    from autograder.runs.audit import audit

    raise typer.Exit(audit(course, assignment, ids(exercise), seeds, jobs=jobs, mutants=mutants, stale=stale, html=html))
