"""What the worker does with a message: run the student's code, keep its objects, answer with values or handles.

The same class serves a jailed worker and, in a student's own notebook, this very process.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import itertools
import json
import operator
import random
import sys
import types
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from autograder.worker import accelerator, forbidden_means
from autograder.worker.imports import StudentImports
from autograder.worker.modules import MemoryModules
from autograder.worker.rebinding import Rebinding
from autograder.worker.records import as_plain
from autograder.worker.surroundings import surround
from autograder.worker.values import Decoder, Encoder, TooLarge
from autograder.worker.wire import Malformed, Message

TEXT_CAP = 300
ITER_CAP = 10_000
OPERATORS: dict[str, Callable[..., Any]] = {
    name: getattr(operator, name)
    for name in (
        "add",
        "sub",
        "mul",
        "truediv",
        "floordiv",
        "mod",
        "pow",
        "matmul",
        "and_",
        "or_",
        "xor",
        "lshift",
        "rshift",
        "lt",
        "le",
        "gt",
        "ge",
        "eq",
        "ne",
        "neg",
        "pos",
        "abs",
        "invert",
        "contains",
    )
} | {"float": float, "int": int, "bool": bool, "str": lambda v: str(v)[:TEXT_CAP], "len": len}


class Reply(dict):
    """A header under construction: `send` adds the encoder's buffers."""


def is_out_of_memory(error: BaseException) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(error, getattr(torch, "OutOfMemoryError", ()))


class NotDefined(NameError):
    """The submission has no such name."""


class NotCallable(TypeError):
    """What the submission has under a name cannot be called."""


