"""Two ways to recognise code that was copied: by runs of tokens, and by the shape of statements.

Tokens keep names and find a passage in any text, commented out or in prose. Statement keys forget the
names of variables and the layout, and find a passage that was renamed.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

NGRAM = 12
SHORT = 9
"""A passage below NGRAM tokens counts as a whole, if it has at least this many."""
TOKEN = re.compile(r"[^\W\d]\w*|\d[\w.]*|\.\d\w*|\*\*|//|->|==|!=|<=|>=|:=|[^\w\s\"'`\\]")
COMMENT = re.compile(r"#.*")

Gram = tuple[str, ...]


@dataclass(frozen=True)
class PrintedToken:
    text: str
    line: int


# gradmark's own files are looked at in every release, so what was read once is kept.
@lru_cache(maxsize=1024)
def tokens(text: str, *, comments: bool = True) -> list[PrintedToken]:
    """Words, numbers and operators with their lines; quotes and layout do not count.

    With `comments` the words of a comment stay and only its mark goes, so that code which was commented
    out is seen; without, comments go, so that a comment put between two lines hides nothing.
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.replace("#", " ") if comments else COMMENT.sub("", line)
        found += [PrintedToken(part, number) for part in TOKEN.findall(line)]
    return found


def grams(words: list[str], size: int = NGRAM) -> Iterator[Gram]:
    for start in range(len(words) - size + 1):
        yield tuple(words[start : start + size])


@dataclass
class Passages:
    """Token n-grams of passages that must not be handed out."""

    label: dict[Gram, str] = field(default_factory=dict)
    size_of: dict[str, int] = field(default_factory=dict)
    starts: set[tuple[str, str]] = field(default_factory=set)
    """First and last token of each n-gram: most places of a text are ruled out by these."""
    short_sizes: set[int] = field(default_factory=set)

    def add(self, label: str, text: str) -> None:
        words = [t.text for t in tokens(text, comments=False)]
        self.size_of[label] = self.size_of.get(label, 0) + len(words)
        if SHORT <= len(words) < NGRAM:
            self.short_sizes.add(len(words))
            self.label.setdefault(tuple(words), label)
        for gram in grams(words):
            self.starts.add((gram[0], gram[-1]))
            self.label.setdefault(gram, label)

    def forget(self, texts: Iterable[str]) -> None:
        """What is public is not a secret."""
        for text in texts:
            for keep in (True, False):
                words = [t.text for t in tokens(text, comments=keep)]
                for size in [*self.short_sizes, NGRAM]:
                    for gram in grams(words, size):
                        self.label.pop(gram, None)

    def find(self, text: str, least: int, *, share: float = 0.6) -> list[tuple[int, str, str]]:
        """(line, label, excerpt) of runs of at least `least` tokens, or of that share of a short passage."""
        hits = []
        for keep in (True, False):
            stream = tokens(text, comments=keep)
            words = [t.text for t in stream]
            for size in self.short_sizes if share <= 1 else ():
                for position, gram in enumerate(grams(words, size)):
                    if gram in self.label:
                        hits.append((stream[position].line, self.label[gram], " ".join(gram)))
            labels = [
                self.label.get(tuple(words[i : i + NGRAM])) if ends in self.starts else None
                for i, ends in enumerate(zip(words, words[NGRAM - 1 :]))
            ]
            start = 0 if any(labels) else len(labels)
            while start < len(labels):
                if labels[start] is None:
                    start += 1
                    continue
                end = start
                while end < len(labels) and labels[end] is not None:
                    end += 1
                label = labels[start] or ""
                length = end - start + NGRAM - 1
                if length >= min(least, max(NGRAM, share * self.size_of[label])):
                    hits.append((stream[start].line, label, " ".join(words[start : start + length])))
                start = end
        return list({(line, label): (line, label, excerpt) for line, label, excerpt in hits}.values())


# --- statements -------------------------------------------------------------------------------------

