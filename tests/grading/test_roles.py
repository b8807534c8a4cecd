"""What may be sent to an object of the student's: only what the task makes an object gets values."""

import contextlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from autograder.course.returned import returned_by
from autograder.course.source import ModuleSource, read_module
from autograder.suites.reference import Reference
from autograder.suites.student import Handle, Student, Surface, begin_test
from autograder.suites.transport import LocalTransport
from autograder.worker.session import Session

REFERENCE = """
from collections.abc import Callable
import numpy as np
import torch
from jaxtyping import Float

Rows = Float[np.ndarray, "N D"]
Pair = tuple[Rows, dict[str, float]]


class Number:
    def __init__(self, data: float) -> None:
        self.data = data
    def __add__(self, other: "Number | float") -> "Number": ...
    __radd__ = __add__
    def __rsub__(self, other: float) -> "Number": ...
    def __matmul__(self, other: "Number") -> float: ...
    def exp(self) -> "Number": ...
    def norm(self) -> float: ...


class Net(torch.nn.Module):
    def forward(self, x): ...


def plain(x: Rows) -> Pair: ...
def makes_net() -> Net: ...
def makes_function() -> Callable: ...
def unsaid(x): ...
"""
HOSTILE = """
SEEN = []
class Number:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Number()
    def __call__(self, *args):
        SEEN.append(args)
        return Number()
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = __getitem__ = __contains__ = __call__
    def __init__(self, *args):
        pass
    def __iter__(self):
        return iter([Number(), Number()])
    def __len__(self):
        return 2
def plain(*args): return Number()
makes_net = makes_function = unsaid = Net = plain
"""
NAMES = ["Number", "Net", "plain", "makes_net", "makes_function", "unsaid"]


@pytest.fixture
def student():
    source = ModuleSource(Path("reference/x.py"), REFERENCE)
    session = Session()
    exec(HOSTILE, session.namespace)
    made = Student(LocalTransport(session), Surface(NAMES, returned=returned_by((n, source) for n in NAMES)))
    begin_test(made, 1)
    made.seen = session.namespace["SEEN"]
    return made


EXPECTED = np.array([1.0, 2.0])
SECRETS = {
    "minus": lambda v: v - EXPECTED,
    "reflected": lambda v: EXPECTED - v,
    "a float": lambda v: 0.5 + v,
    "matmul": lambda v: EXPECTED @ v,
    "method": lambda v: v.dot(EXPECTED),
    "called": lambda v: v(EXPECTED),
    "index": lambda v: v[EXPECTED.argsort()],
    "labels": lambda v: v[np.int64(1)],
    "in": lambda v: 0.5 in v,
    "allclose": lambda v: np.allclose(v, EXPECTED),
    "dot": lambda v: np.dot(EXPECTED, v),
    "approx": lambda v: v == pytest.approx(0.5),
    "of an item": lambda v: next(iter(v)) - 0.5,
    "of an attribute": lambda v: v.T - 0.5,
    "gradients": lambda v: v._student.vjp(v, [EXPECTED]),
}


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("origin", ["plain", "data", "norm", "forward", "matmul"])
def test_an_object_in_the_place_of_a_value_gets_nothing(student, secret, origin):
    number = student.Number(1.0)
    value = {
        "plain": lambda: student.plain(EXPECTED),
        "data": lambda: number.data,
        "norm": lambda: number.norm(),
        "forward": lambda: student.Net()(EXPECTED),
        "matmul": lambda: number @ number,
    }[origin]()
    assert isinstance(value, Handle)
    student.seen.clear()
    with contextlib.suppress(TypeError):
        SECRETS[secret](value)
    assert [args for args in student.seen if not all(type(a).__name__ == "Number" for a in args)] == []


def test_objects_of_the_exercise_are_worked_with(student):
    number = student.Number(1.0)
    for use in (
        lambda: number + 2.0,
        lambda: 2.0 - number,
        lambda: (number + 1.0).exp() + 0.5,
        lambda: number[0],
    ):
        student.seen.clear()
        use()
        assert student.seen
    for net in (student.Net(), student.makes_net(), student.makes_function(), student.unsaid(1.0)):
        net(EXPECTED)
        net.load(EXPECTED)
        net.eval().load(EXPECTED)


def test_operators_that_the_class_does_not_define_take_no_value(student):
    with pytest.raises(TypeError):
        student.Number(1.0) * 2.0


def test_numpy_asks_an_object_for_its_items_once(student):
    with pytest.raises(TypeError):
        np.asarray(student.plain(EXPECTED), dtype=float)
    assert len(student.calls) < 5


def test_the_reference_takes_no_object_of_a_student(student):
    module = ModuleType("reference.x")
    module.f = lambda *args, **kwargs: 1
    reference = Reference([module])
    assert reference.f(EXPECTED, [1, {"x": 2}]) == 1
    for odd in (
        student.plain(EXPECTED),
        student.plain,
        [student.plain(EXPECTED)],
        {"x": student.plain(EXPECTED)},
    ):
        with pytest.raises(TypeError):
            reference.f(odd)


def test_every_name_of_the_course_says_what_it_returns(our_course):
    """So that no function of ours counts as one that may return anything."""
    for assignment in our_course.assignments():
        for exercise in assignment.exercise:
            source = read_module(assignment.reference, exercise.module)
            returned = returned_by((n, source) for n in exercise.names)
            unsaid = [n for n in returned.objects if source.definition(n).returns is None]
            assert unsaid == [], exercise.id