class Session:
    def __init__(self, namespace: dict | None = None, call_back: Callable[[dict, Encoder], Message] | None = None) -> None:
        self.module = types.ModuleType("submission")
        if namespace is not None:
            self.namespace = namespace
        else:
            self.namespace = self.module.__dict__
        self.call_back = call_back
        self.in_this_process = call_back is None
        self.handles: dict[int, Any] = {}
        self.asking: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        """Functions that ask the grader -> their number there."""
        self.made: weakref.WeakSet[type] = weakref.WeakSet()
        """Classes that a test has called: their instances are objects to it."""
        self.ids = itertools.count(1)
        self.device: str | None = None
        self.statements: list[dict] = []
        self.modules = MemoryModules()
        self.restore: list[Callable[[], None]] = []
        """How to give back what an exercise forbids; empty in a worker, which ends with the exercise."""
        self.again: Callable[[], Session] | None = None
        """Makes the same session anew, of code of ours that stands in a student's place."""
        self.load_error: dict | None = None
        """Set where loading failed in a session that goes on being asked: every answer is then this error."""

    def give_back(self) -> None:
        """In a student's own process: what an exercise forbids is theirs again."""
        while self.restore:
            self.restore.pop()()

    # --- the one entry -------------------------------------------------------------------------------------

    def handle(self, message: Message) -> tuple[dict, Encoder]:
        """Runs one request. Whatever the student's code raises becomes an error reply."""
        header = message.header
        if "begin" in header:
            self.begin(header["begin"])
        for dropped in header.get("drop", ()):
            self.handles.pop(dropped, None)
        if self.load_error:
            return {"error": self.load_error}, self.encoder()
        try:
            decode = self._decoder(message)
            result = getattr(self, f"_do_{header['op']}")(header, decode)
            encoder = self.encoder()
            return self._encode_reply(result, header, encoder), encoder
        except TooLarge:
            return {
                "error": {
                    "type": "ValueError",
                    "text": "the returned value has too many parts",
                    "kind": "TooLarge",
                }
            }, self.encoder()
        except BaseException as error:
            return {"error": self.describe(error)}, self.encoder()

    def _encode_reply(self, result: Any, header: dict, encoder: Encoder) -> dict:
        parts = result if type(result) is Reply else {"result": result}
        opaque, whole = header.get("opaque") or (), parts.get("result")
        if opaque and whole is not None and issubclass(type(whole), (tuple, list)):
            kept = ["t", [self._keep(v) if i in opaque else encoder(v, 1) for i, v in enumerate(whole)]]
            return {
                "result": kept,
                **{key: encoder(value) for key, value in parts.items() if key != "result"},
            }
        return {key: self._keep_all(value) if header.get("create_graph") else encoder(value) for key, value in parts.items()}

    def _keep_all(self, value: Any) -> list:
        """Tensors that carry their graph stay here: as values they would lose it."""
        if isinstance(value, dict):
            return ["d", [[name, self._keep(v)] for name, v in value.items()], "dict"]
        return ["l", [self._keep(v) for v in value]]

    def encoder(self) -> Encoder:
        return Encoder(self._keep, plain=self._plain)

    def _plain(self, value: Any) -> Any:
        return as_plain(value, self.made)

    def _decoder(self, message: Message) -> Decoder:
        special: dict[str, Callable[..., Any]] = {
            "h": self._held,
            "r": self._rng,
            "f": self._callback,
            "name": self._name,
            "shell": self._shell,
            "asked": self._asked,
        }
        return Decoder(message, special, trusted=True, device=self.device)

    # --- handles and other special values --------------------------------------------------------------------

    def _keep(self, value: Any) -> list:
        number = next(self.ids)
        self.handles[number] = value
        kind = type(value).__name__
        return ["h", number, kind[:80] if type(kind) is str else "object"]

    def _held(self, number: int, *_: Any) -> Any:
        return self.handles[number]

    def _name(self, name: str) -> Any:
        """A top-level name of the submission, dotted for what hangs on it."""
        first, *rest = name.split(".")
        if first not in self.namespace:
            raise NotDefined(f"{first} is not defined")
        value = self.namespace[first]
        for part in rest:
            value = getattr(value, part)
        return value

    def _rng(self, kind: str, seed: int) -> Any:
        if kind == "numpy":
            return np.random.default_rng(seed)
        if kind == "random":
            return random.Random(seed)
        import torch

        return torch.Generator(device="cpu").manual_seed(seed % (1 << 63))  # wherever it is used (`accelerator.py`)

    def _callback(self, number: int, name: str) -> Callable[..., Any]:
        """A function that asks the grader: it evaluates the trusted function on what it is handed, by value."""

        def function(*args: Any, **kwargs: Any) -> Any:
            assert self.call_back is not None
            header, encoder = self._question(name, args, kwargs)
            answer = self.call_back({"callback": number, **header}, encoder)
            if "error" in answer.header:
                kind = getattr(builtins, str(answer.header["error"]), ValueError)
                raise kind(f"{name} cannot be computed for these arguments")
            decode = self._decoder(answer)
            for place, after in answer.header.get("changed", ()):
                np.copyto(kwargs[place] if isinstance(place, str) else args[place], decode(after))
            return decode(answer.header["result"])

        function.__name__ = function.__qualname__ = name
        self.asking[function] = number
        return function

    def _question(self, name: str, args: tuple, kwargs: dict) -> tuple[dict, Encoder]:
        """The arguments of a call-back. An object would have to be operated on from the grader: it stays here."""
        place = ""

        def refuse(value: Any) -> list:
            number = self.asking.get(value) if type(value) is types.FunctionType else None
            if number is not None:  # a function of the grader that is handed on to another one goes home
                return ["f", number]
            raise TypeError(
                f"{name}: {place} must be a number, an array, or a plain container of them, not {type(value).__name__}"
            )

        encoder = Encoder(refuse, plain=self._plain)
        positional, by_name = [], []
        for position, value in enumerate(args, 1):
            place = f"argument {position}"
            positional.append(encoder(value, 1))
        for key, value in kwargs.items():
            place = f"argument {key}"
            by_name.append([str(key), encoder(value, 2)])
        return {"args": ["l", positional], "kwargs": ["d", by_name, "dict"]}, encoder

    def _shell(self, number: int, name: str, methods: list[str]) -> type:
        from autograder.worker.remote_module import shell_class

        return shell_class(name, methods, self._callback(number, name))

    def _asked(self, number: int, name: str) -> Callable[..., Any]:
        from autograder.worker.remote_function import asked_function

        return asked_function(name, self._callback(number, name))

    # --- operations ------------------------------------------------------------------------------------------

    def _do_device(self, header: dict, decode: Decoder) -> dict[str, Any]:
        """Before the load, and apart from it: what goes wrong here is no fault of the student's."""
        facts = accelerator.start(header["device"], header["share"])
        self.device = header["device"]
        return facts

    def _do_load(self, header: dict, decode: Decoder) -> None:
        """Executes the slice: statements in order, in one module, each compiled with its own place."""
        restored = surround(self.module)
        imports = None
        if "runtime" in header:  # else it is code of ours, which may import what it likes
            imports = StudentImports(header["runtime"], self.modules.holds, self._source_at)
            self.namespace["__builtins__"] = imports.builtins
        stand_ins = {name: decode(node) for name, node in header.get("replace", {}).items()}
        self.namespace.update(stand_ins)
        self.modules.install(header.get("siblings", {}), header.get("given", {}), imports, stand_ins)
        undo = forbidden_means.forbid(header.get("forbid", ()))
        if self.in_this_process:
            self.restore += [restored, *undo]
        del undo, restored  # a student's statement could find it in this frame
        self.statements = header["statements"]
        for statement in self.statements:
            # Blank lines in front keep the student's own line numbers in every traceback.
            source = "\n" * (statement["line"] - 1) + statement["source"] + "\n"
            try:
                code = compile(source, statement["label"], "exec", flags=header.get("flags", 0), dont_inherit=True)
                exec(code, self.namespace, Rebinding(self.namespace, stand_ins) if stand_ins else None)
            except BaseException:  # a cell that is not needed may even leave: our own setup cell raises SystemExit
                if statement["needed"] and statement["name"] not in stand_ins:
                    raise
        self.namespace.update(stand_ins)  # also where code wrote past the statement, by globals()

    def _source_at(self, label: str, line: int) -> tuple[str, int]:
        """The statement, or the file of the hand-in, that holds a line; and the line it starts in."""
        for statement in self.statements:
            first, source = statement["line"], statement["source"]
            if statement["label"] == label and first <= line <= first + source.count("\n"):
                return source, first
        return self.modules.get_source(label.removesuffix(".py")), 1

    def _do_slice(self, header: dict, decode: Decoder) -> list:
        """Which statements each exercise needs. Parsing hostile source is done here, where it can harm nobody."""
        from autograder.intake.doubts import find_doubts
        from autograder.intake.forbidden import find_forbidden, without_forbidden_others
        from autograder.intake.slicing import analyse

        analysis = analyse(
            [tuple(cell) for cell in header["cells"]],
            header["siblings"],
            header["given"],
            asked=header["asked"],
            released=header["released"],
        )
        answers = []
        for wanted in header["wanted"]:
            piece = analysis.slice(wanted["names"], wanted["signatures"])
            piece = without_forbidden_others(piece, wanted["forbid"], header["siblings"])
            forbidden = [
                (f.definition, f.relative, f.message) for f in find_forbidden(piece, wanted["forbid"], header["siblings"])
            ]
            doubts = find_doubts(piece, wanted["forbid"], header["siblings"])
            answer = {"slice": piece.to_json(), "forbidden": forbidden[:20], "doubts": doubts}
            answers.append(json.dumps(answer).encode())
        return answers

    def begin(self, seed: int) -> None:
        """A new test: its own random state, and no object of the last one."""
        self.handles.clear()
        self._reseed(seed)

    def _reseed(self, seed: int) -> None:
        random.seed(seed)
        np.random.seed(seed % (1 << 32))
        if self.device:
            accelerator.seed(seed % (1 << 63))
        elif "torch" in sys.modules:
            sys.modules["torch"].default_generator.manual_seed(seed % (1 << 63))

    def _do_call(self, header: dict, decode: Decoder) -> Any:
        target = decode(header["target"])
        if header.get("method"):
            target = getattr(target, header["method"])
        args, kwargs = decode(header["args"]), decode(header["kwargs"])
        if isinstance(target, type):
            self.made.add(target)
        if not callable(target) and not header.get("method") and header["target"][0] == "name":
            raise NotCallable(f"{header['target'][1]} is not callable")
        result = target(*args, **kwargs)
        return Reply(result=result, args=list(args), kwargs=kwargs) if header.get("return_args") else result

    def _do_getattr(self, header: dict, decode: Decoder) -> Any:
        return getattr(decode(header["target"]), header["name"])

    def _do_getitem(self, header: dict, decode: Decoder) -> Any:
        return decode(header["target"])[decode(header["index"])]

    def _do_iter(self, header: dict, decode: Decoder) -> list:
        return list(itertools.islice(iter(decode(header["target"])), min(header["limit"], ITER_CAP)))

    def _do_operator(self, header: dict, decode: Decoder) -> Any:
        return OPERATORS[header["name"]](*decode(header["args"]))

    def _do_same(self, header: dict, decode: Decoder) -> bool:
        first, second = decode(header["args"])
        return first is second

    def _do_given(self, header: dict, decode: Decoder) -> Any:
        return importlib.import_module(f"given.{header['module']}")

    def _do_vjp(self, header: dict, decode: Decoder) -> Reply:
        from autograder.worker.autodiff import vjp

        return Reply(
            **vjp(
                decode(header["target"]),
                decode(header["inputs"]),
                decode(header["cotangents"]),
                bool(header.get("create_graph")),
            )
        )

    # --- the weights of a module -------------------------------------------------------------------------------

    def _do_parts(self, header: dict, decode: Decoder) -> list:
        """What a module consists of; with inputs also in which order a pass uses it."""
        from autograder.worker.module_parts import parts_of, seen_in_use

        module, inputs = decode(header["target"]), decode(header["inputs"])
        found = parts_of(module) if inputs is None else seen_in_use(module, header["method"], inputs)
        return [part.to_list() for part in found]

    def _do_outputs_with(self, header: dict, decode: Decoder) -> list:
        from autograder.worker.module_parts import Filling, outputs_with

        values = decode(header["values"])
        fillings = [Filling(values, chosen) for chosen in decode(header["fillings"])]
        return outputs_with(decode(header["target"]), header["method"], decode(header["inputs"]), fillings)

    def _do_fill(self, header: dict, decode: Decoder) -> None:
        """Also begins anew with random numbers: how many a net used up when it was made must not decide what it draws."""
        from autograder.worker.module_parts import Filling, parts_of

        Filling(decode(header["values"]), decode(header["chosen"])).put_into(parts_of(decode(header["target"])))
        self._reseed(header["seed"])

    def _do_leave_gradients(self, header: dict, decode: Decoder) -> None:
        """What an earlier backward would have left behind: a training step must not count it."""
        import torch

        for parameter in decode(header["target"]).parameters():
            if parameter.requires_grad:
                parameter.grad = torch.ones_like(parameter)

    def _do_read(self, header: dict, decode: Decoder) -> list:
        """The numbers in some parts."""
        from autograder.worker.module_parts import parts_of

        parts = parts_of(decode(header["target"]))
        return [parts[index].tensors[0].detach().clone() for index in decode(header["wanted"])]

    # --- errors ----------------------------------------------------------------------------------------------

    def describe(self, error: BaseException) -> dict:
        """First builtin class of the MRO, the place in the student's source, and at most 300 characters of text."""
        known = next((c.__name__ for c in type(error).__mro__ if getattr(builtins, c.__name__, None) is c), "Exception")
        try:
            text = error.msg if isinstance(error, SyntaxError) else str(error)  # our names of its cells say nothing
            text = text[:TEXT_CAP] if type(text) is str else ""
        except BaseException:
            text = ""
        kind = type(error).__name__
        if is_out_of_memory(error):  # of a device: torch has a class of its own for that
            known = kind = "MemoryError"
        described: dict[str, Any] = {"type": known, "kind": kind[:80] if type(kind) is str else known, "text": text}
        if about_device := accelerator.reason(text):
            described["device"] = about_device
        if self.device and accelerator.is_broken(text):
            described["broken"] = True
        with contextlib.suppress(BaseException):  # a forged traceback costs its author the line number
            described.update(self._place(error))
        return described

    def _place(self, error: BaseException) -> dict:
        labels = {s["label"] for s in self.statements}
        place: tuple[str, int] | None = None
        if isinstance(error, SyntaxError) and error.filename in labels:
            place = (str(error.filename), error.lineno or 1)
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in labels:
                place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            trace = trace.tb_next
        if place is None:
            return {}
        for statement in self.statements:
            count = statement["source"].count("\n") + 1
            if statement["label"] == place[0] and statement["line"] <= place[1] < statement["line"] + count:
                line = place[1] - statement["line"] + 1
                code = statement["source"].splitlines()[line - 1].strip()[:200]
                return {"definition": statement["name"] or statement["label"], "line": line, "code": code}
        return {}


__all__ = ["Malformed", "NotDefined", "Session"]
