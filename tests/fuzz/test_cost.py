"""What a reply may cost a grader: a megabyte on the wire takes at most 100 MB and a second, whatever is done with it."""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hostile import frame

from autograder import checks
from autograder.checks import CheckFailed, show
from autograder.checks.fingerprint import fingerprint
from autograder.checks.picture import difference_map
from autograder.checks.steps import parting
from autograder.checks.values import describe, read_numbers
from autograder.grading.pictures import histories
from autograder.grading.workers import at_most
from autograder.suites.agreement import agree
from autograder.suites.student import Call, Student, Surface
from autograder.suites.transport import Transport
from autograder.worker.values import Encoder
from autograder.worker.wire import Malformed, Message, receive

MEGABYTE = 1 << 20
MOST_MEMORY, MOST_SECONDS = 100 << 20, 1.0
P = (1 << 61) - 1
"""Python's hash of an integer is its remainder by this."""


def buffers(*arrays: np.ndarray) -> tuple[list, bytes]:
    raw = [np.ascontiguousarray(a) for a in arrays]
    specs = [[a.dtype.newbyteorder("<").str, list(a.shape), a.nbytes] for a in raw]
    return specs, b"".join(a.tobytes() for a in raw)


def deep(width: int, depth: int, leaf: Any) -> Any:
    node = leaf
    for _ in range(depth):
        node = ["l", [node] * width]
    return node


def colliding_tuples(count: int) -> list:
    """Pairs with one hash: a tuple's hash is a chain of steps that can be walked backwards."""
    prime1, prime2, prime5, whole = 11400714785074694791, 14029467366897019727, 2870177450012600261, 1 << 64

    def rotated(x: int, by: int) -> int:
        return ((x << by) | (x >> (64 - by))) % whole

    target, found, first = 12345, [], 0
    while len(found) < count:
        first += 1
        after_first = rotated((prime5 + first * prime2) % whole, 31) * prime1 % whole
        wanted = target * pow(prime1, -1, whole) % whole
        second = (rotated(wanted, 33) - after_first) * pow(prime2, -1, whole) % whole
        if 0 <= second < P:
            found.append(["t", [first, second]])
    return found


def bombs() -> dict[str, tuple[Any, list, bytes]]:
    """Name -> node, specs and bytes, about a megabyte each."""
    none: tuple[list, bytes] = ([], b"")
    numbers = np.random.default_rng(0)
    long_text = ["l", ["x"] * 150_000 + ["y" * 300_000]]
    grown: dict[str, tuple[Any, list, bytes]] = {
        "many strings and a long one": (long_text, *none),
        "numbers and a long string": (["l", [0] * 150_000 + ["y" * 300_000]], *none),
        "strings in rows": (["l", [["l", ["x"] * 500 + ["y" * 1000]]] * 300], *none),
        "text scalars": (["l", [["g", i] for i in range(9_000)]], *buffers(*[np.array(1.0)] * 8_999, np.array("y" * 100_000))),
        "bytes": (["l", [*["x"] * 100_000, ["b", 0]]], *buffers(np.zeros(500_000, np.uint8))),
        "a string": ("y" * 900_000, *none),
        "a text array": (["a", 0], *buffers(np.full(100, "x" * 2_000))),
        "an empty text array": (["a", 0], [["<U99999", [0], 0]], b""),
        "empty but endless": (["a", 0], [["<f8", [0, 1 << 40], 0]], b""),
        "empty lists": (["l", [["l", []]] * 99_000], *none),
        "lists in lists": (deep(2, 16, 1.5), *none),
        "a deep list": (deep(1, 45, ["l", [1.0] * 1000]), *none),
        "ragged lists": (["l", [["l", [1.0] * (k % 50)] for k in range(6_000)]], *none),
        "rows of floats": (["l", [["l", [1.0] * 8]] * 20_000], *none),
        "huge integers": (["l", [10**4000 + k for k in range(240)]], *none),
        "colliding integers": (["s", [k * P for k in range(40_000)]], *none),
        "ten sets": (["l", [["s", [k * P for k in range(4_000)]]] * 10], *none),
        "colliding integers in a list": (["l", [k * P for k in range(40_000)]], *none),
        "colliding tuples": (["s", colliding_tuples(20_000)], *none),
        "colliding tuples in a list": (["l", colliding_tuples(20_000)], *none),
        "colliding keys": (["d", [[k * P, 0] for k in range(40_000)], "dict"], *none),
        "a large dict": (["d", [[f"k{k}", k] for k in range(60_000)], "dict"], *none),
        "a history": (["d", [["val_loss", ["l", [0.5] * 9000 + [10**300] * 2_000]]], "dict"], *none),
        "objects": (["l", [["h", k, "Value"] for k in range(40_000)]], *none),
        "bytes as numbers": (["a", 0], *buffers(numbers.integers(0, 255, MEGABYTE, np.uint8))),
        "a column": (["a", 0], *buffers(numbers.normal(size=(131_072, 1)))),
        "every other one": (["a", 0], *buffers(np.arange(MEGABYTE) % 2 == 0)),
        "nan": (["a", 0], *buffers(np.where(np.arange(131_072) % 3, np.nan, 1.0))),
        "eight axes": (["a", 0], *buffers(numbers.normal(size=(4,) * 8))),
        "halves": (["a", 0], *buffers(numbers.normal(size=(1000, 500)).astype("<f2"))),
        "complex": (["a", 0], *buffers(numbers.normal(size=65_536) * 1j)),
        "a long list of floats": (["lf", 0], *buffers(numbers.normal(size=131_072))),
        "lists of floats": (["l", [["lf", k] for k in range(1000)]], *buffers(*[np.ones(130)] * 1000)),
        "arrays in a list": (["l", [["a", k] for k in range(2000)]], *buffers(*[np.ones(60)] * 2000)),
    }
    return grown


