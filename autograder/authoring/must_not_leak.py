"""What a release of an assignment must not contain: collected once, from the instructor's side."""

from __future__ import annotations

import ast
import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path

from autograder.authoring.definitions_needed import reference_imports
from autograder.authoring.fingerprints import Passages, shapes
from autograder.authoring.notebook import all_names
from autograder.authoring.stub import make_stub
from autograder.course.load import Course
from autograder.course.mistakes import load_mistakes
from autograder.course.model import Assignment, Selection
from autograder.course.source import ModuleSource, read_module
from autograder.errors import UserError

NUMBER = re.compile(r"(?<![\w.])(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w])")
WORD = re.compile(r"\w+")
HINT_WORDS = 5
DOCSTRING_RUN = 24
"""A docstring states formulas, so it may come closer to the code than other texts."""


@dataclass
class Secrets:
    solutions: Passages = field(default_factory=Passages)
    shapes: dict[str, str] = field(default_factory=dict)
    """Statement key -> where the solution stands."""
    stubs: dict[str, set[str]] = field(default_factory=dict)
    """Asked name -> dumps of the definitions that are fine to hand out."""
    told: list[tuple[str, str]] = field(default_factory=list)
    """(passage, whose) of solutions that a stub's own docstring gives away."""
    hidden: Passages = field(default_factory=Passages)
    hidden_names: dict[str, str] = field(default_factory=dict)
    numbers: dict[Decimal, str] = field(default_factory=dict)
    mistakes: Passages = field(default_factory=Passages)
    mistake_ids: set[str] = field(default_factory=set)
    hints: dict[str, str] = field(default_factory=dict)
    keys: list[bytes] = field(default_factory=list)


def secrets_of(course: Course, selection: Selection) -> Secrets:
    found = Secrets()
    assignment = selection.assignment
    stubs = _stubs(course, selection)
    for source in _solution_sources(course, selection):
        label = _short(source.path, course)
        for name, body in bodies(source):
            found.solutions.add(f"{label}: {name}", body)
        for key, line in shapes(source.text):
            found.shapes.setdefault(key, f"{label}:{line}")
    _add_hidden(found, course, assignment)
    for exercise in assignment.exercise:
        for mistake in load_mistakes(assignment, exercise):
            found.mistake_ids.add(mistake.id)
            found.hints |= {sentence: mistake.id for sentence in sentences(mistake.hint)}
            for _, new in mistake.edits:
                found.mistakes.add(f"mistake {mistake.id}", new)
    chosen = {name for e in selection.exercises for name in e.names}
    for text in stubs:
        for node in ast.parse(text).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in chosen:
                found.stubs.setdefault(node.name, set()).add(ast.dump(node))
            for docstring in _docstrings(node):
                hits = found.solutions.find(docstring, DOCSTRING_RUN, share=2.0)
                found.told += [(excerpt, label) for _, label, excerpt in hits]
    found.keys = _secret_forms(course)
    _forget_public(found, selection, stubs)
    return found


