"""`gradmark regrade NN --out OUT`: after a suite was mended, who would get what; `--apply` makes it count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.commands.book_options import ByOption, DbOption, points
from autograder.commands.options import AssignmentArgument, CourseOption, JsonOption

if TYPE_CHECKING:
    from autograder.runs.regrade import Regraded


def command(
    assignment: AssignmentArgument,
    out: Annotated[Path, typer.Option("--out", help="Output folder of the run.")],
    apply: Annotated[bool, typer.Option("--apply", help="Make the new grades count.")] = False,
    discard: Annotated[bool, typer.Option("--discard", help="Forget the regrade; the grades stay.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Graders at once (0: one per core).")] = 0,
    isolation: Annotated[str | None, typer.Option("--isolation", help="strict, standard or none (default: as before).")] = None,
    by: ByOption = None,
    db: DbOption = None,
    course: CourseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Regrade the same submissions with the suite as it is now, and show whose grade changes, by how much, through which test.

    Until --apply the present grades stay, in every view. What was graded to show the difference is not graded again.

    Examples: `gradmark regrade 04 --out graded`, then `gradmark regrade 04 --out graded --apply`
    """
    import json

    from autograder.errors import UserError
    from autograder.runs import regrade as body

    if apply and discard:
        raise UserError("choose --apply or --discard, not both")
    if discard:
        count = body.discard(out, db)
        print(json.dumps({"discarded": count}) if as_json else f"the regrade of {count} submissions does not count")
        return
    done = body.regrade(
        course,
        assignment,
        out,
        db=db,
        apply=apply,
        jobs_at_once=jobs,
        isolation=isolation,
        by=by,
        quiet=as_json,
    )
    if as_json:
        print(json.dumps(done.as_dict(), indent=2))
    else:
        _show(done, assignment, out)


def _show(done: Regraded, assignment: str, out: Path) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from autograder.gradebook.changes import signed

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160  # a file or a pipe has no edge
    suites = ", ".join(done.exercises)
    console.print(f"suites that changed: {suites}" if suites else "no suite has changed since these grades were made")
    if done.changes:
        table = Table(box=None, header_style="bold")
        for heading, justify in (
            ("student", "left"),
            ("now", "right"),
            ("new", "right"),
            ("", "right"),
            ("through", "left"),
        ):
            table.add_column(heading, justify=justify)  # type: ignore[arg-type]
        for c in done.changes:
            sign = signed(c.difference) if c.difference else "="
            table.add_row(Text(c.name), points(c.before), points(c.after), sign, Text("\n".join(c.through())))
        console.print(table)
    up = sum(c.difference > 0 for c in done.changes)
    down = sum(c.difference < 0 for c in done.changes)
    other = len(done.changes) - up - down
    console.print(f"{up} grades rise, {down} fall, {other} change in their tests only, {done.unchanged} stay as they are")
    for line in done.skipped:
        console.print(f"[yellow]kept:[/] {line}", markup=True)
    if done.applied:
        console.print("applied: the new grades count")
    elif done.changes:
        console.print(f"nothing has changed yet; to make it count: gradmark regrade {assignment} --out {out} --apply")
