"""`student`: what a suite sees of a submission. Every operation becomes a message to where the code runs.

The surface is documented, with an example each, in docs/suites.md; suites use nothing else.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from autograder.suites import memory
from autograder.suites.left_alone import changed_arguments
from autograder.suites.roles import MAKER, OBJECT, VALUE, Role, Roles
from autograder.suites.student_error import StudentError, Surface, student_error
from autograder.suites.transport import Transport
from autograder.worker.values import Decoder, Encoder, dotted_name
from autograder.worker.wire import REPLY_CAP, Malformed, Message

ITER_LIMIT = 1_000
MOST_WATCHED = 4
"""Calls of a function in one test that are asked what became of their arguments."""
CALLBACK_MEMORY = 64 << 20
"""Bytes that the grader may take while it evaluates a function for the student's code, and some per byte of arguments."""
BYTES_PER_BYTE = 32
KEPT_CAP = 256 << 20
"""Bytes of replies that are kept of all tests of an exercise."""
BYTES_PER_NODE = 64
SMALL_ARGUMENTS = 8 << 10
"""Bytes of arguments of which even every pair fits into a few megabytes."""
KNOWN_CLASSES = frozenset(
    "function method type module generator iterator map filter zip range dict list tuple set dict_keys dict_values "
    "dict_items deque ndarray matrix MaskedArray Tensor Parameter Sequential ModuleList Linear Generator SGD Adam AdamW".split()
)


@dataclass(frozen=True)
class Rng:
    """A generator as an argument: the worker builds a fresh one from this throw-away seed.

    `build()` makes the identical generator for the reference. Kinds: "numpy", "torch", "random".
    """

    kind: str
    seed: int

    def build(self) -> Any:
        if self.kind == "numpy":
            return np.random.default_rng(self.seed)
        if self.kind == "random":
            import random

            return random.Random(self.seed)
        import torch

        return torch.Generator().manual_seed(self.seed % (1 << 63))


class Handle:
    """An object that stays with the student's code. Calls, attributes, items and operators reach it there."""

    __slots__ = ("__weakref__", "_kind", "_number", "_role", "_student")

    def __init__(self, student: Student, number: int, kind: str, role: Role = VALUE) -> None:
        self._student, self._number, self._kind, self._role = student, number, kind, role

    @property
    def kind_name(self) -> str:
        return self._kind

    def __repr__(self) -> str:
        return f"<the student's {self._kind}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._student._call(self, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # numpy, copy and friends probe dunders; they are not the student's
        return self._student._request({"op": "getattr", "name": name}, target=self)

    def __getitem__(self, index: Any) -> Any:
        if not self._student._roles.takes_index(self._role, index):
            raise _no_value(self)
        return self._student._request({"op": "getitem"}, target=self, index=index)

    def __len__(self) -> int:
        size = self._student._operator("len", self)
        if type(size) is not int or size < 0:
            raise TypeError("len() of the student's object gave no size")
        return size

    def __iter__(self) -> Iterator[Any]:
        items = self._student._request({"op": "iter", "limit": ITER_LIMIT}, target=self)
        return iter(items if isinstance(items, list) else [])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """What numpy makes of it: its items if they are values, else the object itself.

        Left alone, numpy would ask the items for their items, and so on for 64 levels.
        """
        try:
            items = list(self)
        except StudentError:
            alone = np.empty((), object)
            alone[()] = self
            return alone if dtype is None else alone.astype(dtype)
        if any(map(holds_object, items)):
            raise _no_value(self)
        return np.asarray(items, dtype)

    def __contains__(self, item: Any) -> bool:
        if type(item) is not str:  # the name of something is no secret
            self._student._expect_object(self, item, "__contains__")
        return self._student._operator("contains", self, item) is True

    def __bool__(self) -> bool:
        return self._student._operator("bool", self) is True

    def __float__(self) -> float:
        return float(self._student._operator("float", self))

    def __int__(self) -> int:
        return int(self._student._operator("int", self))

    __hash__ = object.__hash__  # not of the number, which the worker chooses

    def __eq__(self, other: object) -> Any:
        """Two objects of the student's are compared where they are. A plain value is never sent there to be compared:
        it may be the expected one, and the answer would be the student's."""
        return self._student._operator("eq", self, other) if isinstance(other, Handle) else False

    def __ne__(self, other: object) -> Any:
        return self._student._operator("ne", self, other) if isinstance(other, Handle) else True

    def __del__(self) -> None:
        self._student._dropped.append(self._number)


