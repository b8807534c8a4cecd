"""Values as JSON nodes and buffers, the exact type tagged. Both sides of the wire use this file.

A node is null, a bool, an int, a float, a string, or a list whose first entry is a tag:

    ["l", [...]] list   ["t", [...]] tuple   ["s", [...]] set   ["z", [...]] frozenset
    ["d", [[k, v], ...], kind] dict, OrderedDict, defaultdict, Counter
    ["lf", i] / ["li", i] long list of floats / ints in buffer i
    ["c", re, im] complex   ["b", i] bytes   ["g", i] numpy scalar   ["sl", a, b, c] slice   ["...",] Ellipsis
    ["a", i] ndarray; ["a", i, strides, offset, extent] one that is not contiguous (to the worker only)
    ["T", i, requires_grad, is_parameter, dtype] torch tensor   ["n", "torch.float32"] an allow-listed name
    ["h", id, class] a handle      and, to the worker only, ["r", kind, seed] an Rng and ["f", id] a call-back

Everything else is offered to `other`, which makes a handle of it in the worker.
"""

from __future__ import annotations

import importlib
import sys
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from autograder.worker.sizes import check_collisions, check_text
from autograder.worker.wire import Malformed, Message, dtype_of

DEPTH_CAP = 48
NODE_CAP = 200_000
LONG_LIST = 32
MEMORY_FILE = 1 << 20
DICTS = {"dict", "OrderedDict", "defaultdict", "Counter"}
"""A dict on the other side: order is kept by all of them."""
TORCH_DTYPES = {
    "float64",
    "float32",
    "float16",
    "bfloat16",
    "complex64",
    "complex128",
    "int64",
    "int32",
    "int16",
    "int8",
    "uint8",
    "bool",
}
DTYPE_NAMES = {f"torch.{name}" for name in TORCH_DTYPES}
NAMED_ROOTS = ("torch.nn.", "torch.nn.functional.", "torch.optim.", "torch.", "numpy.")


class TooLarge(Exception):
    """A value with more parts than a message may have."""


class Encoder:
    """Turns values into nodes; `buffers` and `specs` grow with them. `files` makes a memory file of a large array.

    `strides` keeps the layout of arrays that are not contiguous: to the worker only, whose reader trusts us.
    `plain` may offer a plain value in place of an object, which then goes instead of a handle.
    """

    def __init__(
        self,
        other: Callable[[Any], list],
        files: Callable[[np.ndarray], int] | None = None,
        strides: bool = False,
        plain: Callable[[Any], Any] | None = None,
    ) -> None:
        self.other = other
        self.plain = plain
        self.files = files
        self.strides = strides
        self.specs: list[list] = []
        self.buffers: list[memoryview | bytes] = []
        self.fds: list[int] = []
        self.nodes = 0

    def __call__(self, value: Any, depth: int = 0) -> Any:
        self.nodes += 1
        if self.nodes > NODE_CAP:
            raise TooLarge
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        if kind is int:
            return value if -(1 << 12000) < value < 1 << 12000 else self.other(value)
        if kind is str:
            return value
        if kind is np.ndarray:
            return self._array(value)
        if depth >= DEPTH_CAP:
            return self.other(value)
        if kind is tuple:
            return ["t", [self(v, depth + 1) for v in value]]
        if kind is list:
            return self._list(value, depth)
        if kind is dict or kind is OrderedDict or kind is defaultdict or kind is Counter:
            pairs = [[self(k, depth + 1), self(v, depth + 1)] for k, v in value.items()]
            return ["d", pairs, kind.__name__]
        if kind is set or kind is frozenset:
            return ["s" if kind is set else "z", [self(v, depth + 1) for v in value]]
        if kind is complex:
            return ["c", value.real, value.imag]
        if kind is bytes:
            return ["b", self._buffer("|u1", [len(value)], value)]
        if kind is slice:
            return ["sl", *(self(p, depth + 1) for p in (value.start, value.stop, value.step))]
        if value is Ellipsis:
            return ["..."]
        if isinstance(value, np.generic) and kind.__module__ == "numpy" and self._plain(value.dtype):
            array = np.asarray(value)
            return ["g", self._buffer(_wire_dtype(array.dtype), [], array.tobytes())]
        torch = sys.modules.get("torch")
        if torch is not None:
            if kind is torch.Tensor or kind is torch.nn.Parameter:
                return self._tensor(value, torch)
            if kind is torch.dtype:
                return ["n", str(value)]
        offered = self.plain(value) if self.plain is not None else value
        return self.other(value) if type(offered) is kind else self(offered, depth)

    def _plain(self, dtype: np.dtype) -> bool:
        return dtype.kind in "biufcUS" and 0 < dtype.itemsize <= 1 << 16 and dtype.str[1:] not in ("f12", "c24", "c32", "f16")

    def _buffer(self, dtype: str, shape: list[int], data: memoryview | bytes) -> int:
        self.specs.append([dtype, shape, len(data)])
        self.buffers.append(data)
        return len(self.specs) - 1

    def _array(self, array: np.ndarray) -> list:
        if not self._plain(array.dtype) or array.ndim > 8:
            return self.other(array)
        layout = _layout(array) if self.strides and not array.flags.c_contiguous else []
        return ["a", self._bytes(array), *layout]

    def _bytes(self, array: np.ndarray) -> int:
        dtype = _wire_dtype(array.dtype)
        shape = list(array.shape)
        if self.files is not None and array.nbytes >= MEMORY_FILE:
            self.specs.append([dtype, shape, array.nbytes, len(self.fds)])
            self.fds.append(self.files(array))
            return len(self.specs) - 1
        return self._buffer(dtype, shape, _raw(array))

    def _list(self, value: list, depth: int) -> list:
        if len(value) > LONG_LIST:
            if all(type(v) is float for v in value):
                return ["lf", self._buffer("<f8", [len(value)], _raw(np.array(value, "<f8")))]
            if all(type(v) is int and -(1 << 63) <= v < 1 << 63 for v in value):
                return ["li", self._buffer("<i8", [len(value)], _raw(np.array(value, "<i8")))]
        return ["l", [self(v, depth + 1) for v in value]]

    def _tensor(self, tensor: Any, torch: Any) -> list:
        name = str(tensor.dtype).removeprefix("torch.")
        if tensor.layout is not torch.strided or name not in TORCH_DTYPES or tensor.is_nested or tensor.dim() > 8:
            return self.other(tensor)
        plain = tensor.detach().cpu().resolve_conj().resolve_neg().contiguous()
        array = plain.view(torch.int16).numpy() if name == "bfloat16" else plain.numpy()
        is_parameter = isinstance(tensor, torch.nn.Parameter)
        return ["T", self._bytes(array), bool(tensor.requires_grad), is_parameter, name]