def bodies(source: ModuleSource) -> Iterator[tuple[str, str]]:
    """(name, text) of every function body, docstring left out, methods as Class.method."""
    lines = source.text.splitlines()

    def walk(nodes: list[ast.stmt], prefix: str) -> Iterator[tuple[str, str]]:
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                yield from walk(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                rest = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
                if rest:
                    yield f"{prefix}{node.name}", "\n".join(lines[rest[0].lineno - 1 : node.end_lineno])

    yield from walk(source.tree.body, "")


def sentences(text: str) -> list[str]:
    """Sentences as plain words, so that neither line breaks nor quotes matter."""
    parts = [" ".join(WORD.findall(part.lower())) for part in re.split(r"[.!?;:](?:\s|$)", text)]
    whole = " ".join(WORD.findall(text.lower()))
    return [p for p in dict.fromkeys([*parts, whole]) if len(p.split()) >= HINT_WORDS]


def numbers_in(text: str) -> Iterator[tuple[Decimal, int]]:
    """Telling numbers and their lines: 4 significant digits or more, 5 for whole numbers."""
    for line_number, line in enumerate(text.splitlines(), start=1):
        for match in NUMBER.finditer(line):
            literal = match.group().replace("_", "")
            try:
                value = Decimal(literal).normalize()
            except InvalidOperation:
                continue
            if len(value.as_tuple().digits) >= (4 if re.search(r"[.eE]", literal) else 5):
                yield value, line_number


def with_roundings(value: Decimal) -> Iterator[Decimal]:
    """The value, and itself rounded to 5 digits or more: 1.2247 gives 1.2247426 away."""
    yield value
    digits = len(value.as_tuple().digits)
    for kept in range(5, digits):
        yield Decimal(f"{value:.{kept - 1}e}").normalize()


def _stubs(course: Course, selection: Selection) -> list[str]:
    names = all_names(selection)
    chosen = {e.id for e in selection.exercises}
    stubs = []
    for exercise in selection.assignment.exercise:
        known = names - set(exercise.names)
        source = read_module(selection.assignment.reference, exercise.module)
        for already in (known, known | set(reference_imports(source))):
            try:
                stubs.append(make_stub(source, exercise.names, known=already, exercise_names=names))
                break
            except UserError:
                if exercise.id in chosen and already is not known:
                    raise
    return stubs


def _solution_sources(course: Course, selection: Selection) -> Iterator[ModuleSource]:
    """The assignment's references, whatever these import from each other, and its alternatives."""
    waiting = [e.module for e in selection.assignment.exercise]
    seen: set[str] = set()
    while waiting:
        module = waiting.pop(0)
        if module in seen:
            continue
        seen.add(module)
        source = read_module(selection.assignment.reference, module)
        waiting += [stem for stem, _ in reference_imports(source).values()]
        yield source
    for path in (p for c in selection.assignment.concepts() for p in c.alternatives):
        yield ModuleSource(path, path.read_text(encoding="utf-8"))


def _add_hidden(found: Secrets, course: Course, assignment: Assignment) -> None:
    hidden = [p for c in assignment.concepts() for p in (c.hidden, *c.support) if p.suffix == ".py" and p.is_file()]
    for path in sorted(hidden):
        source = ModuleSource(path, path.read_text(encoding="utf-8"))
        label = _short(path, course)
        for node in ast.walk(source.tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                if re.match(r"test_|Test", node.name):
                    found.hidden_names[node.name] = label
                if isinstance(node, ast.FunctionDef):
                    found.hidden.add(f"{label}: {node.name}", source.segment(node))
        for value, line in numbers_in(source.text):
            for form in with_roundings(value):
                found.numbers.setdefault(form, f"{label}:{line}")


def _forget_public(found: Secrets, selection: Selection, stubs: list[str]) -> None:
    folder = selection.assignment.folder
    allowed = _read(folder / "leaks_allowed.txt")
    public_tests = [_read(c.public) for c in selection.assignment.concepts()]
    found.solutions.forget([*stubs, allowed])
    found.mistakes.forget([*stubs, allowed])
    found.hidden.forget([*stubs, *public_tests, allowed])
    for text in [*stubs, allowed]:
        for key, _ in shapes(text):
            found.shapes.pop(key, None)
    for text in [
        *stubs,
        *public_tests,
        allowed,
        _read(folder / "notebook.md"),
        _read(folder / "assignment.toml"),
    ]:
        for value, _ in numbers_in(text):
            for form in with_roundings(value):
                found.numbers.pop(form, None)
    for name in {w for text in [*public_tests, allowed] for w in WORD.findall(text)}:
        found.hidden_names.pop(name, None)
    permitted = " ".join(WORD.findall(allowed.lower()))
    found.hints = {s: i for s, i in found.hints.items() if s not in permitted}
    found.mistake_ids = {i for i in found.mistake_ids if i not in allowed}


def _docstrings(tree: ast.AST) -> list[str]:
    documented = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    return [text for n in documented if (text := ast.get_docstring(n)) is not None]


def _secret_forms(course: Course) -> list[bytes]:
    path = course.root / ".gradmark" / "secret"
    try:
        raw = bytes.fromhex(path.read_text().strip())
    except (OSError, ValueError):
        return []
    text = raw.hex().encode()
    return [
        raw,
        text,
        text.upper(),
        base64.b64encode(raw).rstrip(b"="),
        base64.urlsafe_b64encode(raw).rstrip(b"="),
    ]


def _short(path: Path, course: Course) -> str:
    try:
        return path.relative_to(course.root).as_posix()
    except ValueError:
        return path.name


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
