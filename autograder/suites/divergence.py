"""First divergence: at which named step, or in which output of a call, a submission leaves the reference.

It explains a failure that is there already: it costs no marks, and tells names of steps and outputs, never values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from autograder.checks import CheckFailed
from autograder.checks.steps import in_words, parting
from autograder.suites.agreement import agree, same_call
from autograder.suites.student import (
    Call,
    Function,
    Handle,
    Rng,
    StudentError,
    owner_of,
    sources_of_student,
)
from autograder.suites.transport import WorkerLost
from autograder.worker.wire import Malformed

Steps = Mapping[str, Any]
LONGEST_SOURCE = 10_000
USUAL = {
    "mu": ("mean",),
    "mean": ("mu",),
    "var": ("variance", "sigma2", "sigma_sq"),
    "std": ("sigma", "stddev"),
    "x_hat": ("x_norm", "x_normed", "x_normalized", "x_normalised", "normalized", "normalised", "z"),
    "probs": ("p", "probabilities", "softmax"),
    "scores": ("logits",),
}
"""What else people call these."""


@contextmanager
def first_divergence(
    held: Any, steps: Steps | Callable[[], Steps], spellings: Mapping[str, Sequence[str]] | None = None
) -> Iterator[None]:
    """If a check inside fails, its message also says at which step the student's computation leaves the right one.

    `held` is what may hold the student's intermediate results: a cache, an object, a dict. `steps` are the right ones
    by the names that the statement gives them, in the order of computation, or a function that computes them.
    `spellings` are other names under which students keep a step (for the commonest they are known); capitals and
    underscores do not matter. Where `held` has none of these names, nothing is said.
    """
    try:
        yield
    except CheckFailed as failure:
        expected = steps() if callable(steps) else steps
        known = {**USUAL, **(spellings or {})}
        found = named_parts(held, {name: [name, *known.get(name, ())] for name in expected})
        said = parting(found, expected)
        if said is not None:
            failure.add(said.sentence)
            failure.where["first_divergence"] = said.first or "later"
        raise


def named_parts(held: Any, wanted: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Name of a step -> what `held` keeps under one of its spellings. What is not there is left out."""
    spelled = {_folded(s): step for step, spellings in wanted.items() for s in spellings}
    if isinstance(held, dict):
        return {spelled[_folded(k)]: v for k, v in held.items() if type(k) is str and _folded(k) in spelled}
    if not isinstance(held, Handle):
        return {}
    student = owner_of(held)
    before = len(student.calls)
    try:
        if held.kind_name == "dict":
            keys = {_folded(k): k for k in held if type(k) is str}
            return {step: held[keys[s]] for s, step in spelled.items() if s in keys}
        if held.kind_name in ("tuple", "list"):
            names = tuple_names(_source_behind(held), len(held))
            return {spelled[_folded(n)]: held[i] for i, n in enumerate(names) if _folded(n) in spelled}
        return _attributes(held, wanted)
    except (StudentError, WorkerLost, Malformed, TypeError):
        return {}  # whatever the student's object does when it is read, the failure stays what it is
    finally:
        del student.calls[before:]  # no part of the test: a replay must not miss these


def _attributes(held: Handle, wanted: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    found = {}
    for step, spellings in wanted.items():
        for spelling in spellings:
            try:
                found[step] = getattr(held, spelling)
                break
            except StudentError:
                continue
    return found


def _folded(name: str) -> str:
    return name.lower().replace("_", "")


def _source_behind(held: Handle) -> str:
    """The code of the function that returned this object."""
    for call in owner_of(held).calls:
        parts = (call.result or {}).get("result")
        if isinstance(parts, (tuple, list)) and any(p is held for p in parts):
            name = getattr(call.values.get("target"), "__name__", "")
            return "\n".join(sources_of_student(owner_of(held)).get(name, ()))[:LONGEST_SOURCE]
    return ""


def tuple_names(source: str, length: int) -> list[str]:
    """Names of the parts of a returned tuple that is made of plain variables, `cache = (x_hat, gamma, std)`.

    The source is a student's, so it is searched, not parsed. Where two places could be meant, none is.
    """
    code = re.sub(r"#[^\n]*", "", source)
    made = re.findall(r"^[ \t]*(\w+)[ \t]*=[ \t]*\(([\w\s,]+)\)[ \t]*$", code, re.M)
    made += re.findall(r"^[ \t]*(\w+)[ \t]*=[ \t]*(\w[\w \t,]*)$", code, re.M)
    found = [parts for name, parts in made if re.search(rf"^[ \t]*return\b.*\b{name}\b", code, re.M)]
    found += re.findall(r"^[ \t]*return\b[^()\n]*,[ \t]*\(([\w\s,]+)\)[ \t]*$", code, re.M)
    names = {tuple(part.strip() for part in parts.strip().rstrip(",").split(",")) for parts in found}
    fitting = [n for n in names if len(n) == length]
    return list(fitting[0]) if len(fitting) == 1 else []


# --- for the diagnosis ------------------------------------------------------------------------------------------


def parted_outputs(mine: Sequence[Call], right: Sequence[Call], names_of: Callable[[str], list[str]]) -> str:
    """Of the first call that the two runs of one test answer differently: which outputs are right, and which not.

    `names_of(function)` names the outputs. Silent where nothing is right, where there is but one output, and
    where chance decides the answer.
    """
    for a, b in zip(mine, right):
        if same_call(a, b):
            continue
        target = a.values.get("target")
        if not isinstance(target, Function) or a.error or b.error or a.operation != "call" or _random(a):
            return ""
        return _outputs_differ(
            target.__name__,
            (a.result or {}).get("result"),
            (b.result or {}).get("result"),
            names_of(target.__name__),
        )
    return ""


def _outputs_differ(function: str, mine: Any, right: Any, names: list[str]) -> str:
    if isinstance(mine, dict) and isinstance(right, dict) and mine.keys() == right.keys():
        pairs = {f"{key!r}": (mine[key], right[key]) for key in right if type(key) is str}
    elif isinstance(mine, tuple) and isinstance(right, tuple) and len(mine) == len(right):
        called = names if len(names) == len(right) else [""] * len(right)
        pairs = {called[i] or f"output {i + 1}": pair for i, pair in enumerate(zip(mine, right))}
    else:
        return ""
    told = {name: agree(*pair) for name, pair in pairs.items() if not isinstance(pair[1], Handle)}
    good, bad = [n for n, same in told.items() if same], [n for n, same in told.items() if not same]
    if not good or not bad:
        return ""
    verb = "is" if len(good) == 1 else "are"
    return f"Of what {function} returns, {in_words(good)} {verb} right; {bad[0]} is the first to differ"


def _random(call: Call) -> bool:
    values = [*call.values.get("args", ()), *call.values.get("kwargs", {}).values()]
    return any(isinstance(v, Rng) or callable(v) for v in values)
