"""What a reply may cost whoever uses it: a small message can hold a value that numpy or a set makes huge or slow.

numpy gives every entry of a text array the room of the longest one, so a list of many short strings and a long one becomes
gigabytes. Keys with the same hash cost the square of their number, and the hashes of numbers and tuples can be chosen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.worker.wire import Malformed

TEXT_CAP = 32 << 20
"""Bytes of the text array that numpy would make of a list."""
NUMBER_AS_TEXT = 4 * 64
"""Bytes that a number takes in a text array, at most."""
NUMBERS = frozenset({bool, int, float, complex, type(None)})
SAME_HASH = 8
"""Different entries of one list, set or dict with the same hash."""

Extent = tuple[tuple[int, ...] | None, int, int]
"""Shape as an array (None: it has none), number of entries, bytes of the longest text among them."""


def check_collisions(items: list[Any]) -> None:
    """Refuses many entries of one hash, in what is a set or may be made one.

    Text is hashed with a secret of ours, and no more than a few floats or small integers share a hash.
    """
    if len(items) <= SAME_HASH:
        return
    doubtful = [v for v in items if type(v) in (tuple, list, frozenset, complex) or _is_large(v)]
    if len(doubtful) <= SAME_HASH:
        return
    sharing: defaultdict[int, list[Any]] = defaultdict(list)
    for value in doubtful:
        sharing[_hash(value)].append(value)
    for group in sharing.values():
        if len(group) > SAME_HASH and len(set(map(repr, group))) > SAME_HASH:
            raise Malformed("entries with the same hash")


def _is_large(value: Any) -> bool:
    return (type(value) is int and value.bit_length() > 61) or isinstance(value, np.complexfloating)


def _hash(value: Any) -> int:
    """Of a list, that of the tuple which a test may make of it. What cannot be hashed cannot collide."""
    try:
        return hash(_as_tuple(value))
    except TypeError:
        return id(value)


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if type(value) in (list, tuple) else value


def check_text(value: Any) -> None:
    """Refuses a list of which numpy would make a text array that is far larger than the reply."""
    _extent(value)


def _extent(value: Any) -> Extent:
    kind = type(value)
    if kind is list or kind is tuple:
        return _extent_of_sequence(value)
    if kind is str or kind is bytes:
        return (), 1, 4 * len(value)
    if kind is np.ndarray or isinstance(value, np.generic):
        return value.shape, value.size, value.itemsize if value.dtype.kind in "US" else 0
    if kind is dict:
        for part in value.values():
            _extent(part)
    shape = getattr(value, "shape", ()) if kind.__module__.split(".")[0] == "torch" else ()
    return tuple(shape), 1, 0


def _extent_of_sequence(items: Sequence[Any]) -> Extent:
    if NUMBERS.issuperset(map(type, items)):
        return (len(items),), len(items), 0
    parts = [_extent(item) for item in items]
    shapes = {shape for shape, _, _ in parts}
    if len(shapes) > 1 or None in shapes:
        return None, 0, 0  # ragged: numpy refuses it
    count, longest = sum(n for _, n, _ in parts), max(width for _, _, width in parts)
    if longest and count * max(longest, NUMBER_AS_TEXT) > TEXT_CAP:
        raise Malformed("text that would take too much memory as an array")
    return (len(items), *next(iter(shapes))), count, longest  # type: ignore[misc]
