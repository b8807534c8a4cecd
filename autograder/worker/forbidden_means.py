"""What an exercise forbids, taken away where it is computed: a name has many spellings, the computation has one.

    a Python function   its code is exchanged, so every alias of it refuses, wherever it is kept
    a class             it can no longer be made, derived from or run; annotations and type tests still work
    a torch operation   its kernel in torch's dispatcher is exchanged, below F.x, torch.ops.aten.x, torch._C._nn.x, Tensor
                        methods, vmap and TorchScript
    torch.autograd      every way to differentiate (worker.derivatives)

This happens in the worker before the first byte of student code, and nothing is kept from which it could be undone there;
`undo` is for a check in a student's own process. docs/security.md says what is promised.
"""

from __future__ import annotations

import ctypes
import importlib
import re
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from autograder.worker import derivatives, holders
from autograder.worker.missing_packages import Forbidden

Undo = Callable[[], None]

# Kernels by which an operation can be reached on a CPU or GPU, nested and sparse tensors included.
DISPATCH_KEYS = (
    "CompositeImplicitAutograd",
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
    "CompositeImplicitAutogradNestedTensor",
    "CPU",
    "CUDA",
    "MkldnnCPU",
    "QuantizedCPU",
    "SparseCPU",
    "NestedTensorCPU",
    "AutogradNestedTensor",
)
# vmap and the transforms of torch.func take an operation apart themselves: they are met at their door.
TRANSFORMS = "FuncTorchDynamicLayerFrontMode"
# Where torch keeps ready-made layers and their equivalents in Python.
PYTHON_LAYERS = (
    "torch.nn",
    "torch.functional",
    "torch.special",
    "torch.masked",
    "torch.onnx.ops",
    "torch.ao.nn",
    "torch._refs",
    "torch._decomp",
    "torch._higher_order_ops",
)
ADMINISTRATION = ("torch.nn.attention._", "torch.nn.attention.bias", "torch.nn.attention.varlen")
BEFORE = re.compile(r"^(_|native_|special_|mkldnn_|cudnn_|miopen_|sparse_|masked_|safe_|nested_|thnn_|prepacked_)+")
AFTER = re.compile(
    r"(_loss|_nd|_out|_pointwise|_functional|_impl|_impl_index|_copy|_legit|_with_update|_no_update|_no_training|_)+$"
)


def forbid(names: Sequence[str]) -> list[Undo]:
    """Takes away everything that computes what these dotted names do."""
    undo: list[Undo] = []
    done: set[Any] = set()
    if derivatives.NAME in names:
        undo += derivatives.take_away()
    names = [name for name in names if name != derivatives.NAME]
    for name in names:
        found = _resolve(name)
        if isinstance(found, types.ModuleType):
            undo += _refuse_module(found.__name__, name, done)
        elif found is not None:
            undo += refuse(found, name, done)
            undo += _replace_everywhere(name, found)
    of_torch = [name for name in names if name.startswith("torch.") and "torch" in sys.modules]
    for kin in (namesakes, family):  # what has a name of its own is refused under that name
        for name in of_torch:
            undo += _refuse_everywhere(name, kin(name), done)
    return undo


def _resolve(name: str) -> Any:
    """The object of a dotted name, or None."""
    parts = name.split(".")
    for split in range(len(parts) - 1, 0, -1):
        with suppress(ImportError):
            found: Any = importlib.import_module(".".join(parts[:split]))
            for part in parts[split:]:
                found = getattr(found, part, None)
            return found
    return None


# --- Python -------------------------------------------------------------------------------------------------------


def refuse(found: Any, name: str, done: set[Any]) -> list[Undo]:
    """What was `done` under one name is not done again under the next: one computation, several names."""
    parts = [found] if isinstance(found, type) else list(_unwrapped(found))
    undo: list[Undo] = []
    for part in parts:
        if part not in done:
            done.add(part)
            undo += _refuse_class(part, name) if isinstance(part, type) else _refuse_function(part, name)
    return undo


def _unwrapped(found: Any) -> Iterator[types.FunctionType]:
    """A function and what its decorators are wrapped around."""
    for _ in range(10):
        if isinstance(found, types.FunctionType):
            yield found
        found = getattr(found, "__wrapped__", None)


