"""Values that a hostile worker could send: nodes, headers and frames, plausible enough to reach deep code."""

from __future__ import annotations

import json
import signal
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import strategies as st

DTYPES = [
    "<f8",
    "<f4",
    "<f2",
    "<i8",
    "|i1",
    "|u1",
    "|b1",
    "<c16",
    "<U3",
    "|S5",
    "|O",
    "<M8[s]",
    "<V4",
    "",
    "<f16",
    "<U999999",
]
SPECS = st.tuples(
    st.sampled_from(DTYPES) | st.text(max_size=4),
    st.lists(st.integers(-2, 5) | st.sampled_from([0, 1 << 40, 1 << 63, 1 << 80]), max_size=10)
    | st.none()
    | st.text(max_size=2),
    st.integers(-1, 64) | st.sampled_from([1 << 29, 1 << 40, True, None, 1.0]),
).map(list)
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from([1 << 4000, -1, 1 << 64])
)
TAGS = st.sampled_from(
    [
        "l",
        "t",
        "s",
        "z",
        "d",
        "lf",
        "li",
        "c",
        "b",
        "g",
        "a",
        "T",
        "sl",
        "...",
        "n",
        "h",
        "r",
        "f",
        "name",
        "x",
        "__class__",
    ]
)
NAMES = st.sampled_from(
    [
        "torch.float32",
        "numpy.load",
        "torch.os.abort",
        "torch.sys.exit",
        "numpy.ma.masked",
        "torch.nn.ReLU",
        "numpy.",
        "torch",
        "torch.__builtins__.x",
        "numpy._core",
        "torch.hub.load",
        "os.system",
        "torch.nn.functional.relu",
        "numpy.float64",
    ]
)


def nodes() -> st.SearchStrategy[Any]:
    def deeper(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        listed = st.lists(inner, max_size=4)
        return (
            st.tuples(TAGS, inner).map(list)
            | st.tuples(TAGS, listed).map(list)
            | st.tuples(
                st.just("d"),
                st.lists(st.tuples(inner, inner).map(list), max_size=3),
                st.sampled_from(["dict", "Counter", "x"]),
            ).map(list)
            | st.tuples(
                st.just("T"),
                st.integers(-1, 4),
                st.booleans(),
                st.booleans(),
                st.sampled_from(["float64", "int64", "bool", "bfloat16", "x"]),
            ).map(list)
            | st.tuples(st.just("n"), NAMES).map(list)
            | st.tuples(st.sampled_from(["a", "g", "b", "lf", "li"]), st.integers(-1, 4)).map(list)
            | st.tuples(st.just("h"), st.integers() | inner, st.text(max_size=5) | inner).map(list)
            | listed
            | st.dictionaries(st.text(max_size=3), inner, max_size=2)
        )

    return st.recursive(LEAVES, deeper, max_leaves=20)


def frame(header: Any, body: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<I", len(text)) + text + body


def mutated(data: bytes, edits: list[tuple[int, int]]) -> bytes:
    raw = bytearray(data)
    for at, value in edits:
        if raw:
            raw[at % len(raw)] = value % 256
    return bytes(raw)


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """A hang is a failure, and not one of the whole test session."""

    def late(*_: object) -> None:
        raise AssertionError(f"not done after {seconds} s: this would hang a grader")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
