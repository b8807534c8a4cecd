"""What a test found wrong, in parts: what, where, and what it seems to be. Its text is made of them last."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from autograder.basics.text import sentences

SEEMS, MAY = "It seems that ", "It may be that "


class Place(NamedTuple):
    """A definition of the student's, and a line of it, counted from its first."""

    definition: str
    line: int


@dataclass(frozen=True)
class Finding:
    """Safe to show a student even on hidden inputs: names, shapes, counts, positions and ratios, never a value that went in,
    came out, or was expected."""

    what: str = ""
    seems: str = ""
    """What has been done to the right answer, as far as one can tell: "your dW is transposed"."""
    firm: bool = True
    """Whether that was seen more than once. If not, it "may be"."""
    more: tuple[str, ...] = ()
    """Further sentences: which outputs are right, where the computation leaves the right one."""
    places: tuple[Place, ...] = ()
    """Lines of the student's code that this is about."""
    unwritten: bool = False
    """Whether there is nothing to judge yet: the stub is as it was, or the name is not there."""

    @property
    def guess(self) -> str:
        """The sentence about what it seems to be."""
        return (SEEMS if self.firm else MAY) + self.seems if self.seems else ""

    @property
    def text(self) -> str:
        return sentences(self.what, self.guess, *self.more)

    def __bool__(self) -> bool:
        return bool(self.what or self.seems or self.more)

    def and_also(self, *more: str) -> Finding:
        return replace(self, more=(*self.more, *(sentence for sentence in more if sentence)))
