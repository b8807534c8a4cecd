"""Automatic differentiation taken out of torch, where an exercise forbids `torch.autograd` and needs tensors all the same.

    what records a graph      torch's autograd kernels, of every operation, are passed over: nothing is recorded, neither for
                              .backward() and torch.func nor for forward mode, whoever asks for it and however
    what runs a graph         the engine, and every function in front of it, refuses: code is told what it may not use
    other ways                TorchScript's own differentiation, ready-made derivatives (`..._backward`), and sympy

Tensors, parameters, `no_grad`, `requires_grad`, vmap, the forward of an own `autograd.Function`, optimizers that are handed
gradients: all that goes on working.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from autograder.worker.missing_packages import Forbidden, named

Undo = Callable[[], None]
NAME = "torch.autograd"
AUTOGRAD_KEYS = ("Autograd", "AutogradNestedTensor", "AutogradCUDA")
DOORS = ("torch.autograd", "torch._functorch.eager_transforms", "torch._functorch.apis", "torch.nn.grad")
HARMLESS = frozenset(
    {
        "vmap",
        "chunk_vmap",
        "functionalize",
        "debug_unwrap",
        "set_inplace_requires_grad_allowed",
        "noop",
        "has_torch_function",
        "handle_torch_function",
        "is_tensor_like",
    }
)
"""In those modules, what differentiates nothing."""
RUNS_A_GRAPH = (
    "grad",
    "backward",
    "vjp",
    "jvp",
    "jac",
    "hess",
    "hvp",
    "vhp",
    "linearize",
    "gradcheck",
    "gradgradcheck",
    "make_dual",
    "unpack_dual",
    "enter_dual_level",
    "_engine_run_backward",
    "_vjp",
    "_jvp",
    "conv",
)
OF_TORCHSCRIPT = (
    "_jit_differentiate",
    "_jit_pass_create_autodiff_subgraphs",
    "_jit_set_profiling_executor",
    "_jit_set_profiling_mode",
    "parse_ir",
)
"""TorchScript differentiates by formulas of its own, if it is told to by these."""
KEPT = ("__name__", "__spec__", "__path__", "__loader__", "__file__", "__package__", "__doc__")


def take_away() -> list[Undo]:
    """Before the first byte of student code."""
    from autograder.worker import forbidden_means

    ready_made = [n for n in _operations() if "_backward" in n.partition(".")[0] or "_jvp" in n]
    done: set[Any] = set()
    undo = [each for door in _doors() for each in forbidden_means.refuse(door, NAME, done)]
    for stem, layers in forbidden_means.python_layers().items():
        if "backward" in stem:
            undo += [each for layer in layers for each in forbidden_means.refuse(layer, NAME, done)]
    undo += forbidden_means.refuse_operations(ready_made, NAME)
    undo += _record_nothing()
    undo += _without_engine()
    undo += _without(sys.modules["torch._C"], OF_TORCHSCRIPT)
    return undo + _without_symbols()


def _operations() -> list[str]:
    import torch

    return torch._C._dispatch_get_all_op_names()


def _record_nothing() -> list[Undo]:
    import torch.library
    from torch import _C

    libraries: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a kernel is exchanged
        for name in _operations():
            namespace, _, short = name.partition("::")
            for key in AUTOGRAD_KEYS:
                if _C._dispatch_has_kernel_for_dispatch_key(name, key):
                    if namespace not in libraries:
                        libraries[namespace] = _C._dispatch_library("IMPL", namespace, "", __file__, 0)
                    libraries[namespace].impl(short, key, torch.library.fallthrough_kernel)
    for library in libraries.values():
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(library))  # as in means: held by nothing that could be found
    return [library.reset for library in libraries.values()]


# --- what runs a graph ----------------------------------------------------------------------------------------------


def _doors() -> Iterator[Any]:
    """Python functions that differentiate: their code is exchanged, so every alias of them refuses."""
    import torch
    import torch.autograd.forward_ad
    import torch.autograd.functional
    import torch.func
    import torch.nn.grad

    yield torch.Tensor.backward
    for module_name, module in list(sys.modules.items()):
        if module_name.startswith(DOORS):
            for name, value in list(vars(module).items()):
                made = str(getattr(value, "__module__", None) or "")
                own = isinstance(value, types.FunctionType) and made.startswith(DOORS)
                if own and name not in HARMLESS and name.lstrip("_").startswith(RUNS_A_GRAPH):
                    yield value


def _without_engine() -> list[Undo]:
    """A method of a class of C: nothing but its dictionary holds it."""
    from torch.autograd import Variable

    def run_backward(*args: Any, **kwargs: Any) -> None:
        raise Forbidden(NAME)

    kind: Any = type(Variable._execution_engine)  # type: ignore[attr-defined]
    before = _methods(kind)["run_backward"]
    _set_method(kind, "run_backward", run_backward)
    return [lambda: _set_method(kind, "run_backward", before)]


def _methods(kind: type) -> dict[str, Any]:
    """The dictionary itself: a class of C hands out a view that cannot be written to."""
    return next(each for each in gc.get_referents(vars(kind)) if type(each) is dict)


def _set_method(kind: type, name: str, value: Any) -> None:
    _methods(kind)[name] = value
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


def _without(module: Any, names: tuple[str, ...]) -> list[Undo]:
    before = {name: vars(module).pop(name) for name in names if name in vars(module)}
    return [lambda: vars(module).update(before)]


# --- another package ------------------------------------------------------------------------------------------------


def _without_symbols() -> list[Undo]:
    """sympy, which comes along with torch: without the names in its modules none of its methods works, wherever it is kept."""
    undo: list[Undo] = []
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "sympy" and isinstance(module, types.ModuleType):
            undo.append(_emptied(module))
    return undo


def _emptied(module: types.ModuleType) -> Undo:
    space = vars(module)
    before = dict(space)
    space.clear()
    space.update({name: before[name] for name in KEPT if name in before}, __getattr__=_mentioned)

    def refill() -> None:
        space.clear()
        space.update(before)

    return refill


def _mentioned(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return named(f"sympy.{name}", Forbidden)
