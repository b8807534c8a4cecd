"""Bytes of a source file as text: by Python's own rules, and where they say nothing, as an old editor has written it."""

from __future__ import annotations

import codecs
import re

from autograder.intake.limits import IntakeError

_CONTROLS = bytes(c for c in range(32) if c not in b"\t\n\r\f")
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Plain character sets. Codecs such as punycode or unicode_escape are no file encodings, and some are slow.
_ACCEPTED = re.compile(r"utf-?8|ascii|iso8859|latin|cp\d|mac|koi8|gb|big5|shift_jis|euc_|iso2022")


def decode_source(data: bytes, what: str) -> str:
    """A byte-order mark, a coding line (PEP 263), or UTF-8; what is none of these but text is taken for Windows or Latin-1."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decode(data[len(mark) :], encoding, what)
    for line in data.split(b"\n", 2)[:2]:
        cookie = _COOKIE.match(line)
        if cookie:
            found = _codec(cookie.group(1).decode("ascii", "replace"), what)
            if found == "utf-8":  # so many editors say, whatever they write
                break
            return _decode(data, found, what)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _old_text(data) or _decode(data, "utf-8", what)


def _old_text(data: bytes) -> str:
    """Western text that is not Unicode; "" for what is no text."""
    strange = len(data) - len(data.translate(None, _CONTROLS))
    if b"\0" in data or strange * 100 > len(data):
        return ""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _codec(name: str, what: str) -> str:
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        found = ""
    if not _ACCEPTED.match(found):
        raise IntakeError(f"{what} names the encoding {name[:40]!r}, which cannot be read: save it as UTF-8")
    return found


def _decode(data: bytes, encoding: str, what: str) -> str:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, ValueError) as error:
        at = f" (byte {error.start})" if isinstance(error, UnicodeDecodeError) else ""
        raise IntakeError(f"{what} is not {encoding} text{at}: save it as UTF-8") from None
