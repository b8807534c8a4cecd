"""What a file is that cannot be graded, in words, and what its student should hand in instead."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from autograder.intake.limits import IntakeError
from autograder.intake.naming import author_of

ACCEPTED = "a notebook (.ipynb), a .py file, or a .zip of them"
ITSELF = "the notebook itself (.ipynb; in Jupyter: File, Download)"
_ORDINARY_ZIP = "the notebook itself (.ipynb), or an ordinary .zip file"
# First bytes -> what it is, what is needed instead.
_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF", "a PDF document", ITSELF),
    (b"Rar!", "a RAR archive", _ORDINARY_ZIP),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _ORDINARY_ZIP),
    (b"\x1f\x8b", "a gzip archive (.tar.gz or .gz)", _ORDINARY_ZIP),
    (b"BZh", "a bzip2 archive", _ORDINARY_ZIP),
    (b"\xfd7zXZ", "an xz archive", _ORDINARY_ZIP),
    (b"\x89PNG", "a picture", ITSELF),
    (b"\xff\xd8\xff", "a picture", ITSELF),
    (b"GIF8", "a picture", ITSELF),
    (b"\xd0\xcf\x11\xe0", "an old Office document", ITSELF),
    (b"{\\rtf", "a text document", ITSELF),
)
_ENDINGS: dict[str, tuple[str, str]] = {
    "pdf": ("a PDF document", ITSELF),
    "html": ("a web page, perhaps a notebook that was exported", ITSELF),
    "htm": ("a web page, perhaps a notebook that was exported", ITSELF),
    "doc": ("a Word document", ITSELF),
    "docx": ("a Word document", ITSELF),
    "odt": ("a text document", ITSELF),
    "rtf": ("a text document", ITSELF),
    "pages": ("a Pages document", ITSELF),
    "rar": ("a RAR archive", _ORDINARY_ZIP),
    "7z": ("a 7z archive", _ORDINARY_ZIP),
    "tar": ("a tar archive", _ORDINARY_ZIP),
    "tgz": ("a gzip archive (.tar.gz or .gz)", _ORDINARY_ZIP),
    "gz": ("a gzip archive (.tar.gz or .gz)", _ORDINARY_ZIP),
    "bz2": ("a bzip2 archive", _ORDINARY_ZIP),
    "xz": ("an xz archive", _ORDINARY_ZIP),
    "png": ("a picture", ITSELF),
    "jpg": ("a picture", ITSELF),
    "jpeg": ("a picture", ITSELF),
    "heic": ("a picture", ITSELF),
    "gif": ("a picture", ITSELF),
    "json": (
        "a JSON file, perhaps a notebook with another ending",
        "the notebook with its own name (.ipynb)",
    ),
    "txt": ("a text file", ITSELF),
    "md": ("a text file", ITSELF),
    "csv": ("a table", ITSELF),
    "xls": ("a spreadsheet", ITSELF),
    "xlsx": ("a spreadsheet", ITSELF),
    "webloc": ("a link to somewhere else", "the notebook itself (.ipynb), not a link to it"),
    "url": ("a link to somewhere else", "the notebook itself (.ipynb), not a link to it"),
}
_TYPED = {
    "canvas-text": ("text that was typed into Canvas, and no file", ITSELF),
    "canvas-link": ("a link that was typed into Canvas, and no file", "the notebook itself (.ipynb), not a link to it"),
    "blackboard-text": ("what Blackboard writes beside a file, or text that was typed into it", ITSELF),
    "moodle-text": ("text that was typed into Moodle, and no file", ITSELF),
}


_MARIMO = re.compile(r"^(?:import marimo\b|from marimo\b)", re.M)


def refuse_marimo(source: str, name: str) -> None:
    """A marimo notebook is a .py file whose cells are functions: what students define is inside of them."""
    if _MARIMO.search(source) and "App(" in source:
        stem = PurePosixPath(name).stem
        raise IntakeError(
            f"{name} is a marimo notebook, which cannot be graded",
            f"a Jupyter notebook (marimo export ipynb {stem}.py -o {stem}.ipynb makes one of it)",
        )


def kind_of(name: str, head: bytes | None = None, platform: str = "") -> tuple[str, str]:
    """What a file is, and what to hand in instead. `head`: its first bytes, where they are known."""
    if platform in _TYPED:
        return _TYPED[platform]
    low = name.lower()
    if head is not None and not head.strip():
        return "an empty file", "the notebook again (.ipynb): look that it opens before you hand it in"
    for inner in (".ipynb", ".py"):
        for outer in (".txt", ".json", ".html", ".pdf"):
            if low.endswith(inner + outer) and (outer not in (".html", ".pdf")):
                return f"a {inner} file with {outer} behind its name", f"the same file named {inner}"
    ending = low.rpartition(".")[2] if "." in low else ""
    for magic, what, ask in _MAGIC:
        if head is not None and head.startswith(magic):
            return what, ask
    return _ENDINGS.get(ending, ("a file of another kind", ITSELF))


def not_gradable(name: str, head: bytes | None = None, platform: str = "") -> IntakeError:
    """The error for one file that cannot be graded. `platform`: as `Author` calls it, where text was typed in."""
    what, ask = kind_of(name, head, platform or author_of(name).platform)
    return IntakeError(f"{name} cannot be graded: it is {what}", ask)


def nothing_gradable(what: str, files: list[tuple[str, bytes | None]], typed: str = "") -> IntakeError:
    """The error for a hand-in of which no file can be graded."""
    if not files:
        return IntakeError(f"{what} holds no notebook and no .py file: it is empty", ITSELF)
    kinds = [(name[:80], *kind_of(name, head, author_of(name).platform or typed)) for name, head in files]
    if len(kinds) == 1:
        name, kind, ask = kinds[0]
        return IntakeError(f"{what} holds no notebook and no .py file, only {name}, which is {kind}", ask)
    shown = ", ".join(f"{name} ({kind})" for name, kind, _ in kinds[:4])
    more = f" and {len(kinds) - 4} more" if len(kinds) > 4 else ""
    asks = {ask for _, _, ask in kinds}
    ask = asks.pop() if len(asks) == 1 else ITSELF
    return IntakeError(f"{what} holds no notebook and no .py file, only {shown}{more}", ask)