def invented(seed: int) -> tuple[Any, list, bytes]:
    """A reply made at random of the same parts."""
    draw = random.Random(seed)
    arrays: list[np.ndarray] = []

    def node(depth: int) -> Any:
        kind = draw.choice("number text array list tuple set dict long bytes handle".split())
        if kind in ("list", "tuple", "set", "dict") and depth < 6:
            count = draw.choice([1, 3, 40, 300])
            one = node(depth + 1)
            items = [one if draw.random() < 0.9 else node(depth + 1) for _ in range(count if depth < 2 else count % 40)]
            if kind == "dict":
                return [
                    "d",
                    [[f"k{i}" if draw.random() < 0.8 else i * P, v] for i, v in enumerate(items)],
                    "dict",
                ]
            return [{"list": "l", "tuple": "t", "set": "s"}[kind], items]
        if kind == "text":
            return draw.choice("xyz") * draw.choice([0, 1, 50, 20_000])
        if kind in ("array", "long", "bytes"):
            shape = draw.choice([(), (1,), (7, 3), (0, 5), (900,), (30, 1, 30)]) if kind == "array" else (900,)
            dtype = draw.choice(["<f8", "|u1", "<U9", "<c16"]) if kind == "array" else "<f8"
            made = np.ones(shape, dtype if kind != "bytes" else "|u1")
            arrays.append(made)
            return [{"array": "a", "long": "lf", "bytes": "b"}[kind], len(arrays) - 1]
        if kind == "handle":
            return ["h", draw.randrange(1000), "Value"]
        return draw.choice([0, 1.5, True, None, 10**300, draw.randrange(9) * P])

    return node(0), *buffers(*arrays)


class Answering(Transport):
    def __init__(self, data: bytes) -> None:
        self.data = data

    def request(self, header: dict, encoder: Encoder) -> Message:
        if header["op"] != "call":
            return Message({"result": ["l", [["h", 1, "Value"]] * 2] if header["op"] == "iter" else 7})
        ours, theirs = socket.socketpair()
        feeder = threading.Thread(target=lambda: (theirs.sendall(self.data), theirs.close()))
        feeder.start()
        try:
            return receive(ours)
        finally:
            ours.close()
            feeder.join()

    def begin_test(self, seed: int) -> None:
        pass


