"""Catalogues of translated sentences: .po files as GNU gettext, Poedit and Weblate write them.

They are read as they are, and what `gettext` of the standard library wants (a .mo file) is made of them in memory. So there
is nothing to compile and nothing to forget: a language is one text file, in a source tree, in a wheel and in a course.
"""

from __future__ import annotations

import ast
import io
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from gettext import GNUTranslations
from pathlib import Path

from autograder.errors import UserError

PLACEHOLDER = re.compile(r"%\(\w+\)s|\$\w+|\{\w+\}")
KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+(\".*\")\s*$")
PLURALS = re.compile(r"^Plural-Forms:\s*nplurals\s*=\s*(\d+)", re.MULTILINE)
HEADER = """\
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
MIME-Version: 1.0
"""


@dataclass(frozen=True)
class Sentence:
    """A sentence, and how it is said in another language."""

    id: str
    plural: str = ""
    """Of the English sentence, where a number decides."""
    context: str = ""
    said: tuple[str, ...] = ()
    """The translation; where there is a plural, one for each form of it."""
    where: tuple[str, ...] = ()
    """Files that use it."""
    fuzzy: bool = False
    """Somebody should look at it; until then it is not used."""
    line: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.id

    @property
    def is_translated(self) -> bool:
        return bool(self.said) and all(self.said) and not self.fuzzy

    def untranslated(self) -> Sentence:
        return replace(self, said=())


def read_po(path: Path) -> list[Sentence]:
    """All messages in their order; the first is the header, whose id is empty."""
    try:
        return parse_po(path.read_text(encoding="utf-8-sig"), path)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is not UTF-8: save it as UTF-8 and try again") from None


def parse_po(text: str, path: Path = Path("a .po file")) -> list[Sentence]:
    found: list[Sentence] = []
    entry: dict[str, str] = {}
    where: list[str] = []
    fuzzy, field, start = False, "", 0

    def finish() -> None:
        nonlocal entry, where, fuzzy, field
        if "msgid" in entry:
            said = [v for k, v in sorted(entry.items(), key=lambda kv: _form(kv[0])) if k.startswith("msgstr")]
            translated = tuple(said) if any(said) else ()
            context, plural = entry.get("msgctxt", ""), entry.get("msgid_plural", "")
            found.append(Sentence(entry["msgid"], plural, context, translated, tuple(where), fuzzy, start))
        entry, where, fuzzy, field = {}, [], False, ""

    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("#"):
            if field.startswith("msgstr"):
                finish()
            if line.startswith("#:"):
                where += line[2:].split()
            fuzzy |= line.startswith("#,") and "fuzzy" in line
        elif not line:
            if field.startswith("msgstr"):
                finish()
        elif keyword := KEYWORD.match(line):
            if keyword[1] in ("msgctxt", "msgid") and field.startswith("msgstr"):
                finish()
            start = number if keyword[1] == "msgid" else start
            field = keyword[1]
            entry[field] = _string(keyword[2], path, number)
        elif line.startswith('"') and field:
            entry[field] += _string(line, path, number)
        else:
            raise UserError(f"{path}:{number}: this line is not part of a .po file: {line[:60]}")
    finish()
    return found


def _form(field: str) -> int:
    return int(field[7:-1]) if field.startswith("msgstr[") else 0


def _string(quoted: str, path: Path, number: int) -> str:
    try:
        return str(ast.literal_eval(quoted))
    except (ValueError, SyntaxError):
        raise UserError(f"{path}:{number}: the quotes or backslashes of this line are not right") from None


def write_po(messages: Iterable[Sentence]) -> str:
    """As text; one paragraph a message."""
    parts = []
    for m in messages:
        lines = [f"#: {place}" for place in m.where]
        lines += ["#, fuzzy"] if m.fuzzy else []
        lines += [f"msgctxt {_quoted(m.context)}"] if m.context else []
        lines.append(f"msgid {_quoted(m.id)}")
        if m.plural:
            lines.append(f"msgid_plural {_quoted(m.plural)}")
            lines += [f"msgstr[{i}] {_quoted(text)}" for i, text in enumerate(m.said or ("", ""))]
        else:
            lines.append(f"msgstr {_quoted(m.said[0] if m.said else '')}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _quoted(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return _escaped(text) if len(lines) < 2 else "\n".join(['""', *map(_escaped, lines)])


def _escaped(line: str) -> str:
    for old, new in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        line = line.replace(old, new)
    return f'"{line}"'


def translations(messages: Sequence[Sentence]) -> GNUTranslations:
    """For the standard library's gettext: the same bytes that msgfmt would write, which it then reads."""
    header = next((m.said[0] for m in messages if not m.id and m.said), "")
    said = {"": header if "charset=utf-8" in header.lower() else HEADER + header}
    for m in messages:
        if m.id and m.is_translated:
            key = (f"{m.context}\x04" if m.context else "") + m.id + (f"\0{m.plural}" if m.plural else "")
            said[key] = "\0".join(m.said)
    pairs = sorted((key.encode(), text.encode()) for key, text in said.items())
    keys, texts = (b"\0".join([*(pair[i] for pair in pairs), b""]) for i in (0, 1))
    table, ends = [], [28 + 16 * len(pairs), 28 + 16 * len(pairs) + len(keys)]
    for i in (0, 1):
        place = ends[i]
        for pair in pairs:
            table += [len(pair[i]), place]
            place += len(pair[i]) + 1
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return GNUTranslations(io.BytesIO(head + struct.pack(f"<{len(table)}I", *table) + keys + texts))


def plural_forms(messages: Sequence[Sentence]) -> int:
    """How many forms of a plural the language has, by its header."""
    header = next((m.said[0] for m in messages if not m.id and m.said), "")
    found = PLURALS.search(header)
    return int(found[1]) if found else 2


def faults(messages: Sequence[Sentence], path: Path) -> list[str]:
    """What is wrong with translations that are there: a placeholder that is lost or invented, a form that is missing."""
    wrong = []
    forms = plural_forms(messages)
    for m in messages:
        if not m.id or not m.is_translated:
            continue
        at = f"{path}:{m.line}: {m.id[:50]!r}"
        if m.plural and len(m.said) != forms:
            wrong.append(f"{at} has {len(m.said)} plural forms, and the header says {forms}")
        # Where a number decides, a form may leave the number out ("one test").
        needed = _placeholders(m.id) & _placeholders(m.plural) if m.plural else _placeholders(m.id)
        allowed = _placeholders(m.id) | _placeholders(m.plural)
        for text in m.said:
            found = _placeholders(text)
            wrong += [f"{at} has lost {lost}" for lost in sorted(needed - found)]
            wrong += [f"{at} has {more}, which the English does not have" for more in sorted(found - allowed)]
            if m.id.endswith("\n") != text.endswith("\n"):
                wrong.append(f"{at} must end with a new line where the English does, and only there")
            wrong += [f"{at} must have the tags of the English"] if _tags(text) != _tags(m.id) else []
            if '"' in text and '"' not in m.id:
                wrong.append(f'{at} has the quotation mark ", which ends an attribute of a page: use those of the language')
            if re.search(r"%(?!\(\w+\)s|%)", text) and "%(" in m.id:
                wrong.append(f"{at} has a lone %: write %% for a percent sign")
    return wrong


def _tags(text: str) -> list[str]:
    return sorted(re.findall(r"<[^>]*>", text))


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))
