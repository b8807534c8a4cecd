"""The code of an exercise as its student wrote it, for the feedback page."""

from __future__ import annotations

from autograder.basics.text import seen, short_name
from autograder.grading.results import Code
from autograder.intake.model import Slice

MOST_CHARACTERS, MOST_LINES = 12_000, 300
"""Of one exercise."""
CUT = "\n# ... and more"


def student_code(piece: Slice, names: list[str]) -> list[Code]:
    """The definitions that were graded: those asked for first, then what they call, then what stands around them."""
    needed = [s for s in piece.statements if s.needed and s.source.strip()]
    asked = [s for s in needed if s.name in names]
    helpers = [s for s in needed if s.name and s.name not in names and not _is_import(s.source)]
    other = [s.source for s in needed if not s.name and not _is_import(s.source)]
    found = [Code(name=short_name(s.name), text=seen(s.source)) for s in (*asked, *helpers)]
    if other:
        found.append(Code(text=seen("\n".join(other))))
    return _capped(found)


def _is_import(source: str) -> bool:
    return source.startswith(("import ", "from "))


def _capped(found: list[Code]) -> list[Code]:
    """What a hand-in can make us write has an end: a page costs more per line than the line."""
    kept, characters, lines = [], MOST_CHARACTERS, MOST_LINES
    for code in found:
        if characters <= 0 or lines <= 0:
            break
        text = "\n".join(code.text.split("\n", lines)[:lines])[:characters]
        kept.append(Code(name=code.name, text=text if text == code.text else text + CUT))
        characters -= len(text)
        lines -= text.count("\n") + 1
    return kept
