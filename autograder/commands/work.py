"""`gradmark work [WHERE]`: graders on this machine for a queue elsewhere."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def command(
    where: Annotated[
        str | None,
        typer.Argument(
            metavar="[WHERE]",
            help="A file with the database's URL, or the URL if it has no password (default: $GRADMARK_DB, $GRADMARK_DB_FILE).",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Graders at once (0: one per core, or one per GPU).")] = 0,
    per_gpu: Annotated[int, typer.Option("--per-gpu", min=1, help="Graders on each GPU.")] = 1,
    stay: Annotated[bool, typer.Option("--stay", help="Wait for more when nothing waits, until it is ended.")] = False,
) -> None:
    """Grade what waits in a database that several machines share. Neither the course nor the hand-ins need to be here.

    Ends when nothing waits; on SIGTERM what is being graded goes back to the queue.

    Example: `gradmark work ~/queue.url --stay`
    """
    from autograder.runs.work import work
    from autograder.store.address import shared_database

    try:
        work(shared_database(where), jobs=jobs, per_gpu=per_gpu, stay=stay)
    except KeyboardInterrupt:
        print("interrupted; what was being graded is back in the queue", file=sys.stderr)
        raise typer.Exit(130) from None
