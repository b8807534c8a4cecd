"""What a regrade changes: whose grade, by how much, and through which test. Pure functions over two views of the book."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from autograder.gradebook.grades import Standing


@dataclass(frozen=True)
class TestChange:
    __test__ = False

    exercise: str
    test: str
    before: str
    """Outcome; "new" or "gone" where the test is only in one of them."""
    after: str
    points: float
    """By how much the points change."""

    def __str__(self) -> str:
        name = self.test.rpartition("::")[2]
        return f"{self.exercise} {name}: {self.before} -> {self.after} ({signed(self.points)})"


@dataclass(frozen=True)
class Change:
    key: str
    name: str
    submission: str
    before: float
    after: float
    """The final grade, with late policy, manual scores and overrides."""
    score_before: float
    score_after: float
    tests: tuple[TestChange, ...]
    note: str = ""

    @property
    def difference(self) -> float:
        return round(self.after - self.before, 6)

    def through(self) -> list[str]:
        """In words, short: tests whose outcome differs, and the others together."""
        other = [t for t in self.tests if t.before != t.after]
        weights = [t for t in self.tests if t.before == t.after]
        lines = [str(t) for t in other]
        if weights:
            lines.append(f"{len(weights)} tests have other weights ({signed(sum(t.points for t in weights))})")
        return [*lines, self.note] if self.note else lines

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "difference": self.difference}


def signed(points: float) -> str:
    return f"{points:+.2f}".rstrip("0").rstrip(".") if round(points, 2) else "+0"


def changes(before: list[Standing], after: list[Standing], old: dict[int, dict], new: dict[int, dict]) -> list[Change]:
    """Everybody for whom a grade, a score or a test differs; the greatest change first."""
    later = {row.key: row for row in after}
    found = []
    for row in before:
        then = later.get(row.key)
        if then is None or row.grading is None or then.grading is None or row.grading == then.grading:
            continue
        tests = test_changes(old[row.grading], new[then.grading])
        if row.final == then.final and row.score == then.score and not tests:
            continue
        note = ""
        if row.final == then.final and row.score != then.score:
            note = "overridden: the final grade stays" if row.overrides else "another attempt or a limit: the final grade stays"
        found.append(
            Change(
                row.key,
                row.name,
                str(then.submission),
                row.final,
                then.final,
                row.score,
                then.score,
                tuple(tests),
                note,
            )
        )
    return sorted(found, key=lambda c: (-abs(c.difference), -abs(c.score_after - c.score_before), c.name, c.key))


def test_changes(old: dict[str, Any], new: dict[str, Any]) -> list[TestChange]:
    first, second = _tests(old), _tests(new)
    found = []
    for key in dict.fromkeys((*first, *second)):
        a, b = first.get(key), second.get(key)
        was, now = (a["outcome"] if a else "new"), (b["outcome"] if b else "gone")
        points = round((b["earned"] if b else 0.0) - (a["earned"] if a else 0.0), 6)
        if was != now or points:
            found.append(TestChange(*key, was, now, points))
    return found


test_changes.__test__ = False  # type: ignore[attr-defined]


def _tests(result: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(e["id"], t["id"]): t for e in result["exercises"] for t in e["tests"]}