def _install_operators() -> None:
    def binary(name: str) -> Callable[[Handle, Any], Any]:
        def operate(self: Handle, other: Any) -> Any:
            self._student._expect_object(self, other, f"__{name}__")
            return self._student._operator(name, self, other)

        return operate

    def reflected(name: str) -> Callable[[Handle, Any], Any]:
        def operate(self: Handle, other: Any) -> Any:
            self._student._expect_object(self, other, f"__r{name}__")
            return self._student._operator(name, other, self)

        return operate

    def compared(name: str) -> Callable[[Handle, Any], Any]:
        def operate(self: Handle, other: Any) -> Any:
            if not isinstance(other, Handle):
                raise _no_value(self)
            return self._student._operator(name, self, other)

        return operate

    def unary(name: str) -> Callable[[Handle], Any]:
        return lambda self: self._student._operator(name, self)

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"):
        setattr(Handle, f"__{name}__", binary(name))
        setattr(Handle, f"__r{name}__", reflected(name))
    for name in ("lt", "le", "gt", "ge"):
        setattr(Handle, f"__{name}__", compared(name))
    for name in ("neg", "pos", "abs"):
        setattr(Handle, f"__{name}__", unary(name))
    Handle.__array_ufunc__ = None  # type: ignore[attr-defined]  # so that `array * handle` reaches __rmul__


_install_operators()


def holds_object(value: Any) -> bool:
    """Whether an object of the student's, not a plain value, is in there."""
    if isinstance(value, dict):
        return any(map(holds_object, value.values()))
    if isinstance(value, (list, tuple, set, frozenset)):
        return any(map(holds_object, value))
    return isinstance(value, (Handle, Function))


def _no_value(handle: Handle) -> TypeError:
    return TypeError(f"{handle!r} is an object, not a number or an array")


