"""The leak check: nothing of a solution, a hidden test, a mistake or the secret may reach a student.

Every file, notebook cell and archive member of a release is searched. A copied passage is recognised by
its tokens, a renamed one by the shape of its statements, a hidden value by its digits.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.fingerprints import STATEMENT_NODES, is_not_implemented, parse, shapes
from autograder.authoring.must_not_leak import WORD, Secrets, numbers_in, secrets_of
from autograder.authoring.release_contents import Blob, ReleasedText, blobs_in, pieces_of
from autograder.authoring.wheel import package_files
from autograder.course.load import Course
from autograder.course.model import Selection

RUN = 20
"""So many equal tokens in a row are not a coincidence; about one line of a formula."""
FRAMEWORK_RUN = 40
"""gradmark's own files are public and share idioms with solutions; only a whole passage counts there."""
NUMBER_FILES = {".py", ".md", ".txt", ".ipynb", ".json", ".toml", ".ini", ".cfg", ".html", ".rst", ""}


@dataclass(frozen=True)
class Leak:
    file: str
    line: int
    kind: str
    excerpt: str
    source: str
    place: str = ""

    def __str__(self) -> str:
        where = f"{self.file}, {self.place}, line {self.line}" if self.place else f"{self.file}:{self.line}"
        excerpt = self.excerpt if len(self.excerpt) <= 70 else self.excerpt[:67] + "..."
        return f"{where}: {self.kind} ({self.source}): {excerpt}"


def find_leaks(student_folder: Path, course: Course, selection: Selection) -> list[Leak]:
    secrets = secrets_of(course, selection)
    framework = {name: content for name, content in package_files()}
    leaks = list(_in_docstrings(secrets))
    for blob in blobs_in(student_folder):
        leaks += _keys(blob, secrets)
        ours = _is_framework(blob, framework)
        for piece in pieces_of(blob):
            leaks += _copied(piece, secrets, ours)
            leaks += _renamed(piece, secrets, ours)
            leaks += _hints(piece, secrets)
            if not ours:
                leaks += _words(piece, secrets)
                leaks += _numbers(piece, secrets)
                leaks += _answered(piece, secrets)
    return _one_per_place(leaks)


def _is_framework(blob: Blob, framework: dict[str, bytes]) -> bool:
    inner = blob.file.rpartition("!")[2]
    return ".dist-info/" in inner or framework.get(inner) == blob.content


def _in_docstrings(secrets: Secrets) -> Iterator[Leak]:
    """Stubs count as public, so their docstrings are looked at before that."""
    for found, label in secrets.told:
        yield Leak("notebook", 1, "solution in a docstring", found, label)


def _copied(piece: ReleasedText, secrets: Secrets, ours: bool) -> Iterator[Leak]:
    least = FRAMEWORK_RUN if ours else RUN
    share = 2.0 if ours else 0.6
    for kind, passages in [
        ("solution", secrets.solutions),
        ("hidden test", secrets.hidden),
        ("mistake", secrets.mistakes),
    ]:
        for line, label, excerpt in passages.find(piece.text, least, share=share):
            yield _leak(piece, line, kind, excerpt, label)


def _renamed(piece: ReleasedText, secrets: Secrets, ours: bool) -> Iterator[Leak]:
    least = FRAMEWORK_RUN if ours else STATEMENT_NODES
    for first, text in piece.programs():
        for key, line in shapes(text, least):
            if key in secrets.shapes:
                excerpt = text.splitlines()[line - 1].strip()
                yield _leak(piece, first + line - 1, "solution, perhaps renamed", excerpt, secrets.shapes[key])


def _answered(piece: ReleasedText, secrets: Secrets) -> Iterator[Leak]:
    """A definition of an asked name that is not its stub is an answer, however it is written."""
    for first, text in piece.programs():
        tree = parse(text)
        for node in tree.body if tree else []:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name not in secrets.stubs:
                continue
            if ast.dump(node) not in secrets.stubs[node.name] and not _is_empty(node):
                yield _leak(
                    piece,
                    first + node.lineno - 1,
                    "definition of an exercise",
                    f"def {node.name}",
                    "not its stub",
                )


def _is_empty(node: ast.stmt) -> bool:
    """Nothing but docstrings, `...`, and NotImplementedError in all of its functions."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return all(_is_empty(inner) for inner in node.body)
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, (ast.Pass, ast.AnnAssign)) or is_not_implemented(node)


def _hints(piece: ReleasedText, secrets: Secrets) -> Iterator[Leak]:
    words = " ".join(WORD.findall(piece.text.lower()))
    for sentence, mistake in secrets.hints.items():
        if sentence in words:
            yield _leak(piece, _line_of(piece.text, sentence), "hint", sentence, mistake)


def _words(piece: ReleasedText, secrets: Secrets) -> Iterator[Leak]:
    ids = "|".join(map(re.escape, sorted(secrets.mistake_ids))) or r"(?!)"
    mistake_id = re.compile(rf"(?<![\w/-])(?:{ids})(?![\w/-])")
    for number, line in enumerate(piece.text.splitlines(), start=1):
        for name in WORD.findall(line):
            if name in secrets.hidden_names:
                yield _leak(piece, number, "name of a hidden test", name, secrets.hidden_names[name])
        for match in mistake_id.finditer(line) if "/" in line else ():
            yield _leak(piece, number, "id of a mistake", match.group(), match.group())


def _numbers(piece: ReleasedText, secrets: Secrets) -> Iterator[Leak]:
    if Path(piece.file).suffix not in NUMBER_FILES:
        return
    for value, line in numbers_in(piece.text):
        if value in secrets.numbers:
            yield _leak(piece, line, "expected value of a hidden test", str(value), secrets.numbers[value])


def _keys(blob: Blob, secrets: Secrets) -> Iterator[Leak]:
    for form in secrets.keys:
        position = blob.content.find(form)
        if position >= 0:
            line = blob.content.count(b"\n", 0, position) + 1
            yield Leak(blob.file, line, "the course secret", f"at byte {position}", ".gradmark/secret")
            return


def _leak(piece: ReleasedText, line: int, kind: str, excerpt: str, source: str) -> Leak:
    return Leak(piece.file, line, kind, excerpt, source, piece.place)


def _line_of(text: str, sentence: str) -> int:
    """The line where a sentence, found among the plain words, begins."""
    words = sentence.split()
    stream = [(m.group().lower(), text.count("\n", 0, m.start()) + 1) for m in WORD.finditer(text)]
    for i in range(len(stream) - len(words) + 1):
        if all(stream[i + k][0] == word for k, word in enumerate(words)):
            return stream[i][1]
    return 1


def _one_per_place(leaks: list[Leak]) -> list[Leak]:
    """The same passage is often found in more than one way; the first is enough."""
    seen: dict[tuple[str, str, int, str], Leak] = {}
    for leak in leaks:
        family = "solution" if "solution" in leak.kind else leak.kind
        seen.setdefault((leak.file, leak.place, leak.line, family), leak)
    return list(seen.values())
