"""`gradmark roster OUT [FILE]`: who is in the class, whose submission is whose, who is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autograder.commands.book_options import ByOption, DbOption, OutArgument
from autograder.commands.options import JsonOption

if TYPE_CHECKING:
    from autograder.gradebook.book import Gradebook


def command(
    out: OutArgument,
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Roster: CSV from Canvas, Moodle, Gradescope, GitHub Classroom, or any with ids, logins, e-mails or names."
        ),
    ] = None,
    format: Annotated[str, typer.Option("--format", help="auto, canvas, moodle, github or plain.")] = "auto",
    link: Annotated[
        list[str] | None,
        typer.Option("--link", help="SUBMISSION=STUDENT: whose it is (several: A,B; nobody's: leave empty)."),
    ] = None,
    unlink: Annotated[list[str] | None, typer.Option("--unlink", help="SUBMISSION: forget what was said about it.")] = None,
    times: Annotated[
        Path | None,
        typer.Option("--times", help="CSV (or Canvas's JSON) with who and when submitted."),
    ] = None,
    by: ByOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Import a roster and match submissions to students; without FILE, show how they match.

    What is not clear is never guessed: it is listed, with the students it could be, and decided with --link.

    Examples: `gradmark roster graded canvas.csv`, `gradmark roster graded --link hw4_final=u123`,
    `gradmark roster graded --times submitted.csv`
    """
    import json

    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.ledger import who_am_i
    from autograder.gradebook.roster import read_roster, store_roster
    from autograder.gradebook.worksheets import has_times

    report: dict[str, Any] = {}
    with Gradebook(out, db) as book:
        if file is not None:
            people, kind = read_roster(file, format)
            with book.writing() as connection:
                done = store_roster(connection, people, kind)
            report["imported"] = {
                "format": done.format,
                "students": done.total,
                "added": done.added,
                "changed": done.changed,
                "gone": done.gone,
            }
            if times is None and has_times(file):
                times = file
        for said in link or []:
            _link(book, said, who_am_i(by))
        for name in unlink or []:
            _unlink(book, name, who_am_i(by))
        if times is not None:
            taken, unknown = _times(book, times, who_am_i(by))
            report["times"] = {"taken": taken, "unknown": unknown}
        matching = book.matching()
        names = {s.key: s.label for s in book.students()}
    report |= {
        "matched": {m.submission: {"students": list(m.students), "how": m.how} for m in matching.of("matched")},
        "ambiguous": {m.submission: list(m.candidates) for m in matching.of("ambiguous")},
        "unmatched": [m.submission for m in matching.of("unmatched")],
        "missing": [s.key for s in matching.missing],
    }
    if as_json:
        print(json.dumps(report, indent=2))
    else:
        _show(report, names, out)


def _link(book: Gradebook, said: str, by: str) -> None:
    from autograder.errors import UserError
    from autograder.gradebook import deciding

    name, equals, who = said.partition("=")
    if not equals:
        raise UserError(f"--link {said}: write SUBMISSION=STUDENT")
    try:
        deciding.link(book, name, who, by=by)
    except UserError as error:
        raise UserError(f"--link {said}: {error}") from None


def _unlink(book: Gradebook, name: str, by: str) -> None:
    from autograder.gradebook.ledger import decide, submission_subject

    with book.writing() as db:
        decide(db, "link", submission_subject(name), by=by, value=None)


def _times(book: Gradebook, path: Path, by: str) -> tuple[int, list[str]]:
    from autograder.errors import UserError
    from autograder.gradebook.handins import import_times
    from autograder.gradebook.ledger import submission_subject
    from autograder.intake.places import owner_of

    queue = book.snapshot().submissions
    numbers = {owner_of(s.name, s.source).id: s.name for s in queue.values() if owner_of(s.name, s.source).home}

    def subject_of(who: str) -> tuple[str, str] | None:
        number = who.removeprefix("Participant ")
        if number.isdigit() and number in numbers:
            known = numbers[number]
            return submission_subject(known), queue[known].digest
        try:
            row = book.find(who)
        except UserError:
            return None
        name = who if who in queue else (row.submission or None)
        return (submission_subject(name), queue[name].digest) if name else None

    with book.writing() as db:
        return import_times(db, path, subject_of, by)


def _show(report: dict[str, Any], names: dict[str, str], out: Path) -> None:
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    if imported := report.get("imported"):
        console.print(
            f"{imported['students']} students ({imported['format']}): {len(imported['added'])} new, "
            f"{len(imported['changed'])} changed, {len(imported['gone'])} no longer listed"
        )
    if times := report.get("times"):
        console.print(f"{times['taken']} times taken")
        for line in times["unknown"]:
            console.print(f"[yellow]nobody here:[/] {escape(line)}")
    console.print(f"[bold]{len(report['matched'])}[/] submissions matched")
    guessed = {n: m for n, m in report["matched"].items() if m["how"].endswith("in the name")}
    for name, m in guessed.items():
        who = ", ".join(names.get(k, k) for k in m["students"])
        console.print(f"  by a part of the name: {escape(name)} is {escape(who)} ({m['how']})")
    for name, candidates in report["ambiguous"].items():
        who = ", ".join(names.get(k, k) for k in candidates)
        console.print(f"[yellow]ambiguous[/]  {escape(name)}: {escape(who)}")
    for name in report["unmatched"]:
        console.print(f"[yellow]unmatched[/]  {escape(name)}")
    for key in report["missing"]:
        console.print(f"[red]missing[/]    {escape(names.get(key, key))}")
    if report["ambiguous"] or report["unmatched"]:
        one = next(iter([*report["ambiguous"], *report["unmatched"]]))
        console.print(f"decide with: gradmark roster {escape(str(out))} --link {escape(one)}=STUDENT")
