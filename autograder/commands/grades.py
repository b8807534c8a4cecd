"""`gradmark grades [OUT] [WHO]`: the gradebook in the terminal, of a folder or of the whole course; for one student, everything
behind the grade."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autograder.commands.book_options import DbOption, points
from autograder.commands.options import JsonOption

if TYPE_CHECKING:
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.grades import Standing


def command(
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="OUT", help="Output folder of `gradmark grade`; without it, or a course's folder: all assignments."
        ),
    ] = None,
    who: Annotated[str | None, typer.Argument(metavar="WHO", help="One student or submission.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Of the course: write the table to this file as well.")] = None,
    apply_slips: Annotated[
        bool,
        typer.Option("--apply-slips", help="Of the course: tell each folder how many slip days everybody has left for it."),
    ] = False,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show everybody's grade; with WHO, all that it is made of: attempts, decisions, and every grading ever made.

    In a course, without OUT: one table over all assignments, with weights, slip days and totals as gradmark.toml has them.

    Examples: `gradmark grades graded`, `gradmark grades graded jsmith`, `gradmark grades --csv course.csv`
    """
    if _is_course(out, db):
        from autograder.commands.course_grades import show_course

        show_course(out, who, csv, apply_slips, as_json)
        return
    if csv is not None or apply_slips:
        from autograder.errors import UserError

        raise UserError("--csv and --apply-slips are for a whole course; for one folder use: gradmark export OUT --to csv")
    assert out is not None
    import json

    from autograder.gradebook.book import Gradebook
    from autograder.platforms.gradebook_json import standing_record

    with Gradebook(out, db) as book:
        rows = [book.find(who)] if who else book.standings()
        history = [h for name in rows[0].submissions for h in book.history(name)] if who else []
        if as_json:
            data: Any = [standing_record(r) for r in rows]
            print(json.dumps({**data[0], "history": history} if who else data, indent=2))
        elif who:
            _one(book, rows[0], history)
        else:
            _all(rows)


def _is_course(out: Path | None, db: str | None) -> bool:
    """No folder, or one that holds a course and no run."""
    if out is None or db:
        return out is None
    run = any((out / name).exists() for name in ("run.db", "run.db.url"))
    return not run and (out / "assignments").is_dir() and (out / "reference").is_dir()


def _all(rows: list[Standing]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold")
    for heading, justify in (
        ("student", "left"),
        ("submission", "left"),
        ("status", "left"),
        ("tests", "right"),
        ("written", "right"),
        ("late", "right"),
        ("extra", "right"),
        ("final", "right"),
        ("of", "right"),
        ("", "left"),
    ):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for r in rows:
        table.add_row(
            Text(r.student.label if r.student else "-"),
            Text(r.submission or "-"),
            r.status,
            points(r.score) if r.grading is not None else "",
            points(sum(r.manual.values())) if r.manual else "",
            f"-{points(r.late)}" if r.late else "",
            points(r.extra) if r.extra else "",
            points(r.final),
            points(r.possible),
            Text(", ".join(_marks(r))),
        )
    console = Console()
    if not console.is_terminal:
        console.width = 160  # a file or a pipe has no edge
    console.print(table)


def _marks(r: Standing) -> list[str]:
    marks = [f"{len(r.attempts)} attempts"] if len(r.attempts) > 1 else []
    marks += [f"{r.days_late} d late"] if r.days_late else []
    marks += [f"{r.slip_days} slip days"] if r.slip_days else []
    marks += ["late, time unknown"] if r.late_without_time else []
    marks += [r.not_gradable] if r.not_gradable else []
    marks += ["excused"] if r.excused and r.status != "excused" else []
    marks += ["overridden"] if r.overrides else []
    marks += [f"{len(r.awaiting)} to read"] if r.awaiting and r.status == "graded" else []
    marks += ["newer hand-in waits"] if r.pending else []
    marks += [f"could be {', '.join(r.candidates)}"] if r.candidates else []
    return marks


def _one(book: Gradebook, r: Standing, history: list[dict[str, Any]]) -> None:
    from rich.console import Console

    from autograder.gradebook.policy import moment

    console = Console(markup=False, highlight=False, soft_wrap=True)
    console.print(f"{r.student.label if r.student else r.name}: {points(r.final)} of {points(r.possible)} points")
    console.print(f"policy: {book.policy().sentence()}")
    for a in r.attempts:
        when = moment(a.handed_in) if a.handed_in else "time unknown"
        late = f", {a.days_late} days late: -{points(a.penalty)}" if a.days_late else ""
        mark = "counts" if a.counts else "" if a.comparable else "graded for other points"
        console.print(f"attempt {a.submission} ({when}): tests {points(a.score)}{late}, worth {points(a.final)} {mark}")
    for name, earned in r.exercises.items():
        console.print(f"  {name}: {points(earned)}")
    for name, earned in r.manual.items():
        console.print(f"  {name}: {points(earned)} (by hand)")
    for name in r.awaiting:
        console.print(f"  {name}: not looked at yet")
    for d in r.extras:
        console.print(f"  extra for {d.item}: {points(d.value)} ({d.reason}; {d.by})")
    for d in r.overrides:
        console.print(f"  {d.item or 'final grade'} set to {points(d.value)} ({d.reason}; {d.by}, {moment(d.created)})")
    for comment in r.comments:
        console.print(f"  comment: {comment}")
    for h in history:
        console.print(
            f"graded {moment(h['created'])}: {points(h['score'])} of {points(h['possible'])}, content {h['digest'][:8]}, "
            f"suite {h['plan'][:8]}, {h['seeds'] or 'seeds unknown'}, isolation {h['isolation']}, {h['seconds'] or 0:.2f} s"
            + (", counts" if h["counts"] else "")
        )
