"""A master notebook for `otter assign`, read into pieces: raw cells `# BEGIN QUESTION`, `# BEGIN SOLUTION`, `# BEGIN TESTS` and
their ends, `# SOLUTION` behind lines, and tests that are doctests (code and the output that it once had) or functions.

No code of otter is needed.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from autograder.authoring.imported import AnswerPiece, CodePiece, ImportedNotebook, QuestionPiece, TestPiece
from autograder.authoring.imported_code import parsed, segment

_RAW = re.compile(r"#\s*(ASSIGNMENT CONFIG|(?:BEGIN|END) (?:QUESTION|SOLUTION|TESTS|PROMPT))\s*(?:\n|\Z)", re.I)
_LINE = re.compile(r"(?P<indent>\s*)(?P<code>\S.*?)\s*#\s?SOLUTION(?: NO PROMPT)?\s*\Z")
_PROMPT = re.compile(r'^[^\n]*"""\s*# BEGIN PROMPT.*?"""\s*;?\s*# END PROMPT[^\n]*\n?', re.M | re.S)
_IGNORED = re.compile(r"^[ \t]*#\s*BEGIN\s*IGNORE.*?# END IGNORE[^\n]*\n?|^[^\n]*# IGNORE[ \t]*$\n?", re.M | re.S)
_CONFIG = re.compile(
    r'\A(?:\w\s*=\s*)?"{1,3}\s*#\s*BEGIN\s*TEST\s*CONFIG[^\n]*\n(.*?)^"{1,3}\s*#\s*END\s*TEST\s*CONFIG[^\n]*\n?',
    re.M | re.S | re.I,
)
_NUMPY = re.compile(r"np\.\w+\((.*)\)\Z", re.S)


def is_otter(cells: list[dict[str, Any]]) -> bool:
    return any(c["cell_type"] == "raw" and _RAW.match(c["source"].strip()) for c in cells)


def read_cells(cells: list[dict[str, Any]]) -> ImportedNotebook:
    return _Reader().read(cells)


class _Reader:
    def __init__(self) -> None:
        self.found = ImportedNotebook("otter")
        self.question: dict[str, Any] = {}
        self.inside: list[str] = []
        self.answer: list[tuple[int, str]] = []
        self.words: list[str] = []
        self.tests: list[tuple[int, dict[str, Any]]] = []

    def read(self, cells: list[dict[str, Any]]) -> ImportedNotebook:
        for number, cell in enumerate(cells, 1):
            raw = _RAW.match(cell["source"].strip()) if cell["cell_type"] == "raw" else None
            if raw:
                self._border(raw[1].upper(), cell["source"].strip()[raw.end() :], number)
            elif cell["cell_type"] != "raw":
                self._cell(number, cell)
        if self.inside:
            self.found.to_do.append(f"the notebook has BEGIN {self.inside[-1]} without its END; look at what came of it")
            self._end_question(len(cells))
        return self.found

    def _border(self, what: str, body: str, number: int) -> None:
        verb, _, kind = what.partition(" ")
        if what == "ASSIGNMENT CONFIG":
            files = _settings(body).get("files") or []
            if files:
                self.found.to_do.append(f"cell {number}: copy the files {', '.join(map(str, files))} into given/ or data/")
        elif verb == "BEGIN":
            self.inside.append(kind)
            if kind == "QUESTION":
                self.question = {"name": f"q{number}", **_settings(body), "cell": number}
                self.answer, self.words, self.tests = [], [], []
        else:
            if kind in self.inside:
                while self.inside and self.inside.pop() != kind:
                    pass
            if kind == "QUESTION":
                self._end_question(number)

    def _cell(self, number: int, cell: dict[str, Any]) -> None:
        where = self.inside[-1] if self.inside else ""
        source, is_code = cell["source"], cell["cell_type"] == "code"
        if where == "PROMPT":
            return  # what otter would hand out instead; our stubs are made from the solution
        if where == "TESTS":
            self.tests += [(number, cell)] if is_code else []
        elif where == "SOLUTION" and is_code:
            self.answer.append((number, source))
        elif where == "SOLUTION":
            self.words.append(source)
        elif is_code:
            self.found.pieces.append(CodePiece(_IGNORED.sub("", source).replace("# SEED", ""), number))
        elif "QUESTION" in self.inside and self.question.get("manual"):
            self.question["prompt"] = f"{self.question.get('prompt', '')}\n\n{source}".strip()
        else:
            self.found.add_text(source)

    def _end_question(self, number: int) -> None:
        name, cell = str(self.question.get("name")), int(self.question.get("cell", number))
        total = self.question.get("points")
        if self.question.get("manual"):
            rubric = "\n\n".join([*self.words, *(code for _, code in self.answer)]).strip()
            prompt = str(self.question.get("prompt") or "") or self.found.take_prompt() or "Answer in words."
            self.found.pieces.append(QuestionPiece(name, float(total or 1), prompt, rubric, cell))
            return
        for at, code in self.answer:
            self.found.pieces.append(AnswerPiece(_regions(code), at, name))
        if self.question.get("all_or_nothing"):
            self.found.to_do.append(f"cell {cell} ({name}): was all or nothing; here each test earns its own points")
        read = [_test(at, cell, f"{name}_{i}") for i, (at, cell) in enumerate(self.tests, 1)]
        for piece, worth in zip(read, _shares(total, [own for _, own in read])):
            test = piece[0]
            self.found.pieces.append(TestPiece(test.code, test.cell, test.label, worth, test.public, test.problem))
        self.question = {}


