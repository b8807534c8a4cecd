"""How a message reaches the student's code: into a jailed worker, or into this process (own code only)."""

from __future__ import annotations

import ctypes
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from autograder.suites.outcome import Outcome
from autograder.worker.session import Session
from autograder.worker.values import Encoder
from autograder.worker.wire import Message, checked_size


class WorkerLost(Exception):
    """The student's code can answer no more. `outcome` is what that test gets: error, timeout or memory.

    `outside`: somebody else ended its process, and the outcome is inconclusive.
    """

    def __init__(self, outcome: Outcome, public: str, detail: str = "", retry: bool = False, outside: bool = False) -> None:
        super().__init__(f"{public} ({detail})" if detail else public)
        self.outcome, self.public, self.detail, self.retry = outcome, public, detail, retry
        self.outside = outside


class ZygoteDied(Exception):
    """The zygote is gone or does not answer. The test is run again with a new one."""


class PlaceError(Exception):
    """This place cannot grade: a file is missing, a device does not start, the jail is refused. Never a result: the submission
    goes back to the queue."""


class Transport:
    """What `Student` needs. `files` puts a large array into a memory file and returns its descriptor."""

    files: Callable[[np.ndarray], int] | None = None
    answer_callback: Callable[[Message], tuple[dict[str, Any], Encoder]]
    replacements: Mapping[int, tuple[str, Callable[..., Any]]] = MappingProxyType({})
    """Call-backs that outlive a test: number -> (name of the submission, trusted function in its place)."""
    kept = 0
    """Bytes of replies that are kept for the diagnosis."""

    @property
    def sources(self) -> dict[str, list[str]]:
        """Definition -> its lines, to say where an exception arose."""
        return {}

    def request(self, header: dict[str, Any], encoder: Encoder) -> Message:
        raise NotImplementedError("Transport.request")

    def begin_test(self, seed: int) -> None:
        raise NotImplementedError("Transport.begin_test")

    def start_over(self, seed: int) -> None:
        """The code runs anew, in a place where it has never run."""
        raise NotImplementedError("Transport.start_over")

    @property
    def is_loaded(self) -> bool:
        """Whether the code could be run, up to its definitions."""
        return True

    def expect(self, condition: bool, what: str) -> None:
        """A reply that breaks the protocol is the worker's fault and costs the test."""
        if not condition:
            raise WorkerLost(Outcome.ERROR, "your code broke the connection to the grader", what)


class RandomState:
    """Keeps the global generators of code that runs in this process apart from ours, as two processes would."""

    def __init__(self) -> None:
        self.numpy = NumpyState()
        self.theirs: list[Any] | None = None

    def __enter__(self) -> None:
        self.numpy.enter()
        self.ours = _random_state()
        if self.theirs is not None:
            _set_random_state(self.theirs)

    def __exit__(self, *_: object) -> None:
        self.theirs = _random_state()
        _set_random_state(self.ours)
        self.numpy.leave()


def _random_state() -> list[Any]:
    torch = sys.modules.get("torch")
    return [random.getstate(), torch.get_rng_state() if torch else None]


def _set_random_state(state: list[Any]) -> None:
    random.setstate(state[0])
    if state[1] is not None:
        sys.modules["torch"].set_rng_state(state[1])


class NumpyState:
    """The same for numpy's, whose state takes 0.1 ms to read or to set: its memory is copied instead.

    Beside the memory there is one thing more, the second of a pair of normals of which one was drawn. Theirs is kept;
    suites draw from generators of their own.
    """

    def __init__(self) -> None:
        self.their_bits = b""
        self.their_state: Any = None
        """Only where a normal is left over."""

    def enter(self) -> None:
        self.our_bits = _numpy_bits()
        if self.their_state is not None:
            np.random.set_state(self.their_state)
        else:
            _set_numpy_bits(self.their_bits)

    def leave(self) -> None:
        self.their_bits, before = _numpy_bits(), self.their_bits
        if self.their_bits != before or self.their_state is not None:
            state = np.random.get_state()
            self.their_state = state if state[3] else None  # type: ignore[index]
            np.random.seed(0)  # nothing is left over for us
        _set_numpy_bits(self.our_bits)


def _numpy_bits() -> bytes:
    """The memory of numpy's global generator: the 624 words of a Mersenne Twister and a position."""
    generator = np.random.get_bit_generator()  # type: ignore[attr-defined]
    if not isinstance(generator, np.random.MT19937):  # somebody's own: not ours to know
        return b""
    return ctypes.string_at(generator.ctypes.state_address, 4 * 625)


def _set_numpy_bits(bits: bytes) -> None:
    if bits and len(_numpy_bits()) == len(bits):
        ctypes.memmove(np.random.get_bit_generator().ctypes.state_address, bits, len(bits))  # type: ignore[attr-defined]


class LocalTransport(Transport):
    """The same messages, handed to a session in this process: a student's own notebook, or trusted code."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.random = RandomState()
        session.call_back = self._call_back

    @property
    def sources(self) -> dict[str, list[str]]:
        return sources_of(self.session.statements)

    def request(self, header: dict[str, Any], encoder: Encoder) -> Message:
        with self.random:
            reply, answered = self.session.handle(_as_message(header, encoder))
        return _as_message({**reply, "bufs": answered.specs}, answered)

    def load(self, header: dict[str, Any]) -> None:
        """Runs a slice there; what it raises is answered to everything that is asked."""
        reply = self.request({"op": "load", **header, "bufs": []}, self.session.encoder())
        self.session.load_error = reply.header.get("error")

    def begin_test(self, seed: int) -> None:
        with self.random:
            self.session.begin(seed)

    def start_over(self, seed: int) -> None:
        """Trusted code only: a student's own process goes on, and whom would it deceive?"""
        if self.session.again is not None:
            self.session = self.session.again()
            self.session.call_back = self._call_back
        self.begin_test(seed)

    @property
    def is_loaded(self) -> bool:
        return self.session.load_error is None

    def _call_back(self, header: dict[str, Any], encoder: Encoder) -> Message:
        reply, answered = self.answer_callback(_as_message({**header, "bufs": encoder.specs}, encoder))
        return _as_message({**reply, "bufs": answered.specs}, answered)


def sources_of(statements: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """By definition; under "" what stands around the definitions, imports above all."""
    around = [line for s in statements if not s["name"] for line in s["source"].splitlines()]
    return {"": around, **{s["name"]: s["source"].splitlines() for s in statements if s["name"]}}


def _as_message(header: dict[str, Any], encoder: Encoder) -> Message:
    buffers = []
    for spec, data in zip(encoder.specs, encoder.buffers):
        dtype, shape, _ = checked_size(spec)
        buffers.append(np.frombuffer(bytearray(data), np.uint8).view(dtype).reshape(shape) if data else np.empty(shape, dtype))
    return Message(_plain(header), buffers)


def _plain(node: Any) -> Any:
    """What JSON would make of a header, so that both transports hand over the same thing."""
    if isinstance(node, (list, tuple)):
        return [_plain(v) for v in node]
    if isinstance(node, dict):
        return {str(k): _plain(v) for k, v in node.items()}
    return node
