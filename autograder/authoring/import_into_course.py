"""Pieces of an imported notebook become an assignment: references, public and hidden suites, points, the text between them.

What cannot be taken over is left out and said, cell by cell. The assignment is a draft until a person has looked at it.
"""

from __future__ import annotations

import ast
import importlib.util
from dataclasses import dataclass, field
from pathlib import Path

from autograder.authoring.imported import (
    AnswerPiece,
    CodePiece,
    ImportedNotebook,
    QuestionPiece,
    TestPiece,
    TextPiece,
    identifier,
    without_magics,
)
from autograder.authoring.imported_code import (
    SolutionCode,
    Support,
    free_names,
    indented,
    is_empty,
    is_import,
    parsed,
    read_answer,
    title_of,
)
from autograder.authoring.new_concept import (
    MISTAKE_LIST,
    SUITE,
    ConceptTexts,
    new_assignment,
    toml_value,
    write_concept,
)
from autograder.basics.files import replace_text
from autograder.course.load import Course
from autograder.errors import UserError

_NOSE = "nose"


@dataclass
class _Exercise:
    id: str
    answer: SolutionCode
    cell: int
    tests: list[tuple[TestPiece, str, str]] = field(default_factory=list)
    """(piece, hidden function, public function or "")."""
    support: list[str] = field(default_factory=list)
    """Of its suites."""
    needs: list[str] = field(default_factory=list)
    reference: str = ""

    @property
    def points(self) -> float:
        return round(sum(piece.points for piece, _, _ in self.tests), 6)


@dataclass(frozen=True)
class ImportReport:
    folder: Path
    exercises: dict[str, float]
    """Id -> points."""
    tests: dict[str, str]
    """Name of a test -> where it stood."""
    written: dict[str, float]
    to_do: list[str]


def import_notebook(course: Course, notebook: ImportedNotebook, name: str, title: str) -> ImportReport:
    """Writes assignments/NAME and its references."""
    made = _Import(notebook, title, name.partition("_")[2])
    if not made.exercises and not made.written:
        raise UserError("nothing of this notebook can be taken over:\n  " + "\n  ".join(made.to_do or ["it has no questions"]))
    folder = new_assignment(course, name, made.title, status="draft")
    for each in made.exercises.values():
        fields = {"names": each.answer.names, "points": each.points}
        fields |= {"needs": each.needs} if each.needs else {}
        write_concept(course, name, each.id, {each.id: fields}, made.texts(each))
    if made.written:
        record = folder / "assignment.toml"
        questions = "".join(
            f"\n[[written]]\nid = {toml_value(key)}\npoints = {q.points:g}\nprompt = {toml_value(q.prompt)}\n"
            f"rubric = {toml_value(q.rubric)}\n"
            for key, q in made.written.items()
        )
        replace_text(record, record.read_text(encoding="utf-8") + questions)
    replace_text(folder / "notebook.md", made.notebook_text())
    shared = [text for e in made.exercises.values() for text in (*e.support, *made.reference_support[e.id])]
    if shared:
        replace_text(folder / "leaks_allowed.txt", "\n\n".join(dict.fromkeys(shared)) + "\n")
    course.assignment(name)
    where = {
        _name_of(hidden): f"cell {piece.cell} ({piece.label})" for e in made.exercises.values() for piece, hidden, _ in e.tests
    }
    points = {e.id: e.points for e in made.exercises.values()}
    return ImportReport(folder, points, where, {key: q.points for key, q in made.written.items()}, made.to_do)


