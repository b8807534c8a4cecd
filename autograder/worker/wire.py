"""Framed messages on a socket: u32 header length, JSON header, raw little-endian buffers.

The reader trusts nothing: the header is capped before it is read, every buffer's size is checked against
its dtype and shape before a byte is allocated, and what does not fit is `Malformed`. No pickle, ever.
"""

from __future__ import annotations

import json
import math
import mmap
import os
import re
import socket
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

HEADER_CAP = 4 << 20
TOTAL_CAP = 512 << 20
REPLY_CAP = 64 << 20
"""Of a message that a worker sends."""
RANK_CAP = 8
BUFFER_CAP = 20_000
FD_CAP = 16
LOOK_SECONDS = 0.25
DTYPES = {
    *("<f2", "<f4", "<f8", "<c8", "<c16", "|b1", "|i1", "|u1"),
    *(f"<{kind}{size}" for kind in "iu" for size in (1, 2, 4, 8)),
}
TEXT_DTYPE = re.compile(r"[<|][US][1-9]\d{0,5}\Z")


class Malformed(Exception):
    """The other side broke the protocol."""


class Closed(Exception):
    """The other side is gone."""


@dataclass
class Message:
    header: dict
    buffers: list[np.ndarray] = field(default_factory=list)
    """One 1-D array of bytes' worth per spec in header["bufs"], already of its dtype and shape."""


def dtype_of(spec: object) -> np.dtype:
    if not isinstance(spec, str) or not (spec in DTYPES or TEXT_DTYPE.match(spec)):
        raise Malformed(f"dtype {str(spec)[:40]!r}")
    try:
        return np.dtype(spec)
    except TypeError:
        raise Malformed(f"dtype {spec!r}") from None


def checked_size(spec: object) -> tuple[np.dtype, tuple[int, ...], int]:
    """dtype, shape and byte count of a buffer spec, or Malformed."""
    if not isinstance(spec, list) or len(spec) not in (3, 4):
        raise Malformed("buffer spec")
    dtype, shape, nbytes = dtype_of(spec[0]), spec[1], spec[2]
    if not isinstance(shape, list) or len(shape) > RANK_CAP:
        raise Malformed("rank")
    if not all(type(n) is int and 0 <= n <= 1 << 40 for n in shape) or type(nbytes) is not int:
        raise Malformed("shape")
    # An array of no entries may still be endless along another axis: a sum over its empty one would not fit anywhere.
    extent = nbytes or math.prod(n or 1 for n in shape) * dtype.itemsize
    if extent > TOTAL_CAP or math.prod(shape) * dtype.itemsize != nbytes:
        raise Malformed("size")
    return dtype, tuple(shape), nbytes


def send(sock: socket.socket, header: dict, buffers: Sequence[memoryview | bytes] = (), fds: Sequence[int] = ()) -> None:
    text = json.dumps(header, separators=(",", ":")).encode()
    if len(text) > HEADER_CAP:
        raise Malformed("the message has too many parts")
    frame = bytearray(struct.pack("<I", len(text)))
    frame += text
    for part in buffers:
        if len(frame) + len(part) <= 1 << 16:
            frame += part
        else:
            _send_all(sock, frame, fds)
            fds, frame = (), bytearray()
            sock.sendall(part)
    if frame:
        _send_all(sock, frame, fds)


def _send_all(sock: socket.socket, data: bytearray, fds: Sequence[int]) -> None:
    sent = socket.send_fds(sock, [data], list(fds)) if fds else 0
    if sent < len(data):
        sock.sendall(memoryview(data)[sent:])


def receive(
    sock: socket.socket, wait: Callable[[], None] | None = None, total_cap: int = TOTAL_CAP, fds: bool = False
) -> Message:
    """The next message. `wait` is called when the socket times out and may raise; `fds` accepts memory files."""
    files: list[int] = []
    prefix = _exactly(sock, 4, wait, files if fds else None)
    length = struct.unpack("<I", prefix)[0]
    if length > HEADER_CAP:
        raise Malformed("header too long")
    try:
        header = json.loads(_exactly(sock, length, wait))
    except (ValueError, RecursionError):
        raise Malformed("header is not JSON") from None
    if not isinstance(header, dict):
        raise Malformed("the header is not an object")
    specs = header.get("bufs", [])
    if not isinstance(specs, list) or len(specs) > BUFFER_CAP:
        raise Malformed("buffers")
    sizes = [checked_size(spec) for spec in specs]
    if sum(n for _, _, n in sizes) > total_cap:
        raise Malformed("the message is too long")
    buffers = []
    for spec, (dtype, shape, nbytes) in zip(specs, sizes):
        if len(spec) == 4 and fds:
            buffers.append(_map_file(files[spec[3]], nbytes).view(dtype).reshape(shape))
        elif len(spec) == 4:
            raise Malformed("a file where none may be")
        else:
            buffers.append(_as_array(_exactly(sock, nbytes, wait), dtype, shape))
    for descriptor in files:
        os.close(descriptor)
    return Message(header, buffers)


def _exactly(sock: socket.socket, count: int, wait: Callable[[], None] | None, files: list[int] | None = None) -> bytearray:
    data = bytearray(count)
    view, got = memoryview(data), 0
    looked = time.monotonic()
    while got < count:
        try:
            if files is not None:
                chunk, fresh, _, _ = socket.recv_fds(sock, count - got, FD_CAP)
                files.extend(fresh)
                n = len(chunk)
                view[got : got + n] = chunk
            else:
                n = sock.recv_into(view[got:])
        except TimeoutError:
            if wait is None:
                raise
            wait()
            continue
        except ConnectionError:
            n = 0
        if n == 0:
            raise Closed
        got += n
        if wait is not None and time.monotonic() - looked > LOOK_SECONDS:  # a reply that drips is late, too
            looked = time.monotonic()
            wait()
    return data


def _as_array(raw: bytearray, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    try:
        array = np.frombuffer(raw, np.uint8).view(dtype).reshape(shape) if raw else np.empty(shape, dtype)
    except ValueError:  # such as (2**40, 0, 2**40): no bytes, and still too large
        raise Malformed("shape") from None
    # Any byte but 0 is True; a boolean that holds 255 would be neither.
    return array.view(np.uint8) != 0 if dtype.kind == "b" else array


def _map_file(descriptor: int, nbytes: int) -> np.ndarray:
    """A private, copy-on-write view of a sealed memory file: `x -= 1` must work, and must not reach anyone else."""
    flags = mmap.MAP_PRIVATE
    return np.frombuffer(mmap.mmap(descriptor, nbytes, flags=flags, prot=mmap.PROT_READ | mmap.PROT_WRITE), np.uint8)


def memory_file(data: memoryview) -> int:
    """A sealed memfd with the bytes in it: it can be mapped by many workers and changed by none."""
    import fcntl

    descriptor = os.memfd_create("array", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    with open(descriptor, "wb", closefd=False, buffering=0) as file:
        sent = 0
        while sent < len(data):
            sent += file.write(data[sent:])
    seals = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
    return descriptor
