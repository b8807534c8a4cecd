"""What a slice is. It crosses the wire as JSON, from a worker that is not trusted: `from_json` checks all."""

from __future__ import annotations
import __future__

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Statement:
    """One top-level statement, or one name of an import."""

    label: str
    """Of the cell it stands in."""
    line: int
    """Its first line in the cell, decorators included (1-based)."""
    source: str
    name: str = ""
    """The top-level name it defines, if it is one."""
    needed: bool = True
    """False: it is here only because it may matter (a setting, or the fallback to the whole submission).
    An exception in such a statement is no failure of the exercise."""

    @property
    def last_line(self) -> int:
        return self.line + self.source.count("\n")


@dataclass
class Slice:
    """The statements that the wanted names need, in the order in which they run."""

    statements: list[Statement] = field(default_factory=list)
    digest: str = ""
    """Of what statements and siblings mean: labels, comments, layout and file names do not enter."""
    others: list[list[Statement]] = field(default_factory=list)
    """Other readings of the submission, to be tried where these statements do not do; see `readings.py`."""
    siblings: list[str] = field(default_factory=list)
    """Other modules of the submission that are needed, also by one another."""
    whole: bool = False
    """Static analysis was not enough: these are all statements. `needed` still marks what it found."""
    missing: list[str] = field(default_factory=list)
    """Wanted names that nothing defines."""
    near: dict[str, str] = field(default_factory=dict)
    """Missing name -> what there is in its place."""
    mismatches: dict[str, str] = field(default_factory=dict)
    """Wanted name -> why it cannot be called as the task says."""
    broken: dict[str, str] = field(default_factory=dict)
    """Wanted or needed name -> why its only definition is no Python, lines counted from the definition."""
    unresolved: list[str] = field(default_factory=list)
    """Names that are read and that nothing was seen to define."""
    notes: list[str] = field(default_factory=list)
    about_all: list[str] = field(default_factory=list)
    """Notes on the hand-in as a whole: the same for every exercise."""
    imports: list[tuple[str, str, int]] = field(default_factory=list)
    """(dotted name, label, line), imports inside functions and in needed siblings included."""
    future: list[str] = field(default_factory=list)
    """`from __future__ import ...` features that hold."""

    @property
    def readings(self) -> list[list[Statement]]:
        """What may be run, in the order in which it is tried: where static analysis was not enough, what it found needed,
        and then every statement."""
        lean = [s for s in self.statements if s.needed or not self.whole]
        return [lean, *([self.statements] if self.whole else []), *self.others]

    @property
    def compile_flags(self) -> int:
        """For `compile(..., flags=slice.compile_flags, dont_inherit=True)` of each statement."""
        flags = 0
        for name in self.future:
            if name in __future__.all_feature_names:
                flags |= getattr(__future__, name).compiler_flag
        return flags

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Slice:
        """Raises ValueError for anything that `to_json` could not have made."""
        d = _dict(data)
        return cls(
            statements=[_statement(s) for s in _list(d.get("statements"))],
            digest=_typed(d.get("digest"), str),
            others=[[_statement(s) for s in _list(other)] for other in _list(d.get("others"))],
            siblings=_strings(d.get("siblings")),
            whole=_typed(d.get("whole"), bool),
            missing=_strings(d.get("missing")),
            near=_texts(d.get("near")),
            mismatches=_texts(d.get("mismatches")),
            broken=_texts(d.get("broken")),
            unresolved=_strings(d.get("unresolved")),
            notes=_strings(d.get("notes")),
            about_all=_strings(d.get("about_all")),
            imports=[_import(i) for i in _list(d.get("imports"))],
            future=_strings(d.get("future")),
        )


@dataclass(frozen=True)
class ForbiddenUse:
    """A use of something the exercise forbids."""

    name: str
    """The dotted name that was used, such as torch.nn.BatchNorm1d."""
    label: str
    line: int
    """In the cell."""
    definition: str
    """The top-level definition around it, or ""."""
    relative: int
    """The line, counted from that definition's first."""
    message: str


def relative_line(piece: Slice, label: str, line: int) -> tuple[str, int]:
    """(definition, line counted from its start) for a line of a cell; ("", line) if nothing covers it."""
    around = [s for s in piece.statements if s.label == label and s.line <= line <= s.last_line]
    if not around:
        return "", line
    best = max(around, key=lambda s: (bool(s.name), s.line))
    return best.name, line - best.line + 1


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(f"a slice has {type(value).__name__} where {kind.__name__} belongs")
    return value


def _list(value: object) -> list[Any]:
    return list(value) if isinstance(value, tuple) else _typed(value, list)


def _dict(value: object) -> Mapping[str, Any]:
    return _typed(value, dict)


def _strings(value: object) -> list[str]:
    return [_typed(v, str) for v in _list(value)]


def _texts(value: object) -> dict[str, str]:
    return {_typed(k, str): _typed(v, str) for k, v in _dict(value).items()}


def _statement(value: object) -> Statement:
    d = _dict(value)
    return Statement(
        _typed(d.get("label"), str),
        _typed(d.get("line"), int),
        _typed(d.get("source"), str),
        _typed(d.get("name"), str),
        _typed(d.get("needed"), bool),
    )


def _import(value: object) -> tuple[str, str, int]:
    parts = _list(value)
    if len(parts) != 3:
        raise ValueError("an import of a slice is (dotted name, label, line)")
    return _typed(parts[0], str), _typed(parts[1], str), _typed(parts[2], int)
