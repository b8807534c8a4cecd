"""One or two sentences as the input of BERT."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Int

Row = Int[np.ndarray, "max_len"]


def bert_input(
    a: list[int], b: list[int] | None, cls: int, sep: int, pad: int, max_len: int
) -> tuple[Row, Row, Bool[np.ndarray, "max_len"]]:
    """Put one or two sentences into a row of fixed length.

        cls a ... a sep pad pad ...                  if b is None
        cls a ... a sep b ... b sep pad pad ...      else

    The segment is 0 up to and with the first sep, 1 for b and its sep, and 0 at the padding. If there is no room for
    all tokens, one token after the other is cut off, always from the END of the sentence that is longer at that
    moment; if both are equally long, from b.

    Args:
        a, b: token numbers of the sentences; left as they are. b may be an empty list, which still has its sep.
        cls, sep, pad: the special tokens.
        max_len: length of the row.

    Returns:
        (ids, segments, mask), each of shape (max_len,): integers, integers, and booleans that are True everywhere
        but at the padding.

    Raises:
        ValueError: if max_len has no room for the special tokens; the message names max_len.
    """
    specials = 2 if b is None else 3
    if max_len < specials:
        raise ValueError(f"max_len: {max_len} has no room for {specials} special tokens")
    first, second = list(a), list(b or [])
    while len(first) + len(second) > max_len - specials:
        (first if len(first) > len(second) else second).pop()
    head = [cls, *first, sep]
    tail = [] if b is None else [*second, sep]
    n = len(head) + len(tail)
    ids, segments = np.full(max_len, pad), np.zeros(max_len, dtype=int)
    ids[:n] = head + tail
    segments[len(head) : n] = 1
    return ids, segments, np.arange(max_len) < n
