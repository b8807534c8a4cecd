"""Which pairs share what is rare. Winnowed fingerprints of token shapes, weighed by how few of the class have them.

Everybody who solves an exercise writes much of the same. A fingerprint therefore counts log(n / how many have it): what
half the class wrote tells nothing, what two wrote tells much. What the release contains does not count at all.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from autograder.similar.tokens import TopStatement

K = 9
"""Tokens in a fingerprint."""
WINDOW = 4
"""Of so many fingerprints in a row at least one is kept: what is shared over 12 tokens is always seen."""
COMMON = 0.2
"""What a larger part of the class has is common knowledge."""
ROOM = 6.0
"""So many fingerprints of the rarest kind halve a score that rests on little."""
BASE = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class ComparedStatement:
    """A statement of a submission that is compared."""

    exercise: str
    statement: TopStatement


@dataclass(frozen=True)
class Print:
    """A fingerprint, and which tokens it covers."""

    value: int
    piece: int
    start: int


@dataclass(frozen=True)
class SimilarPair:
    first: int
    second: int
    score: float
    """From 0 to 1: the part of what is rare in both that is shared."""
    shared: int
    """Rare fingerprints in common."""


def hashes(statement: TopStatement) -> np.ndarray:
    """Of every run of K tokens."""
    ids = np.array([_number(t.shape) for t in statement.tokens], dtype=np.uint64)
    if len(ids) < K:
        return np.empty(0, dtype=np.uint64)
    windows = np.lib.stride_tricks.sliding_window_view(ids, K)
    powers = np.array([pow(int(BASE), K - 1 - i, 1 << 64) for i in range(K)], dtype=np.uint64)
    mixed: np.ndarray = (windows * powers).sum(axis=1, dtype=np.uint64)
    hashed: np.ndarray = (mixed ^ (mixed >> np.uint64(29))) * BASE
    return hashed


@lru_cache(maxsize=100_000)
def _number(shape: str) -> int:
    return zlib.crc32(shape.encode("utf-8", "replace"))


def winnowed(values: np.ndarray) -> np.ndarray:
    """Positions that are kept: the smallest of every window, the last one where several are."""
    if len(values) <= WINDOW:
        return np.arange(len(values))[-1:] if len(values) else np.arange(0)
    windows = np.lib.stride_tricks.sliding_window_view(values, WINDOW)
    smallest = WINDOW - 1 - windows[:, ::-1].argmin(axis=1)
    return np.unique(np.arange(len(windows)) + smallest)


def prints_of(pieces: Sequence[ComparedStatement], boilerplate: set[int]) -> list[Print]:
    found = []
    for index, piece in enumerate(pieces):
        values = hashes(piece.statement)
        kept = [i for i in winnowed(values) if int(values[i]) not in boilerplate]
        found += [Print(int(values[i]), index, int(i)) for i in kept]
    return found


class Corpus:
    """The fingerprints of a class, and what each is worth."""

    def __init__(self, submissions: Sequence[Sequence[Print]]) -> None:
        self.submissions = submissions
        self.size = len(submissions)
        values = [np.unique(np.array([p.value for p in own], dtype=np.uint64)) for own in submissions]
        every, counts = np.unique(np.concatenate(values) if values else np.empty(0, np.uint64), return_counts=True)
        rare = (counts <= max(COMMON * self.size, 3)) & (counts < max(self.size, 3))
        weights = np.where(rare, np.log((self.size + 1) / counts), 0.0)
        self.worth = dict(zip(every.tolist(), weights.tolist()))
        self._every, self._weights, self._values, self._counts = every, weights, values, counts

    def pairs(self, most: int, least: float) -> list[SimilarPair]:
        """The most similar pairs, the most similar first."""
        from scipy.sparse import csr_matrix

        used = (self._counts >= 2) & (self._weights > 0)
        columns = np.full(len(self._every), -1)
        columns[used] = np.arange(int(used.sum()))
        totals = np.zeros(self.size)
        rows, cols, data = [], [], []
        for i, own in enumerate(self._values):
            at = np.searchsorted(self._every, own)
            totals[i] = self._weights[at].sum()
            shared = at[used[at]]
            rows.append(np.full(len(shared), i))
            cols.append(columns[shared])
            data.append(np.sqrt(self._weights[shared]))
        if not used.any():
            return []
        place = (np.concatenate(rows), np.concatenate(cols))
        matrix = csr_matrix((np.concatenate(data), place), shape=(self.size, int(used.sum())))
        counted = csr_matrix((np.ones_like(matrix.data), matrix.indices, matrix.indptr), shape=matrix.shape)
        together, number = (matrix @ matrix.T).tocoo(), (counted @ counted.T).tocsr()
        upper = together.row < together.col
        first, second, common = together.row[upper], together.col[upper], together.data[upper]
        room = ROOM * np.log(self.size + 1)
        score = common / (np.sqrt(totals[first] * totals[second]) + room)
        order = [i for i in np.argsort(-score, kind="stable")[:most] if score[i] >= least]
        return [SimilarPair(int(first[i]), int(second[i]), float(score[i]), int(number[first[i], second[i]])) for i in order]

    def weight_by_piece(self, one: int, other: int) -> dict[int, float]:
        """For each piece of `one`: what the rare passages that `other` has too are worth."""
        theirs = {p.value for p in self.submissions[other]}
        found: dict[int, float] = {}
        for p in self.submissions[one]:
            if p.value in theirs and self.worth[p.value] > 0:
                found[p.piece] = found.get(p.piece, 0.0) + self.worth[p.value]
        return found

    def rare(self, value: int) -> bool:
        return bool(self.worth.get(value, 0.0) > 0)


def shared_lines(
    piece: ComparedStatement, theirs: set[int], boilerplate: set[int], rare: Callable[[int], bool]
) -> dict[int, int]:
    """Line -> 1 where the other submission has the passage too, 2 where few others do. `theirs`: all its hashes."""
    found: dict[int, int] = {}
    tokens = piece.statement.tokens
    for i, value in enumerate(hashes(piece.statement).tolist()):
        if value in theirs and value not in boilerplate:
            level = 2 if rare(value) else 1
            for token in tokens[i : i + K]:
                found[token.line] = max(found.get(token.line, 0), level)
    return found


def groups(pairs: Sequence[SimilarPair], least: float) -> list[list[int]]:
    """Three or more that hang together through pairs above `least`."""
    leader: dict[int, int] = {}

    def find(x: int) -> int:
        while leader.setdefault(x, x) != x:
            x = leader[x]
        return x

    for p in pairs:
        if p.score >= least:
            leader[find(p.first)] = find(p.second)
    found: dict[int, list[int]] = {}
    for x in leader:
        found.setdefault(find(x), []).append(x)
    return sorted((sorted(g) for g in found.values() if len(g) >= 3), key=len, reverse=True)
