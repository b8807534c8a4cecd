"""`gradmark export OUT --to SYSTEM`: grades as other systems import them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.book_options import DbOption, OutArgument
from autograder.commands.options import JsonOption


def command(
    out: OutArgument,
    to: Annotated[str, typer.Option("--to", help="csv, canvas, moodle, gradescope, nbgrader, otter or json.")],
    folder: Annotated[Path | None, typer.Option("--folder", help="Where to write (default: OUT/gradebook).")] = None,
    title: Annotated[str, typer.Option("--title", help="Column's name there, such as 'Homework 4 (12345)' for Canvas.")] = "",
    missing: Annotated[str, typer.Option("--missing", help="Who handed nothing in: blank (leave alone) or zero.")] = "blank",
    database: Annotated[
        str, typer.Option("--database", help="For nbgrader: its gradebook, such as sqlite:///gradebook.db.")
    ] = "",
    student_as: Annotated[
        str,
        typer.Option("--student-as", help="For nbgrader, otter: students are called by submission, id, login or email."),
    ] = "submission",
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Export grades. Students who cannot be in the files are listed, with the reason.

    Examples: `gradmark export graded --to canvas --title "Homework 4 (12345)"`, `gradmark export graded --to csv`
    """
    import json

    from autograder.basics.words import speaking
    from autograder.errors import UserError
    from autograder.gradebook.book import Gradebook
    from autograder.platforms import exporting as exports
    from autograder.reports.refresh import language_of

    if to not in exports.TARGETS:
        choices = "; ".join(f"{name} ({what})" for name, what in exports.TARGETS.items())
        raise UserError(f"--to {to}: choose one of: {choices}")
    with Gradebook(out, db) as book, speaking(language_of(book)):
        done = exports.write(to, exports.gather(book, title, missing, database, student_as), folder or out / "gradebook")
    if as_json:
        report = {"paths": [str(p) for p in done.paths], "left_out": done.left_out, "notes": done.notes}
        print(json.dumps(report, indent=2))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    shown = done.paths if len(done.paths) <= 3 else [done.paths[0].parent.parent]
    console.print(Text(f"wrote {len(done.paths)} files: {', '.join(map(str, shown))}"))
    for line in done.left_out:
        console.print(Text("left out: ", style="yellow") + Text(line))
    for line in done.notes:
        console.print(Text("note: ", style="cyan") + Text(line))
