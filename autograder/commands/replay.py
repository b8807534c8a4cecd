"""`gradmark replay OUT SUBMISSION TEST`: one test again, with everything that was said."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    out: Annotated[Path, typer.Argument(help="Output folder of a grading run.")],
    submission: Annotated[str, typer.Argument(help="Name of the submission, as in grades.csv.")],
    test: Annotated[str, typer.Argument(help="Test id, or a part of it, as in results.json.")],
) -> None:
    """Rerun one test of one submission with its seed, and show its inputs and both outputs. For staff.

    Example: `gradmark replay graded amara_okafor test_dx_sums_to_zero`
    """
    from autograder.runs.replay import replay

    replay(out, submission, test)