class Function:
    """A name of the submission, callable: `student.batchnorm_forward`."""

    def __init__(self, student: Student, name: str) -> None:
        self._student, self.__name__ = student, name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._student._call(self, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        """What hangs on a class or function: `student.Value.from_list`."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self._student._request({"op": "getattr", "name": name}, target=self)

    def __repr__(self) -> str:
        return f"<the student's {self.__name__}>"


class CallResult(NamedTuple):
    """Of `student.call(..., return_args=True)`: the result, and the arguments as they are afterwards."""

    result: Any
    args: list[Any]
    kwargs: dict[str, Any]


class VJP(NamedTuple):
    outputs: list[Any]
    inputs: list[Any]
    parameters: dict[str, Any]
    leaves: list[Any]


@dataclass
class Call:
    """One exchange, kept for diagnosis and replay: what was asked, with which values, and what came back."""

    operation: str
    name: str
    values: dict[str, Any]
    result: Any = None
    error: StudentError | None = None


def function_name(call: Call) -> str:
    """The function of the exercise that was called; "" for any other exchange."""
    target = call.values.get("target")
    return target.__name__ if call.operation == "call" and isinstance(target, Function) else ""


class GivenCode:
    """`student.given.models.Backbone(...)`: objects of the course's given/ code, living beside the student's."""

    def __init__(self, student: Student) -> None:
        self._student = student

    def __getattr__(self, module: str) -> Any:
        return self._student._request({"op": "given", "module": module})


class Student:
    def __init__(self, transport: Transport, surface: Surface) -> None:
        self._transport = transport
        self._surface = surface
        self._roles = Roles(surface.returned)
        self._dropped: list[int] = []
        self._callbacks: dict[int, Callable[..., Any]] = {}
        self._numbers = itertools.count(1)
        self._seeds: Iterator[int] = itertools.count(0)
        self._matches: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
        """Number of a module -> how its parameters are called in the reference (suites/weights.py)."""
        self.calls: list[Call] = []
        self._watching = False
        self._watched: Counter[str] = Counter()
        self.changed: dict[str, list[str]] = {}
        """Function -> arguments that it changed in place, in a test that looks at them."""
        transport.answer_callback = self._answer_callback

    # --- for suites ------------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_") or name not in self._surface.names:
            known = ", ".join(self._surface.names)
            raise AttributeError(f"this exercise has no name {name!r}; it has: {known}")
        return Function(self, name)

    @property
    def given(self) -> GivenCode:
        return GivenCode(self)

    def call(self, function: Function | Handle | str, *args: Any, return_args: bool = False, **kwargs: Any) -> Any:
        """Like `function(*args, **kwargs)`; with `return_args` also the arguments as they are afterwards."""
        target = getattr(self, function) if isinstance(function, str) else function
        return self._call(target, args, kwargs, return_args)

    def same(self, first: Handle, second: Handle) -> bool:
        """Whether two handles are one object (`is`) in the student's process."""
        return self._request({"op": "same"}, args=[first, second]) is True

    def vjp(self, target: Any, inputs: Sequence[Any], cotangents: Any = None, create_graph: bool = False) -> VJP:
        """Outputs, and gradients of <outputs, cotangents> for inputs and parameters, computed in the worker.

        With `create_graph` all of it stays there as handles; hand `.inputs` and `.leaves` to a second `vjp`.
        """
        if "torch.autograd" in self._surface.forbid:
            raise RuntimeError("torch.autograd is forbidden here, so there is no vjp: use gradcheck, or the reference")
        header: dict[str, Any] = {"op": "vjp", "create_graph": create_graph}
        parts = self._exchange(header, target=target, inputs=list(inputs), cotangents=cotangents)
        if isinstance(target, Handle) and target._number in self._matches and not create_graph:
            parts["parameters"] = self._matches[target._number](parts["parameters"])
        return VJP(parts["outputs"], parts["inputs"], parts["parameters"], parts.get("leaves", []))

    # --- messages --------------------------------------------------------------------------------------------

    def _call(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any], return_args: bool = False) -> Any:
        name = target.__name__ if isinstance(target, Function) else ""
        watched = self._is_watched(target)
        header = {
            "op": "call",
            "return_args": return_args or watched,
            "opaque": list(self._surface.opaque.get(name, ())),
        }
        parts = self._exchange(header, target=target, args=list(args), kwargs=kwargs)
        if watched:
            self._look_at_arguments(name, args, kwargs, parts, keep=return_args)
        return CallResult(parts["result"], parts["args"], parts["kwargs"]) if return_args else parts["result"]

    def _is_watched(self, target: Any) -> bool:
        """Functions of the exercise, and methods of its objects. What a course hands out itself is not in question."""
        if not self._watching:
            return False
        if isinstance(target, Function):
            name, ours = target.__name__, True
        else:
            name = target._kind if isinstance(target, Handle) else ""
            ours = name in self._surface.names or (name == "method" and not self._surface.in_place)
        self._watched[name] += ours
        return ours and self._watched[name] <= MOST_WATCHED

    def _look_at_arguments(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], parts: dict[str, Any], keep: bool
    ) -> None:
        after = (parts["args"], parts["kwargs"])
        parameters = self._surface.parameters.get(name, ())
        changed = changed_arguments((args, kwargs), after, parameters, self._surface.in_place)
        if changed:
            self.changed.setdefault(name, changed)
        elif not keep:  # of no interest any more, also not to a comparison with a replay
            del parts["args"], parts["kwargs"]

    def _expect_object(self, handle: Handle, other: Any, special: str) -> None:
        """Arithmetic with plain values reaches only objects of classes that the exercise asks for, such as `Value`.

        Elsewhere an object came back in place of a number, and what it would be combined with may be the answer.
        """
        known = self._surface.returned is not None or handle._kind in self._surface.known
        if not isinstance(other, Handle) and not (known and self._roles.takes_operand(handle._role, special)):
            raise _no_value(handle)

    def _role_of_result(self, header: dict[str, Any], values: dict[str, Any]) -> Role:
        """What an object is to the test, should one come back; TypeError where values would go to one that is nothing."""
        operation, target = header["op"], values.get("target")
        if operation == "given":
            return MAKER
        if operation == "operator":
            operands = [a._role if isinstance(a, Handle) else None for a in values["args"]]
            return self._roles.operated(header["name"], operands)
        if isinstance(target, Handle):
            if operation == "getattr":
                return self._roles.attribute(target._role, header["name"])
            if operation in ("getitem", "iter"):
                return self._roles.item(target._role)
            if not self._roles.takes_arguments(target._role):
                raise _no_value(target)
            return self._roles.called_object(target._role)
        if operation == "getattr":
            return Role("part", getattr(target, "__name__", ""), header["name"])
        if operation == "call":
            if isinstance(target, Function):
                return self._roles.called(target.__name__)
            return OBJECT if isinstance(target, type) else VALUE
        return VALUE

    def _operator(self, name: str, *args: Any) -> Any:
        return self._request({"op": "operator", "name": name}, args=list(args))

    def _request(self, header: dict[str, Any], **values: Any) -> Any:
        return self._exchange(header, **values)["result"]

    def _exchange(self, header: dict[str, Any], **values: Any) -> dict[str, Any]:
        role = self._role_of_result(header, values)
        encoder = Encoder(self._other, files=self._transport.files, strides=True)
        encoded = {key: encoder(value) for key, value in values.items()}
        dropped, self._dropped = self._dropped, []
        record = Call(header["op"], header.get("name", ""), values)
        self.calls.append(record)
        reply = self._transport.request({**header, **encoded, "drop": dropped, "bufs": encoder.specs}, encoder)
        if "error" in reply.header:
            record.error = student_error(reply.header["error"], self._surface, self._transport.sources)
            raise record.error
        decode = Decoder(reply, {"h": lambda number, kind: self._handle(number, kind, role)}, trusted=False)
        parts = {key: decode(node) for key, node in reply.header.items() if key != "bufs"}
        self._transport.expect("result" in parts or header["op"] == "vjp", "a reply without a result")
        if header["op"] == "vjp":
            ok = isinstance(parts.get("outputs"), list) and isinstance(parts.get("inputs"), list)
            self._transport.expect(ok and isinstance(parts.get("parameters"), dict), "a reply without gradients")
        if header.get("return_args"):
            ok = isinstance(parts.get("args"), list) and isinstance(parts.get("kwargs"), dict)
            self._transport.expect(ok, "a reply without arguments")
        self._keep(record, parts, sum(b.nbytes for b in reply.buffers) + BYTES_PER_NODE * decode.nodes)
        return parts

    def _keep(self, record: Call, parts: dict[str, Any], size: int) -> None:
        """For the diagnosis, which says less about an exercise that returned more than this."""
        if self._transport.kept + size <= KEPT_CAP:
            self._transport.kept += size
            record.result = parts

    def _own_function(self, number: Any) -> Callable[..., Any]:
        """A function that this test sent, handed on to another of ours."""
        if type(number) is not int or number not in self._callbacks:
            raise Malformed("function")
        return self._callbacks[number]

    def _handle(self, number: Any, kind: Any, role: Role) -> Handle:
        if type(number) is not int or not 0 <= number < 1 << 53 or not isinstance(kind, str):
            raise Malformed("handle")
        # A class name that the student chose could carry hidden inputs into a message.
        known = kind in KNOWN_CLASSES or kind in self._surface.known
        return Handle(self, number, kind if known else "object", role)

    def _other(self, value: Any) -> list[Any]:
        """Values that are ours to translate: handles, names of the submission, generators, call-backs."""
        if isinstance(value, Handle):
            if value._student is not self:
                raise TypeError("a handle of another submission, or of a worker that has ended")
            return ["h", value._number]
        if isinstance(value, Function):
            return ["name", value.__name__]
        if isinstance(value, Rng):
            return ["r", value.kind, int(value.seed)]
        name = dotted_name(value)
        if name:
            return ["n", name]
        if callable(value):
            number = next(self._numbers)
            self._callbacks[number] = value
            return ["f", number, getattr(value, "__name__", "f") if _plain_function(value) else "f"]
        raise TypeError(f"a {type(value).__name__} cannot be sent to a submission; see docs/suites.md")

    def _answer_callback(self, message: Message) -> tuple[dict[str, Any], Encoder]:
        """Evaluates a trusted function on what the student's code handed it.

        By value only. What the function did to an object of the student's, with which operands, would be told to it
        step by step: an honest worker sends none, so that one which comes is forged.
        """
        encoder = Encoder(self._other, files=None)
        number = message.header.get("callback")
        known = {**self._callbacks, **{n: f for n, (_, f) in self._transport.replacements.items()}}
        function = known.get(number) if type(number) is int else None
        decode = Decoder(message, {"f": self._own_function}, trusted=False)
        args, kwargs = decode(message.header.get("args")), decode(message.header.get("kwargs"))
        if function is None or not isinstance(args, list) or not isinstance(kwargs, dict):
            raise Malformed("call-back")
        try:
            with self._limited_memory(message, decode):
                by_name = {str(k): v for k, v in kwargs.items()}
                handed: dict[int | str, Any] = {}
                handed.update(enumerate(args))
                handed.update(by_name.items())
                before = _copies(handed) if _may_change(function) else {}
                reply = {"result": encoder(function(*args, **by_name))}
                changed = [place for place, was in before.items() if was.tobytes() != handed[place].tobytes()]
                if changed:
                    reply["changed"] = [[place, encoder(handed[place])] for place in changed]
                if sum(map(len, encoder.buffers)) > REPLY_CAP:
                    raise MemoryError
            return reply, encoder
        except Exception as error:
            return {"error": type(error).__name__}, Encoder(self._other)

    def _limited_memory(self, message: Message, decode: Decoder) -> AbstractContextManager[Any]:
        """What a trusted function may take of the grader's memory grows with its arguments, and not with their square."""
        size = sum(b.nbytes for b in message.buffers) + 8 * decode.nodes
        if size < SMALL_ARGUMENTS:
            return nullcontext()
        return memory.at_most(CALLBACK_MEMORY + BYTES_PER_BYTE * size)