def _refuse_function(function: types.FunctionType, name: str) -> list[Undo]:
    before = function.__code__
    function.__code__ = _refusing_code(before.co_freevars, name)
    return [lambda: setattr(function, "__code__", before)]


@cache
def _refusing_code(free: tuple[str, ...], name: str) -> types.CodeType:
    """Code that raises; it closes over the same variables as the code in whose place it comes."""
    code = _refusing_template(free)
    there = {"class": Forbidden, "name": name}
    return code.replace(co_consts=tuple(there.get(c, c) if isinstance(c, str) else c for c in code.co_consts))


@cache
def _refusing_template(free: tuple[str, ...]) -> types.CodeType:
    """Compiled once, in the zygote: a fork only puts the name in."""
    source = (
        "def around():\n"
        + "".join(f"    {each} = None\n" for each in free)
        + "    def refuse(*args, **kwargs):\n"
        + "".join(f"        {each}\n" for each in free)
        + "        raise 'class'('name')\n    return refuse\n"
    )
    namespace: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a text cannot be called: it will not be one
        exec(source, namespace)
    return namespace["around"]().__code__


def _refuse_class(kind: type, name: str) -> list[Undo]:
    def refuse(*args: Any, **kwargs: Any) -> None:
        raise Forbidden(name)

    undo: list[Undo] = []
    for attribute in ("__init__", "__init_subclass__", "__call__", "forward"):
        own = vars(kind).get(attribute)
        if own is None and attribute in ("__call__", "forward") and not hasattr(kind, attribute):
            continue
        try:
            setattr(kind, attribute, refuse)
        except TypeError:  # a class of C: its name is replaced
            return undo
        undo.append(_restore(kind, attribute, own))
    return undo + _refuse_derived(kind, name)


def _refuse_derived(kind: type, name: str) -> list[Undo]:
    """Torch's own variants of a layer, which compute the same in methods of their own."""
    undo: list[Undo] = []
    derived: type
    for derived in type.__subclasses__(kind):
        if derived.__module__.startswith("torch."):
            passes = [v for n, v in vars(derived).items() if "forward" in n and isinstance(v, types.FunctionType)]
            undo += [each for method in passes for each in _refuse_function(method, name)]
            undo += _refuse_derived(derived, name)
    return undo


def _restore(kind: type, attribute: str, own: Any) -> Undo:
    return lambda: delattr(kind, attribute) if own is None else setattr(kind, attribute, own)


def _refuse_module(package: str, name: str, done: set[Any]) -> list[Undo]:
    """All that a package and its parts define; it can still be imported."""
    undo: list[Undo] = []
    for module_name, module in list(sys.modules.items()):
        if module_name == package or module_name.startswith(package + "."):
            for value in [v for k, v in vars(module).items() if not k.startswith("__")]:
                made = str(getattr(value, "__module__", None) or package)  # a ufunc does not say
                if callable(value) and (made == package or made.startswith(package + ".")):
                    undo += refuse(value, name, done) + _replace_everywhere(name, value)
    return undo


def _replace_everywhere(name: str, found: Any) -> list[Undo]:
    """For what is neither a Python function nor a class of Python: no module has it any more, under whatever name."""
    if any(True for _ in _unwrapped(found)) or (isinstance(found, type) and not _of_c(found)):
        return []

    def refuse(*args: Any, **kwargs: Any) -> None:
        raise Forbidden(name)

    undo: list[Undo] = []
    for space, attribute in holders.holders_of(found):
        space[attribute] = refuse
        undo.append(_put_back(space, attribute, found))
    return undo


def _put_back(space: dict[str, Any], attribute: str, value: Any) -> Undo:
    return lambda: space.update({attribute: value})


def _of_c(kind: type) -> bool:
    return not kind.__flags__ & (1 << 9)  # made by C, not by a class statement


# --- torch --------------------------------------------------------------------------------------------------------