class _Import:
    def __init__(self, notebook: ImportedNotebook, title: str, topic: str) -> None:
        self.notebook, self.topic = notebook, topic
        self.to_do: list[str] = list(notebook.to_do)
        self.support = Support()
        self.exercises: dict[str, _Exercise] = {}
        self.written: dict[str, QuestionPiece] = {}
        self.reference_support: dict[str, list[str]] = {}
        self.places: dict[int, str] = {}
        """Position of a piece -> id of what stands there."""
        self.taken: set[str] = set()
        self.test_names: set[str] = set()
        self.title = self._title(title)
        self._read_code()
        self._read_answers()
        self._read_tests()
        self._say_what_is_missing()

    def _title(self, title: str) -> str:
        first = self.notebook.pieces[0] if self.notebook.pieces else None
        if isinstance(first, TextPiece) and first.text.startswith("# "):
            heading, _, rest = first.text.partition("\n")
            self.notebook.pieces[0] = TextPiece(rest.strip("\n"))
            return heading.removeprefix("# ").strip()
        return title

    # --- reading -------------------------------------------------------------------------------------------

    def _read_code(self) -> None:
        for index, piece in enumerate(self.notebook.pieces):
            if isinstance(piece, CodePiece):
                code, magic = without_magics(piece.code)
                if magic:
                    self.to_do.append(f"cell {piece.cell}: left out what only a notebook understands: {magic[0].strip()}")
                if parsed(code) is None:
                    self.to_do.append(
                        f"cell {piece.cell}: not valid Python, so it was left out; put what students need into notebook.md"
                    )
                    code = ""
                self.notebook.pieces[index] = CodePiece(code.strip("\n"), piece.cell)
                self.support.add(CodePiece(code, piece.cell))
            elif isinstance(piece, QuestionPiece):
                key = identifier(piece.label, self.taken)
                self.written[key] = piece
                self.places[index] = key

    def _read_answers(self) -> None:
        for index, piece in enumerate(self.notebook.pieces):
            if not isinstance(piece, AnswerPiece):
                continue
            answer = read_answer(without_magics(piece.code)[0])
            where = f"cell {piece.cell} ({piece.label})"
            if answer is None:
                self.to_do.append(f"{where}: the solution is not valid Python; write the exercise by hand")
                continue
            if answer.values:
                asked = ", ".join(answer.values)
                self.to_do.append(f"{where}: asks for values ({asked}), not for a function: make a function that returns them")
            known = {name for e in self.exercises.values() for name in e.answer.names}
            if known & set(answer.names):
                self.to_do.append(f"{where}: defines {sorted(known & set(answer.names))[0]} again; give it another name")
                continue
            if answer.names:
                each = _Exercise(identifier(answer.names[0], self.taken), answer, piece.cell)
                self.exercises[each.id] = each
                self.places[index] = each.id
        for each in self.exercises.values():
            self._write_reference(each)

    def _owners(self) -> dict[str, _Exercise]:
        return {name: e for e in self.exercises.values() for name in e.answer.names}

    def _write_reference(self, each: _Exercise) -> None:
        order, owners = list(self.exercises), self._owners()
        free = free_names(each.answer.code)
        used = sorted(n for n in free if n in owners and owners[n] is not each)
        support, missing = self.support.needed(free - set(used), owners)
        for name in sorted(missing):
            self.to_do.append(f"cell {each.cell} ({each.id}): the solution uses {name}, which no other cell defines for all")
        for name in used:
            other = owners[name].id
            if order.index(other) > order.index(each.id):
                self.to_do.append(f"cell {each.cell} ({each.id}): calls {name}, which comes later; move that up")
            elif other not in each.needs:
                each.needs.append(other)
        imports = [text for text in support if is_import(text)]
        imports += [f"from reference.{self.topic}.{owners[n].id} import {n}" for n in used if owners[n].id in each.needs]
        helpers = [text for text in support if not is_import(text)]
        self.reference_support[each.id] = helpers
        title = each.id.replace("_", " ").capitalize()
        head = "\n".join([f'"""{title}."""', "", *imports]).rstrip()
        each.reference = "\n\n\n".join([head, *helpers, each.answer.code]) + "\n"

    def _read_tests(self) -> None:
        last: _Exercise | None = None
        for index, piece in enumerate(self.notebook.pieces):
            if isinstance(piece, AnswerPiece):
                last = self.exercises.get(self.places.get(index, ""))
            elif isinstance(piece, TestPiece):
                problem = piece.problem or self._take_test(piece, last)
                if problem:
                    lost = f" (points lost: {piece.points:g})" if piece.points else ""
                    self.to_do.append(f"cell {piece.cell} ({piece.label}): its test was not taken over: {problem}{lost}")

    def _take_test(self, piece: TestPiece, last: _Exercise | None) -> str:
        """Why it cannot be taken over, or ""."""
        title, code = title_of(without_magics(piece.code)[0])
        if parsed(code) is None:
            return "it is not valid Python"
        if is_empty(code):
            return "there is nothing in it"
        free, owners = free_names(code), self._owners()
        used = sorted(n for n in free if n in owners)
        if not used:
            return "it calls no function that students write"
        each = last if last is not None and any(owners[n] is last for n in used) else owners[used[-1]]
        support, missing = self.support.needed(free - set(used), ())
        if missing:
            return f"it uses {', '.join(sorted(missing))}, which no other cell defines for all"
        if absent := _absent_packages("\n".join([code, *support])):
            return f"it imports {absent}, which is not installed here"
        if any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in parsed(code).body):  # type: ignore[union-attr]
            return "it imports everything of a module (*); name what it needs"
        others = [n for n in used if owners[n] is not each]
        each.needs += [i for n in others if (i := owners[n].id) not in each.needs and self._is_before(i, each.id)]
        if unreachable := [n for n in others if owners[n].id not in each.needs]:
            return f"it also calls {', '.join(unreachable)}, which comes after {each.id}"
        name = identifier(f"test {each.id} {piece.label}", self.test_names)
        words = title or f"The tests of {piece.label}."
        hidden = _function(name, each, words, code, used, others, piece.points)
        public = self._public(piece, each, f"{name}_in_public", words, used)
        each.tests.append((piece, hidden, public))
        each.support += [text for text in support if text not in each.support]
        return ""

    def _is_before(self, first: str, second: str) -> bool:
        order = list(self.exercises)
        return order.index(first) < order.index(second)

    def _public(self, piece: TestPiece, each: _Exercise, name: str, words: str, used: list[str]) -> str:
        _, code = title_of(without_magics(piece.public)[0])
        if not piece.public.strip() or parsed(code) is None or is_empty(code):
            return ""
        own = [n for n in used if n in free_names(code)]
        if any(n not in each.answer.names for n in own) or not own:
            if own:
                self.to_do.append(
                    f"cell {piece.cell} ({piece.label}): students do not get its visible test: it calls other exercises, too"
                )
            return ""
        return _function(name, each, words, code, own, [], None)

    def _say_what_is_missing(self) -> None:
        for each in self.exercises.values():
            where = f"cell {each.cell} ({each.id})"
            if not each.tests:
                self.to_do.append(f"{where}: has no test that was taken over; write {each.id}/test_hidden.py")
            elif not any(public for _, _, public in each.tests):
                self.to_do.append(f"{where}: students get no check; write {each.id}/test_public.py")
            tree = ast.parse(each.answer.code)
            nodes = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and n.name in each.answer.names]
            if any(ast.get_docstring(n) is None for n in nodes):
                self.to_do.append(f"{where}: no docstring; it is the task that students read, with shapes and formula")
        if self.exercises:
            self.to_do.append("every exercise: the tests have fixed inputs. Draw them with `rng` and compare with `reference`")
            self.to_do.append("every exercise: write the mistakes that people make into mistakes.py, then: gradmark audit")

    # --- writing -------------------------------------------------------------------------------------------

    def texts(self, each: _Exercise) -> ConceptTexts:
        support = [text for text in each.support if not is_import(text)]
        imports = [text for text in each.support if is_import(text)]

        def suite(what: str, functions: list[str], names: str) -> str:
            head = SUITE.format(what=what).replace("assert_close, exercise", names).rstrip()
            return "\n\n\n".join(["\n".join([head, *_without_nose(imports)]), *support, *functions]) + "\n"

        return ConceptTexts(
            each.reference,
            suite("What students may run.", [public for _, _, public in each.tests if public], "exercise"),
            suite("What decides the score.", [hidden for _, hidden, _ in each.tests], "definition, exercise, points"),
            MISTAKE_LIST.format(concept=each.id, id=each.id),
        )

    def notebook_text(self) -> str:
        parts = [f"# {self.title}"]
        for index, piece in enumerate(self.notebook.pieces):
            if isinstance(piece, TextPiece) and piece.text.strip():
                parts.append(piece.text)
            elif isinstance(piece, CodePiece) and piece.code.strip():
                mark = "`" * max(3, 1 + max((len(run) for run in piece.code.split() if set(run) == {"`"}), default=0))
                parts.append(f"{mark}python\n{piece.code}\n{mark}")
            elif index in self.places:
                kind = "written" if isinstance(piece, QuestionPiece) else "exercise"
                parts.append(f"<!-- {kind}: {self.places[index]} -->")
        return "\n\n".join(parts) + "\n"


