"""A net without code: its parameters are here, and whoever made it computes its passes and their gradients.

Follow-through puts it in place of a student's net that is wrong, so that the code around that net can be graded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograder.worker.nested_tensors import tensors_in


def shell_class(name: str, methods: Sequence[str], ask: Callable[..., Any]) -> type:
    """A subclass of nn.Module with these methods; `ask(question, made, ...)` answers with values."""
    import torch

    class Shell(torch.nn.Module):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__()
            self._made = [list(args), kwargs]
            entries, plain = ask("make", self._made, _seed())
            for entry, value, learns in entries:
                _place(self, entry, value, learns)
            for attribute, number in plain.items():
                setattr(self, attribute, number)

    for method in methods:
        setattr(Shell, method, _method(method, ask))
    Shell.__name__ = Shell.__qualname__ = name
    return Shell


def _seed() -> int:
    """From the global generator: what the code has seeded decides about the shell's random numbers, too."""
    import torch

    return int(torch.randint(1 << 31, ()))


def _place(net: Any, entry: str, value: Any, learns: bool | None) -> None:
    import torch

    *path, leaf = entry.split(".")
    owner = net
    for part in path:
        if part not in owner._modules:
            owner.add_module(part, torch.nn.Module())
        owner = owner._modules[part]
    if learns is None:
        owner.register_buffer(leaf, value)
    else:
        owner.register_parameter(leaf, torch.nn.Parameter(value, requires_grad=learns))


def _method(name: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        import torch

        state = self.state_dict(keep_vars=True)
        inputs = [x for x in tensors_in([list(args), kwargs]) if x.is_floating_point()]
        learning = {entry: p.view_as(p) for entry, p in state.items() if p.requires_grad}
        call = {
            "method": name,
            "args": plain_values(list(args)),
            "kwargs": plain_values(kwargs),
            "training": self.training,
            "state": {entry: value.detach() for entry, value in state.items()},
            "seed": _seed() if self.training else 0,
        }
        result, buffers = ask("forward", self._made, call)
        own = dict(self.named_buffers())
        with torch.no_grad():
            for entry, value in buffers.items():
                own[entry].copy_(value)
        found = [t for t in tensors_in(result) if t.is_floating_point()]
        if not torch.is_grad_enabled() or not any(t.requires_grad for t in (*inputs, *learning.values())) or not found:
            return result
        return filled(result, iter(_joined(ask, self._made, call, found, inputs, learning)))

    method.__name__ = name
    return method


def _joined(ask: Any, made: list, call: dict, found: list, inputs: list, learning: dict) -> list:
    """The results as functions of inputs and parameters: who differentiates them asks for the gradients."""
    import torch

    class Pass(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *tensors: Any) -> Any:
            return tuple(t.clone() for t in found)

        @staticmethod
        def backward(ctx: Any, *cotangents: Any) -> Any:
            filled = [torch.zeros_like(t) if c is None else c.detach() for t, c in zip(found, cotangents)]
            of_inputs, of_learning = ask("gradients", made, call, filled)
            return (*of_inputs, *(of_learning.get(entry) for entry in learning))

    return list(Pass.apply(*inputs, *learning.values()))


def plain_values(value: Any) -> Any:
    """Tensors as values, without their graph."""
    import torch

    if isinstance(value, torch.Tensor):
        return value.detach().as_subclass(torch.Tensor)
    if isinstance(value, dict):
        return {k: plain_values(v) for k, v in value.items()}
    return type(value)(map(plain_values, value)) if type(value) in (list, tuple) else value


def filled(value: Any, tensors: Any) -> Any:
    import torch

    if isinstance(value, torch.Tensor):
        return next(tensors) if value.is_floating_point() else value
    if isinstance(value, dict):
        return {k: filled(v, tensors) for k, v in value.items()}
    return type(value)(filled(v, tensors) for v in value) if isinstance(value, (list, tuple)) else value
