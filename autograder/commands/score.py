"""`gradmark score OUT ...`: points and comments for written answers, by hand or from a sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.book_options import ByOption, DbOption, OutArgument, WithdrawOption, show_change
from autograder.commands.options import JsonOption


def command(
    out: OutArgument,
    who: Annotated[str | None, typer.Argument(metavar="WHO", help="Student or submission.")] = None,
    item: Annotated[str | None, typer.Argument(metavar="QUESTION", help="Id of the written question.")] = None,
    given: Annotated[str | None, typer.Argument(metavar="POINTS", help="Points for the answer.")] = None,
    comment: Annotated[str, typer.Option("--comment", help="What the student should read.")] = "",
    sheet: Annotated[
        Path | None,
        typer.Option("--sheet", help="Write a CSV to fill in, one line per student and question."),
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Take the filled sheet; all of it or nothing.")] = None,
    withdraw: WithdrawOption = False,
    by: ByOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score written answers: one at a time, or with a sheet.

    Examples: `gradmark score graded jsmith bias_variance_proof 2.5 --comment "step 3 is missing"`,
    `gradmark score graded --sheet written.csv`, and filled in `gradmark score graded --csv written.csv`
    """
    import json

    from autograder.errors import UserError
    from autograder.gradebook import deciding, scoresheet
    from autograder.gradebook.book import Gradebook, rules_of
    from autograder.gradebook.ledger import who_am_i
    from autograder.reports.refresh import refresh

    with Gradebook(out, db) as book:
        written = dict(rules_of(book.snapshot()).written)
        if sheet is not None:
            if sheet.exists():
                raise UserError(f"{sheet} exists already; give another name, so that nothing filled in is lost")
            sheet.write_text(scoresheet.sheet(book, written), encoding="utf-8")
            print(json.dumps({"sheet": str(sheet)}) if as_json else f"wrote {sheet}; fill in points and comment")
            return
        if csv is not None:
            with book.writing() as connection:
                taken, same = scoresheet.import_sheet(book, connection, csv, written, who_am_i(by))
            refresh(book)
            said = {"taken": taken, "unchanged": same}
            print(json.dumps(said) if as_json else f"{taken} scores taken, {same} stood already")
            return
        if who is None or item is None or (given is None and not withdraw and not comment):
            raise UserError("give WHO, QUESTION and POINTS; or write a sheet with --sheet FILE")
        value = None if given is None else scoresheet.points_of(given, "")
        scoresheet.check_item(written, item, value)
        row = book.find(who)
        deciding.score(book, [row], item, value, comment or None, by=who_am_i(by), withdraw=withdraw)
        if value is not None or withdraw:
            show_change(book, row, as_json)
        else:
            refresh(book, [row.key])
            print(json.dumps({"student": row.key, "comment": comment}) if as_json else f"{row.name}: comment kept")
