"""Decisions of people: manual scores, comments, overrides, extra credit, extensions, links, policy. Append only."""

from __future__ import annotations

import getpass
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, insert, select

from autograder.errors import UserError
from autograder.gradebook.policy import Policy
from autograder.store.connection import lock_decisions
from autograder.store.schema import decisions

KINDS = (
    "manual",  # points for a written answer: item, value
    "comment",  # words for the student: item or none, text
    "override",  # points instead of the derived ones: item is an exercise, or none for the final grade
    "extra",  # points on top: item says what for
    "extension",  # seconds more before the deadline
    "excused",  # need not hand this in: it counts neither for nor against the student
    "slips",  # slip days that the student has left for this assignment, after the earlier ones
    "time",  # when it was handed in, where a person or a platform knows better than the file
    "link",  # subject is a submission, text the student's key (empty: nobody's)
    "policy",  # text is the policy
    "applied",  # a regrade that was made to count
    "rubric",  # item is a written question, text its rubric items as JSON
    "request",  # a student asks for another look: item, value 0 open, 1 granted, -1 declined; text: words, then the answer
    "settled",  # a person has looked at something on the to-do list: item says at what
    "pair",  # two hand-ins that look alike: item is the other one, value 1 to follow up, 0 no copy
)


@dataclass(frozen=True)
class Decision:
    id: int
    created: float
    by: str
    kind: str
    subject: str
    item: str
    value: float | None
    text: str
    reason: str


def student_subject(key: str) -> str:
    return f"student:{key}"


def submission_subject(name: str) -> str:
    return f"submission:{name}"


def who_am_i(by: str | None) -> str:
    """The person who decides: named, or the user of this machine."""
    if by and by.strip():
        return clean(by)[:200]
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        raise UserError("say who decided this with --by NAME") from None


def clean(text: str) -> str:
    """As UTF-8 and every database can hold it."""
    return text.encode("utf-8", "replace").decode().replace("\0", "").strip()


class Stale(UserError):
    """Somebody else has decided the same thing since it was looked at."""

    def __init__(self, latest: Decision) -> None:
        super().__init__(f"{latest.by} has decided this in the meantime; look at it again")
        self.latest = latest


def latest(db: Connection, kinds: Iterable[str], subjects: Iterable[str], item: str | None) -> Decision | None:
    """The newest decision of these kinds about any of these, whatever it says; its id is the version that a reader saw."""
    query = select(decisions).where(decisions.c.kind.in_(list(kinds)), decisions.c.subject.in_(list(subjects)))
    if item is not None:
        query = query.where(decisions.c.item == clean(item)[:200])
    row = db.execute(query.order_by(decisions.c.id.desc()).limit(1)).first()
    return Decision(**row._mapping) if row else None


def refuse_stale(db: Connection, kinds: Iterable[str], subjects: Iterable[str], item: str | None, seen: int | None) -> None:
    """Raises `Stale` if somebody decided after version `seen` (None: whoever comes last wins, as on the command line).

    Call it inside the transaction that writes: nobody can come in between.
    """
    lock_decisions(db)
    if seen is None:
        return
    last = latest(db, kinds, subjects, item)
    if last is not None and last.id > seen:
        raise Stale(last)


def decide(
    db: Connection,
    kind: str,
    subject: str,
    *,
    by: str,
    item: str = "",
    value: float | None = None,
    text: str = "",
    reason: str = "",
) -> None:
    assert kind in KINDS, kind
    row = {"kind": kind, "subject": subject, "item": clean(item)[:200], "value": value, "by": by}
    db.execute(insert(decisions).values(**row, created=time.time(), text=clean(text), reason=clean(reason)))


def all_decisions(db: Connection) -> list[Decision]:
    return [Decision(**row._mapping) for row in db.execute(select(decisions).order_by(decisions.c.id))]


class InForce:
    """What is decided now, by kind: the last word of each (kind, subject, item)."""

    def __init__(self, made: Iterable[Decision]) -> None:
        self._last: dict[tuple[str, str], dict[str, Decision]] = {}
        for d in made:  # in the order they were made
            self._last.setdefault((d.kind, d.subject), {})[d.item] = d

    def about(self, kind: str, subjects: Iterable[str]) -> Mapping[str, Decision]:
        """By item, over everything that a person is known under; the latest wins. Withdrawn ones are left out."""
        found: dict[str, Decision] = {}
        for subject in subjects:
            for item, d in self._last.get((kind, subject), {}).items():
                if item not in found or found[item].id < d.id:
                    found[item] = d
        words = kind in ("comment", "link", "policy", "rubric")
        return {item: d for item, d in found.items() if words or d.value is not None}

    def all_of(self, kind: str) -> list[Decision]:
        """The last word about each subject and item, in the order in which they were said."""
        found = [d for (k, _), by_item in self._last.items() if k == kind for d in by_item.values()]
        return sorted(found, key=lambda d: d.id)

    def links(self) -> dict[str, str]:
        """Submission -> student's key, or "" where a person said that it is nobody's."""
        return {
            subject.removeprefix("submission:"): by_item[""].text
            for (kind, subject), by_item in self._last.items()
            if kind == "link" and by_item[""].value is not None
        }

    def policy(self, base: Mapping[str, Any] = MappingProxyType({})) -> Policy:
        """`base`: what the course says; what was decided for this run goes before it."""
        found = self._last.get(("policy", ""), {}).get("")
        return Policy.model_validate({**base, **(json.loads(found.text) if found else {})})

    def policy_changes(self) -> dict[str, Any]:
        """What was decided for this run, against what the course says."""
        found = self._last.get(("policy", ""), {}).get("")
        return json.loads(found.text) if found else {}


def set_policy(db: Connection, change: Policy | Mapping[str, Any], by: str) -> None:
    """For this run, whatever the course says: a whole policy, or only what differs."""
    text = change.model_dump_json() if isinstance(change, Policy) else json.dumps(dict(change))
    decide(db, "policy", "", by=by, text=text)
