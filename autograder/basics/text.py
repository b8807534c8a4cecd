"""Text as a file can hold it, and sentences made of parts."""

from __future__ import annotations

from typing import Any


def writable(value: Any) -> Any:
    """Text as UTF-8 can hold it: a lone surrogate in a name or a message must not stop a file from being written."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


NAME_CAP = 100


def seen(text: str) -> str:
    """Text in which every letter can be seen: none turns the direction, hides others, or steers a terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


def short_name(name: str) -> str:
    """A name that a student chose, no longer than a line."""
    return name if len(name) <= NAME_CAP else name[: NAME_CAP - 3] + "..."


def sentences(*parts: str | None) -> str:
    """One text from several sentences, some of which are questions or missing."""
    text = ""
    for part in parts:
        if part:
            text += (("" if text.endswith(("?", ".", ".)")) else ".") + " " if text else "") + part
    return text
