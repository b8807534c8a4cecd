"""`gradmark policy OUT`: attempts, deadline, late penalty."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from autograder.commands.book_options import ByOption, DbOption, OutArgument
from autograder.commands.options import JsonOption


def command(
    out: OutArgument,
    attempts: Annotated[str | None, typer.Option("--attempts", help="best or last.")] = None,
    due: Annotated[str | None, typer.Option("--due", help="Deadline: 2026-11-20T23:59 (local), with +01:00, or none.")] = None,
    grace: Annotated[str | None, typer.Option("--grace", help="Free after the deadline: 15m, 2h, 1d.")] = None,
    penalty: Annotated[float | None, typer.Option("--penalty", help="Percent per day begun.")] = None,
    penalty_of: Annotated[
        str | None, typer.Option("--penalty-of", help="Percent of the points earned, or of those possible.")
    ] = None,
    most: Annotated[float | None, typer.Option("--most", help="Greatest penalty, in percent.")] = None,
    max_days: Annotated[int | None, typer.Option("--max-days", help="Later than this: no points (-1: no limit).")] = None,
    slip_days: Annotated[
        int | None, typer.Option("--slip-days", min=0, help="The first so many days late cost nothing.")
    ] = None,
    by: ByOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show or set how attempts and lateness count. Grades follow at once; nothing is graded again.

    A deadline and a late policy belong in the course (assignment.toml, gradmark.toml): this reads them again. What is set
    here holds for this run, before what the course says.

    Example: `gradmark policy graded --attempts best --due 2026-11-20T23:59 --grace 1h --penalty 10 --max-days 5`
    """
    from pydantic import ValidationError

    from autograder.errors import UserError
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.ledger import set_policy, who_am_i
    from autograder.gradebook.policy import Policy, parse_duration, parse_moment
    from autograder.runs.run_facts import refresh_course_policy

    change: dict[str, Any] = {
        "attempts": attempts,
        "penalty": penalty,
        "penalty_of": penalty_of,
        "most": most,
        "max_days": max_days,
        "slip_days": slip_days,
        "grace": parse_duration(grace) if grace else None,
        "due": parse_moment(due) if due and due != "none" else None,
    }
    change = {k: v for k, v in change.items() if v is not None}
    if due == "none":
        change["due"] = None
    if max_days == -1:
        change["max_days"] = None
    with Gradebook(out, db) as book:
        refresh_course_policy(book)
        policy = book.policy()
        if change:
            try:
                policy = Policy.model_validate({**policy.model_dump(), **change})
            except ValidationError as error:
                first = error.errors()[0]
                option = "--" + str(first["loc"][0]).replace("_", "-")
                raise UserError(f"{option}: {first['msg']}") from None
            with book.writing() as connection:
                set_policy(connection, {**book.policy_changes(), **change}, who_am_i(by))
    print(policy.model_dump_json() if as_json else policy.sentence())
