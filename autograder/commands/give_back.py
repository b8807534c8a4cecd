"""`gradmark return OUT --to SYSTEM`: feedback files as other systems take them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.book_options import DbOption, OutArgument
from autograder.commands.options import JsonOption


def command(
    out: OutArgument,
    to: Annotated[str, typer.Option("--to", help="moodle, canvas, gradescope, email or folder.")],
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Where to write (default: OUT/gradebook/return/SYSTEM).")
    ] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Return although something is still to be done first.")] = False,
    sender: Annotated[str, typer.Option("--from", help="For email: the address of who writes.")] = "",
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give students their feedback: the page with final grade, lateness, comments and their own name on it.

    Refused (exit 1) while something is to be done first, such as a hand-in that is nobody's. Everybody is accounted for: who
    has no place in the other system is listed, with the reason.

    Examples: `gradmark return graded --to moodle`, `gradmark return graded --to email --from course@example.edu`
    """
    import json

    from rich.console import Console
    from rich.text import Text

    from autograder.errors import UserError
    from autograder.gradebook.book import Gradebook
    from autograder.platforms import returning

    if to not in returning.TARGETS:
        choices = "; ".join(f"{name} ({what})" for name, what in returning.TARGETS.items())
        raise UserError(f"--to {to}: choose one of: {choices}")
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    with Gradebook(out, db) as book:
        matters = returning.open_matters(book, str(out))
        for line in matters:
            errors.print(Text("to do first: ", style="yellow") + Text(line))
        if matters and not anyway:
            errors.print("nothing was returned; do these first, or return what there is with --anyway", style="bold")
            raise typer.Exit(1)
        done = returning.give_back(book, to, folder or out / "gradebook" / "return" / to, sender)
    if as_json:
        report = {
            "paths": [str(p) for p in done.paths],
            "counts": done.counts,
            "left_out": done.left_out,
            "nothing": done.nothing,
            "notes": [*done.notes, *matters],
        }
        print(json.dumps(report, indent=2))
        return
    console = Console(highlight=False, soft_wrap=True)
    console.print(Text(f"wrote {', '.join(map(str, done.paths))}"))
    counts = {name: n for name, n in done.counts.items() if name != "lines" and (n or name == "returned")}
    console.print(f"{done.lines} lines in the gradebook: " + ", ".join(f"{n} {name}" for name, n in counts.items()))
    for line in done.left_out:
        console.print(Text("left out: ", style="yellow") + Text(line))
    for reason, names in done.nothing.items():
        console.print(Text(f"{reason}: ", style="yellow") + Text(", ".join(names)))
    for line in done.notes:
        console.print(Text("note: ", style="cyan") + Text(line))
