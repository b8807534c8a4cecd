"""The tensors of a student's torch module, each once: what is learnt, what is merely kept, and who shares a tensor.

A net is loaded with the grader's weights by these parts (see suites/weights.py): names, order and grouping of layers are
the student's.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from autograder.worker.nested_tensors import tensors_in

MOST_PARTS = 2_000


@dataclass
class NetPart:
    tensors: list[Any]
    """Several where they share their memory."""
    names: list[str]
    kind: str
    """"parameter"; "constant" if it does not learn; "buffer"."""
    layer: str
    """Class of the layer of torch.nn that it belongs to; "" for one that the student made."""
    used: int = -1
    """Its place in the order in which a forward pass first uses the parts."""

    def to_list(self) -> list:
        shape = list(self.tensors[0].shape) if _is_made(self.tensors[0]) else []
        return [self.names, shape, self.kind, self.layer, self.used]


def parts_of(module: Any) -> list[NetPart]:
    """In the order of creation."""
    import torch

    if not isinstance(module, torch.nn.Module):
        raise TypeError("this is not a torch.nn.Module")
    found: dict[Any, NetPart] = {}
    for owner_name, owner in torch.nn.Module.named_modules(module, remove_duplicate=False):
        layer = _layer(owner)
        own = [(n, p, "parameter" if p.requires_grad else "constant") for n, p in owner._parameters.items() if p is not None]
        own += [(n, b, "buffer") for n, b in owner._buffers.items() if b is not None]
        for leaf, tensor, kind in own:
            name = f"{owner_name}.{leaf}" if owner_name else leaf
            part = found.setdefault(_memory(tensor), NetPart([], [], kind, layer))
            part.names.append(name)
            if not any(tensor is t for t in part.tensors):
                part.tensors.append(tensor)
        if len(found) > MOST_PARTS:
            raise ValueError("this module has too many parameters to be graded")
    return list(found.values())


def _layer(owner: Any) -> str:
    """A list or dict of parameters is not a layer."""
    kind = type(owner)
    return kind.__name__ if kind.__module__.startswith("torch.nn.") and "container" not in kind.__module__ else ""


def _memory(tensor: Any) -> Any:
    """The same for tensors that always hold the same numbers."""
    if not _is_made(tensor) or tensor.numel() == 0:
        return id(tensor)
    return tensor.data_ptr(), tuple(tensor.shape), tensor.stride()


def seen_in_use(module: Any, method: str, inputs: list[Any]) -> list[NetPart]:
    """The parts, with the order in which a forward pass uses them. One that fails tells as much as it got to."""
    from torch.overrides import TorchFunctionMode

    seen: dict[int, int] = {}

    class Watch(TorchFunctionMode):
        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            for tensor in tensors_in((args, kwargs)):
                seen.setdefault(id(tensor), len(seen))
            return function(*args, **(kwargs or {}))

    parts = parts_of(module)
    with rehearsal(module) as again:
        with suppress(Exception), Watch():
            _run(again, method, inputs)
        there = parts_of(again)
        if [p.names for p in there] != [p.names for p in parts]:
            return _made_by_a_pass(module, method, inputs)
        for part, twin in zip(parts, there):
            part.used = min((seen[id(t)] for t in twin.tensors if id(t) in seen), default=-1)
    return parts


def _made_by_a_pass(module: Any, method: str, inputs: list[Any]) -> list[NetPart]:
    """Some nets make their layers when they are first used."""
    with suppress(Exception):
        _run(module, method, inputs)
    return parts_of(module)


def _run(module: Any, method: str, inputs: list[Any]) -> Any:
    import torch

    target = module
    for name in method.split(".") if method else ():
        target = getattr(target, name)
    with torch.no_grad():
        return target(*inputs)


@dataclass
class Filling:
    """Numbers for some of the parts: [index of the part, index of the value, whether it is transposed] each."""

    values: list[Any]
    chosen: list[list] = field(default_factory=list)

    def put_into(self, parts: list[NetPart]) -> None:
        import torch

        with torch.no_grad():
            for index, value, transposed in self.chosen:
                data = self.values[value].t() if transposed else self.values[value]
                for tensor in parts[index].tensors:
                    tensor.copy_(data.reshape(tensor.shape))


def outputs_with(module: Any, method: str, inputs: list[Any], fillings: list[Filling]) -> list[Any]:
    """For each filling what the module returns in evaluation mode (None if it raises)."""
    found = []
    for filling in fillings:
        with rehearsal(module) as again:
            try:
                filling.put_into(parts_of(again))
                found.append(_run(again, method, inputs))
            except Exception:
                found.append(None)
    return found


@contextmanager
def rehearsal(module: Any) -> Iterator[Any]:
    """A copy of a module in evaluation mode. Nothing that is done with it shows afterwards, in random numbers neither."""
    import torch

    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    try:
        again = copy.deepcopy(module)
    except Exception:
        again = module  # it holds something that cannot be copied
    modes = [(m, m.training) for m in torch.nn.Module.modules(again)]
    for m, _ in modes:
        m.training = False
    try:
        yield again
    finally:
        for m, training in modes:
            m.training = training
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.set_rng_state(states[2])


def _is_made(tensor: Any) -> bool:
    """Not so for a lazy layer before its first use."""
    import torch

    return not torch.nn.parameter.is_lazy(tensor)