EXPECTED = np.random.default_rng(1).normal(size=(32, 20))
USES: dict[str, Callable[[Any], Any]] = {
    "assert_close": lambda v: checks.assert_close(v, EXPECTED, "out"),
    "close to a number": lambda v: checks.assert_close(v, 1.0, "out"),
    "close to a list": lambda v: checks.assert_close(v, [EXPECTED, EXPECTED], "out"),
    "close to itself": lambda v: checks.assert_close(v, read_numbers(v).data, "out"),  # type: ignore[union-attr]
    "close to nearly itself": lambda v: checks.assert_close(v, read_numbers(v).data + 1e-3, "out"),  # type: ignore[union-attr]
    "assert_equal": lambda v: checks.assert_equal(v, {1, 2}, "out"),
    "equal to a list": lambda v: checks.assert_equal(v, ["a", "b"], "out"),
    "equal to a dict": lambda v: checks.assert_equal(v, {"a": 1.0}, "out"),
    "assert_shape": lambda v: checks.assert_shape(v, (3, 4), "out"),
    "assert_between": lambda v: checks.assert_between(v, 0.2, 0.9, "out"),
    "assert_true": lambda v: checks.assert_true(v, "true"),
    "steps": lambda v: parting({"x": v}, {"x": EXPECTED}),
    "mean": lambda v: checks.check_mean(v, 0.0, 1.0),
    "ks": lambda v: checks.check_ks(v, lambda x: x),
    "independent": lambda v: checks.check_independent(v, v),
    "threshold": lambda v: checks.threshold(v, at_least=0.5),
    "gradcheck": lambda v: checks.gradcheck(lambda x: (v, v), lambda d, c: v, {"x": EXPECTED}),
    "a gradient": lambda v: checks.gradcheck(lambda x: (x, 0), lambda d, c: v, {"x": EXPECTED}),
    "fingerprint": lambda v: fingerprint(v, EXPECTED),
    "map": lambda v: difference_map(v, v, "out"),
    "show_map": lambda v: show.show_map(v, "map"),
    "show_images": lambda v: show.show_images(v, "images"),
    "show_curves": lambda v: show.show_curves({"loss": v}, "curve"),
    "histories": lambda v: histories([Call("call", "f", {}, {"result": v})]),
    "agree": lambda v: agree(v, v),
    "describe": describe,
    "np.asarray": np.asarray,
    "np.asarray as floats": lambda v: np.asarray(v, dtype=float),
    "set": lambda v: set(v),
    "set of rows": lambda v: {tuple(row) for row in v if type(row) in (list, tuple)},
}


def cost(node: Any, specs: list, body: bytes) -> list[str]:
    """What was too dear, measured in a process of its own; empty where all was cheap."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        gc.freeze()  # what other tests have left in memory is not the reply's cost
        try:
            os.write(writer, json.dumps(_cost_here(node, specs, body))[:60_000].encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else ["the process died"]


def _cost_here(node: Any, specs: list, body: bytes) -> list[str]:
    data = frame({"result": node, "bufs": specs}, body)
    assert len(data) <= 1.6 * MEGABYTE, len(data)
    peak = _peak()
    wrong = []

    def measured(name: str, use: Callable[[], Any]) -> Any:
        nonlocal peak
        start, found = time.process_time(), None
        try:
            with at_most(5):
                found = use()
        except (
            CheckFailed,
            Malformed,
            TypeError,
            ValueError,
            AttributeError,
            OverflowError,
            checks.Inconclusive,
        ):
            pass
        except BaseException as error:
            wrong.append(f"{name}: {type(error).__name__}")
        seconds, more = time.process_time() - start, _peak() - peak
        peak += max(more, 0)
        if seconds > MOST_SECONDS or more > MOST_MEMORY:
            wrong.append(f"{name}: {seconds:.1f} s, {more >> 20} MB")
        return found

    who = Student(Answering(data), Surface(["f", "Value"]))
    value = measured("decode", lambda: (who.f(1.0),))
    for name, use in USES.items() if value is not None else ():
        measured(name, lambda use=use: use(value[0]))  # type: ignore[misc]
    return wrong


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


BOMBS = bombs()


@pytest.mark.parametrize("name", BOMBS)
def test_a_known_bomb_is_cheap(name: str) -> None:
    assert (cost(*BOMBS[name]) and cost(*BOMBS[name])) == []  # what is too dear is so each time, and not only on a slow machine


def test_invented_replies_are_cheap() -> None:
    wrong = {}
    for seed in range(40):
        reply = invented(seed)
        if len(json.dumps(reply[0])) + len(reply[2]) < MEGABYTE and (found := cost(*reply)):
            wrong[seed] = found
    assert wrong == {}


def test_the_bombs_are_real() -> None:
    """A set of pairs that share a hash does take the square of their number."""
    pairs = [tuple(node[1]) for node in colliding_tuples(3)]
    assert len({hash(pair) for pair in pairs}) == 1 and len(set(pairs)) == 3


def test_the_frames_are_about_a_megabyte() -> None:
    for name, (node, specs, body) in BOMBS.items():
        size = len(json.dumps({"result": node, "bufs": specs})) + len(body)
        assert size < 1.6 * MEGABYTE, (name, size)
        assert struct.calcsize("<I") == 4
