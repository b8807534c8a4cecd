"""`gradmark replay OUT SUBMISSION TEST`: one test again, with everything that was said."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    out: Annotated[Path, typer.Argument(help="Output folder of a grading run.")],
    who: Annotated[str, typer.Argument(metavar="WHO", help="A submission, as in grades.csv, or a student, as on the roster.")],
    test: Annotated[str, typer.Argument(help="Test id, or a part of it, as in results.json.")],
    every_call: Annotated[bool, typer.Option("--all", help="Show every call, not only those that differ.")] = False,
) -> None:
    """Rerun one test of one submission with its seed, and show its inputs, what came out and what was expected. For staff.

    Example: `gradmark replay graded amara_okafor test_dx_sums_to_zero`
    """
    from autograder.runs.replay import replay

    replay(out, who, test, every_call)