def _settings(body: str) -> dict[str, Any]:
    import yaml

    try:
        said = yaml.safe_load(body)
    except yaml.YAMLError:
        return {}
    return said if isinstance(said, dict) else {}


def _regions(code: str) -> str:
    """Marks around the solution's lines, as ours are."""
    lines: list[str] = []
    for line in _IGNORED.sub("", _PROMPT.sub("", code)).replace("# SEED", "").splitlines():
        found = _LINE.match(line)
        if found and not re.match(r"\s*#", line):
            indent = found["indent"]
            lines += [f"{indent}# BEGIN SOLUTION", f"{indent}{found['code']}", f"{indent}# END SOLUTION"]
        else:
            lines.append(re.sub(r"(# BEGIN SOLUTION) NO PROMPT", r"\1", line))
    joined = "\n".join(lines)
    return re.sub(r"\n[ \t]*# END SOLUTION\n[ \t]*# BEGIN SOLUTION(?=\n)", "", joined)  # neighbours are one region


def _shares(total: Any, own: list[float | None]) -> list[float]:
    """Points of each test: as it says, and the rest of the question's in equal parts."""
    if isinstance(total, list):
        return [float(p or 0) for p in [*total, *[0] * len(own)][: len(own)]]
    said, unsaid = sum(p or 0.0 for p in own), sum(p is None for p in own)
    worth = float(total) if total is not None else (said if said else 1.0)
    rest = max(worth - said, 0.0) / unsaid if unsaid else 0.0
    return [round(rest, 6) if p is None else float(p) for p in own]


def _test(number: int, cell: dict[str, Any], label: str) -> tuple[TestPiece, float | None]:
    source = cell["source"]
    first = source.lstrip().partition("\n")[0]
    hidden = first.startswith("#") and bool(re.search(r"\bhidden\b", first, re.I))
    config = _CONFIG.match(source)
    said = _settings(config[1]) if config else {}
    code = source[config.end() :] if config else source.lstrip().removeprefix(first) if hidden else source
    hidden = bool(said.get("hidden", hidden))
    points = said.get("points")
    code, problem = _as_statements(code, cell.get("outputs") or [])
    piece = TestPiece(code, number, label, 0.0, "" if hidden else code, problem)
    return piece, None if points is None else float(points)


def _as_statements(code: str, outputs: list[dict[str, Any]]) -> tuple[str, str]:
    """Statements that raise where the answer is wrong; and why not, if it cannot be done."""
    tree = parsed(code)
    if tree is None or not tree.body:
        return code, "" if tree is None else "there is nothing in it"
    first = tree.body[0]
    if isinstance(first, ast.FunctionDef) and len(tree.body) <= 2 and first.name.startswith("test"):
        return _called(code, first)
    printed = "".join(_joined(o.get("text", "")) for o in outputs if o.get("output_type") == "stream").strip()
    shown = "".join(_joined(o.get("data", {}).get("text/plain", "")) for o in outputs if "data" in o).strip()
    last = tree.body[-1]
    if not printed and not shown:
        return code, ""
    if not isinstance(last, ast.Expr) or (printed and shown):
        return code, "it compares what was printed; compare values instead"
    before = "\n".join(code.splitlines()[: last.lineno - 1])
    if shown:
        return f"{before}\n{_compared(segment(code, last), shown)}".strip("\n"), ""
    value = last.value
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "print" and len(value.args) == 1 and not value.keywords:
        return f"{before}\nassert str({ast.unparse(value.args[0])}).strip() == {printed!r}".strip("\n"), ""
    return code, "it compares what was printed; compare values instead"


def _called(code: str, function: ast.FunctionDef) -> tuple[str, str]:
    """A test that is a function of what it needs from the notebook, by name."""
    arguments = [a.arg for a in (*function.args.args, *function.args.kwonlyargs)]
    if "env" in arguments:
        return code, "it asks for the whole notebook (env); name the functions that it needs"
    given = ", ".join(f"{name}={name}" for name in arguments)
    kept = ast.FunctionDef(**{**{f: getattr(function, f) for f in function._fields}, "decorator_list": []})
    text = ast.unparse(ast.fix_missing_locations(ast.copy_location(kept, function)))
    return f"{text}\n{function.name}({given})", ""


def _compared(expression: str, shown: str) -> str:
    expression = expression.strip().removesuffix(";")
    plain = _NUMPY.sub(r"\1", shown)
    if plain in ("True", "True_"):
        return f"assert ({expression})"
    if plain in ("False", "False_"):
        return f"assert not ({expression})"
    try:
        ast.literal_eval(plain)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return f"assert repr({expression}) == {shown!r}"
    return f"assert ({expression}) == {plain}"


def _joined(text: Any) -> str:
    return text if isinstance(text, str) else "".join(text)
