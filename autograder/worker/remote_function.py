"""A function of tensors without code: whoever made it computes its values and its gradients, stage by stage.

Follow-through puts it in place of a student's function that is wrong, so that the code around it can be graded. Between two
stages stands a call of a net, or of a function, that it was handed: that one is run here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder.worker.nested_tensors import tensors_in
from autograder.worker.remote_module import filled, plain_values

MOST_STAGES = 64


def asked_function(name: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    """`ask(question, call, ...)` answers with values."""

    def function(*args: Any, **kwargs: Any) -> Any:
        given_as: dict[Any, Any] = {**dict(enumerate(args)), **kwargs}
        theirs = {place: value for place, value in given_as.items() if _is_called(value)}
        positional = [None if i in theirs else value for i, value in enumerate(args)]
        by_name = {key: None if key in theirs else value for key, value in kwargs.items()}
        seed = _next_number()
        answers: list[Any] = []
        for _ in range(MOST_STAGES):
            given = [positional, by_name, answers]
            call = {
                "args": plain_values(positional),
                "kwargs": plain_values(by_name),
                "theirs": list(theirs),
                "answers": plain_values(answers),
                "seed": seed,
            }
            place, method, reached, drew = ask("stage", call)
            joined = _joined(ask, call, reached, [x for x in tensors_in(given) if x.is_floating_point()])
            if place is None:
                if drew:
                    _draw()
                return joined
            target = getattr(theirs[place], method) if method else theirs[place]
            answers = [*answers, target(*joined[0], **joined[1])]
        raise RecursionError(f"{name} calls what it was given more than {MOST_STAGES} times")

    function.__name__ = function.__qualname__ = name
    return function


def _is_called(value: Any) -> bool:
    """Tensors and numbers go by value; what else can be called is called here."""
    import torch

    return callable(value) and not isinstance(value, (torch.Tensor, type))


def _draw(generator: Any = None) -> int:
    import torch

    return int(torch.randint(1 << 31, (), generator=generator))


def _next_number() -> int:
    """What the global generator would give, without taking it: a function that draws nothing must not move it."""
    import torch

    ahead = torch.Generator()
    ahead.set_state(torch.get_rng_state())
    return _draw(ahead)


def _joined(ask: Any, call: dict, reached: Any, inputs: list) -> Any:
    """What a stage gives, as a function of the tensors before it: who differentiates it asks for the gradients."""
    import torch
    from torch.autograd.function import once_differentiable

    found = [t for t in tensors_in(reached) if t.is_floating_point()]
    if not torch.is_grad_enabled() or not found or not any(t.requires_grad for t in inputs):
        return reached

    class Stage(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *tensors: Any) -> Any:
            return tuple(t.clone() for t in found)

        @staticmethod
        @once_differentiable
        def backward(ctx: Any, *cotangents: Any) -> Any:
            filled = [torch.zeros_like(t) if c is None else c.detach() for t, c in zip(found, cotangents)]
            return tuple(ask("gradients", call, filled))

    return filled(reached, iter(Stage.apply(*inputs)))