def _may_change(function: Callable[..., Any]) -> bool:
    """Whether the student's code must see what the function does to its arguments, which it has by value only."""
    return getattr(function, "changes_arguments", False) is True


def _copies(handed: Mapping[int | str, Any]) -> dict[int | str, np.ndarray]:
    """Arrays by their place or, where the student's code named the argument, by that name."""
    return {place: value.copy() for place, value in handed.items() if isinstance(value, np.ndarray)}


def _plain_function(value: Any) -> bool:
    return getattr(value, "__name__", "<lambda>").isidentifier()


__all__ = ["VJP", "Call", "CallResult", "Function", "Handle", "Rng", "Student", "StudentError", "Surface"]


# --- for the grader: functions, since every attribute of `Student` is a name of the submission's ---------------------


def begin_test(student: Student, seed: int) -> None:
    """Called before each test: fresh random state there, an empty record here."""
    student.calls = []
    student._callbacks = {}
    student._matches = {}
    student._seeds = itertools.count(seed + 1)
    student._watching, student._watched, student.changed = False, Counter(), {}
    student._transport.begin_test(seed)


def start_over(function: Function) -> None:
    """From here on, in the middle of a test, the code runs where nothing is left of what it did before."""
    student = function._student
    student._dropped, student._callbacks, student._matches = [], {}, {}
    student._transport.start_over(next_seed(student))


