"""What a check raises, and what of it a student may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograder.checks.array_pair import Relation
from autograder.checks.finding import Finding


class CheckFailed(AssertionError):
    """A check that did not pass.

    `finding` is safe to show a student even on hidden inputs. `detail` has the numbers. `actual` and `expected` go on to the
    diagnosis; `where` is the same finding for machines. `relations` are what the two seem to have to do with each other on
    these inputs; the finding tells the first of them, and `evidence.py` whether it is to be believed.
    """

    def __init__(
        self,
        what: str,
        detail: str = "",
        *,
        actual: Any = None,
        expected: Any = None,
        where: dict[str, Any] | None = None,
        relations: Sequence[Relation] = (),
    ) -> None:
        super().__init__(what, detail)
        self.relations = list(relations)
        self.finding = Finding(what, self.relations[0].sentence if self.relations else "")
        self.detail = detail
        self.actual = actual
        self.expected = expected
        self.where: dict[str, Any] = dict(where or {})

    @property
    def public(self) -> str:
        """The finding as a student reads it."""
        return self.finding.text

    @public.setter
    def public(self, text: str) -> None:
        known = self.finding.text
        if text.startswith(known):
            self.add(text[len(known) :].lstrip(". "))
        else:
            self.finding = Finding(text)

    def add(self, *sentences: str) -> None:
        """Says this too."""
        self.finding = self.finding.and_also(*sentences)

    def __str__(self) -> str:
        return f"{self.public}\n{self.detail}"


class Inconclusive(Exception):
    """Every draw fell on a kink (or drowned in rounding): nothing was decided. A defect of the suite."""
