"""Names of a submission that always mean the grader's stand-in, from the first statement on.

A wrong helper is replaced before anything can be made of it: `softmax = masked_softmax`, a default argument, a table of
functions or `from helpers import masked_softmax` then hold the stand-in, too, and not the function that was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any


class Rebinding(MutableMapping[str, Any]):
    """A module's namespace, as the locals of `exec`: whoever binds one of the names gets the stand-in bound instead."""

    def __init__(self, namespace: dict[str, Any], stand_ins: Mapping[str, Any]) -> None:
        self.namespace, self.stand_ins = namespace, stand_ins

    def __getitem__(self, name: str) -> Any:
        return self.namespace[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self.namespace[name] = self.stand_ins.get(name, value)

    def __delitem__(self, name: str) -> None:
        del self.namespace[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.namespace)

    def __len__(self) -> int:
        return len(self.namespace)
