# ruff: noqa: E501
"""The student surface, as docs/suites.md lists it, through the in-process transport and through a jailed worker."""

import numpy as np
import pytest
import torch

from autograder.grading.workers import Budget, Program, WorkerTransport, ZygotePool
from autograder.suites.student import Handle, Rng, Student, StudentError, Surface, begin_test
from autograder.suites.transport import LocalTransport
from autograder.worker.session import Session

SOURCE = """
from typing import NamedTuple
import numpy as np
import torch
from collections import OrderedDict, namedtuple
from typing import NamedTuple
from given.models import Scale

def forward(x, c=1.0):
    return x * c, {"x": x, "c": c}

def backward(dout, cache):
    return dout * cache["c"]

def boom(x):
    y = 1
    raise KeyError("secret")

class Odd(ValueError):
    pass

def odd():
    raise Odd("x" * 1000)

def leave():
    raise SystemExit(3)

def call_me(f, x):
    return f(x) + 1

def in_place(x):
    x -= 1
    return x.sum()

def draw(rng):
    return rng.normal(size=3)

def count():
    n = 0
    while True:
        yield n
        n += 1

class Value:
    def __init__(self, data):
        self.data = data
    def __add__(self, other):
        return Value(self.data + (other.data if isinstance(other, Value) else other))
    __radd__ = __add__
    def __mul__(self, other):
        return Value(self.data * (other.data if isinstance(other, Value) else other))
    def __neg__(self):
        return Value(-self.data)
    def __eq__(self, other):
        return isinstance(other, Value) and self.data == other.data
    def __len__(self):
        return 3
    def __getitem__(self, i):
        return [10, 20, 30][i]
    def twice(self):
        return self + self

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 2)
    def forward(self, x):
        return self.layer(x) ** 2

def scaled(model, x):
    return model(x)

class Result(NamedTuple):
    out: np.ndarray
    cache: dict
    def size(self):
        return len(self.cache)

def named(x):
    return Result(x, {"x": x})

def global_random():
    return float(np.random.normal()), float(torch.randn(()))

Split = namedtuple("Split", "bias variance")

class Saved(NamedTuple):
    out: object
    cache: object

class History(dict):
    pass

class Point(NamedTuple):
    x: float
    def moved(self):
        return Point(self.x + 1)

def split():
    return Split(1.0, History(loss=[2.0], shape=torch.ones(2, 3).shape, kept=OrderedDict(a=1)))

def kept(x):
    return Saved(x, Split(x, x))

def use(cache):
    return cache.bias + cache.variance

def matrix():
    return np.matrix([[1.0, 2.0]])
"""
GIVEN = {
    "models": "import torch\nclass Scale(torch.nn.Module):\n    def __init__(self, k):\n        super().__init__()\n        self.k = k\n    def forward(self, x):\n        return x * self.k\n"
}
NAMES = "forward backward boom odd leave call_me in_place draw count Value Net scaled global_random split kept use matrix Point Result named missing".split()
SURFACE = Surface(NAMES, {"forward": [1], "kept": [1], "named": [1]})
STATEMENTS = [{"label": "<0>", "line": 1, "source": SOURCE.strip("\n"), "name": "boom", "needed": True}]


@pytest.fixture(scope="module")
def pool():
    pool = ZygotePool("none")
    yield pool
    pool.close()


@pytest.fixture(params=["local", "worker"])
def student(request, pool):
    if request.param == "local":
        session = Session()
        transport = LocalTransport(session)
        load = {"op": "load", "statements": STATEMENTS, "given": GIVEN, "bufs": []}
        assert "error" not in transport.request(load, session.encoder()).header
    else:
        transport = WorkerTransport(
            pool,
            Program("torch", {"statements": STATEMENTS, "given": GIVEN}, budget=Budget(2), surface=SURFACE),
        )
    student = Student(transport, SURFACE)
    begin_test(student, 7)
    yield student
    if request.param == "worker":
        transport.close()


def test_values_go_and_come(student):
    out, cache = student.forward(np.ones((2, 3)), c=2)
    assert np.array_equal(out, np.full((2, 3), 2.0))
    assert isinstance(cache, Handle)  # opaque: it stays with the student's code
    assert np.array_equal(student.backward(np.ones(3), cache), np.full(3, 2.0))


def test_containers_of_an_own_kind_are_the_plain_ones(student):
    result = student.split()
    assert type(result) is tuple and result == (1.0, {"loss": [2.0], "shape": (2, 3), "kept": {"a": 1}})
    assert type(result[1]) is dict and type(result[1]["kept"]) is dict
    found = student.matrix()
    assert type(found) is np.ndarray and found.shape == (1, 2)


def test_the_cache_in_a_named_tuple_stays_with_the_students_code(student):
    out, cache = student.kept(np.ones(2))
    assert np.array_equal(out, np.ones(2)) and isinstance(cache, Handle)
    assert np.array_equal(student.use(cache), np.full(2, 2.0))


