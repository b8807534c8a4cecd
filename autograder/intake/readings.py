"""How much of a notebook is taken to concern an answer: the readings that are tried in turn, from lean to complete.

Right code is right in one of them, whatever the cells around it do. A statement that tries answers out (it calls an
exercise's function, itself or through others, or draws a picture) changes things on its way, such as a memo, a history or
a counter. That is seldom what an answer needs, and it may take minutes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from autograder.intake.units import PLOTTING, Unit
from autograder.intake.wordlists import CHANGES_ARGUMENT


@dataclass(frozen=True)
class Reading:
    """What of a notebook is taken to concern an answer."""

    settings: bool = False
    """Statements like `torch.set_default_dtype(...)`, wherever they stand."""
    trying: bool = False
    """What statements that try answers out change or bind."""
    below: bool = True
    """What cells below the answer change, or bind anew without a definition."""


READINGS = (Reading(), Reading(below=False), Reading(settings=True), Reading(settings=True, trying=True))

Call = tuple[str, list[str], dict[str, str]]


def trying_statements(units: Sequence[Unit], definitions: Mapping[str, Sequence[Unit]], asked: Collection[str]) -> set[int]:
    """Indices of the units that call one of the `asked` names, or a plotting package, while they run."""
    plots = {name for u in units if u.is_import and u.module.split(".")[0] in PLOTTING for name in u.scope.binds}
    named_by: dict[str, list[str]] = {}
    for name, own in definitions.items():
        for mentioned in {m for u in own for m in _mentioned(u.scope.calls_late)}:
            named_by.setdefault(mentioned, []).append(name)
    reaching, waiting = set(asked) | plots, [*asked, *plots]
    while waiting:
        more = [name for name in named_by.get(waiting.pop(), ()) if name not in reaching]
        reaching.update(more)
        waiting += more
    return {
        u.index
        for u in units
        if not u.is_import
        and not u.is_definition
        and not reaching.isdisjoint([*_mentioned(u.scope.calls), *(root for root, _ in u.scope.attributes)])
    }


def _mentioned(calls: Sequence[Call]) -> set[str]:
    """Names that are called, or handed to a function that may call them."""
    handed = [[*a, *k.values()] for callee, a, k in calls if callee not in CHANGES_ARGUMENT]
    return {callee for callee, _, _ in calls}.union(*handed)
