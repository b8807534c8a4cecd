"""What the gradebook's verbs share: the output folder, the database, who decides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.grades import Standing

OutArgument = Annotated[Path, typer.Argument(metavar="OUT", help="Output folder of `gradmark grade`.")]
WhoArgument = Annotated[
    str, typer.Argument(metavar="WHO", help="Student: id, login, e-mail or name; or a submission's name.")
]
DbOption = Annotated[
    str | None,
    typer.Option(
        "--db", help="Database, where it is not in the output folder: postgresql://USER@HOST/DATABASE."
    ),
]
ByOption = Annotated[str | None, typer.Option("--by", help="Who decides this (default: your user name).")]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; it stays with the decision.")]
WithdrawOption = Annotated[bool, typer.Option("--withdraw", help="Take the earlier decision back.")]


def points(value: float | None) -> str:
    from autograder.reports.feedback import number

    return "" if value is None else number(value)


def need_reason(reason: str) -> None:
    from autograder.errors import UserError

    if not reason.strip():
        raise UserError("say why, with --reason '...': somebody will ask")


def need_value(value: str | None, withdraw: bool, what: str) -> None:
    from autograder.errors import UserError

    if value is None and not withdraw:
        raise UserError(f"give {what}, or --withdraw to take the earlier decision back")


def decide_and_show(
    book: Gradebook,
    row: Standing,
    as_json: bool,
    kind: str,
    by: str | None,
    **decision: object,
) -> None:
    """Writes one decision and says what it does to the grade."""
    import json

    from autograder.gradebook.ledger import decide, who_am_i

    with book.writing() as db:
        decide(db, kind, book.subject_of(row), by=who_am_i(by), **decision)  # type: ignore[arg-type]
    now = next(r for r in book.standings() if r.key == row.key)
    if as_json:
        said = {
            "student": now.key,
            "name": now.name,
            "before": row.final,
            "final": now.final,
            "possible": now.possible,
        }
        print(json.dumps(said))
    else:
        print(f"{now.name}: {points(row.final)} -> {points(now.final)} of {points(now.possible)} points")
