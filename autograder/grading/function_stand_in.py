"""The reference's function of tensors in the place of a student's, without its code; gradients go through it.

Such a function may take a net, and call it in the middle of its own work. So it is computed in stages: up to the first call
of something that lives with the submission, from there to the second, and so on to the result. The worker
(worker/remote_function.py) asks for a stage by values, runs its own net between two stages, and asks for the gradient of each
stage where it is differentiated. No object of either side reaches the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder.worker.nested_tensors import tensors_in

MOST_STAGES = 64
"""Calls of a submission's net in one call of the function."""


class FunctionStandIn:
    """Answers the questions of `worker.asked`; whatever does not fit is an exception there."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @property
    def __name__(self) -> str:
        return self.function.__name__

    def node(self, number: int) -> list:
        """How the load message tells the worker to build its side."""
        return ["asked", number, self.__name__]

    def __call__(self, question: str, call: dict, *rest: Any) -> Any:
        answers: dict[str, Callable[..., Any]] = {"stage": self._stage, "gradients": self._gradients}
        return answers[question](call, *rest)

    # --- the two questions -------------------------------------------------------------------------------------

    def _stage(self, call: dict) -> list:
        """[which argument is called, its method, its arguments] or [None, "", the result]; and whether numbers were drawn."""
        import torch

        with torch.no_grad(), torch.random.fork_rng():
            torch.manual_seed(call["seed"])
            before = torch.get_rng_state()
            reached = self._run(call)
            return [*reached, not torch.equal(before, torch.get_rng_state())]

    def _gradients(self, call: dict, cotangents: list) -> list:
        """Of <what the stage gives, cotangents>, for the floating-point tensors of arguments and answers, in order."""
        import torch

        leaves = [x for x in tensors_in([call["args"], call["kwargs"], call["answers"]]) if x.is_floating_point()]
        for leaf in leaves:
            leaf.requires_grad_(True)
        with torch.enable_grad(), torch.random.fork_rng():
            torch.manual_seed(call["seed"])
            outputs = [t for t in tensors_in(self._run(call)[2]) if t.is_floating_point()]
            pairs = [(t, c) for t, c in zip(outputs, cotangents) if t.requires_grad]
            if not pairs:
                return [None] * len(leaves)
            found = torch.autograd.grad([t for t, _ in pairs], leaves, [c for _, c in pairs], allow_unused=True)
        return list(found)

    def _run(self, call: dict) -> list:
        answers = iter(call["answers"][:MOST_STAGES])
        args, kwargs = list(call["args"]), dict(call["kwargs"])
        for place in call["theirs"]:
            (args if type(place) is int else kwargs)[place] = Theirs(place, answers)
        try:
            return [None, "", self.function(*args, **kwargs)]
        except Reached as stage:
            return [stage.place, stage.method, [list(stage.args_), stage.kwargs]]


class Reached(BaseException):
    """The function wants an answer of the submission that is not there yet. No `except Exception` of its own may take it."""

    def __init__(self, place: int | str, method: str, args: tuple, kwargs: dict) -> None:
        super().__init__(place)
        self.place, self.method, self.args_, self.kwargs = place, method, args, kwargs


class Theirs:
    """A net or a function of the submission, as the reference sees it: it can be called, and so can its methods."""

    def __init__(self, place: int | str, answers: Any, method: str = "") -> None:
        self._place, self._answers, self._method = place, answers, method

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        for answer in self._answers:
            return answer
        raise Reached(self._place, self._method, args, kwargs)

    def __getattr__(self, name: str) -> Theirs:
        if name.startswith("_") or self._method:
            raise AttributeError(name)
        return Theirs(self._place, self._answers, name)
