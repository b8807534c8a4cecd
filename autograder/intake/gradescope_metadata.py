"""Who handed in what, and when, from the submission_metadata.yml of a Gradescope export.

It is written by Ruby: `submission_123:` with `:submitters:` (each `:name:`, `:sid:`, `:email:`), `:created_at:`, and then
results and history, in which tests and leaderboards have names, too. Only the events of the first levels are looked at,
so that nothing of a student's output is built, however large it is or whatever it claims to be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

_MOST_PEOPLE = 100
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ]+(\d\d:\d\d:\d\d)(?:\.(\d+))?\s*(Z|UTC|[+-]\d\d:?\d\d)?\Z"
)  # 2026-11-20 22:58:03.123456000 Z


@dataclass(frozen=True)
class Listed:
    """One submission as the export lists it."""

    people: tuple[tuple[str, str, str], ...] = ()
    """(name, e-mail, student id)."""
    handed_in: float | None = None

    @property
    def student(self) -> str:
        return "+".join(name for name, _, _ in self.people)


def listed_submissions(metadata: bytes) -> dict[str, Listed]:
    """Name of the folder or file -> what is listed; empty where the file is no such list."""
    import yaml

    loader: Any = getattr(yaml, "CLoader", yaml.Loader)
    found: dict[str, Listed] = {}
    try:
        events = yaml.parse(metadata.decode("utf-8", "replace"), Loader=loader)
        for name, facts in _mapping(_start(events)):
            people: list[tuple[str, str, str]] = []
            when = None
            for key, value in facts:
                if _plain(key) == "submitters":
                    people = [p for p in _people(value) if p[0]][:_MOST_PEOPLE]
                elif _plain(key) == "created_at" and isinstance(value, str):
                    when = _moment(value)
            found[name] = Listed(tuple(people), when)
    except yaml.YAMLError:
        pass  # what was understood before stays
    return found


def listed_people(metadata: str) -> tuple[tuple[str, str, str], ...]:
    """Of submission_metadata.json, which lies beside the one submission of a container. Its ids are Gradescope's own."""
    try:
        users = json.loads(metadata).get("users", [])
        return tuple((str(u.get("name") or ""), str(u.get("email") or ""), "") for u in users[:_MOST_PEOPLE])
    except (ValueError, AttributeError, TypeError):
        return ()


def _plain(key: str) -> str:
    return key.removeprefix(":")


Events = Iterator[Any]


def _start(events: Events) -> Events:
    import yaml

    for event in events:
        if isinstance(event, yaml.MappingStartEvent):
            return events
        if isinstance(event, (yaml.ScalarEvent, yaml.SequenceStartEvent)):
            break
    return iter(())


def _mapping(events: Events) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    """(key, facts) of the outermost mapping, whose values are mappings, too."""
    import yaml

    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            return
        if not isinstance(event, yaml.ScalarEvent):
            _skip(events, event)
            continue
        value = next(events)
        if isinstance(value, yaml.MappingStartEvent):
            yield event.value, list(_facts(events))
        else:
            _skip(events, value)


def _facts(events: Events) -> Iterator[tuple[str, Any]]:
    """(key, text), or (key, list of mappings) for the submitters; all else is passed over."""
    import yaml

    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            return
        if not isinstance(event, yaml.ScalarEvent):
            _skip(events, event)
            continue
        value = next(events)
        if isinstance(value, yaml.ScalarEvent):
            yield event.value, value.value
        elif isinstance(value, yaml.SequenceStartEvent) and _plain(event.value) == "submitters":
            yield event.value, list(_sequence(events))
        else:
            _skip(events, value)


def _sequence(events: Events) -> Iterator[dict[str, str]]:
    import yaml

    for event in events:
        if isinstance(event, yaml.SequenceEndEvent):
            return
        if isinstance(event, yaml.MappingStartEvent):
            yield {key: value for key, value in _facts(events) if isinstance(value, str)}
        else:
            _skip(events, event)


def _skip(events: Events, first: Any) -> None:
    """Past one value, whatever is in it."""
    import yaml

    opened = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
    closed = (yaml.MappingEndEvent, yaml.SequenceEndEvent)
    depth = int(isinstance(first, opened))
    while depth:
        event = next(events)
        depth += isinstance(event, opened) - isinstance(event, closed)


def _people(listed: Any) -> list[tuple[str, str, str]]:
    if not isinstance(listed, list):
        return []
    facts = [{_plain(k): v.strip() for k, v in person.items()} for person in listed]
    return [(f.get("name") or f.get("email", ""), f.get("email", ""), f.get("sid", "")) for f in facts]


def _moment(text: str) -> float | None:
    found = _TIME.match(text.strip())
    if not found:
        return None
    zone = {"Z": "+00:00", "UTC": "+00:00", None: "+00:00"}.get(found[4], found[4])
    zone = zone if ":" in zone else f"{zone[:3]}:{zone[3:]}"
    try:
        when = datetime.fromisoformat(f"{found[1]}T{found[2]}.{(found[3] or '0')[:6]:0<6}{zone}")
        return when.astimezone(timezone.utc).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
