"""`student`: what a suite sees of a submission. Every operation becomes a message to where the code runs.

The surface is documented, with an example each, in docs/suites.md; suites use nothing else.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from autograder.grading.student_error import StudentError, Surface, student_error
from autograder.grading.transport import Transport
from autograder.worker.values import Decoder, Encoder, dotted_name
from autograder.worker.wire import Malformed, Message

ITER_LIMIT = 1_000
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

    __slots__ = ("__weakref__", "_kind", "_number", "_student")

    def __init__(self, student: Student, number: int, kind: str) -> None:
        self._student, self._number, self._kind = student, number, kind

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
        return self._student._request({"op": "getitem"}, target=self, index=index)

    def __len__(self) -> int:
        size = self._student._operator("len", self)
        if type(size) is not int or size < 0:
            raise TypeError("len() of the student's object gave no size")
        return size

    def __iter__(self) -> Iterator[Any]:
        items = self._student._request({"op": "iter", "limit": ITER_LIMIT}, target=self)
        return iter(items if isinstance(items, list) else [])

    def __contains__(self, item: Any) -> bool:
        self._student._expect_object(self, item)
        return self._student._operator("contains", self, item) is True

    def __bool__(self) -> bool:
        return self._student._operator("bool", self) is True

    def __float__(self) -> float:
        return float(self._student._operator("float", self))

    def __int__(self) -> int:
        return int(self._student._operator("int", self))

    def __hash__(self) -> int:
        return hash((id(self._student), self._number))

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
            self._student._expect_object(self, other)
            return self._student._operator(name, self, other)

        return operate

    def reflected(name: str) -> Callable[[Handle, Any], Any]:
        def operate(self: Handle, other: Any) -> Any:
            self._student._expect_object(self, other)
            return self._student._operator(name, other, self)

        return operate

    def compared(name: str) -> Callable[[Handle, Any], Any]:
        def operate(self: Handle, other: Any) -> Any:
            if not isinstance(other, Handle):
                raise TypeError(f"{self!r} is an object, not a number")
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


class Returned(NamedTuple):
    """Of `student.call(..., return_args=True)`: the result, and the arguments as they are afterwards."""

    result: Any
    args: list
    kwargs: dict


class VJP(NamedTuple):
    outputs: list
    inputs: list
    parameters: dict
    leaves: list


@dataclass
class Call:
    """One exchange, kept for diagnosis and replay: what was asked, with which values, and what came back."""

    operation: str
    name: str
    values: dict[str, Any]
    result: Any = None
    error: StudentError | None = None


class Given:
    """`student.given.models.Backbone(...)`: objects of the course's given/ code, living beside the student's."""

    def __init__(self, student: Student) -> None:
        self._student = student

    def __getattr__(self, module: str) -> Any:
        return self._student._request({"op": "given", "module": module})


class Student:
    def __init__(self, transport: Transport, surface: Surface) -> None:
        self._transport = transport
        self._surface = surface
        self._dropped: list[int] = []
        self._callbacks: dict[int, Callable[..., Any]] = {}
        self._numbers = itertools.count(1)
        self.calls: list[Call] = []
        transport.answer_callback = self._answer_callback

    # --- for suites ------------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_") or name not in self._surface.names:
            known = ", ".join(self._surface.names)
            raise AttributeError(f"this exercise has no name {name!r}; it has: {known}")
        return Function(self, name)

    @property
    def given(self) -> Given:
        return Given(self)

    def call(
        self, function: Function | Handle | str, *args: Any, return_args: bool = False, **kwargs: Any
    ) -> Any:
        """Like `function(*args, **kwargs)`; with `return_args` also the arguments as they are afterwards."""
        target = Function(self, function) if isinstance(function, str) else function
        return self._call(target, args, kwargs, return_args)

    def same(self, first: Handle, second: Handle) -> bool:
        """Whether two handles are one object (`is`) in the student's process."""
        return self._request({"op": "same"}, args=[first, second]) is True

    def vjp(
        self, target: Any, inputs: Sequence[Any], cotangents: Any = None, create_graph: bool = False
    ) -> VJP:
        """Outputs, and gradients of <outputs, cotangents> for inputs and parameters, computed in the worker.

        With `create_graph` all of it stays there as handles; hand `.inputs` and `.leaves` to a second `vjp`.
        """
        header: dict[str, Any] = {"op": "vjp", "create_graph": create_graph}
        parts = self._exchange(header, target=target, inputs=list(inputs), cotangents=cotangents)
        return VJP(parts["outputs"], parts["inputs"], parts["parameters"], parts.get("leaves", []))

    # --- for the grader --------------------------------------------------------------------------------------

    def _begin(self, seed: int) -> None:
        """Called before each test: fresh random state there, an empty record here."""
        self.calls = []
        self._callbacks = {}
        self._transport.begin_test(seed)

    # --- messages --------------------------------------------------------------------------------------------

    def _call(self, target: Any, args: tuple, kwargs: dict, return_args: bool = False) -> Any:
        name = target.__name__ if isinstance(target, Function) else ""
        header = {
            "op": "call",
            "return_args": return_args,
            "opaque": list(self._surface.opaque.get(name, ())),
        }
        parts = self._exchange(header, target=target, args=list(args), kwargs=kwargs)
        return Returned(parts["result"], parts["args"], parts["kwargs"]) if return_args else parts["result"]

    def _expect_object(self, handle: Handle, other: Any) -> None:
        """Arithmetic with plain values reaches only objects of classes that the exercise asks for, such as `Value`.

        Elsewhere an object came back in the place of a number, and what it would be combined with may be the answer.
        """
        if not isinstance(other, Handle) and handle._kind not in self._surface.names:
            raise TypeError(f"{handle!r} is an object, not a number or an array")

    def _operator(self, name: str, *args: Any) -> Any:
        return self._request({"op": "operator", "name": name}, args=list(args))

    def _request(self, header: dict, **values: Any) -> Any:
        return self._exchange(header, **values)["result"]

    def _exchange(self, header: dict, **values: Any) -> dict[str, Any]:
        encoder = Encoder(self._other, files=self._transport.files, strides=True)
        encoded = {key: encoder(value) for key, value in values.items()}
        dropped, self._dropped = self._dropped, []
        record = Call(header["op"], header.get("name", ""), values)
        self.calls.append(record)
        reply = self._transport.request(
            {**header, **encoded, "drop": dropped, "bufs": encoder.specs}, encoder
        )
        if "error" in reply.header:
            record.error = student_error(reply.header["error"], self._surface, self._transport.sources)
            raise record.error
        decode = self._decoder(reply)
        parts = {key: decode(node) for key, node in reply.header.items() if key != "bufs"}
        self._transport.expect("result" in parts or header["op"] == "vjp", "a reply without a result")
        if header["op"] == "vjp":
            ok = isinstance(parts.get("outputs"), list) and isinstance(parts.get("inputs"), list)
            self._transport.expect(
                ok and isinstance(parts.get("parameters"), dict), "a reply without gradients"
            )
        if header.get("return_args"):
            ok = isinstance(parts.get("args"), list) and isinstance(parts.get("kwargs"), dict)
            self._transport.expect(ok, "a reply without arguments")
        record.result = parts
        return parts

    def _decoder(self, message: Message) -> Decoder:
        return Decoder(message, {"h": self._handle}, trusted=False)

    def _own_function(self, number: Any) -> Callable[..., Any]:
        """A function that this test sent, handed on to another of ours."""
        if type(number) is not int or number not in self._callbacks:
            raise Malformed("function")
        return self._callbacks[number]

    def _handle(self, number: Any, kind: Any) -> Handle:
        if type(number) is not int or not isinstance(kind, str):
            raise Malformed("handle")
        # A class name that the student chose could carry hidden inputs into a message.
        return Handle(
            self, number, kind if kind in KNOWN_CLASSES or kind in self._surface.names else "object"
        )

    def _other(self, value: Any) -> list:
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

    def _answer_callback(self, message: Message) -> tuple[dict, Encoder]:
        """Evaluates a trusted function on what the student's code handed it."""
        encoder = Encoder(self._other, files=None)
        number = message.header.get("callback")
        known = {**self._callbacks, **{n: f for n, (_, f) in self._transport.replacements.items()}}
        function = known.get(number) if type(number) is int else None
        decode = Decoder(message, {"h": self._handle, "f": self._own_function}, trusted=False)
        args, kwargs = decode(message.header.get("args")), decode(message.header.get("kwargs"))
        if function is None or not isinstance(args, list) or not isinstance(kwargs, dict):
            raise Malformed("call-back")
        try:
            return {"result": encoder(function(*args, **{str(k): v for k, v in kwargs.items()}))}, encoder
        except Exception as error:
            return {"error": type(error).__name__}, Encoder(self._other)


def _plain_function(value: Any) -> bool:
    return getattr(value, "__name__", "<lambda>").isidentifier()


__all__ = ["VJP", "Call", "Function", "Handle", "Returned", "Rng", "Student", "StudentError", "Surface"]