def namesakes(name: str) -> frozenset[str]:
    """The stems of what is named like a forbidden function. What a `BatchNorm1d` computes is called `batch_norm`."""
    from torch.nn import functional

    stem = stem_of(name.rpartition(".")[2])
    bare = re.sub(r"_?[123]d$", "", stem)
    return frozenset({stem} if hasattr(functional, stem) or not hasattr(functional, bare) else {stem, bare})


def family(name: str) -> frozenset[str]:
    """The stems of all that computes the same as a forbidden name."""
    own = namesakes(name)
    return own | attention() if any("attention" in stem for stem in own) else own


@cache
def attention() -> frozenset[str]:
    """One computation under twenty names."""
    words = ("attention", "transformer_encoder")
    return frozenset(s for s in (*operations(), *python_layers()) if any(word in s for word in words))


def stem_of(name: str) -> str:
    """`CrossEntropyLoss`, `cross_entropy` and `aten::cross_entropy_loss` have the same one; `log_softmax` is not `softmax`."""
    last = name.rpartition("::")[2].partition(".")[0]
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", last).lower()
    return AFTER.sub("", BEFORE.sub("", snake)) or snake


@cache
def operations() -> dict[str, list[str]]:
    """Stem -> operations of torch's dispatcher."""
    import torch

    found: dict[str, list[str]] = {}
    for name in torch._C._dispatch_get_all_op_names():
        if not name.partition(".")[0].endswith("_backward"):
            found.setdefault(stem_of(name), []).append(name)
    return found


@cache
def python_layers() -> dict[str, list[Any]]:
    """Stem -> Python functions of torch by that name. Classes compute by these, or by operations.

    Each costs a fork the memory page that it lies on, so those that only administer kernels are left out.
    """
    found: dict[str, dict[int, Any]] = {}
    for module_name, module in list(sys.modules.items()):
        if module_name.startswith(PYTHON_LAYERS) and not module_name.startswith(ADMINISTRATION):
            for name, value in list(vars(module).items()):
                made = getattr(value, "__module__", None) or ""
                if isinstance(value, types.FunctionType) and str(made).startswith("torch"):
                    found.setdefault(stem_of(name), {})[id(value)] = value
    return {stem: list(values.values()) for stem, values in found.items()}


def _refuse_everywhere(name: str, stems: frozenset[str], done: set[Any]) -> list[Undo]:
    layers = [each for stem in stems for each in python_layers().get(stem, ())]
    names = [each for stem in stems for each in operations().get(stem, ()) if each not in done]
    done.update(names)
    return [undo for layer in layers for undo in refuse(layer, name, done)] + refuse_operations(names, name)


def refuse_operations(names: Sequence[str], forbidden: str) -> list[Undo]:
    from torch import _C

    kernel = _kernel(forbidden)
    libraries: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a kernel is exchanged
        for name in names:
            namespace, _, short = name.partition("::")
            if namespace not in libraries:
                libraries[namespace] = _C._dispatch_library("IMPL", namespace, "", __file__, 0)
            for key in [k for k in DISPATCH_KEYS if _C._dispatch_has_kernel_for_dispatch_key(name, k)]:
                libraries[namespace].impl(short, key, kernel)
            libraries[namespace].impl(short, TRANSFORMS, kernel)
    for library in libraries.values():
        # Held by nothing that the garbage collector could show: only the end of the process takes it away.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(library))
    return [library.reset for library in libraries.values()]


def _kernel(forbidden: str) -> Callable[..., Any]:
    recurrent = _recurrent_layers() if stem_of(forbidden.rpartition(".")[2]) == "linear" else frozenset()

    def refuse(*args: Any, **kwargs: Any) -> Any:
        # torch's own recurrent layers are made of linear maps and are no way around writing one.
        if recurrent and sys._getframe(1).f_code in recurrent:
            x, weight, *bias = args
            product = x.matmul(weight.t())
            return product + bias[0] if bias and bias[0] is not None else product
        raise Forbidden(forbidden)

    return refuse


def _recurrent_layers() -> frozenset[types.CodeType]:
    from torch import nn

    layers = (nn.RNN, nn.LSTM, nn.GRU, nn.RNNCell, nn.LSTMCell, nn.GRUCell)
    return frozenset(layer.forward.__code__ for layer in layers)
