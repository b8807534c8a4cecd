"""Collects every sentence that gradmark says to people into `autograder/languages/gradmark.pot`, and updates the catalogues.

    python tools/words.py           write gradmark.pot and update every CODE.po beside it
    python tools/words.py --check   say what is not up to date; exit 1 if anything is

In Python, what is collected are the literals of `tr`, `trn`, `trc`, `mark` and `mark_text` (`basics/words.py`); in templates,
`_("...")` and `{% trans %}`; of `student_template/`, the paragraphs of the texts that students read.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from jinja2.ext import extract_from_ast

from autograder.authoring.translating import TEMPLATE, updated
from autograder.basics.po_files import Sentence, read_po, write_po
from autograder.basics.words import SHIPPED, prose_of
from autograder.reports.environment import environment

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ("README.md", "conventions.md")
CALLS = {"tr": 1, "mark": 1, "mark_text": 1, "trn": 2, "trc": 2}
"""Functions that take sentences -> how many of their first arguments are literals."""


def collect() -> list[Sentence]:
    """Each sentence once, with the files that say it, in the order of the files."""
    found: dict[tuple[str, str], Sentence] = {}
    for path, message in _everywhere():
        place = path.relative_to(ROOT).as_posix()
        known = found.get(message.key)
        if known is not None and message.plural and known.plural not in ("", message.plural):
            raise SystemExit(f"{place}: {message.id!r} has another plural elsewhere")
        where = dict.fromkeys([*(known.where if known else ()), place])
        plural = message.plural or (known.plural if known else "")
        found[message.key] = replace(message, plural=plural, where=tuple(where))
    return list(found.values())


def _everywhere() -> Iterator[tuple[Path, Sentence]]:
    for path in sorted((ROOT / "autograder").rglob("*.py")):
        if "example_course" not in path.parts:
            yield from ((path, message) for message in of_python(path.read_text(encoding="utf-8"), path))
    for path in sorted((ROOT / "autograder/reports/templates").glob("*.html")):
        yield from ((path, message) for message in of_template(path.read_text(encoding="utf-8")))
    for name in TEXTS:
        path = ROOT / "student_template" / name
        yield from ((path, Sentence(text)) for text in prose_of(path.read_text(encoding="utf-8")))


def of_python(text: str, path: Path) -> Iterator[Sentence]:
    for node in ast.walk(ast.parse(text)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS):
            continue
        name, wanted = node.func.id, node.args[: CALLS[node.func.id]]
        said = [a.value for a in wanted if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if any(isinstance(a, ast.JoinedStr) for a in wanted):
            raise SystemExit(f"{path}:{node.lineno}: {name}(f'...') is never found in a catalogue: use %(name)s and a value")
        if len(said) < len(wanted):
            continue  # a variable: what it holds is marked where it comes from
        if name == "mark_text":
            yield from map(Sentence, prose_of(said[0]))
        elif name == "trn":
            yield Sentence(said[0], plural=said[1])
        elif name == "trc":
            yield Sentence(said[1], context=said[0])
        else:
            yield Sentence(said[0])


def of_template(text: str) -> Iterator[Sentence]:
    for _, function, arguments in extract_from_ast(environment().parse(text), ("_", "gettext", "ngettext")):
        literals = [a for a in (arguments if isinstance(arguments, tuple) else (arguments,)) if isinstance(a, str)]
        if function == "ngettext":
            yield Sentence(literals[0], plural=literals[1])
        elif literals:  # else a variable: what it holds is marked where it comes from
            yield Sentence(literals[0])


def main(check: bool) -> int:
    collected = [Sentence("", said=("Content-Type: text/plain; charset=UTF-8\n",)), *collect()]
    texts = {SHIPPED / TEMPLATE: write_po(collected)}
    for path in sorted(SHIPPED.glob("*.po")):
        texts[path] = write_po(updated(read_po(path), collected))
    old = [path for path, text in texts.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in old:
        if check:
            print(f"{path.relative_to(ROOT)} is not up to date: python tools/words.py")
        else:
            path.write_text(texts[path], encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if check and old else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