def _raw(array: np.ndarray) -> memoryview | bytes:
    contiguous = np.ascontiguousarray(array)
    if contiguous.size == 0:
        return b""
    if contiguous.dtype.str != _wire_dtype(contiguous.dtype):
        contiguous = contiguous.astype(_wire_dtype(contiguous.dtype))
    return memoryview(contiguous.reshape(-1).view(np.uint8))  # type: ignore[arg-type]


def _wire_dtype(dtype: np.dtype) -> str:
    return dtype.newbyteorder("<").str


def _layout(array: np.ndarray) -> list:
    """Strides in items, the offset of the first item, and how many items the memory spans."""
    if array.size == 0 or any(s % array.itemsize for s in array.strides):
        return []
    strides = [s // array.itemsize for s in array.strides]
    reach = [(n - 1) * s for n, s in zip(array.shape, strides)]
    offset = -sum(r for r in reach if r < 0)
    extent = offset + sum(r for r in reach if r > 0) + 1
    return [strides, offset, extent]


class Decoder:
    """Turns nodes back into values. `special` handles the tags of one direction only (handles, call-backs, rngs)."""

    def __init__(
        self,
        message: Message,
        special: dict[str, Callable[..., Any]],
        trusted: bool,
        device: str | None = None,
    ):
        self.buffers = message.buffers
        self.special = special
        self.trusted = trusted
        self.device = device
        self.nodes = 0
        self.used: set[int] = set()

    def __call__(self, node: Any) -> Any:
        """The value of a node; what is not trusted is safe to convert and to hash, too."""
        value = self._value(node, 0)
        if not self.trusted:
            check_text(value)
        return value

    def _value(self, node: Any, depth: int) -> Any:
        self.nodes += 1
        if depth > DEPTH_CAP + 4 or self.nodes > NODE_CAP:
            raise Malformed("too many parts")
        if not isinstance(node, list):
            if isinstance(node, dict):
                raise Malformed("object node")
            return node
        try:
            tag, *rest = node
            if tag in self.special:
                return self.special[tag](*rest)
            return getattr(self, self.METHODS[tag])(depth + 1, *rest)
        except Malformed:
            raise
        except (
            TypeError,
            ValueError,
            KeyError,
            IndexError,
            AttributeError,
            OverflowError,
            RuntimeError,
        ) as error:
            raise Malformed(f"node {type(error).__name__}") from None

    METHODS: ClassVar[dict[str, str]] = {
        "l": "_list",
        "t": "_tuple",
        "s": "_set",
        "z": "_frozenset",
        "d": "_dict",
        "lf": "_long",
        "li": "_long",
        "c": "_complex",
        "b": "_bytes",
        "g": "_scalar",
        "a": "_array",
        "T": "_tensor",
        "sl": "_slice",
        "...": "_ellipsis",
        "n": "_named",
    }

    def _items(self, depth: int, items: list) -> list:
        found = [self._value(v, depth) for v in _is_list(items)]
        if not self.trusted:
            check_collisions(found)
        return found

    def _list(self, depth: int, items: list) -> list:
        return self._items(depth, items)

    def _tuple(self, depth: int, items: list) -> tuple:
        return tuple(self._items(depth, items))

    def _set(self, depth: int, items: list) -> set:
        return set(self._items(depth, items))

    def _frozenset(self, depth: int, items: list) -> frozenset:
        return frozenset(self._items(depth, items))

    def _dict(self, depth: int, pairs: list, kind: str) -> dict:
        if kind not in DICTS:
            raise Malformed("dict")
        keys = self._items(depth, [key for key, _ in _is_list(pairs)])
        return dict(zip(keys, [self._value(value, depth) for _, value in pairs]))

    def _long(self, depth: int, index: int) -> list:
        return self._buffer(index).tolist()

    def _complex(self, depth: int, real: float, imag: float) -> complex:
        return complex(real, imag)

    def _bytes(self, depth: int, index: int) -> bytes:
        return self._buffer(index).tobytes()

    def _scalar(self, depth: int, index: int) -> Any:
        array = self._buffer(index)
        if array.shape != ():
            raise Malformed("scalar")
        return array[()]

    def _slice(self, depth: int, *parts: Any) -> slice:
        return slice(*(self._value(p, depth) for p in parts))

    def _ellipsis(self, depth: int) -> Any:
        return Ellipsis

    def _named(self, depth: int, name: str) -> Any:
        if not self.trusted and name not in DTYPE_NAMES:
            raise Malformed("name")
        return named(name)

    def _array(self, depth: int, index: int, *layout: Any) -> np.ndarray:
        array = self._buffer(index)
        if not layout:
            return array
        if not self.trusted:
            raise Malformed("strides")
        strides, offset, extent = layout
        base = np.zeros(extent, array.dtype)
        in_bytes = [s * array.itemsize for s in strides]
        view = np.lib.stride_tricks.as_strided(base[offset:], array.shape, in_bytes)
        view[...] = array
        return view

    def _tensor(self, depth: int, index: int, requires_grad: bool, is_parameter: bool, name: str) -> Any:
        import torch

        if name not in TORCH_DTYPES:
            raise Malformed("tensor dtype")
        tensor = torch.from_numpy(np.asarray(self._buffer(index)))
        if name == "bfloat16":
            tensor = tensor.view(torch.bfloat16)
        if str(tensor.dtype) != f"torch.{name}":
            raise Malformed("tensor dtype")
        if self.device:
            tensor = tensor.to(self.device)
        if is_parameter:
            return torch.nn.Parameter(tensor, requires_grad=bool(requires_grad))
        return tensor.requires_grad_(bool(requires_grad)) if requires_grad else tensor

    def _buffer(self, index: int) -> np.ndarray:
        if type(index) is not int or not 0 <= index < len(self.buffers):
            raise Malformed("buffer index")
        if index in self.used:  # each reference makes a copy: a megabyte named a thousand times is a gigabyte
            raise Malformed("buffer used twice")
        self.used.add(index)
        return self.buffers[index]


def _is_list(items: Any) -> list:
    if not isinstance(items, list):
        raise Malformed("items")
    return items


def named(name: str) -> Any:
    """An allow-listed dotted name such as torch.nn.ReLU, torch.float32 or numpy.tanh."""
    if not isinstance(name, str) or not name.startswith(NAMED_ROOTS) or "_" in (name.split(".")[-1][:1], name[:1]):
        raise Malformed(f"name {name!r}")
    root, *path = name.split(".")
    value: Any = importlib.import_module(root)
    for part in path:
        value = getattr(value, part)
    return value


def dotted_name(value: Any) -> str | None:
    """The allow-listed name under which a library's function or class can be sent, if it has one."""
    module, qualname = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if isinstance(value, np.ufunc):
        module, qualname = "numpy", value.__name__
    if not isinstance(module, str) or not isinstance(qualname, str):
        return None
    tops = {"torch": ("torch", "torch.nn", "torch.nn.functional", "torch.optim"), "numpy": ("numpy",)}
    for top in tops.get(module.split(".")[0], ()):
        candidate = f"{top}.{qualname}"
        try:
            if named(candidate) is value:
                return candidate
        except (AttributeError, Malformed):
            continue
    return None


__all__ = ["Decoder", "Encoder", "Malformed", "TooLarge", "dotted_name", "dtype_of", "named"]
