"""`gradmark status OUT`: how a run stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from autograder.commands.book_options import DbOption, OutArgument, points
from autograder.commands.options import JsonOption

if TYPE_CHECKING:
    from rich.console import Console

    from autograder.gradebook.status import Status

_NAMES = 8


def command(
    out: OutArgument,
    top: Annotated[int, typer.Option("--top", min=0, help="How many misconceptions to list.")] = 10,
    watch: Annotated[bool, typer.Option("--watch", help="Look again every two seconds until the run is done.")] = False,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show progress, scores, outcomes, misconceptions and isolation. Also while a run goes on.

    Examples: `gradmark status graded`, `gradmark status graded --watch`
    """
    import json
    import time

    from rich.console import Console

    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.status import status

    with Gradebook(out, db) as book:
        while True:
            found = status(book, top, str(out))
            if as_json:
                print(json.dumps(found.as_dict(), indent=2))
            else:
                console = Console(highlight=False)
                if watch:
                    console.clear()
                _show(console, found, str(out))
            if not watch or found.done == found.total:
                return
            time.sleep(2)


def _show(console: Console, s: Status, out: str) -> None:
    from rich.table import Table
    from rich.text import Text

    share = s.done / s.total if s.total else 0.0
    bar = "█" * round(30 * share) + "░" * (30 - round(30 * share))
    left = f", about {s.seconds_left:.0f} s left" if s.seconds_left else ""
    pace = f", {s.per_second:.1f} a second" if s.per_second else ""
    refused = f", {len(s.not_gradable)} not gradable" if s.not_gradable else ""
    graded = f"{s.done - len(s.not_gradable)} of {s.total} graded{refused}"
    console.print(Text(f"{s.assignment}  {bar}  {graded}{pace}{left}", style="bold"))
    if s.leased:
        console.print(f"{s.leased} being graded by {len(s.graders)} graders, {s.queued} waiting")
    elif s.queued:
        console.print(f"{s.queued} wait, and no grader is at work; go on with: gradmark grade")
    if s.mean is not None:
        console.print(
            f"mean {points(s.mean)}, median {points(s.median)}, from {points(s.lowest)} to {points(s.highest)}, "
            f"of {points(s.possible)} points"
        )
    counted = sum(s.outcomes.values())
    order = sorted(s.outcomes.items(), key=lambda kv: -kv[1])
    if counted:
        console.print("tests: " + ", ".join(f"{name} {n} ({100 * n / counted:.0f} %)" for name, n in order))
    _isolation(console, s)
    if s.exercises:
        table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
        for heading in ("exercise", "mean", "of", "full marks", "seconds"):
            table.add_column(heading, justify="left" if heading == "exercise" else "right")
        for e in s.exercises:
            seconds = "" if e.seconds is None else f"{e.seconds:.2f}"
            table.add_row(Text(e.id), points(e.mean), points(e.possible), str(e.full), seconds)
        console.print(table)
    if s.misconceptions:
        console.print(Text("most frequent mistakes", style="bold"))
        for m in s.misconceptions:
            console.print(Text(f"{m.students:5d}  {m.mistake}: {m.hint}"), overflow="ellipsis", no_wrap=True)
    _people(console, s, out)


def _isolation(console: Console, s: Status) -> None:
    from rich.text import Text

    levels = ", ".join(f"{name} ({n})" if len(s.isolation) > 1 else name for name, n in s.isolation.items())
    line = Text(f"isolation {levels or 'unknown'}; seeds: {', '.join(s.seeds) or 'unknown'}; device {', '.join(s.devices)}")
    if "none" in s.isolation:
        line.stylize("yellow")
    if s.isolation:
        console.print(line)


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return f"{len(names)}: {', '.join(names[:_NAMES])}{more}"


def _to_do(console: Console, s: Status) -> None:
    """The list of the desk and of the class report, short: who, and what to do about the first of them."""
    from rich.text import Text

    from autograder.gradebook.todo import by_kind

    if s.todo:
        console.print(Text("to do first", style="bold"))
    for kind, entries in by_kind(s.todo).items():
        names = list(dict.fromkeys(t.name for t in entries))
        console.print(Text(f"{kind:<19} {_some(names)}", style="yellow"))
        console.print(Text(f"{'':<19} {entries[0].action} {entries[0].command}"), soft_wrap=True)


def _people(console: Console, s: Status, out: str) -> None:
    from rich.text import Text

    if s.students:
        console.print(f"{s.students} students on the roster; {s.late} late, {s.overridden} overridden")
    if s.missing:
        console.print(Text(f"missing    {_some(s.missing)}", style="yellow"))
    _to_do(console, s)
    if s.awaiting:
        line = f"{s.awaiting} submissions have written answers to read: gradmark desk {out}"
        console.print(Text(line), soft_wrap=True)
    if s.regrade:
        console.print(Text(s.regrade, style="yellow"))
