"""The words that gradmark itself adds to what people read, in the language of the course.

Sentences are written in English where they are used, as `tr("...")`; catalogues (`autograder/languages/CODE.po`, or
`languages/CODE.po` of a course) say them in other languages. The language is set once, where a run, a release or a
check begins:

    with speaking(Language("de")):
        tr("%(n)s points", n=3)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import NamedTuple

from autograder.basics.po_files import read_po, translations
from autograder.errors import UserError

ENGLISH = "en"
FOLDER = "languages"
SHIPPED = Path(__file__).resolve().parent.parent / FOLDER
CODE = re.compile(r"[a-z]{2,3}(_[A-Za-z]{2,8})?\Z")


class Language(NamedTuple):
    code: str = ENGLISH
    near: Path | None = None
    """The course or the release whose own `languages/` goes before what is shipped."""

    def catalogue(self) -> Path | None:
        """None for English, which needs no catalogue."""
        if self.code == ENGLISH:
            return None
        own = [self.near / FOLDER / f"{self.code}.po"] if self.near else []
        for path in [*own, SHIPPED / f"{self.code}.po"]:
            if CODE.match(self.code) and path.is_file():
                return path
        have = ", ".join(known_languages(self.near))
        raise UserError(f"there is no language {self.code!r}; there are: {have} (docs/translation.md says how to add one)")


def known_languages(near: Path | None = None) -> list[str]:
    folders = [SHIPPED, *([near / FOLDER] if near else [])]
    found = {path.stem for folder in folders for path in folder.glob("*.po") if CODE.match(path.stem)}
    return [ENGLISH, *sorted(found - {ENGLISH})]


_spoken: ContextVar[tuple[Language, NullTranslations]] = ContextVar("spoken", default=(Language(), NullTranslations()))


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Inside, `tr` and pages speak this language. Raises `UserError` if there is no catalogue for it."""
    token = _spoken.set((language, _loaded(language)))
    try:
        yield
    finally:
        _spoken.reset(token)


def speak(language: Language) -> None:
    """From here on, for a process that has one language: a student's notebook. English where there is no catalogue."""
    try:
        _spoken.set((language, _loaded(language)))
    except UserError:
        _spoken.set((Language(), NullTranslations()))


def _loaded(language: Language) -> NullTranslations:
    path = language.catalogue()
    return _catalogue(path, path.stat().st_mtime_ns) if path else NullTranslations()


@lru_cache(maxsize=8)
def _catalogue(path: Path, changed: int) -> NullTranslations:
    """`changed`: when the file was written last, so that a corrected one is read again."""
    try:
        return translations(read_po(path))
    except ValueError as error:  # of gettext: the rule for plurals in the header
        raise UserError(f"{path}: Plural-Forms in the header is not right: {error}") from None


def spoken() -> Language:
    return _spoken.get()[0]


def in_catalogue(message: str) -> str:
    """The sentence in the language that is spoken, its placeholders as they are."""
    return _spoken.get()[1].gettext(message) if message else ""


def form_in_catalogue(one: str, many: str, n: int) -> str:
    """The same where a whole number decides between forms."""
    return _spoken.get()[1].ngettext(one, many, n)


def tr(message: str, /, **values: object) -> str:
    """The sentence in the language that is spoken; `%(name)s` in it stands for values."""
    text = in_catalogue(message)
    return text % values if values else text


def trn(one: str, many: str, n: int, /, **values: object) -> str:
    """The same where a whole number decides between forms; it may stand in the sentence as `%(n)s`."""
    return form_in_catalogue(one, many, n) % {"n": n, **values}


def trc(context: str, message: str) -> str:
    """For a word that is said in different ways; the context tells translators which one is meant."""
    return _spoken.get()[1].pgettext(context, message)


def mark(message: str) -> str:
    """A sentence of a table, which is translated with `tr` where it is used."""
    return message


def decimal(text: str) -> str:
    """A number with the sign that the language has before decimals."""
    return text.replace(".", trc("decimal separator", "."))


def in_every_language(message: str, near: Path | None = None) -> list[str]:
    """The sentence as it may stand in a file that was made in some language; English first."""
    found = []
    for code in known_languages(near):
        with speaking(Language(code, near)):
            found.append(tr(message))
    return list(dict.fromkeys(found))


BLOCK = re.compile(r"(\n{2,}|\n(?=- ))")


def translated(text: str) -> str:
    """A text of ours with `$placeholders`, paragraph by paragraph and item by item; code stays as it is."""
    core = text.strip("\n")
    said = "".join(tr(part) if _is_prose(part) else part for part in BLOCK.split(core))
    return text.replace(core, said) if core else text


def prose_of(text: str) -> list[str]:
    """What of such a text goes into a catalogue."""
    return [part for part in BLOCK.split(text.strip("\n")) if _is_prose(part)]


def mark_text(text: str) -> str:
    """A text that is said with `translated` where it is used."""
    return text


def _is_prose(part: str) -> bool:
    is_code = all(line.startswith("    ") for line in part.splitlines())
    return bool(re.search(r"[^\W\d_]", re.sub(r"\$\w+", "", part))) and not is_code
