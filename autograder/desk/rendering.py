"""From values to a page of the desk: one environment, everything escaped."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
from starlette.responses import HTMLResponse, RedirectResponse, Response

from autograder.desk.security import DeskSession
from autograder.gradebook.policy import moment
from autograder.reports.environment import TEMPLATES as REPORTS
from autograder.reports.environment import percent, visible
from autograder.reports.feedback import number

TEMPLATES = Path(__file__).with_name("templates")


@lru_cache(maxsize=1)
def environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=visible,
    )
    made.filters |= {"number": points, "percent": percent, "moment": when, "part": part}
    return made


def points(value: float | None) -> str:
    return "" if value is None else number(value)


def when(seconds: float | None) -> str:
    return "" if seconds is None else moment(seconds)[:16]


def part(text: str) -> str:
    """As one part of an address."""
    return quote(text, safe="")


def page(template: str, session: DeskSession | None, status: int = 200, **values: Any) -> Response:
    told = session.told_now() if session else []
    text = environment().get_template(template).render(session=session, told=told, **values)
    return HTMLResponse(text, status)


def to(address: str) -> Response:
    """After a change, the browser asks for a page: going back and loading again repeats nothing."""
    return RedirectResponse(address, 303)


@lru_cache(maxsize=4)
def asset(name: str) -> str | None:
    """Our style sheet (with that of the reports below it) and our script."""
    if name == "desk.css":
        return (REPORTS / "page.css").read_text(encoding="utf-8") + (TEMPLATES / name).read_text(encoding="utf-8")
    return (TEMPLATES / name).read_text(encoding="utf-8") if name == "desk.js" else None
