"""IDX, the format of MNIST: two zero bytes, a type, the number of axes, their lengths, then the values.

Lengths and values are big-endian. Files may be compressed with gzip; their first bytes tell, not their names.
"""

from __future__ import annotations

import gzip
import hashlib
import struct
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from autograder.data.errors import DataError

TYPES = {0x08: ">u1", 0x09: ">i1", 0x0B: ">i2", 0x0C: ">i4", 0x0D: ">f4", 0x0E: ">f8"}
GZIP = b"\x1f\x8b"
MOST_BYTES = 1 << 30
"""No data set of ours comes near it; a small file that unpacks to more is not one of them."""


class IdxFile(NamedTuple):
    array: np.ndarray
    sha256: str
    """Of the content without compression: every packer makes its own gzip of it."""


def read_idx(path: Path, most_bytes: int = MOST_BYTES) -> IdxFile:
    content = _unpacked(path, most_bytes)
    return IdxFile(parse_idx(content, path), hashlib.sha256(content).hexdigest())


def parse_idx(content: bytes, path: Path) -> np.ndarray:
    """The array in an IDX file's content; the path is for complaints."""
    if len(content) < 4 or content[:2] != b"\0\0" or content[2] not in TYPES:
        raise DataError(f"{path} is not an IDX file: it begins with {content[:4].hex(' ') or 'nothing'}")
    kind, axes = np.dtype(TYPES[content[2]]), content[3]
    begin = 4 + 4 * axes
    if axes == 0 or len(content) < begin:
        raise DataError(f"{path} is damaged: its header says {axes} axes and then ends; download it again")
    shape = struct.unpack(f">{axes}I", content[4:begin])
    wanted = begin + kind.itemsize * _product(shape)
    if len(content) != wanted:
        raise DataError(
            f"{path} is damaged: {'×'.join(map(str, shape))} values take {wanted} bytes, it has {len(content)}; "
            "download it again"
        )
    return np.frombuffer(content, dtype=kind, offset=begin).reshape(shape).astype(kind.newbyteorder("="))


def _product(shape: tuple[int, ...]) -> int:
    """In Python's integers: lengths from a hostile header must not wrap round."""
    result = 1
    for length in shape:
        result *= length
    return result


def _unpacked(path: Path, most_bytes: int) -> bytes:
    try:
        with path.open("rb") as plain:
            packed = plain.read(2) == GZIP
            plain.seek(0)
            if packed:
                with gzip.GzipFile(fileobj=plain) as unpacking:
                    content = unpacking.read(most_bytes + 1)
            else:
                content = plain.read(most_bytes + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise DataError(f"{path} is damaged: gzip cannot unpack it; download it again") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(content) > most_bytes:
        raise DataError(f"{path} holds more than {most_bytes} bytes, more than any file of this data set")
    return content
