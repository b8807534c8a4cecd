"""Intermediate results in the order in which they are computed: which are right, and where the two computations part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.checks.close import assert_close, check_length, wrong_type
from autograder.checks.failure import CheckFailed
from autograder.checks.values import Numbers, need_numbers, read_numbers

CLOSE = {8: 1e-6, 4: 1e-3, 2: 1e-2}
"""Relative difference up to which two steps are one, by the bytes of the coarser float."""


@dataclass(frozen=True)
class Parting:
    """The steps that agree, and the first behind the last of them that does not (None: all that were seen agree)."""

    right: list[str]
    first: str | None

    @property
    def sentence(self) -> str:
        """For a student: names of steps only."""
        if self.first is None:
            return f"Up to {self.right[-1]} all is right; the error comes after it"
        if not self.right:
            return f"Your {self.first} differs already"
        verb = "is" if len(self.right) == 1 else "are"
        return f"Your {in_words(self.right)} {verb} right; {self.first} is the first to differ"


def assert_steps_close(
    actual: Any,
    expected: Mapping[str, Any],
    name: str = "the steps",
    *,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Pass if every named step is right; raise `CheckFailed` for the first that is not, with those before it.

    `expected` names the steps in the order in which they are computed. `actual` is a dict with (at least) these
    keys, or a tuple or list of them in this order.
    """
    if type(actual) is dict:
        missing = [step for step in expected if step not in {k for k in actual if type(k) is str}]
        if missing:
            raise CheckFailed(
                f"{name} lack {in_words([repr(m) for m in missing])}",
                where={"output": name, "reason": "keys"},
            )
        parts = {step: actual[step] for step in expected}
    elif type(actual) in (list, tuple):
        check_length(actual, list(expected), name)
        parts = dict(zip(expected, actual))
    else:
        raise wrong_type(actual, f"a dict with keys {', '.join(repr(k) for k in expected)}", name)
    right: list[str] = []
    for step, wanted in expected.items():
        try:
            assert_close(parts[step], wanted, step, rtol=rtol, atol=atol)
        except CheckFailed as failure:
            failure.where["first_divergence"] = step
            if right:
                failure.add(Parting(right, step).sentence)
            raise
        right.append(step)


def parting(found: Mapping[str, Any], expected: Mapping[str, Any]) -> Parting | None:
    """Where `found` leaves `expected`, both by name, the latter in order. None if nothing can be said.

    A step that differs although a later one agrees is only kept in another form (a variance with eps in it, a
    negative log): whatever is wrong is not wrong there, so it is passed over.
    """
    seen = {name: _agree(found[name], wanted) for name, wanted in expected.items() if name in found}
    verdicts = [(name, agrees) for name, agrees in seen.items() if agrees is not None]
    last = max((i for i, (_, agrees) in enumerate(verdicts) if agrees), default=-1)
    right = [name for name, agrees in verdicts if agrees]
    first = next((name for name, _ in verdicts[last + 1 :]), None)
    return Parting(right, first) if verdicts else None


def _agree(actual: Any, expected: Any) -> bool | None:
    """None where the two cannot be compared. Axes of length 1 and repeated rows are a matter of taste."""
    got, wanted = read_numbers(actual), need_numbers(expected, "a step", "numbers")
    if got is None or "complex" in (got.kind, wanted.kind):
        return None
    a, e = _aligned(got, wanted)
    if a.shape != e.shape:
        return False
    size = min((n.data.dtype.itemsize for n in (got, wanted) if n.kind == "float"), default=8)
    scale = float(np.max(np.abs(e[np.isfinite(e)]), initial=0.0))
    with np.errstate(invalid="ignore"):
        near = np.abs(a - e) <= CLOSE.get(size, 1e-6) * scale + 1e-12
    return bool((near | (a == e) | (np.isnan(a) & np.isnan(e))).all())


def _aligned(got: Numbers, wanted: Numbers) -> tuple[np.ndarray, np.ndarray]:
    a, e = np.asarray(got.data, dtype=np.float64), np.asarray(wanted.data, dtype=np.float64)
    if a.squeeze().shape == e.squeeze().shape:
        return a.squeeze(), e.squeeze()
    try:
        return a, np.broadcast_to(e, a.shape)
    except ValueError:
        return a, e


def in_words(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
