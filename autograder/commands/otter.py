"""`gradmark otter ...`: otter's own command, made able to read every hand-in."""

from __future__ import annotations

import typer


def command(context: typer.Context) -> None:
    """Run otter's own command, also on hand-ins that otter cannot open: empty, cut off, with a byte-order mark.

    Example: `gradmark otter run jane.ipynb -a 01_example-autograder.zip -o .`
    """
    from autograder.platforms.otter.reading import otter_command

    otter_command(context.args)
