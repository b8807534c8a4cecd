"""What an answer is worth, and what its student reads about it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from autograder.exams.answers import NotReadable, answer_keys, is_blank, part_keys
from autograder.exams.draw import Variant, WrongAnswer

State = Literal["right", "partly", "wrong", "blank", "unreadable", "waiting"]


@dataclass(frozen=True)
class Judged:
    state: State
    share: float
    """Of the points."""
    misconceptions: tuple[WrongAnswer, ...] = ()
    note: str = ""
    """Why it could not be read."""
    key: str = ""
    """What was answered, for counting."""

    @property
    def explanations(self) -> list[str]:
        return list(dict.fromkeys(m.because for m in self.misconceptions))


def judge(variant: Variant, value: Any) -> Judged:
    """`value`: a literal that a student typed (`answers.literal`), or a text."""
    q = variant.question
    if is_blank(value) or (isinstance(value, str) and not value.strip()):
        return Judged("blank", 0.0)
    if q.kind == "text":
        return Judged("waiting", 0.0)
    shown = len(variant.choices) or q.shown
    try:
        keys = answer_keys(q.kind, value, places=q.places, steps=q.steps, unit=q.unit, shown=shown)
    except NotReadable as problem:
        return Judged("unreadable", 0.0, note=str(problem))
    if variant.right in keys:
        return Judged("right", 1.0, key=variant.right)
    parts = part_keys(q.kind, keys[0], shown)
    known = {m.key: m for m in variant.misconceptions}
    found = [known[key] for key in keys if key in known][:1] + [known[key] for key in parts if key in known]
    if q.kind in ("order", "truth") and variant.explanation and not found:
        found = [WrongAnswer(keys[0], variant.explanation, 0.0, f"{q.id}/order")]
    share = max([m.credit for m in found], default=0.0)
    if q.partial:
        share = max(share, _part(q.kind, variant.right, keys[0]))
    return Judged("partly" if share else "wrong", share, tuple(found), key=keys[0])


def _part(kind: str, right: str, given: str) -> float:
    if kind == "several":
        hits, misses = len(set(given) & set(right)), len(set(given) - set(right))
        return max(0.0, (hits - misses) / len(right))
    if kind == "order":
        pairs = list(combinations(right, 2))
        kept = sum(given.index(a) < given.index(b) for a, b in pairs) / len(pairs)
        return max(0.0, 2 * kept - 1)  # a random order has half of its pairs right, and earns nothing
    if kind == "truth":
        return 0.5 if given.partition(":")[0] == right.partition(":")[0] else 0.0
    return 0.0