def test_what_a_test_makes_of_a_class_is_an_object(student):
    point = student.Point(1.0)
    assert isinstance(point, Handle) and isinstance(point.moved(), Handle)
    assert point.moved().x == 2.0


def test_named_tuples_are_tuples_unless_the_class_was_called(student):
    out, cache = student.named(np.ones(2))
    assert out.sum() == 2 and isinstance(cache, Handle)
    assert student.Result(np.ones(2), {"a": 1}).size() == 1


def test_exceptions_are_builtins_with_a_place(student):
    with pytest.raises(KeyError) as caught:
        student.boom(1)
    error = caught.value
    assert isinstance(error, StudentError)
    assert "KeyError" in error.public and 'raise KeyError("secret")' in error.public
    assert "secret" in error.text


def test_own_exception_classes_show_as_their_builtin(student):
    with pytest.raises(ValueError) as caught:
        student.odd()
    assert "raised ValueError" in caught.value.public and "x" * 50 not in caught.value.public
    assert len(caught.value.text) < 400


def test_leaving_is_an_exception_too(student):
    with pytest.raises(StudentError):
        student.leave()
    assert student.in_place(np.ones(2)) == 0  # and the worker lives on


def test_call_backs_are_evaluated_here(student):
    seen = []

    def square(x):
        seen.append(x)
        return x**2

    assert np.array_equal(student.call_me(square, np.arange(3.0)), np.array([1.0, 2.0, 5.0]))
    assert len(seen) == 1


def test_library_functions_cross_by_name(student):
    assert np.allclose(student.call_me(np.tanh, np.zeros(2)), 1.0)


def test_arguments_as_they_are_afterwards(student):
    x = np.ones(4)
    after = student.call(student.in_place, x, return_args=True)
    assert after.result == 0 and np.array_equal(after.args[0], np.zeros(4))
    assert np.array_equal(x, np.ones(4))


def test_generators_are_built_from_throw_away_seeds(student):
    assert np.array_equal(student.draw(Rng("numpy", 5)), Rng("numpy", 5).build().normal(size=3))


def test_operators_items_and_identity(student):
    v = student.Value(3)
    w = 1 + v
    assert (v + w).data == 7 and (v * 2).data == 6 and (-v).data == -3
    assert len(v) == 3 and v[1] == 20 and v.twice().data == 6
    assert (v == student.Value(3)) is True and (v == w) is False
    assert student.same(v, v) and not student.same(v, w)


def test_iteration_is_capped(student):
    assert len(list(student.count())) == 1000


def test_modules_their_state_and_gradients(student):
    net = student.Net()
    state = {"layer.weight": torch.ones(2, 3), "layer.bias": torch.zeros(2)}
    net.load_state_dict(state)
    assert torch.equal(net(torch.ones(1, 3)), torch.full((1, 2), 9.0))
    got = student.vjp(net, [torch.ones(1, 3)], [torch.ones(1, 2)])
    assert torch.allclose(got.inputs[0], torch.full((1, 3), 12.0))
    assert torch.allclose(got.parameters["layer.bias"], torch.full((2,), 6.0))
    assert list(net.state_dict()) == ["layer.weight", "layer.bias"]


def test_second_order_gradients(student):
    net = student.Net()
    net.load_state_dict({"layer.weight": torch.ones(2, 3), "layer.bias": torch.zeros(2)})
    first = student.vjp(net, [torch.ones(1, 3)], [torch.ones(1, 2)], create_graph=True)
    second = student.vjp(first.inputs, first.leaves, [torch.ones(1, 3)])
    assert torch.allclose(second.inputs[0], torch.full((1, 3), 12.0))


def test_given_objects_live_beside_the_student(student):
    model = student.given.models.Scale(4.0)
    assert torch.equal(student.scaled(model, torch.ones(2)), torch.full((2,), 4.0))


def test_non_contiguous_arrays_keep_their_strides(student):
    x = np.arange(12.0).reshape(3, 4)[:, ::-2]
    assert np.array_equal(student.forward(x)[0], x)


def test_large_arrays_travel_by_memory_file(student):
    x = np.ones(1 << 18)
    x.flags.writeable = False
    for _ in range(2):
        assert student.in_place(x) == 0


def test_global_random_state_is_seeded_per_test(student):
    first = student.global_random()
    begin_test(student, 7)
    again = student.global_random()
    begin_test(student, 8)
    assert first == again != student.global_random()


def test_unknown_names_are_the_suite_authors_fault(student):
    with pytest.raises(AttributeError, match="no name 'nothing'"):
        student.nothing  # noqa: B018


def test_a_missing_definition_is_said(student):
    with pytest.raises(NameError) as caught:
        student.missing()
    assert caught.value.public == "missing is not defined in your submission"