def is_loaded(function: Function) -> bool:
    """Whether the code could be run at all, up to its definitions."""
    return function._student._transport.is_loaded


def next_seed(student: Student) -> int:
    """For a fresh random state in the middle of a test."""
    return next(student._seeds)


def watch_arguments(student: Student) -> None:
    """From here on, the first calls of each function of the exercise are asked what became of their arguments."""
    student._watching = True


def names_of(student: Student) -> Sequence[str]:
    """What a suite may ask for."""
    return student._surface.names


def sources_of_student(student: Student) -> Mapping[str, Sequence[str]]:
    """Definition -> its lines."""
    return student._transport.sources


def exchange(student: Student, header: dict[str, Any], **values: Any) -> dict[str, Any]:
    """One message and the parts of its answer."""
    return student._exchange(header, **values)


def expect(student: Student, condition: bool, what: str) -> None:
    """A reply that breaks the protocol costs the test."""
    student._transport.expect(condition, what)


def owner_of(handle: Handle | Function) -> Student:
    """The submission that an object belongs to."""
    return handle._student


def parameters_of(student: Student, function: Handle | Function) -> tuple[Sequence[str], Sequence[str]]:
    """The names of the parameters of a function of the exercise, as far as known, and of those that it may change."""
    name = function.__name__ if isinstance(function, Function) else ""
    return student._surface.parameters.get(name, ()), student._surface.in_place


def name_parameters(module: Handle, renamed: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """From here on, gradients of this module are handed out by the reference's names."""
    module._student._matches[module._number] = renamed


@contextmanager
def answered_by(student: Student, transport: Transport) -> Iterator[None]:
    """Trusted code answers what a suite asks meanwhile; of the student's own objects and record nothing is touched."""
    kept = student._transport, student.calls, student._callbacks, student._dropped
    student._transport, student.calls, student._callbacks, student._dropped = transport, [], {}, []
    transport.answer_callback = student._answer_callback
    try:
        yield
    finally:
        student._transport, student.calls, student._callbacks, student._dropped = kept
