"""Reading IDX files: right ones in both packings, and every way in which one can be wrong."""

from __future__ import annotations

import gzip
import hashlib
import struct
from pathlib import Path

import numpy as np
import pytest

from autograder.data.errors import DataError
from autograder.data.idx import read_idx


def idx_bytes(array: np.ndarray, code: int = 0x08) -> bytes:
    big_endian = array.astype(array.dtype.newbyteorder(">"))
    return struct.pack(f">HBB{array.ndim}I", 0, code, array.ndim, *array.shape) + big_endian.tobytes()


IMAGES = np.arange(2 * 3 * 5, dtype=np.uint8).reshape(2, 3, 5)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_values_and_checksum_do_not_depend_on_the_packing(tmp_path: Path, pack):
    path = tmp_path / "no-telling-name"
    path.write_bytes(pack(idx_bytes(IMAGES)))
    found = read_idx(path)
    assert found.array.dtype == np.uint8
    np.testing.assert_array_equal(found.array, IMAGES)
    assert found.sha256 == hashlib.sha256(idx_bytes(IMAGES)).hexdigest()


@pytest.mark.parametrize(("dtype", "code"), [("i1", 0x09), ("i2", 0x0B), ("i4", 0x0C), ("f4", 0x0D), ("f8", 0x0E)])
def test_numbers_of_every_type_come_in_native_order(tmp_path: Path, dtype: str, code: int):
    values = np.array([[-3, 1, 100], [7, -128, 0]], dtype=dtype)
    (tmp_path / "f").write_bytes(idx_bytes(values, code))
    found = read_idx(tmp_path / "f").array
    assert found.dtype == np.dtype(dtype) and found.dtype.isnative
    np.testing.assert_array_equal(found, values)


GOOD = idx_bytes(IMAGES)
WRONG = {
    "empty": (b"", "not an IDX file"),
    "a web page": (b"<html>not found</html>", "not an IDX file: it begins with 3c 68 74 6d"),
    "unknown type": (b"\0\0\x07\x01" + GOOD[4:], "not an IDX file"),
    "no axes": (b"\0\0\x08\0", "header says 0 axes"),
    "broken off in the header": (GOOD[:9], "header says 3 axes"),
    "broken off in the values": (GOOD[:-1], "2×3×5 values take 46 bytes, it has 45"),
    "too long": (GOOD + b"\0", "2×3×5 values take 46 bytes, it has 47"),
    "lengths that wrap round 64 bits": (
        b"\0\0\x08\x03" + struct.pack(">3I", 2**31, 2**31, 4),
        "values take 18446744073709551632 bytes",
    ),
    "gzip broken off": (gzip.compress(GOOD)[:-9], "gzip cannot unpack it"),
    "gzip with a wrong check": (gzip.compress(GOOD)[:-8] + b"\0" * 8, "gzip cannot unpack it"),
    "gzip of nonsense": (b"\x1f\x8b" + b"nonsense" * 4, "gzip cannot unpack it"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_refused_on_one_line_with_its_path(tmp_path: Path, case: str):
    content, said = WRONG[case]
    path = tmp_path / "train-images-idx3-ubyte"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_idx(path)
    message = str(caught.value)
    assert said in message and str(path) in message and "\n" not in message


def test_a_small_file_that_unpacks_to_too_much_is_refused(tmp_path: Path):
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"\0" * 100_000))
    with pytest.raises(DataError, match="more than 5000 bytes"):
        read_idx(path, most_bytes=5000)
