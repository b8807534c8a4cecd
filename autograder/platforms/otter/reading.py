"""Hand-ins that otter cannot open, made such that it can: otter reads a notebook before it asks any plugin.

A notebook that is empty, cut off or begins with a byte-order mark ends `otter run` with a traceback, and leaves no result. Once
`read_anything` was called, otter gets an empty notebook in its place, and the plugin what was handed in. That is so in
`gradmark otter run`, in the containers of our zip, and from Python if the plugin is imported first.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from autograder.errors import UserError
from autograder.platforms.otter.version import require_otter

_handed_in: dict[str, bytes] = {}
"""Path -> what lay there, where otter could not read it."""


def read_anything() -> None:
    from otter.run.run_autograder.runners.python_runner import PythonRunner
    from otter.run.run_autograder.utils import OtterRuntimeError

    otters = PythonRunner.validate_submission
    if otters.__module__ == __name__:
        return

    def validate_submission(runner: PythonRunner, submission_path: str) -> None:
        path = Path(submission_path)
        try:
            _open_as_otter_does(path)
            otters(runner, submission_path)
        except OtterRuntimeError:  # it is the notebook of another assignment
            raise
        except Exception:  # whatever nbformat stumbles over: the plugin's reader says what is wrong
            _handed_in[os.path.realpath(path)] = path.read_bytes()
            _write_empty(path)
            otters(runner, submission_path)

    PythonRunner.validate_submission = validate_submission


def handed_in(path: Path) -> bytes | None:
    """What was handed in at this place, if otter could not read it."""
    return _handed_in.pop(os.path.realpath(path), None)


def _open_as_otter_does(path: Path) -> None:
    import nbformat

    if path.suffix == ".ipynb":
        nbformat.read(path, as_version=4)


def _write_empty(path: Path) -> None:
    import nbformat
    from nbformat.v4 import new_notebook

    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(metadata={"kernelspec": kernel}), path)


def otter_command(arguments: list[str]) -> None:
    """`gradmark otter ...`: otter's own command."""
    require_otter()
    from otter.cli import cli

    read_anything()
    # otter starts kernels and tools by name.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    try:
        cli(arguments, prog_name="gradmark otter")
    except UserError:
        raise
    except Exception as error:
        if type(error).__name__ == "OtterRuntimeError":  # otter has written what it says into results.json
            raise UserError(f"otter: {error}") from None
        raise
