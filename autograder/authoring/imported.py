"""An assignment of another tool, read into pieces that know nothing of that tool: text, code, answers, tests, questions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

BEGIN = re.compile(r"\s*#+\s*BEGIN SOLUTION\b")
END = re.compile(r"\s*#+\s*END SOLUTION\b")


@dataclass(frozen=True)
class TextPiece:
    text: str


@dataclass(frozen=True)
class CodePiece:
    """Code that students get."""

    code: str
    cell: int


@dataclass(frozen=True)
class AnswerPiece:
    """A solution; `# BEGIN SOLUTION` and `# END SOLUTION` stand around what students write, or nowhere: then all of it."""

    code: str
    cell: int
    label: str


@dataclass(frozen=True)
class TestPiece:
    """Statements that raise where an answer is wrong."""

    __test__ = False

    code: str
    cell: int
    label: str
    points: float
    public: str
    """The part that students may see; empty if it is all hidden."""
    problem: str = ""
    """Why it cannot be taken over, where that is known already."""


@dataclass(frozen=True)
class QuestionPiece:
    """Answered in words, graded by hand."""

    label: str
    points: float
    prompt: str
    rubric: str
    cell: int


Piece = TextPiece | CodePiece | AnswerPiece | TestPiece | QuestionPiece


@dataclass
class ImportedNotebook:
    tool: str
    pieces: list[Piece] = field(default_factory=list)
    to_do: list[str] = field(default_factory=list)
    """What a person must do, in the order of the notebook."""

    def add_text(self, text: str) -> None:
        if text.strip():
            self.pieces.append(TextPiece(text.strip("\n")))

    def take_prompt(self) -> str:
        """The text just above, which asks the question."""
        if self.pieces and isinstance(self.pieces[-1], TextPiece):
            return self.pieces.pop().text  # type: ignore[union-attr]
        return ""


def without_magics(code: str) -> tuple[str, list[str]]:
    """Plain Python, and the lines that only a notebook understands."""
    lines = code.splitlines()
    magic = [line for line in lines if re.match(r"\s*[%!]", line)]
    return "\n".join(line for line in lines if line not in magic), magic


def identifier(text: str, taken: set[str]) -> str:
    """An id for an exercise or a question: lower case, digits and _, none twice."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    name = re.sub(r"_+", "_", re.sub(r"[^a-z0-9]+", "_", split.lower())).strip("_")
    name = name if re.match(r"[a-z]", name) else f"q_{name}".rstrip("_")
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    taken.add(found)
    return found
