"""Options that several verbs share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

CourseOption = Annotated[
    Path | None,
    typer.Option(
        "--course",
        help="Folder of the course (default: the one around the current folder, or $GRADMARK_COURSE).",
    ),
]
OnlyOption = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="IDS", help="Exercise ids, separated by commas. What they need comes along."),
]
SetOption = Annotated[str | None, typer.Option("--set", help="A [sets.NAME] of assignment.toml, with its own points.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]
LanguageOption = Annotated[
    str | None,
    typer.Option("--language", help="Of gradmark's own words, such as de (default: as the course says, else English)."),
]
AssignmentArgument = Annotated[
    str, typer.Argument(metavar="NN", help="Assignment: number or name, such as 04 or 04_regularization.")
]


def ids(given: str | Sequence[str] | None) -> list[str] | None:
    """Separated by commas, and, of an option that was given more than once, all of them."""
    texts = [given] if isinstance(given, str) else given or []
    return [part.strip() for text in texts for part in text.split(",") if part.strip()] or None


def numbers(text: str | None) -> list[int] | None:
    """Whole numbers separated by commas."""
    from autograder.errors import UserError

    try:
        return [int(part) for part in ids(text) or []] or None
    except ValueError:
        raise UserError(f"{text!r}: whole numbers separated by commas, such as 0,1") from None
