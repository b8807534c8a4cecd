"""Values across the wire: what goes in comes out, of exactly the same type; what is malformed is refused."""

import socket
import struct
import threading
from collections import OrderedDict
from typing import NamedTuple

import numpy as np
import pytest
import torch

from autograder.worker import wire
from autograder.worker.records import as_plain
from autograder.worker.values import Decoder, Encoder
from autograder.worker.wire import Malformed, Message


def refuse(value):
    raise TypeError(type(value).__name__)


def round_trip(value, **options):
    """Through real sockets, as worker and grader would."""
    encoder = Encoder(refuse, **options)
    node = encoder(value)
    left, right = socket.socketpair()
    thread = threading.Thread(target=wire.send, args=(left, {"v": node, "bufs": encoder.specs}, encoder.buffers))
    thread.start()
    message = wire.receive(right)
    thread.join()
    return Decoder(message, {}, trusted=False)(message.header["v"])


def same(a, b):
    if isinstance(a, np.ndarray):
        return (
            type(b) is np.ndarray
            and a.dtype == b.dtype
            and a.shape == b.shape
            and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
        )
    if isinstance(a, torch.Tensor):
        return type(a) is type(b) and a.dtype == b.dtype and a.requires_grad == b.requires_grad and torch.equal(a, b)
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, dict):
        return type(a) is type(b) and list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    return type(a) is type(b) and (a == b or a != a)


VALUES = [
    None,
    True,
    0,
    -(2**80),
    1.5,
    float("inf"),
    float("nan"),
    1e-320,
    2 + 3j,
    "text ü \ud800",
    b"\x00\xff",
    [],
    [1, 2.0, "three"],
    (1, (2, [3])),
    {1, 2},
    frozenset({"a"}),
    {"a": 1, 2: [3], (4, 5): None},
    [0.5] * 1000,
    list(range(1000)),
    slice(1, None, 2),
    ...,
    np.float32(1.5),
    np.int64(3),
    np.bool_(True),
    np.arange(6.0).reshape(2, 3),
    np.zeros((0, 3)),
    np.array(2.0),
    np.array([True, False]),
    np.array(["ab", "c"]),
    np.arange(6)[::-2],
    np.asfortranarray(np.ones((2, 3))),
    np.array([1 + 2j]),
    np.arange(4, dtype=">i4").astype("<i4"),
    torch.arange(6.0).reshape(2, 3),
    torch.tensor(1, dtype=torch.int64),
    torch.ones(3, dtype=torch.bfloat16),
    torch.nn.Parameter(torch.ones(2)),
    torch.ones(2, requires_grad=True),
    torch.zeros(0, 4),
    torch.float32,
    [np.ones(2), {"t": torch.ones(1)}],
]


@pytest.mark.parametrize("value", VALUES, ids=lambda v: f"{type(v).__name__}-{str(v)[:20]!r}")
def test_value_comes_back_the_same(value):
    assert same(value, round_trip(value))


def test_an_ordered_dict_is_a_dict_in_its_order():
    found = round_trip(OrderedDict(y=2, x=1))
    assert type(found) is dict and list(found) == ["y", "x"]


def test_large_arrays_arrive_whole():
    array = np.random.default_rng(0).normal(size=(300, 1000))
    assert same(array, round_trip(array))


@pytest.mark.parametrize(
    "value",
    [object(), lambda: 1, np.array([object()]), np.ma.array([1]), iter([])],
    ids=lambda v: type(v).__name__,
)
def test_everything_else_is_offered_to_the_owner(value):
    with pytest.raises(TypeError):
        Encoder(refuse)(value)


def test_subclasses_are_not_values():
    class MyList(list):
        pass

    class MyArray(np.ndarray):
        pass

    for value in (MyList([1]), np.ones(2).view(MyArray)):
        with pytest.raises(TypeError):
            Encoder(refuse)(value)


class Pair(NamedTuple):
    first: int
    second: np.ndarray

    def swapped(self):
        return Pair(self.second, self.first)


class Bunch(dict):
    __getattr__ = dict.__getitem__