BUILTINS = set(dir(builtins))
COMMON_ALIASES = {"np": "numpy", "F": "torch.nn.functional", "nn": "torch.nn", "plt": "matplotlib.pyplot"}
STATEMENT_NODES = 16
"""A single statement below this many nodes is too common to be anybody's."""
BODY_NODES = 10
"""A function's whole body may be smaller and still be the answer."""


@lru_cache(maxsize=1024)
def shapes(text: str, least: int = STATEMENT_NODES) -> list[tuple[str, int]]:
    """The statement keys of a text; none if it is no Python."""
    tree = parse(text)
    return list(statement_keys(tree, least=least)) if tree is not None else []


def parse(text: str) -> ast.Module | None:
    """Python with the notebook's own lines (`%magic`, `!shell`) left out; None for what is no Python."""
    plain = "\n".join("pass" if re.match(r"\s*[%!?]", line) else line for line in text.splitlines())
    try:
        return ast.parse(plain)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def statement_keys(tree: ast.AST, *, least: int = STATEMENT_NODES) -> Iterator[tuple[str, int]]:
    """(key, line) of every large enough statement, pair of statements and function body."""
    aliases = COMMON_ALIASES | _aliases(tree)
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list) or not block or not isinstance(block[0], ast.stmt):
                continue
            block = [s for s in block if not _is_trivial(s)]
            if isinstance(node, ast.FunctionDef) and name == "body":
                smallest = BODY_NODES if least == STATEMENT_NODES else least
                yield from _key(block, aliases, smallest)
            for position, statement in enumerate(block):
                if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                    yield from _key([statement], aliases, least)
                    yield from _key(block[position : position + 2], aliases, least + 4)


def _key(block: list[ast.stmt], aliases: dict[str, str], least: int) -> Iterator[tuple[str, int]]:
    if not block:
        return
    writer = _Shape(aliases)
    for statement in block:
        writer.write(statement)
    if writer.nodes >= least:
        yield " ".join(writer.parts), block[0].lineno


def _is_trivial(node: ast.stmt) -> bool:
    """Docstrings, `pass`, and the stub's own raise."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return isinstance(node, ast.Pass) or is_not_implemented(node)


def is_not_implemented(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Raise) or node.exc is None:
        return False
    called = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(called, ast.Name) and called.id == "NotImplementedError"


def _aliases(tree: ast.AST) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {a.asname: a.name for a in node.names if a.asname}
        elif isinstance(node, ast.ImportFrom):
            found |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return found


class _Shape:
    """Writes a statement down without its names: variables by the order of their first use, modules by
    their full name, annotations and docstrings not at all."""

    def __init__(self, aliases: dict[str, str]) -> None:
        self.aliases = aliases
        self.names: dict[str, str] = {}
        self.parts: list[str] = []
        self.nodes = 0

    def write(self, node: ast.AST) -> None:
        if isinstance(node, ast.expr_context):
            return
        self.parts.append(type(node).__name__)
        if isinstance(node, (ast.operator, ast.unaryop, ast.cmpop, ast.boolop)):
            return
        self.nodes += 1
        if isinstance(node, ast.Name):
            self.parts.append(self._rename(node.id))
            return
        if isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.nodes -= 1
                self.parts.pop()
                self.write(ast.Assign([node.target], node.value))
            return
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "type_comment", "simple", "kind"}:
                continue
            self._field(node, name, value)

    def _field(self, node: ast.AST, name: str, value: object) -> None:
        if isinstance(value, ast.AST):
            self.write(value)
        elif isinstance(value, list):
            self.parts.append("[")
            for item in value:
                if isinstance(item, ast.AST) and not (isinstance(item, ast.stmt) and _is_trivial(item)):
                    self.write(item)
            self.parts.append("]")
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) or (isinstance(node, ast.arg) and name == "arg"):
            self.parts.append(self._rename(str(value)))
        else:
            self.parts.append(repr(value))

    def _rename(self, name: str) -> str:
        if name in self.aliases:
            return self.aliases[name]
        if name in BUILTINS:
            return name
        return self.names.setdefault(name, f"v{len(self.names)}")
