"""Rubric items of a written question: labels with points that are picked for an answer, and changed for all answers at once.

They begin as the lines of `rubric` in assignment.toml ("1 point: ...", "0.5: ...") and are a decision from the first change
on. What was picked is kept with the points, so that a change of an item's points is a new decision about everybody
who has it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from autograder.errors import UserError
from autograder.gradebook.book import Gradebook
from autograder.gradebook.ledger import Decision, InForce, all_decisions, clean, decide, refuse_stale

_LINE = re.compile(
    r"^\s*(?:[-*]\s*)?(?P<part>\(\w\)\s*)?(?P<points>[+-]?\d+(?:\.\d+)?)\s*(?:points?|p|pts?)?\b\s*"
    r"(?P<each>for each\b(?: of (?P<many>two|three|four)\b)?[^:\n]{0,120})?\s*:\s*(?P<label>.*)$"
)
_MANY = {"two": 2, "three": 3, "four": 4}
MOST_ITEMS = 40


@dataclass(frozen=True)
class RubricItem:
    id: str
    label: str
    points: float


@dataclass(frozen=True)
class Rubric:
    items: tuple[RubricItem, ...]
    version: int = 0
    """Id of the decision that made it; 0: as the assignment's record has it."""

    def sum_of(self, picks: Iterable[str], most: float) -> float:
        chosen = set(picks)
        return _within(sum(i.points for i in self.items if i.id in chosen), most)


def of_record(text: str) -> Rubric:
    """The items that a rubric in words begins its paragraphs with; the lines below belong to the item above them."""
    read: list[tuple[str, float, int]] = []
    for line in text.strip().splitlines():
        found = _LINE.match(line)
        if found:
            each = f"{found['each']}: " if found["each"] else ""
            label = f"{found['part'] or ''}{each}{found['label']}".strip()
            read.append((label, float(found["points"]), _MANY.get(found["many"], 1)))
        elif read and line.strip():
            label, points, many = read[-1]
            read[-1] = (f"{label} {line.strip()}".strip(), points, many)
    # "0.5 for each of two" can be picked twice.
    every = [(label, points) for label, points, many in read for _ in range(many)]
    items = [RubricItem(f"r{i}", label, points) for i, (label, points) in enumerate(every, 1)]
    return Rubric(tuple(items[:MOST_ITEMS]))


def in_force(decided: InForce, question: str, record: str) -> Rubric:
    """`record`: the question's rubric in assignment.toml."""
    said = decided.about("rubric", [""]).get(question)
    if said is None:
        return of_record(record)
    return Rubric(tuple(RubricItem(**item) for item in json.loads(said.text)), said.id)


@dataclass(frozen=True)
class Detail:
    """How the points of an answer came about."""

    picks: tuple[str, ...] = ()
    adjust: float = 0.0
    """What the reader gave beyond the items that were picked."""
    answer: str = ""
    """Digest of the answer that was read."""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, decision: Decision | None) -> Detail:
        try:
            data = json.loads(decision.text) if decision and decision.text else {}
            return cls(tuple(data.get("picks", ())), float(data.get("adjust", 0.0)), str(data.get("answer", "")))
        except (ValueError, AttributeError, TypeError):
            return cls()


def change(
    book: Gradebook,
    question: str,
    most: float,
    items: Sequence[RubricItem],
    *,
    by: str,
    seen: int | None,
) -> int:
    """New items for everybody: answers with a picked item get its new points. Returns how many answers changed."""
    items = [_checked(item) for item in items if item.label.strip()]
    if len(items) > MOST_ITEMS:
        raise UserError(f"a rubric has at most {MOST_ITEMS} items")
    if len({item.id for item in items}) < len(items):
        raise UserError("two rubric items have the same id")
    changed = 0
    with book.writing() as db:
        refuse_stale(db, ["rubric"], [""], question, seen)
        words = json.dumps([asdict(item) for item in items])
        decide(db, "rubric", "", by=by, item=question, value=1.0, text=words)
        new = Rubric(tuple(items))
        for d in InForce(all_decisions(db)).all_of("manual"):
            detail = Detail.of(d)
            if d.item != question or d.value is None or not detail.picks:
                continue
            value = _within(new.sum_of(detail.picks, math.inf) + detail.adjust, most)
            if abs(value - d.value) > 1e-9:
                decide(db, "manual", d.subject, by=by, item=question, value=value, text=d.text, reason="the rubric was changed")
                changed += 1
    return changed


def _within(points: float, most: float) -> float:
    return round(min(max(points, 0.0), most), 6)


def _checked(item: RubricItem) -> RubricItem:
    if not re.fullmatch(r"\w{1,20}", item.id) or not math.isfinite(item.points):
        raise UserError(f"{item.label[:40]!r}: a rubric item needs a number of points")
    return RubricItem(item.id, clean(item.label)[:1000], item.points)
