"""What a check raises, and what of it a student may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograder.checks.pairs import Relation


class CheckFailed(AssertionError):
    """A check that did not pass.

    `public` is safe to show a student even on hidden inputs: names, shapes, counts, positions and ratios,
    never a value that went in, came out, or was expected. `detail` has the numbers. `actual` and `expected`
    go on to the diagnosis; `where` is the same finding for machines. `relations` are what the two seem to have to do
    with each other on these inputs; `public` tells the first of them, and `evidence.py` whether it is to be believed.
    """

    def __init__(
        self,
        public: str,
        detail: str = "",
        *,
        actual: Any = None,
        expected: Any = None,
        where: dict[str, Any] | None = None,
        relations: Sequence[Relation] = (),
    ) -> None:
        super().__init__(public, detail)
        self.public = public
        self.detail = detail
        self.actual = actual
        self.expected = expected
        self.where: dict[str, Any] = dict(where or {})
        self.relations = list(relations)

    def __str__(self) -> str:
        return f"{self.public}\n{self.detail}"


class Inconclusive(Exception):
    """Every draw fell on a kink (or drowned in rounding): nothing was decided. A defect of the suite."""


def sentences(*parts: str | None) -> str:
    """One text from several sentences, some of which are questions or missing."""
    text = ""
    for part in parts:
        if part:
            text += (("" if text.endswith(("?", ".", ".)")) else ".") + " " if text else "") + part
    return text
