"""Which parameter of one net is which of another: names, order and grouping of layers are the student's.

Only parameters of one shape can be exchanged. Where several assignments are possible, those that names or the order
suggest come first, and what the net computes with them decides.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

MOST_TRIED = 60
"""Assignments that are tried before a net counts as wrong."""
AT_ONCE = 12


@dataclass(frozen=True)
class Part:
    """A parameter or buffer, with every name that it has."""

    names: tuple[str, ...]
    shape: tuple[int, ...]
    kind: str = "parameter"
    layer: str = ""
    """Class of the layer of torch.nn that it belongs to."""
    used: int = -1
    """Its place in the order of use; -1 where that is unknown."""

    @property
    def owner(self) -> str:
        return self.names[0].rpartition(".")[0]

    @property
    def leaf(self) -> str:
        return self.names[0].rpartition(".")[2]


Assignment = tuple[tuple[int, bool], ...]
"""For each wanted part: the index of the one found, and whether it is transposed."""
Score = tuple[bool, int, float]
"""Of an assignment: whether all outputs agree, how many do, and minus how far the others are off."""
Judge = Callable[[Sequence[Assignment]], list[Score]]


class NoMatch(Exception):
    """No assignment fits. The text is made of the wanted parts alone: names that the student chose are not told."""


Units = list[tuple[int, ...]]
"""Indices of parts that move together: those of one layer."""


@dataclass
class PartMatching:
    wanted: list[Part]
    found: list[Part]
    spare: bool = False
    """Whether there may be more parts than wanted."""
    _classes: list[tuple[Units, Units]] = field(default_factory=list)
    """Layers that could be one another: the wanted, and those found."""

    def __post_init__(self) -> None:
        for key in (_shape, _loose):
            if self._fits(key):
                self.key = key
                break
        else:
            raise NoMatch(self._complaint())
        self._classes = self._by_layers() or self._by_signature(grouped=False)

    def _fits(self, key: Callable[[Part], tuple[Any, ...]]) -> bool:
        wanted, found = Counter(map(key, self.wanted)), Counter(map(key, self.found))
        exact = set(map(_shape, self.wanted))
        if key is _loose and any(part.layer and _shape(part) not in exact for part in self.found):
            return False  # a layer of torch.nn has the form that it has
        return wanted <= found if self.spare else wanted == found

    def _complaint(self) -> str:
        expected = ", ".join(f"{part.names[0]} {part.shape}" for part in self.wanted)
        wanted, found = Counter(map(_shape, self.wanted)), Counter(map(_shape, self.found))
        missing = [f"{n} of shape {shape}" for shape, n in (wanted - found).items()]
        extra = sum((found - wanted).values())
        parts = [f"missing: {', '.join(missing)}"] if missing else []
        parts += [f"{extra} that {'is' if extra == 1 else 'are'} not expected"] if extra and not self.spare else []
        return f"expected {expected}; {'; '.join(parts)}"

    # --- layers ------------------------------------------------------------------------------------------------

    def _by_layers(self) -> list[tuple[Units, Units]]:
        """Layers as wholes; only those that the student built otherwise fall apart. Empty if that does not work out."""
        wanted, found = self._units(self.wanted, True), self._units(self.found, True)
        whole = {s for s in wanted if self._are_enough(wanted[s], found.get(s, []))}
        if len(whole) == len(wanted):
            return self._by_signature(grouped=True)
        apart = [
            {i for s, units in kinds.items() if s not in whole for unit in units for i in unit} for kinds in (wanted, found)
        ]
        return self._by_signature(True, *apart)

    def _are_enough(self, need: Units, have: Units) -> bool:
        return len(have) == len(need) or (self.spare and len(have) > len(need))

    def _by_signature(
        self, grouped: bool, wanted_apart: Collection[int] = (), found_apart: Collection[int] = ()
    ) -> list[tuple[Units, Units]]:
        """Empty if the layers found do not correspond to those wanted. Parts that stand apart go one by one."""
        wanted = self._units(self.wanted, grouped, wanted_apart)
        found = self._units(self.found, grouped, found_apart)
        kinds = {s: (wanted[s], found.get(s, [])) for s in wanted}
        return list(kinds.values()) if all(self._are_enough(*kind) for kind in kinds.values()) else []

    def _units(self, parts: list[Part], grouped: bool, apart: Collection[int] = ()) -> dict[tuple[Any, ...], Units]:
        layers: dict[object, list[int]] = {}
        for i, part in enumerate(parts):
            layers.setdefault(part.owner if grouped and part.layer and i not in apart else i, []).append(i)
        found: dict[tuple[Any, ...], Units] = {}
        for members in layers.values():
            members.sort(key=lambda i: parts[i].leaf)
            together = grouped and bool(parts[members[0]].layer) and members[0] not in apart
            signature = tuple((parts[i].leaf if together else "", self.key(parts[i])) for i in members)
            found.setdefault(signature, []).append(tuple(members))
        return found

    # --- candidates --------------------------------------------------------------------------------------------

    @cached_property
    def by_name(self) -> Assignment | None:
        """Every wanted part is there under its own name."""
        places = {name: i for i, part in enumerate(self.found) for name in part.names}
        chosen = [places.get(part.names[0], -1) for part in self.wanted]
        fits = all(i >= 0 and self.found[i].shape == part.shape for i, part in zip(chosen, self.wanted)) and len(
            set(chosen)
        ) == len(chosen)
        return tuple((i, False) for i in chosen) if fits else None

    @property
    def is_unique(self) -> bool:
        return all(len(have) == 1 for _, have in self._classes) and not self._may_flip

    @property
    def is_the_same_net(self) -> bool:
        """The same names in the same order: then it is clear what is meant."""
        return self.by_name == tuple((i, False) for i in range(len(self.wanted)))

    @cached_property
    def first_guess(self) -> Assignment:
        return self.guesses()[0]

    def guesses(self) -> list[Assignment]:
        """What names and order suggest, most credible first."""
        orders = [("created", _created)]
        if all(part.used >= 0 for part in (*self.wanted, *self.found)):
            orders.append(("used", _used))
        if [_shape(p) for p in self.wanted] != [_shape(p) for p in self.found]:
            orders.reverse()  # not made in the order of the statement: then more is to be learnt from the order of use
        found = [self.by_name] if self.by_name else []
        found += [self._assignment([self._in_order(c, order) for c in self._classes]) for _, order in orders]
        if self._may_flip:
            flipped = [self._flipped(a) for a in found]
            found = flipped + found if self._stands_turned(found[0]) else found + flipped
        return list(dict.fromkeys(found))

    def _stands_turned(self, assignment: Assignment) -> bool:
        """Whether the student's own matrices stand the other way round, as far as their shapes tell."""
        own = [t for j, t in assignment if not self.found[j].layer and len(set(_shape(self.found[j]))) == 2]
        return bool(own) and all(own)

    def best(self, judge: Judge) -> Assignment:
        """The assignment with which the net computes what it should; the most credible one if there is none."""
        tried: dict[Assignment, Score] = {}

        def is_right(assignments: Sequence[Assignment]) -> Assignment | None:
            fresh = [a for a in dict.fromkeys(assignments) if a not in tried][: max(0, MOST_TRIED - len(tried))]
            for start in range(0, len(fresh), AT_ONCE):
                some = fresh[start : start + AT_ONCE]
                tried.update(zip(some, judge(some)))
                for a in some:
                    if tried[a][0]:
                        return a
            return None

        right = is_right(self.guesses()) or self._search(is_right, tried)
        return right or max(tried, key=lambda a: tried[a][1])  # the first of several

    def _search(
        self, is_right: Callable[[Sequence[Assignment]], Assignment | None], tried: dict[Assignment, Score]
    ) -> Assignment | None:
        """All assignments if they are few; else one class of layers after the other, each as it fits best."""
        options = [list(itertools.islice(self._ways(c), MOST_TRIED)) for c in self._classes]
        flips = 2 if self._may_flip else 1
        if math.prod(map(len, options)) * flips <= MOST_TRIED:
            every = [self._assignment(ways) for ways in itertools.product(*options)]
            return is_right([a for e in every for a in ((e, self._flipped(e)) if flips == 2 else (e,))])
        for number, ways in enumerate(options):
            if len(ways) == 1:
                continue
            start = max(tried, key=lambda a: tried[a][1:])
            right = is_right([self._changed(start, self._classes[number][0], way) for way in ways])
            if right:
                return right
        return None

    def _ways(self, kind: tuple[Units, Units]) -> Iterator[Units]:
        """Layers in place of the wanted ones; only one way where names say which is which."""
        need, have = kind
        named = self._by_words(need, have)
        return iter([named]) if named else map(list, itertools.permutations(have, len(need)))

    def _in_order(self, kind: tuple[Units, Units], order: Callable[[Part, int], int]) -> Units:
        need, have = kind
        named = self._by_words(need, have)
        if named:
            return named
        places = sorted(range(len(need)), key=lambda i: order(self.wanted[need[i][0]], need[i][0]))
        layers = sorted(have, key=lambda unit: order(self.found[unit[0]], unit[0]))
        chosen: Units = [()] * len(need)
        for place, layer in zip(places, layers):
            chosen[place] = layer
        return chosen

    def _by_words(self, need: Units, have: Units) -> Units | None:
        """Where each layer's name has a word that of all those wanted only one has: mu and logvar, whatever stands around."""
        if len(need) < 2:
            return None
        words = [_words(self.wanted[unit[0]].names) for unit in need]
        own = [w - set().union(*(v for v in words if v is not w)) for w in words]
        chosen: list[tuple[int, ...]] = []
        for special in own:
            fits = [unit for unit in have if _words(self.found[unit[0]].names) & special]
            if len(fits) != 1:
                return None
            chosen += fits
        return chosen if len(set(chosen)) == len(need) else None

    def _assignment(self, ways: Sequence[Units]) -> Assignment:
        chosen: list[tuple[int, bool]] = [(-1, False)] * len(self.wanted)
        for (need, _), way in zip(self._classes, ways):
            for unit, other in zip(need, way):
                for i, j in zip(unit, other):
                    chosen[i] = (j, self._is_turned(i, j))
        return tuple(chosen)

    def _changed(self, start: Assignment, need: Units, way: Units) -> Assignment:
        chosen = list(start)
        for unit, other in zip(need, way):
            for i, j in zip(unit, other):
                chosen[i] = (j, self._is_turned(i, j))
        return tuple(chosen)

    def _is_turned(self, i: int, j: int) -> bool:
        """A matrix of the student's own that stands the other way round."""
        one, two = _shape(self.wanted[i]), _shape(self.found[j])
        return not self.found[j].layer and len(one) == 2 and one != two and one == two[::-1]

    @cached_property
    def _may_flip(self) -> bool:
        return any(_is_own_square(part) for part in self.found)

    def _flipped(self, assignment: Assignment) -> Assignment:
        """With the student's own square matrices the other way round: their shape does not say which."""
        return tuple((j, not turned if _is_own_square(self.found[j]) else turned) for j, turned in assignment)


def _is_own_square(part: Part) -> bool:
    return not part.layer and len(part.shape) == 2 and part.shape[0] == part.shape[1] > 1


def _shape(part: Part) -> tuple[int, ...]:
    """Without axes of length 1 behind the second: a 1x1 convolution is a matrix."""
    head, tail = part.shape[:2], list(part.shape[2:])
    while tail and tail[-1] == 1:
        tail.pop()
    return (*head, *tail)


def _loose(part: Part) -> tuple[int, ...]:
    """Also for matrices that stand the other way round, and biases of shape (1, n)."""
    return tuple(sorted(n for n in part.shape if n != 1))


def _created(part: Part, index: int) -> int:
    return index


def _used(part: Part, index: int) -> int:
    return part.used


def _words(names: Sequence[str]) -> set[str]:
    return {
        word.lower()
        for name in names
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name.rpartition(".")[0] or name)
        if len(word) > 1
    }
