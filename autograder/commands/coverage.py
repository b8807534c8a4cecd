"""`gradmark coverage`: which sections of the lecture notes have exercises, and what is open."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.commands.options import CourseOption


def command(
    write: Annotated[bool, typer.Option("--write", help="Write docs/coverage.md.")] = False,
    course: CourseOption = None,
) -> None:
    """Show, section by section of the lecture notes, the exercises that cover it and what is open.

    Without --write it prints the page, and exits with 1 if docs/coverage.md is not up to date.

    Example: `gradmark coverage --write`
    """
    from autograder.authoring.coverage import COMMAND, PAGE, coverage_page, is_up_to_date
    from autograder.course import find_course

    found = find_course(course)
    if write:
        path = found.root / PAGE
        path.parent.mkdir(exist_ok=True)
        path.write_text(coverage_page(found), encoding="utf-8")
        typer.echo(f"wrote {path}")
        return
    typer.echo(coverage_page(found), nl=False)
    if not is_up_to_date(found):
        typer.echo(f"{PAGE} is not up to date; run: {COMMAND}", err=True)
        raise typer.Exit(1)
