"""`gradmark desk OUT`: what has to be done, written answers and decisions, in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.commands.book_options import ByOption, DbOption, OutArgument


def command(
    out: OutArgument,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port on 127.0.0.1 (0: a free one).")] = 0,
    by: ByOption = None,
    show: Annotated[bool, typer.Option("--open", help="Open it in this machine's browser.")] = False,
    db: DbOption = None,
) -> None:
    """Work on a graded folder in the browser: what to do first, written answers, overrides, extensions, likely copies.

    It listens on this machine only; the address it prints holds a key. From elsewhere: `ssh -L 8899:127.0.0.1:8899 HOST`
    and `gradmark desk graded --port 8899`. Several TAs may use it at once.

    Example: `gradmark desk graded`
    """
    import webbrowser
    from contextlib import suppress

    from autograder.errors import UserError

    try:
        from autograder.desk.serve import Server
    except ModuleNotFoundError as error:
        raise UserError(f"the desk needs {error.name}; install it with: pip install 'gradmark[desk]'") from None
    from autograder.gradebook.ledger import who_am_i

    server = Server(out, db=db, by=who_am_i(by), port=port)

    def ready() -> None:
        print(
            f"the desk is open at\n\n    {server.address}\n\nKeep this address to staff. Ctrl-C closes the desk.",
            flush=True,
        )
        if show:
            webbrowser.open(server.address)

    with suppress(KeyboardInterrupt):
        server.run(ready)
