"""Points in time and lengths of time, as people and platforms write them."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo

from autograder.errors import UserError

DAY = 86400.0
_UNITS = {"m": 60.0, "min": 60.0, "h": 3600.0, "d": DAY, "w": 7 * DAY}
# English, German, French, Spanish, Italian, Portuguese, Dutch: Moodle writes dates in the language of its user.
_MONTHS = """
january januar janvier enero gennaio janeiro januari
february februar février febrero febbraio fevereiro februari
march märz mars marzo marzo março maart
april april avril abril aprile abril april
may mai mai mayo maggio maio mei
june juni juin junio giugno junho juni
july juli juillet julio luglio julho juli
august august août agosto agosto agosto augustus
september september septembre septiembre settembre setembro september
october oktober octobre octubre ottobre outubro oktober
november november novembre noviembre novembre novembro november
december dezember décembre diciembre dicembre dezembro december
"""
_MONTH = {name: i for i, line in enumerate(_MONTHS.split("\n")[1:-1], 1) for name in line.split()}
_SHORT = {name[:3]: i for name, i in sorted(_MONTH.items(), reverse=True)}


def parse_moment(text: str, zone: tzinfo | None = None) -> float:
    """ISO date and time, or as Moodle and Gradescope write them. Without a zone it is this machine's, or `zone`; a date
    alone means its last second."""
    words = " ".join(text.split())
    iso = words.removesuffix("Z") + "+00:00" if words.endswith("Z") else words.replace(" UTC", "+00:00")
    when = _iso(iso) or _iso(re.sub(r" ([+-]\d\d):?(\d\d)\Z", r"\1:\2", iso)) or _in_words(words)
    if when is None:
        raise UserError(f"{text!r} is not a time: write 2026-11-20T23:59, or with a zone 2026-11-20T23:59+01:00")
    if len(words) == 10:
        when = when.replace(hour=23, minute=59, second=59)
    if when.tzinfo is None and zone is not None:
        when = when.replace(tzinfo=zone)
    return when.timestamp()


def _iso(words: str) -> datetime | None:
    try:
        return datetime.fromisoformat(words)
    except ValueError:
        return None


def _in_words(words: str) -> datetime | None:
    """Moodle's "Friday, 20 November 2026, 10:00 PM", also with the month first, or "Freitag, 20. November 2026, 22:00"."""
    year = re.search(r"\b(\d{4})\b", words)
    clock = re.search(r"\b(\d{1,2}):(\d\d)(?::(\d\d))?\s*([AaPp])?", words)
    names = [w.casefold() for w in re.findall(r"[^\W\d_]+", words)]
    month = next((_MONTH[n] for n in names if n in _MONTH), None)
    month = month or next((_SHORT[n] for n in names if n in _SHORT), None)
    rest = re.sub(r"\b\d{1,2}:\d\d(?::\d\d)?|\b\d{4}\b", " ", words)
    day = re.search(r"\b(\d{1,2})\b", rest)
    if not (year and clock and month and day):
        return None
    hour, half = int(clock[1]), (clock[4] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        return datetime(int(year[1]), month, int(day[1]), hour, int(clock[2]), int(clock[3] or 0))
    except ValueError:
        return None


def moment(seconds: float) -> str:
    """Local time with its zone, so that nobody has to guess which."""
    return datetime.fromtimestamp(seconds).astimezone().isoformat(sep=" ", timespec="minutes")


def parse_duration(text: str) -> float:
    """ "30m", "12h", "2d", "1w", or a number of days."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", text.lower())
    if not found or (found[2] or "d") not in _UNITS:
        raise UserError(f"{text!r} is not a length of time: write 30m, 12h, 2d or 1w")
    return float(found[1]) * _UNITS[found[2] or "d"]


def duration(seconds: float) -> str:
    for unit in ("w", "d", "h"):
        if seconds and seconds % _UNITS[unit] == 0:
            return f"{seconds / _UNITS[unit]:g} {unit}"
    return f"{seconds / 60:g} min"
