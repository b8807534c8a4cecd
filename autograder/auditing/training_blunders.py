"""Ways to go wrong that fit any training function: less data, another budget, other random draws, a history made up.

The same form as auditing/blunders.py: each flaw goes around a right function, and has a probe.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from autograder.auditing.blunders import Probed, flawed, is_array

BUDGETS = ("steps", "epochs")
DRAWS = ("randn", "rand", "randint", "randn_like", "rand_like", "normal")


# --- the data --------------------------------------------------------------------------------------------------------


def some_rows(target: Any, first: bool, probe: bool = False) -> Any:
    """Sees only the first, or only the second, half of the rows."""

    def half(value: Any) -> Any:
        if probe and len(value) >= 2:
            raise Probed
        middle = (len(value) + 1) // 2
        return value[:middle] if first else value[-middle:]

    def cut(value: Any) -> Any:
        if type(value) is dict:
            return {k: half(v) if k.endswith("train") and is_array(v) else v for k, v in value.items()}
        if type(value) is list and value and isinstance(value[0], tuple):  # batches of a loader
            return half(value)
        return half(value) if is_array(value) and value.ndim else value

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return right(*(cut(a) for a in args), **{k: cut(v) for k, v in kwargs.items()})

    return flawed(target, flaw)


# --- the budget ------------------------------------------------------------------------------------------------------


def budget(target: Any, factor: float, probe: bool = False) -> Any:
    """Makes another number of steps than it is told, and a history of the right length."""
    signature = inspect.signature(target)

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        asked = {name: bound.arguments[name] for name in BUDGETS if name in bound.arguments}
        if probe and any(n > 1 for n in asked.values()):
            raise Probed
        for name, n in asked.items():
            bound.arguments[name] = max(1, round(factor * n)) if n else n
        result = right(*bound.args, **bound.kwargs)
        wanted = next(iter(asked.values()), None)
        return result if wanted is None else _lists(result, lambda kept: _of_length(kept, wanted))

    return flawed(target, flaw)


def twice(target: Any, probe: bool = False) -> Any:
    """The optimizer makes each of its steps twice."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        import torch
        from torch.optim.optimizer import register_optimizer_step_post_hook

        again = False

        def hook(optimizer: torch.optim.Optimizer, *_: Any) -> None:
            nonlocal again
            if probe:
                raise Probed
            again = not again
            if again:
                optimizer.step()

        handle = register_optimizer_step_post_hook(hook)
        try:
            return right(*args, **kwargs)
        finally:
            handle.remove()

    return flawed(target, flaw)


def zeroed_last(target: Any, probe: bool = False) -> Any:
    """Gradients are set to zero after a step, so that the first one adds to what is there."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        import torch

        def first_left_out(zero_grad: Callable[..., None]) -> Callable[..., None]:
            calls = 0

            @functools.wraps(zero_grad)
            def patched(owner: Any, *args: Any, **kwargs: Any) -> None:
                nonlocal calls
                calls += 1
                if probe and calls == 1 and _has_gradients(owner):
                    raise Probed
                if probe or calls > 1:
                    zero_grad(owner, *args, **kwargs)

            return patched

        owners: list[Any] = [torch.optim.Optimizer, torch.nn.Module]
        with _patched([(owner, "zero_grad", first_left_out(owner.zero_grad)) for owner in owners]):
            return right(*args, **kwargs)

    return flawed(target, flaw)


def _has_gradients(owner: Any) -> bool:
    """Whether an optimizer or a module has a gradient from before."""
    groups = getattr(owner, "param_groups", None) or [{"params": owner.parameters()}]
    return any(p.grad is not None and bool(p.grad.any()) for group in groups for p in group["params"])


# --- random draws ----------------------------------------------------------------------------------------------------


def unshuffled(target: Any, probe: bool = False) -> Any:
    """Rows are taken in the order in which they came."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        import torch

        def in_order(n: int, **_: Any) -> torch.Tensor:
            if probe:
                raise Probed
            return torch.arange(n)

        with _patched([(torch, "randperm", in_order)]):
            return right(*args, **kwargs)

    return flawed(target, flaw)


def same_draws(target: Any, probe: bool = False) -> Any:
    """Every step uses the random numbers of the first one."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        known: dict[Any, Any] = {}

        def kept(name: str, draw: Callable[..., Any]) -> Callable[..., Any]:
            def again(*args: Any, **kwargs: Any) -> Any:
                shapes = (tuple(a.shape) if is_array(a) else repr(a) for a in args)
                key = (name, *shapes, *(f"{k}={v}" for k, v in kwargs.items() if k != "generator"))
                if key not in known:
                    known[key] = draw(*args, **kwargs)
                elif probe:
                    raise Probed
                return known[key].clone()

            return again

        with _draws(kept):
            return right(*args, **kwargs)

    return flawed(target, flaw)


def one_draw_a_batch(target: Any, probe: bool = False) -> Any:
    """All rows of a batch share one random draw."""

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        def shared(name: str, draw: Callable[..., Any]) -> Callable[..., Any]:
            def first_row(*args: Any, **kwargs: Any) -> Any:
                found = draw(*args, **kwargs)
                if found.ndim == 0 or len(found) < 2:
                    return found
                if probe:
                    raise Probed
                return found[:1].expand_as(found).clone()

            return first_row

        with _draws(shared):
            return right(*args, **kwargs)

    return flawed(target, flaw)


@contextmanager
def _draws(change: Callable[[str, Callable[..., Any]], Callable[..., Any]]) -> Iterator[None]:
    import torch

    with _patched([(torch, name, change(name, getattr(torch, name))) for name in DRAWS]):
        yield


@contextmanager
def _patched(changes: list[tuple[Any, str, Any]]) -> Iterator[None]:
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


# --- the history -----------------------------------------------------------------------------------------------------


def history(target: Any, kind: str, probe: bool = False) -> Any:
    """A record of another length or in another order than the training had."""
    change: dict[str, Callable[[list[Any]], list[Any]]] = {
        "halved": lambda kept: kept[::2],
        "sorted": lambda kept: sorted(kept, reverse=True),
        "smoothed": lambda kept: [float(np.mean(kept[: i + 1])) for i in range(len(kept))],
    }

    def changed(kept: list[Any]) -> list[Any]:
        found = change[kind](kept)
        if probe and found != kept:
            raise Probed
        return kept if probe else found

    def flaw(right: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return _lists(right(*args, **kwargs), changed)

    return flawed(target, flaw)


def _lists(value: Any, change: Callable[[list[Any]], list[Any]]) -> Any:
    """Changes every list of numbers in a result."""
    if type(value) is dict:
        return {k: _lists(v, change) for k, v in value.items()}
    if type(value) is tuple:
        return tuple(_lists(v, change) for v in value)
    if type(value) is list and value and all(isinstance(v, (int, float)) for v in value):
        return change(value)
    return value


def _of_length(kept: list[Any], wanted: int) -> list[Any]:
    """Thinned or stretched."""
    return [kept[int(i * len(kept) / wanted)] for i in range(wanted)]