@pytest.mark.parametrize(
    "value, plain",
    [
        (Pair(1, np.ones(2)), (1, np.ones(2))),
        (Bunch(a=1, b=Bunch(c=2.0)), {"a": 1, "b": {"c": 2.0}}),
        ([Pair(1, np.ones(2))], [(1, np.ones(2))]),
        (torch.ones(2, 3).shape, (2, 3)),
        (torch.arange(3.0).max(dim=0), (torch.tensor(2.0), torch.tensor(2))),
    ],
    ids=lambda v: type(v).__name__,
)
def test_tuples_and_dicts_with_names_are_values(value, plain):
    """A pair is asked for, and a named pair is one."""
    assert same(plain, round_trip(value, plain=as_plain))


def test_a_list_that_holds_itself_ends():
    endless: list = []
    endless.append(endless)
    assert Encoder(lambda v: ["h", 1, "list"])(endless)[0] == "l"


BAD_NODES = [
    ["a", 0],
    ["a", -1],
    ["a", True],
    ["a", "0"],
    ["zz"],
    [],
    [[]],
    {"a": 1},
    ["t", 5],
    ["d", [[["l", []], 1]], "dict"],
    ["d", [], "type"],
    ["s", [["l", []]]],
    ["sl", 1, 2, 3, 4, 5],
    ["T", 0, True, True, "float32"],
    ["n", "os.system"],
    ["n", "numpy.__loader__"],
    ["n", "torch.nn._reduction"],
    ["c", "x", 1],
    ["a", 0, [1], 0, 1],
    ["h", 1, "x"],
]


@pytest.mark.parametrize("node", BAD_NODES, ids=str)
def test_malformed_nodes_are_refused(node):
    with pytest.raises(Malformed):
        Decoder(Message({}, []), {}, trusted=False)(node)


def test_deep_nodes_are_refused():
    node: list = ["l", []]
    for _ in range(500):
        node = ["l", [node]]
    with pytest.raises(Malformed):
        Decoder(Message({}, []), {}, trusted=False)(node)


def frame(header: bytes, body: bytes = b"") -> bytes:
    return struct.pack("<I", len(header)) + header + body


BAD_FRAMES = [
    struct.pack("<I", 2**31),
    frame(b"not json"),
    frame(b"[]"),
    frame(b"[" * 100_000),
    frame(b'{"bufs": 5}'),
    frame(b'{"bufs": [["<f8", [2], 8]]}', b"x" * 8),
    frame(b'{"bufs": [["<f8", [-1], 8]]}'),
    frame(b'{"bufs": [["|O8", [1], 8]]}', b"x" * 8),
    frame(b'{"bufs": [["<f8", [99999999999, 99999999999], 72]]}'),
    frame(b'{"bufs": [["<f8", [1,1,1,1,1,1,1,1,1], 8]]}', b"x" * 8),
    frame(b'{"bufs": [["<f8", [1], 8, 0]]}', b"x" * 8),
    frame(b'{"bufs": [["<f8", [80000000000], 640000000000]]}'),
    frame(b'{"bufs": [["<V8", [1], 8]]}', b"x" * 8),
    frame(b'{"bufs": [["<M8[s]", [1], 8]]}', b"x" * 8),
]


@pytest.mark.parametrize("data", BAD_FRAMES, ids=lambda d: repr(d[:60]))
def test_malformed_frames_are_refused(data):
    left, right = socket.socketpair()
    left.sendall(data)
    left.close()
    with pytest.raises((Malformed, wire.Closed)):
        wire.receive(right)


def test_memory_files_are_private_to_each_reader():
    array = np.arange(8.0)
    descriptor = wire.memory_file(memoryview(array.view(np.uint8)))
    left, right = socket.socketpair()
    for _ in range(2):
        wire.send(left, {"bufs": [["<f8", [8], 64, 0]]}, (), [descriptor])
        got = wire.receive(right, fds=True).buffers[0]
        assert np.array_equal(got, array)
        got -= 1  # in-place work must succeed, and must not reach the next reader
