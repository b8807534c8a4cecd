"""Functions of the grader that the student's code calls: values go in and out, objects stay where they are."""

import numpy as np
import pytest

from autograder.grading.workers import Budget, Program, WorkerTransport, ZygotePool
from autograder.suites.student import Student, Surface, begin_test
from autograder.suites.transport import LocalTransport
from autograder.worker.session import Session
from autograder.worker.wire import Malformed, Message

SOURCE = '''
import numpy as np

class Spy:
    """Writes down whatever is done to it, and with what."""
    seen = []
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self.seen.append(name)
        return self
    def __call__(self, *args):
        self.seen.append(repr(args))
        return self
    __array_ufunc__ = None
for operator in "add radd sub rsub mul rmul matmul rmatmul truediv rtruediv pow rpow getitem".split():
    setattr(Spy, f"__{operator}__", Spy.__call__)

def hand_over(f, kind):
    odd = {
        "object": Spy(), "function": lambda x: x, "class": Spy, "module": np, "iterator": iter([1.0]),
        "inside": [1.0, {"x": (2.0, Spy())}], "objects": np.array([Spy()], dtype=object), "bound": Spy().touch,
    }[kind]
    Spy.seen.clear()
    try:
        f(1.0, odd)
    except TypeError as error:
        return str(error), len(Spy.seen)
    return "no error", len(Spy.seen)

def by_name(f):
    try:
        f(weight=Spy())
    except TypeError as error:
        return str(error)

def plain(f):
    return [f(v) for v in (1, 2.5, True, None, "a", b"b", 1j, [1, (2, {"x": 3})], {1, 2}, np.arange(3), np.float32(1))]

def hand_on(f, g):
    return f(g)

def outer(f, n):
    return f(np.ones(n))
'''
NAMES = "hand_over by_name plain hand_on outer".split()
KINDS = "object function class module iterator inside objects bound".split()


@pytest.fixture(scope="module")
def pool():
    pool = ZygotePool("none")
    yield pool
    pool.close()


@pytest.fixture(params=["local", "worker"])
def student(request, pool):
    statements = [{"label": "<0>", "line": 1, "source": SOURCE.strip(), "name": "f", "needed": True}]
    if request.param == "local":
        session = Session()
        transport = LocalTransport(session)
        transport.request({"op": "load", "statements": statements, "bufs": []}, session.encoder())
    else:
        transport = WorkerTransport(pool, Program("numpy", {"statements": statements}, budget=Budget(5)))
    student = Student(transport, Surface(NAMES))
    begin_test(student, 1)
    yield student
    if request.param == "worker":
        transport.close()


@pytest.mark.parametrize("kind", KINDS)
def test_an_object_never_reaches_the_function(student, kind):
    a, called = np.ones((3, 3)), []

    def f(scale, x):
        called.append(x)
        return a @ x * scale

    message, seen = student.hand_over(f, kind)
    assert "argument 2" in message and "f" in message, message
    assert seen == 0 and called == []


def test_an_argument_by_name_is_named(student):
    assert "argument weight" in student.by_name(lambda weight: weight)


def test_plain_values_arrive_as_they_are(student):
    kinds = []

    def note(value):
        kinds.append(type(value))
        return value

    answers = student.plain(note)
    assert kinds == [int, float, bool, type(None), str, bytes, complex, list, set, np.ndarray, np.float32]
    assert answers[7] == [1, (2, {"x": 3})]


def test_a_function_of_the_grader_goes_home(student):
    assert student.hand_on(lambda g: g(3.0) + 1, lambda x: 2 * x) == 7.0


@pytest.mark.parametrize("node", [["h", 1, "Spy"], ["l", [["h", 1, "Spy"]]], ["n", "numpy.load"], ["f", 99]])
def test_a_forged_call_back_with_an_object_is_malformed(node):
    called = []
    student = Student(LocalTransport(Session()), Surface(["f"]))
    student._callbacks[1] = called.append
    header = {"callback": 1, "args": ["l", [node]], "kwargs": ["d", [], "dict"]}
    with pytest.raises(Malformed):
        student._answer_callback(Message(header, []))
    assert called == []


def test_what_a_function_computes_is_limited(student):
    """A hundred kilobytes of arguments must not become gigabytes by a product of all pairs, or by a long answer."""
    from autograder.suites.student import StudentError

    for f in (lambda x: x[:, None] * x, lambda x: np.broadcast_to(x, (1000, x.size)) + 0.0):
        with pytest.raises(StudentError) as caught:
            student.outer(f, 15_000)
        assert caught.value.kind == "MemoryError"
    assert student.outer(lambda x: x.sum(), 15_000) == 15_000


def test_an_answer_that_no_reply_could_hold_is_refused(student):
    with pytest.raises(MemoryError):
        student.outer(lambda x: np.zeros(9 << 20), 3)
