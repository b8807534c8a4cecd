"""How every page is made: one template, one style sheet, its own script, nothing from anywhere else.

Names, code and messages of students are text, whatever they look like: everything is escaped, characters that turn the
direction of the text around are made visible, and the page's own policy lets nothing run or load but what it was
written with (styles and scripts by their hash, no network at all).
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from autograder.basics.words import decimal, form_in_catalogue, in_catalogue, spoken
from autograder.reports.feedback import number

if TYPE_CHECKING:
    import jinja2

TEMPLATES = Path(__file__).with_name("templates")
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
"""Control characters, and those that reverse the text after them."""
CODE = re.compile(r"`([^`]+)`")


def render(template: str, scripts: tuple[str, ...] = (), **values: Any) -> str:
    """A whole page. `scripts` are files of the templates' folder; they are put into the page in this order."""
    style, script = _file("page.css"), "\n".join(_file(name) for name in scripts)
    return (
        environment()
        .get_template(template)
        .render(
            style=Markup(style),
            script=Markup(script),
            policy=_policy(style, script),
            language=spoken().code.replace("_", "-"),
            **values,
        )
    )


@lru_cache(maxsize=1)
def environment() -> jinja2.Environment:
    import jinja2

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=visible,
        extensions=["jinja2.ext.i18n"],
    )
    # Not the extension's own: in a sentence, too, a student's words must hold nothing that cannot be seen.
    made.globals |= {"gettext": _sentence, "ngettext": _counted}
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.filters |= {
        "number": number,
        "percent": percent,
        "prose": prose,
        "duration": duration,
        "decimal": decimal,
        "capital": capital,
    }
    return made


def _sentence(message: str, /, **values: Any) -> Markup:
    """`{% trans %}` in a template; what stands for values is escaped."""
    return Markup(in_catalogue(message)) % _safe(values)


def _counted(one: str, many: str, n: int, /, **values: Any) -> Markup:
    """`{% trans %} ... {% pluralize %}`."""
    return Markup(form_in_catalogue(one, many, n)) % _safe({"num": n, **values})


def _safe(values: dict[str, Any]) -> dict[str, Any]:
    return {name: visible(value) for name, value in values.items()}


def visible(value: Any) -> Any:
    """Text without characters that a reader cannot see but a browser obeys."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return UNSEEN.sub("\ufffd", value)


@lru_cache(maxsize=5000)
def prose(text: str) -> Markup:
    """A sentence of ours: what stands between backticks is code."""
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(visible(text)))))


def capital(text: str) -> str:
    """The first letter large, the others as they are."""
    return text[:1].upper() + text[1:]


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    return decimal(f"{seconds:.1f} s") if seconds < 100 else f"{seconds / 60:.0f} min"


@lru_cache(maxsize=16)
def _file(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8").strip()


@lru_cache(maxsize=16)
def _policy(style: str, script: str) -> str:
    parts = [
        "default-src 'none'",
        f"style-src {_hash(style)}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    parts.append(f"script-src {_hash(script)}" if script else "script-src 'none'")
    return "; ".join(parts)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
