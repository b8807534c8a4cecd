"""The wire's reader, fed with mutated and invented frames: only Malformed and Closed come out, soon, in little memory."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from typing import Any

import pytest
from hostile import LEAVES, SPECS, at_most, frame, mutated
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.worker.wire import Closed, Malformed, Message, receive

bounded = settings.get_profile("bounded")
GOOD = frame({"result": ["t", [["a", 0], ["g", 1]]], "bufs": [["<f8", [2, 3], 48], ["<i8", [], 8]]}, bytes(range(56)))


def read(data: bytes) -> Message | None:
    """What the reader makes of some bytes and a closed wire; None where it refused, as it may."""
    ours, theirs = socket.socketpair()
    feeder = threading.Thread(target=_feed, args=(theirs, data))
    feeder.start()
    try:
        ours.settimeout(5)
        with at_most(10):
            return receive(ours)
    except (Malformed, Closed):
        return None
    finally:
        ours.close()
        feeder.join()


def _feed(sock: socket.socket, data: bytes) -> None:
    try:
        sock.sendall(data)
    except OSError:
        pass
    finally:
        sock.close()


def test_a_good_frame_is_read() -> None:
    message = read(GOOD)
    assert message is not None and message.buffers[0].shape == (2, 3)


@settings(bounded)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=8))
def test_mutated_frames(edits: list[tuple[int, int]]) -> None:
    read(mutated(GOOD, edits))


@settings(bounded)
@given(st.integers(0, len(GOOD) - 1))
def test_cut_frames(length: int) -> None:
    assert read(GOOD[:length]) is None


@settings(bounded)
@given(st.lists(SPECS, max_size=4) | LEAVES, st.binary(max_size=200))
def test_invented_buffers(specs: Any, body: bytes) -> None:
    read(frame({"result": None, "bufs": specs}, body))


@settings(bounded)
@given(st.binary(max_size=300))
def test_noise(data: bytes) -> None:
    read(data)


@settings(bounded)
@given(st.binary(max_size=300))
def test_noise_as_header(data: bytes) -> None:
    read(frame(data))


# DEFECT when written (reported): np.empty of a shape with a zero and two huge sizes raises ValueError.
@pytest.mark.parametrize(
    "header",
    [
        b"[" * 1_000_000,
        b'{"a":' * 500_000,
        b'{"bufs": ' + b"9" * 100_000 + b"}",
        b'{"bufs": [' + b"[]," * 1_000_000 + b"[]]}",
        b'{"x": "' + b"\\ud800" * 100_000 + b'"}',
        b'{"bufs": [["<f8", [1, 1099511627776, 0], 0]]}',
        b'{"bufs": [["<f8", [1099511627776, 0, 1099511627776], 0]]}',
        b'{"bufs": [["<U999999", [0, 1099511627776], 0]]}',
        b'{"bufs": [["|u1", [268435456], 268435456], ["|u1", [268435457], 268435457]]}',
    ],
    ids=lambda h: h[:40].decode(),
)
def test_known_bombs(header: bytes) -> None:
    read(frame(header))


# HOLE when written (reported): `wait` is called only when a single read times out.
def test_a_dripping_frame_meets_the_clock() -> None:
    """A byte now and then is no progress: whoever waits must be asked, though no single wait times out."""
    ours, theirs = socket.socketpair()
    ours.settimeout(0.2)
    stop = threading.Event()

    def drip() -> None:
        try:
            theirs.sendall(struct.pack("<I", 1_000_000))
            while not stop.is_set():
                theirs.sendall(b" ")
                time.sleep(0.01)
        except OSError:
            pass

    class Over(Exception):
        pass

    began = time.monotonic()

    def wait() -> None:
        if time.monotonic() - began > 0.5:
            raise Over

    feeder = threading.Thread(target=drip)
    feeder.start()
    try:
        with at_most(10), pytest.raises(Over):
            receive(ours, wait=wait)
    finally:
        stop.set()
        ours.close()
        feeder.join()
        theirs.close()


# HOLE when written (reported): the bytes of a boolean buffer are not checked.
def test_booleans_are_true_or_false() -> None:
    """A byte of 255 is no boolean: it would count as 255 in a sum and be neither true nor false in a comparison."""
    from autograder.worker.values import Decoder

    message = read(frame({"result": ["a", 0], "bufs": [["|b1", [3], 3]]}, bytes([0, 2, 255])))
    if message is None:
        return
    try:
        value = Decoder(message, {}, trusted=False)(message.header["result"])
    except Malformed:
        return
    assert value.tobytes() in (bytes([0, 1, 1]),)


def test_the_header_of_every_refusal_is_json_of_ours() -> None:
    """The strategies do reach the reader: most invented specs are refused, and a good one is not."""
    assert read(frame({"bufs": [["<f8", [1], 8]]}, bytes(8))) is not None
    assert json.loads(GOOD[4 : 4 + struct.unpack("<I", GOOD[:4])[0]])["bufs"]
