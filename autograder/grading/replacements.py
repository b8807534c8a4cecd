"""The reference in the place of a helper that is wrong: what follow-through puts behind the submission's names.

The reference stays in the grader. A function is called back, by value. A cache that only its own code can read stays
here, too: the submission gets a token for it, and so a forward and its backward are always replaced together. A net gets a
shell (grading/module_stand_in.py), and a function of tensors is asked for its gradients as well (grading/function_stand_in.py).
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autograder.course import Assignment, Exercise
from autograder.grading.function_stand_in import FunctionStandIn
from autograder.grading.module_stand_in import ModuleStandIn, is_net
from autograder.suites.reference import Reference
from autograder.suites.student_error import Surface

MOST_CACHES = 4_096
"""Caches that are kept for a submission; older ones are forgotten."""


def replacements(
    assignment: Assignment,
    exercise: Exercise,
    wrong: Sequence[Exercise],
    surface: Callable[[Exercise], Surface],
    reference: Callable[[Exercise], Reference],
) -> dict[str, Callable[..., Any]]:
    """Name of the submission -> what answers for it, for all `wrong` helpers of an exercise that can be replaced."""
    owners = {name: e for e in assignment.exercise for name in e.names}
    found: dict[str, Callable[..., Any]] = {}
    for helper in wrong:
        for name in helper.names:
            if name in found:
                continue
            pair = _pair(name, owners)
            if pair:
                found.update(_with_tokens(pair, owners, exercise, surface, reference))
            elif not surface(helper).opaque.get(name):
                found.update(_alone(name, exercise, helper, getattr(reference(helper), name)))
    return found


def _alone(name: str, exercise: Exercise, helper: Exercise, function: Any) -> dict[str, Callable[..., Any]]:
    if is_net(function):
        return {name: ModuleStandIn(function)}
    if isinstance(function, type):
        return {}
    # A function of tensors may be differentiated through, or take a net: neither goes by value.
    by_value = exercise.runtime == "numpy" or helper.runtime == "numpy"
    return {name: function if by_value else FunctionStandIn(function)}


# --- forward and backward with a cache --------------------------------------------------------------------------------


def _pair(name: str, owners: Mapping[str, Exercise]) -> tuple[str, str] | None:
    """The forward and the backward to which a name belongs, if what goes between them is nobody else's business."""
    stem = name.removesuffix("_forward").removesuffix("_backward")
    for forward in (f"{stem}_forward", stem):
        pair = (forward, f"{stem}_backward")
        if name in pair and all(half in owners for half in pair) and owners[forward].opaque:
            return pair
    return None


def _with_tokens(
    pair: tuple[str, str],
    owners: Mapping[str, Exercise],
    exercise: Exercise,
    surface: Callable[[Exercise], Surface],
    reference: Callable[[Exercise], Reference],
) -> dict[str, Callable[..., Any]]:
    if set(pair) & set(exercise.names):
        return {}  # one of the two is what is graded here; see checks.check_backward
    forward, backward = pair
    opaque = surface(owners[forward]).opaque.get(forward, ())
    tokens = Tokens(forward)
    return {
        forward: tokens.kept(getattr(reference(owners[forward]), forward), set(opaque)),
        backward: tokens.given_back(getattr(reference(owners[backward]), backward)),
    }


class Tokens:
    """Caches of the reference, each known to the submission by a word that means nothing there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.caches: OrderedDict[str, Any] = OrderedDict()
        self.numbers = itertools.count(1)

    def kept(self, forward: Callable[..., Any], opaque: set[int]) -> Callable[..., Any]:
        def ahead(*args: Any, **kwargs: Any) -> Any:
            result = forward(*args, **kwargs)
            if type(result) is not tuple:
                return result
            return tuple(self._token(part) if i in opaque else part for i, part in enumerate(result))

        ahead.__name__ = self.name
        return ahead

    def given_back(self, backward: Callable[..., Any]) -> Callable[..., Any]:
        def back(*args: Any, **kwargs: Any) -> Any:
            return backward(*map(self._cache, args), **{k: self._cache(v) for k, v in kwargs.items()})

        back.__name__ = backward.__name__
        return back

    def _token(self, cache: Any) -> str:
        token = f"cache {next(self.numbers)} of {self.name}"
        self.caches[token] = cache
        if len(self.caches) > MOST_CACHES:
            self.caches.popitem(last=False)
        return token

    def _cache(self, value: Any) -> Any:
        return self.caches.get(value, value) if type(value) is str else value
