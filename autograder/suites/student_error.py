"""A student's exception on the trusted side. What a worker says about it is taken only as far as it can be checked.

Everything a student will read is rebuilt here from our own data: a class name, a message or a line of code that the
worker made up could carry hidden inputs out.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.basics.text import seen, short_name
from autograder.checks.finding import Finding, Place
from autograder.course.returned import ReturnKinds
from autograder.jail.packages import AUTODIFF, STUDENTS

AT_LOAD = Place("", 0)
"""Outside of every definition, before anything was called."""

ABOUT_DEVICES = {
    "NoSuchDevice": "This exercise is not graded on that device: name no device, or take that of an input (`device=x.device`)",
    "MixedDevices": "Its tensors are on two devices: make new ones where the input is (`device=x.device`)",
}
"""What to do about an exception that is about devices (`worker/accelerator.py` says which it is)."""

GROUP: type = getattr(builtins, "BaseExceptionGroup", StopIteration)
UNBUILDABLE = (StopIteration, StopAsyncIteration, UnicodeError, GROUP)


@dataclass
class Surface:
    """What a suite may name: the exercise's names and the forward of its backward, and which outputs stay behind."""

    names: Sequence[str]
    opaque: Mapping[str, Sequence[int]] = field(default_factory=dict)
    forbid: Sequence[str] = ()
    helpers: Sequence[str] = ()
    """Names that the exercise may use and no test may ask for; a message may mention them."""

    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Function -> names of its parameters."""
    in_place: Sequence[str] = ()
    """Parameters that may be changed in place."""

    signatures: Mapping[str, str] = field(default_factory=dict)
    """How the exercise's names are to be called: "(theta, tau)" (intake/signatures.py)."""

    must_return: Collection[str] = ()
    """Functions that always give something back: None is no answer of theirs."""

    returned: ReturnKinds | None = None
    """Which names give back objects, where the reference is at hand to say so."""

    @property
    def known(self) -> set[str]:
        """Names of the course, not of a student's making."""
        return {*self.names, *self.helpers}


class StudentError(Exception):
    """The student's code raised. Also an instance of the builtin it raised, so `pytest.raises(ValueError)` works."""

    kind: str = "Exception"
    """The builtin class, or "NotDefined", "NotCallable", "Forbidden", "NotInGrading", "TooLarge" where the code could not be
    called at all."""
    public: str = "your code raised an exception"
    """What a student may read on hidden inputs: class and place."""
    text: str = ""
    """Class and message as the code gave them: for staff, and for the student where the inputs are public."""
    place: Place | None = None
    """Where it arose, as far as the grader's own copy of the code has such a line. Never where nothing is written yet."""
    unwritten: bool = False
    """Whether the stub is as it was, or the name is not there."""

    @property
    def is_refused_call(self) -> bool:
        """Whether the call did not reach the student's own lines: most often it has other parameters."""
        return self.public == raised("TypeError")

    @property
    def finding(self) -> Finding:
        places = (self.place,) if self.place and self.place.definition else ()
        return Finding(self.public, places=places, unwritten=self.unwritten)

    def __str__(self) -> str:
        return f"{self.public} ({self.text})" if self.text else self.public


_classes: dict[str, type[StudentError]] = {}


def student_error(described: Any, surface: Surface, sources: Mapping[str, Sequence[str]]) -> StudentError:
    """The exception for an error reply. `sources`: definition -> its lines, as the grader sent them."""
    said = described if isinstance(described, dict) else {}
    base = _base(said.get("type"))
    error = _class(base)()
    kind, text = _short(said.get("kind"), 80), _short(said.get("text"), 300)
    error.text = f"{kind}: {text}" if text else kind
    error.kind = base.__name__
    name = text.partition(" ")[0]
    if kind == "NotDefined" and name in surface.known:
        error.kind, error.text, error.public = kind, "", f"{name} is not defined in your submission"
        error.unwritten = True
    elif kind == "NotCallable" and name in surface.known:
        error.kind, error.text = kind, ""
        error.public = f"{name} is not a function at the end of your submission: something else is assigned to that name"
    elif kind in ("Forbidden", "NotInGrading"):
        error.kind, error.text = kind, ""
        error.place = _place(said, sources)
        error.public = _refused(name, error.place, surface, sources)
    elif kind == "TooLarge":
        error.kind, error.text, error.public = kind, "", "your code returned a value with too many parts"
    else:
        place = _place(said, sources)
        error.unwritten = base is NotImplementedError and place is not None and place.definition in surface.known
        error.place = None if error.unwritten else place
        error.public = _public(base.__name__, place, error.unwritten, _lines(said, sources))
        about_device = said.get("device")
        if isinstance(about_device, str) and about_device in ABOUT_DEVICES:
            error.public += f". {ABOUT_DEVICES[about_device]}"
    return error


def _refused(name: str, place: Place | None, surface: Surface, sources: Mapping[str, Sequence[str]]) -> str:
    """What is said of code that uses what it may not, or what is not there. A name is shown if it is the student's own word."""
    where = f"line {place.line} of {place.definition}" if place and place.definition else "your code"
    package = name.partition(".")[0]
    if name in surface.forbid:
        return f"{where} uses {name}, which is not allowed in this exercise"
    if package in AUTODIFF:
        return f"{where} uses {package}: packages with autograd are forbidden in this exercise"
    words = {word for lines in sources.values() for line in lines for word in re.findall(r"\w+", line)}
    there = ", ".join(STUDENTS["numpy" if "autograd" in surface.forbid else "torch"])
    return f"{where} uses {package if package in words else 'a package'}, which is not installed for grading: there are {there}"


def _lines(said: Mapping[str, Any], sources: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Of the definition that the worker names, if there is one."""
    definition = said.get("definition")
    return sources.get(definition, ()) if isinstance(definition, str) else ()


def _place(said: Mapping[str, Any], sources: Mapping[str, Sequence[str]]) -> Place | None:
    """Where the worker says it was, if there is such a line."""
    line = said.get("line")
    if type(line) is int and 1 <= line <= len(_lines(said, sources)):
        return Place(short_name(str(said.get("definition"))), line)
    return None


def raised(name: str) -> str:
    return f"your code raised {name}"


def _public(name: str, place: Place | None, unwritten: bool, lines: Sequence[str]) -> str:
    if place is None:
        return raised(name)
    if unwritten:
        return f"{place.definition} is not implemented yet"
    code = seen(lines[place.line - 1].strip()[:200]).replace("`", "'")
    return f"{raised(name)} in line {place.line} of {place.definition}: `{code}`"


def _base(name: Any) -> type[Exception]:
    """The builtin to raise as. SystemExit and the like must not end the grader; some cannot be built plainly."""
    found = getattr(builtins, name, None) if isinstance(name, str) else None
    if isinstance(found, type) and issubclass(found, Exception) and not issubclass(found, UNBUILDABLE):
        return found
    return RuntimeError


def _class(base: type[Exception]) -> type[StudentError]:
    if base.__name__ not in _classes:
        _classes[base.__name__] = type(f"Student{base.__name__}", (StudentError, base), {})
    return _classes[base.__name__]


def _short(value: object, cap: int) -> str:
    return value[:cap].encode("utf-8", "replace").decode() if isinstance(value, str) else ""
