"""`check_stages("batchnorm_backward", my_steps)`: the intermediate gradients of a long backward, by name. Never graded.

A concept's stages.py has what is needed, in plain functions (students get the file):

    def example(rng) -> dict                        arguments; `dout` is the gradient of the loss with respect to the output
    STAGES = {"batchnorm_backward": (example, [
        ("dx_hat", value, rest),                    value(**arguments) is the intermediate, rest(value, **arguments) the output
        ...                                         that follows from it; the gradient is found by differences
    ])}
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from autograder.basics.words import tr
from autograder.checks.close import assert_close
from autograder.checks.failure import CheckFailed
from autograder.errors import UserError

STEP = 1e-5
TOLERANCE = 1e-6
"""Of central differences in float64, with room."""


def check_stages(exercise: str, steps: Callable[..., dict[str, Any]]) -> None:
    """Calls `steps(**arguments)`, which returns a dict of intermediate gradients, and says which of them are right."""
    from autograder.student.checks import find_release

    try:
        release = find_release()
        path = release.folder / "public" / f"stages_{release.get(exercise)['module']}.py"
        if not path.is_file():
            raise UserError(tr("%(exercise)s has no stages to check", exercise=exercise))
        print("\n".join(compare_stages(path, exercise, steps)))
    except UserError as error:
        print(f"✘ {error}")


def compare_stages(path: Path, exercise: str, steps: Callable[..., dict[str, Any]]) -> list[str]:
    """A line for each stage, up to the first that is wrong: what comes after it is built on it."""
    found = runpy.run_path(str(path))["STAGES"]
    if exercise not in found:
        raise UserError(
            tr("%(exercise)s has no stages to check; there are: %(names)s", exercise=exercise, names=", ".join(found))
        )
    example, stages = found[exercise]
    arguments = example(np.random.default_rng(0))
    try:
        answer = steps(**{name: _copy(value) for name, value in arguments.items()})
    except NotImplementedError:
        return [tr("%(exercise)s: the stages are not written yet", exercise=exercise)]
    except Exception as error:
        return [tr("✘ your code raised %(error)s", error=f"{type(error).__name__}: {error}")]
    if not isinstance(answer, dict):
        return [tr("✘ return a dict of gradients: %(names)s", names=", ".join(name for name, _, _ in stages))]
    lines = []
    for name, value, rest in stages:
        if name not in answer or answer[name] is None:
            lines.append("  " + tr("%(name)s: not there yet", name=name))
            continue
        expected = gradient(value(**_without(arguments, "dout")), rest, arguments)
        try:
            assert_close(answer[name], expected, name, rtol=TOLERANCE, atol=TOLERANCE)
            lines.append(f"✔ {name}")
        except CheckFailed as failure:
            lines.append(f"✘ {failure.finding.text}")
            lines.append("  " + tr("Mend this one first: the stages below it are built on it."))
            break
    return lines


def gradient(value: np.ndarray, rest: Callable[..., np.ndarray], arguments: dict[str, Any]) -> np.ndarray:
    """Of sum(dout * rest(value)) with respect to the value, entry by entry, by central differences."""
    others, dout = _without(arguments, "dout"), arguments["dout"]
    value = np.asarray(value, dtype=float)
    found = np.zeros_like(value)
    for place in np.ndindex(value.shape):
        sides = []
        for sign in (1, -1):
            moved = value.copy()
            moved[place] += sign * STEP
            sides.append(float((dout * rest(moved, **others)).sum()))
        found[place] = (sides[0] - sides[1]) / (2 * STEP)
    return found


def _without(arguments: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: _copy(value) for key, value in arguments.items() if key != name}


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value