def _function(
    name: str, each: _Exercise, words: str, code: str, used: list[str], others: list[str], points: float | None
) -> str:
    """A cell as a test. Without points it is a public one."""
    marks = [f'@exercise("{each.id}")']
    if points is not None:
        marks += ["@definition", *([f"@points({points:g})"] if points > 0 else [])]
    fixtures = ["student", *(["reference"] if others else [])]
    bound = [f"    {n} = {'reference' if n in others else 'student'}.{n}" for n in used]
    text = words.replace("\\", "\\\\").replace('"""', "'''").rstrip('"')
    body = indented("\n".join(_without_nose(code.strip("\n").splitlines())))
    return "\n".join([*marks, f"def {name}({', '.join(fixtures)}):", f'    """{text}"""', *bound, body])


def _name_of(function: str) -> str:
    return function.partition("def ")[2].partition("(")[0]


def _without_nose(lines: list[str]) -> list[str]:
    """`from nose.tools import assert_equal`, which nbgrader's own examples use: unittest has the same under other names."""
    found = []
    for line in lines:
        tree = parsed(line.strip())
        node = tree.body[0] if tree and len(tree.body) == 1 else None
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == _NOSE:
            blank = line[: len(line) - len(line.lstrip())]
            found.append(f"{blank}from unittest import TestCase")
            found += [f"{blank}{a.asname or a.name} = TestCase().{_camel(a.name)}" for a in node.names]
        else:
            found.append(line)
    return found


def _camel(name: str) -> str:
    first, *rest = {"ok_": "assert_true", "eq_": "assert_equal"}.get(name, name).split("_")
    return first + "".join(word.capitalize() for word in rest)


def _absent_packages(code: str) -> str:
    tree = parsed(code)
    roots = set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            roots |= {a.name.split(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            roots.add((node.module or "").split(".")[0])
    return ", ".join(sorted(r for r in roots - {_NOSE, "__main__", ""} if importlib.util.find_spec(r) is None))
