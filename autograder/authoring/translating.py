"""A catalogue for another language, made and brought up to date: `gradmark translate CODE`.

`gradmark.pot`, which comes with gradmark, lists every sentence; a catalogue of a course is compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.basics.files import replace_text
from autograder.basics.po_files import HEADER, Sentence, faults, plural_forms, read_po, translations, write_po
from autograder.basics.words import CODE, ENGLISH, FOLDER, SHIPPED
from autograder.errors import UserError

TEMPLATE = "gradmark.pot"
TWO_FORMS = "nplurals=2; plural=(n != 1);"
OTHER_FORMS = {
    **dict.fromkeys(("fr", "pt_BR"), "nplurals=2; plural=(n > 1);"),
    **dict.fromkeys(("ja", "ko", "zh", "zh_CN", "zh_TW", "vi", "th", "id"), "nplurals=1; plural=0;"),
    **dict.fromkeys(("cs", "sk"), "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;"),
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    **dict.fromkeys(
        ("ru", "uk", "be"),
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    ),
}
"""What a new catalogue says about plurals, where a language does not count like English; its translator may change it."""


@dataclass(frozen=True)
class Translated:
    path: Path
    done: int
    all: int
    dropped: int
    """Sentences that gradmark says no more."""
    faults: list[str]


def translate(code: str, root: Path) -> Translated:
    """Makes `languages/CODE.po` of the course, or updates it: what was translated stays, what is new is added."""
    if not CODE.match(code) or code == ENGLISH:
        raise UserError(f"{code!r} is not the code of a language: write it like fr or pt_BR")
    path = root / FOLDER / f"{code}.po"
    shipped = SHIPPED / f"{code}.po"
    wanted = read_po(SHIPPED / TEMPLATE)
    start = path if path.is_file() else shipped if shipped.is_file() else None
    old = read_po(start) if start else [Sentence("", said=(header(code),))]
    new = updated(old, wanted)
    try:
        translations(new)
    except ValueError as error:
        raise UserError(f"{path}: Plural-Forms in the header is not right: {error}") from None
    path.parent.mkdir(exist_ok=True)
    replace_text(path, write_po(new))
    there = {m.key for m in new}
    new = read_po(path)  # for the lines of what is wrong
    sentences = [m for m in new if m.id]
    return Translated(
        path,
        sum(m.is_translated for m in sentences),
        len(sentences),
        sum(m.key not in there for m in old),
        faults(new, path),
    )


def header(code: str) -> str:
    forms = OTHER_FORMS.get(code, OTHER_FORMS.get(code.partition("_")[0], TWO_FORMS))
    return f"Language: {code}\n{HEADER}Plural-Forms: {forms}\n"


def updated(old: Sequence[Sentence], wanted: Sequence[Sentence]) -> list[Sentence]:
    """The wanted sentences with the translations that there are; the header stays."""
    known = {m.key: m for m in old}
    blank = ("",) * plural_forms(old)
    found = []
    for message in wanted:
        own = known.get(message.key)
        if own is None or (message.id and own.plural != message.plural):
            own = message.untranslated()
        if message.plural and not own.said:
            own = replace(own, said=blank)
        found.append(replace(own, where=message.where, plural=message.plural))
    return found
