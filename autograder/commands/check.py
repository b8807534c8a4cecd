"""`gradmark check NOTEBOOK [EXERCISE]`: the public checks, outside the notebook."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.commands.options import JsonOption


def command(
    notebook: Annotated[Path, typer.Argument(help="Your notebook or .py file, in the assignment's folder.")],
    exercise: Annotated[str | None, typer.Argument(help="One exercise; all of them if left out.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0, help="Stop a check after so many seconds (0: never); by default 10 or more, by the task."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Run the public checks on a notebook or a .py file. Exits with 1 if one fails.

    Example: `gradmark check 04_regularization.ipynb batchnorm_backward`
    """
    import json
    from functools import partial

    from autograder.errors import UserError
    from autograder.student.checks import file_session, find_release, refuse_other_assignment, run_checks
    from autograder.student.notebook import lines

    if not notebook.exists():
        raise UserError(f"{notebook} does not exist; give the path of your notebook")
    release = find_release(notebook.resolve().parent)
    refuse_other_assignment(release, notebook)
    wanted = [exercise] if exercise else [e["id"] for e in release.exercises]
    failed, report = False, {}
    for name in wanted:
        found = run_checks(release, [name], partial(file_session, release, notebook), seconds)
        failed |= not all(judgement.passed for _, judgement in found)
        report[name] = {test.id: judgement.outcome for test, judgement in found}
        if not as_json:
            print("\n".join(lines(name, found)))
    if as_json:
        print(json.dumps(report))
    raise typer.Exit(1 if failed else 0)
