"""A wrong forward under judgement: is it a slip, so that a backward that fits it deserves its points?

By themselves, these checks are content with any attempt that is not a mere stand-in. Whoever grades knows more (the usual
mistakes, what the forward earned by itself) and decides by that: `judged_by` hands the decision over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from autograder.checks.calls import Outputs, Point, Problem, run_forward
from autograder.checks.differences import Forward
from autograder.checks.stand_in import norm, simpler_reason

SAME = 1e-9
"""Of the size of the output: below what a step of the differences changes, above rounding."""


@dataclass
class WrongForward:
    """A forward that is not the reference's, with the very values from which its backward was found right.

    Its likeness is taken from these values alone. Code that counts its calls could answer any other question otherwise.
    """

    problem: Problem
    forward: Callable[..., Any]
    """As the suite calls it."""
    trusted: Forward
    seen: list[tuple[Point, Outputs]]
    """Two by two, ahead and behind on a line through the point."""
    rng: np.random.Generator

    @cached_property
    def likeness(self) -> float:
        """The mean |cosine| between its directional derivatives and the reference's."""
        pairs = zip(self.seen[::2], self.seen[1::2])
        return float(np.mean([self._cosine(ahead, behind) for ahead, behind in pairs]))

    def _cosine(self, ahead: tuple[Point, Outputs], behind: tuple[Point, Outputs]) -> float:
        own = [a - b for a, b in zip(ahead[1], behind[1])]
        right = [a - b for a, b in zip(self.trusted(ahead[0]), self.trusted(behind[0]))]
        sizes = norm(own) * norm(right)
        return abs(sum(float(np.vdot(a, b)) for a, b in zip(own, right))) / sizes if sizes else 0.0

    def outputs(self, at: Point) -> Outputs:
        """Of whatever answers to the suite's call at the moment."""
        return run_forward(self.forward, self.problem, at).arrays

    def same_as(self, other: Forward) -> bool:
        """Whether another forward gives the same values wherever slopes were measured."""
        return all(_same(other(at), seen) for at, seen in self.seen)

    def simpler(self, other: Forward) -> str | None:
        """Why this other forward, though it depends on all inputs, leaves out what makes the backward hard."""
        return simpler_reason(self.problem, other, self.trusted, self.rng)


Judge = Callable[[WrongForward], bool]
_judge: ContextVar[Judge | None] = ContextVar("judge", default=None)


@contextmanager
def judged_by(judge: Judge) -> Iterator[None]:
    token = _judge.set(judge)
    try:
        yield
    finally:
        _judge.reset(token)


def is_slip(wrong: WrongForward) -> bool:
    judge = _judge.get()
    return judge is None or judge(wrong)


def _same(left: Outputs, right: Outputs) -> bool:
    return [a.shape for a in left] == [a.shape for a in right] and all(
        bool((np.abs(a - b) <= SAME * np.abs(b).max(initial=0.0)).all()) for a, b in zip(left, right)
    )
