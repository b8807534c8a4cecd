"""`gradmark restore FILE --out OUT`: a gradebook from its JSON export, also into another database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.book_options import DbOption
from autograder.commands.options import JsonOption


def command(
    file: Annotated[Path, typer.Argument(help="gradebook.json of `gradmark export --to json`.")],
    out: Annotated[Path, typer.Option("--out", help="A new output folder.")],
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Restore a gradebook: roster, every grading, every decision. Moves a run from SQLite to PostgreSQL, too.

    Example: `gradmark restore graded/gradebook/gradebook.json --out moved --db postgresql://grader@db.example/hw4`
    """
    import json

    from autograder.platforms.gradebook_json import restore
    from autograder.store import connection as database
    from autograder.store import migrations

    out.mkdir(parents=True, exist_ok=True)
    engine = database.reach(database.connect(database.choose(out, db)))
    try:
        migrations.ensure(engine)
        with engine.begin() as connection:
            count = restore(file, connection)
    finally:
        engine.dispose()
    print(json.dumps({"gradings": count}) if as_json else f"{count} gradings restored; see: gradmark grades {out}")
