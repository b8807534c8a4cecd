"""Which top-level statements an exercise needs, found without running anything.

The functions of a submission are called after all cells ran. So for a wanted name, and for a global read
in a function's body, the last binding counts; for what a statement reads while it runs, the last one before
it. A unit that is reached at a time is followed at that time and at the time of its final use, because a
function may be called at both. Statements that change a needed object come along.

Statements that the release came with are no part of an answer: they are taken only where they define something that
nothing of the student's own defines. Statements that try answers out, cells below an answer, and settings of a package
may or may not be meant for it: readings of the notebook (`readings.py`) are tried in turn, until one passes.

Where this is not enough (a name that nothing seen defines, `exec`, `globals()`), the slice is the whole
submission, and says so. Only the standard library is used: this runs in the jailed worker.
"""

from __future__ import annotations

import ast
import hashlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from autograder.intake.forbidden import find_forbidden
from autograder.intake.model import Slice, Statement, relative_line
from autograder.intake.near_misses import NearMisses
from autograder.intake.parsing import Broken, note_of, parse_cell
from autograder.intake.readings import READINGS, Reading, trying_statements
from autograder.intake.siblings import Siblings
from autograder.intake.signatures import mismatch
from autograder.intake.subclasses import add_what_subclasses_change
from autograder.intake.units import INTERPRETER, Unit, brings, is_stub, make_units, package_of
from autograder.intake.wordlists import AMBIENT, ARRAY_PACKAGES, OURS, SHADOWED

__all__ = [
    "Analysis",
    "Slice",
    "Statement",
    "analyse",
    "find_forbidden",
    "relative_line",
    "slice_names",
]

_MOST_STEPS = 20_000
_MOST_VERSIONS = 50
"""Definitions of one name that are looked at, the last ones: each call is compared with each."""


def slice_names(
    cells: Sequence[tuple[str, str]],
    names: Sequence[str],
    siblings: Mapping[str, str] | None = None,
    given: Collection[str] = (),
    **release: Collection[str],
) -> Slice:
    """The slice for `names` of cells given as (label, source). For several slices, `analyse` once."""
    return analyse(cells, siblings, given, **release).slice(names)


def analyse(
    cells: Sequence[tuple[str, str]],
    siblings: Mapping[str, str] | None = None,
    given: Collection[str] = (),
    *,
    asked: Collection[str] = (),
    released: Collection[str] = (),
) -> Analysis:
    """Everything that is the same for all exercises. `given`: modules (or names) that are there beside the
    submission; as a mapping from module to source, star imports of them are resolved too. `asked`: the names of all
    exercises. `released`: digests (`Unit.digest`) of statements that the release came with."""
    return Analysis(cells, siblings or {}, given, asked, released)


class Analysis:
    """A submission, parsed and looked at once."""

    def __init__(
        self,
        cells: Sequence[tuple[str, str]],
        siblings: Mapping[str, str],
        given: Collection[str],
        asked: Collection[str],
        released: Collection[str],
    ) -> None:
        parsed = [parse_cell(label, source) for label, source in cells]
        self.units, self.future, deep = make_units(parsed)
        self.cells, self.asked = parsed, frozenset(asked)
        self.broken: dict[str, Broken] = {b.name: b for cell in parsed for b in cell.broken if b.name}
        self.siblings = Siblings(siblings, given)
        self.given = frozenset(given)
        self.end = len(self.units)
        self.binders: dict[str, list[int]] = defaultdict(list)
        self.rebinders: dict[str, list[int]] = defaultdict(list)  # those that leave the old object alone
        self.changers: dict[str, list[int]] = defaultdict(list)
        self.stars: list[Unit] = []
        for unit in self.units:
            if unit.is_star:
                exported = self.siblings.exports(unit.module)
                if exported is None:
                    self.stars.append(unit)
                else:
                    unit.scope.binds = dict.fromkeys(exported, True)
            for name in unit.scope.binds:
                self.binders[name].append(unit.index)
                if unit.scope.binds[name] and name not in unit.scope.changes:
                    self.rebinders[name].append(unit.index)
        definitions: dict[str, list[Unit]] = defaultdict(list)
        for unit in self.units:
            if unit.is_definition:
                versions = definitions[unit.name]
                versions.append(unit)
                del versions[:-_MOST_VERSIONS]
        self._complete_changes(definitions)
        self.trying = trying_statements(self.units, definitions, asked)
        self.released = _released(self.units, frozenset(asked), frozenset(released))
        self.below = _ends_of_cells(self.units)
        for unit in self.units:
            for name in unit.changes:
                self.changers[name].append(unit.index)
        self.defined_in_functions = {name for unit in self.units for name in unit.scope.global_binds}
        self.dynamic = [unit for unit in self.units if unit.scope.defines and unit.index not in self.released]
        self.near_misses = NearMisses(parsed, self.units, self.asked)
        self.notes = [*self._notes(), *deep]

    def _notes(self) -> list[str]:
        """On the hand-in as a whole. A broken answer is told where it counts, unless another definition counts."""
        told = {name for name in self.asked if not self.binders.get(name)}
        notes = []
        for cell in self.cells:
            notes += cell.notes
            parts = [b for b in cell.broken if b.name not in told]
            notes += dict.fromkeys(note_of(b) for b in parts)
        return notes

    def slice(self, names: Sequence[str], signatures: Mapping[str, str] | None = None) -> Slice:
        """`signatures`: how the names are to be called (`signatures.py`)."""
        slicer = _Slicer(self, names, READINGS[0])
        taken = [slicer.walk()]
        for reading in READINGS[1:] if len(slicer.seen) <= _MOST_STEPS else ():
            other = _Slicer(self, names, reading).walk()
            if other not in taken:
                taken.append(other)
        piece = slicer.result(taken[1:])
        piece.near = {name: why for name in piece.missing if (why := self.near_misses.why(name))}
        if signatures:
            piece.mismatches = {n: why for n in names if (why := mismatch(n, self._meant(n, piece), signatures))}
        return piece

    def _meant(self, name: str, piece: Slice) -> ast.stmt | None:
        """The statement of a slice that defines a wanted name."""
        places = {(s.label, s.line) for s in piece.statements if s.name == name}
        units = [self.units[i] for i in self.binders.get(name, ())]
        return next((u.node for u in reversed(units) if (u.label, u.line) in places), None)

    def _complete_changes(self, definitions: Mapping[str, Sequence[Unit]]) -> None:
        """Add to each unit what the functions that it calls change: globals, arguments, and `self`."""
        for _ in range(5):  # a parameter handed on and changed there
            grown = False
            for unit in (u for units in definitions.values() for u in units):
                scope = unit.scope
                for callee, arguments, keywords in scope.passed_on:
                    more = _changed_arguments(definitions.get(callee, ()), arguments, keywords) & set(scope.parameters)
                    if more - scope.changed_parameters:
                        scope.changed_parameters = scope.changed_parameters | more
                        grown = True
            if not grown:
                break
        effects: dict[str, set[str]] = {}
        add_what_subclasses_change(self.units, definitions, lambda name: _effects(name, definitions, effects))
        methods = {m for units in definitions.values() for u in units for m in u.scope.self_changing}
        for unit in self.units:
            scope = unit.scope
            for callee, arguments, keywords in scope.calls:
                if callee in definitions:
                    unit.changes |= _effects(callee, definitions, effects)
                    unit.changes |= _changed_arguments(definitions[callee], arguments, keywords)
            unit.changes |= {root for root, method in scope.methods if method in methods}
            for name in list(unit.changes):
                unit.changes |= self._behind(name, unit)
            unit.changes.discard("")

    def _behind(self, name: str, unit: Unit) -> set[str]:
        """What else changes with `name`: `params`, after `W = params["W"]`."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            name = waiting.pop()
            binders = self.binders.get(name, [])
            before = bisect_left(binders, unit.index)
            if not before:
                continue
            scope = self.units[binders[before - 1]].scope
            roots = scope.aliases.get(name, set()) | (scope.holds.get(name, set()) if name in unit.scope.steps else set())
            waiting += roots - found
            found |= roots
        return found


def _released(units: Sequence[Unit], asked: frozenset[str], digests: frozenset[str]) -> set[int]:
    """Units that the release came with. What stands in the cell of an answer is the student's own, even if it reads the
    same; of a .py file, which is one cell, only the text tells."""
    answers = {id(u.cell) for u in units if u.is_definition and u.name in asked}
    if all(u.cell is units[0].cell for u in units):
        answers = set()
    ours = _calls_of_ours(units)
    if not digests:
        return ours
    mine = (u for u in units if not u.loads_package and id(u.cell) not in answers)
    return ours | {u.index for u in mine if u.digest in digests}


def _calls_of_ours(units: Sequence[Unit]) -> set[int]:
    """Imports of the course's own tools, and statements that use them: `check("softplus")`, `grader.check_all()`."""
    found, tools = set(), set[str]()
    others = {name for u in units if u.is_definition for name in u.scope.binds}
    for unit in units:
        imports_ours = any(dotted.split(".")[0] in OURS for dotted, _, _ in unit.scope.imports)
        uses_ours = isinstance(unit.node, (ast.Expr, ast.Assign)) and not tools.isdisjoint(unit.scope.now)
        loads_ours = imports_ours and not unit.is_definition  # by itself or in a `try`, as a set-up cell of any version does
        if loads_ours or uses_ours:
            tools |= unit.scope.binds.keys() - others
        if uses_ours or loads_ours or unit.module.split(".")[0] in OURS:
            found.add(unit.index)
    return found


def _ends_of_cells(units: Sequence[Unit]) -> list[int]:
    """For each unit, the index of the first one below its cell."""
    ends: list[int] = []
    for i in reversed(range(len(units))):
        same = i + 1 < len(units) and units[i].cell is units[i + 1].cell
        ends.append(ends[-1] if same else i + 1)
    return ends[::-1]


def _changed_arguments(definitions: Sequence[Unit], arguments: Sequence[str], keywords: Mapping[str, str]) -> set[str]:
    changed: set[str] = set()
    for unit in definitions:
        names = unit.scope.parameters
        handed = [*zip(names, arguments), *((k, v) for k, v in keywords.items())]
        changed |= {root for parameter, root in handed if root and parameter in unit.scope.changed_parameters}
    return changed


def _effects(name: str, definitions: Mapping[str, Sequence[Unit]], known: dict[str, set[str]]) -> set[str]:
    """Globals that a call of `name` changes or binds, through what it calls too."""
    if name not in known:
        reached, waiting = {name}, [name]
        out: set[str] = set()
        while waiting:
            for unit in definitions.get(waiting.pop(), ()):
                scope = unit.scope
                out |= scope.changes_late | scope.global_binds
                for callee, arguments, keywords in scope.calls_late:
                    if callee in definitions:
                        out |= _changed_arguments(definitions[callee], arguments, keywords)
                        if callee not in reached:
                            reached.add(callee)
                            waiting.append(callee)
        known[name] = out
    return known[name]


class _Slicer:
    """One walk from the wanted names to everything that they need."""

    def __init__(self, analysis: Analysis, names: Sequence[str], reading: Reading) -> None:
        self.of = analysis
        self.reading = reading
        self.names = list(dict.fromkeys(names))
        self.seen: set[tuple[int, int]] = set()
        self.waiting: list[tuple[int, int]] = []
        self.included: set[int] = set()
        self.optional: set[int] = set()
        self.covered: dict[tuple[str, int], tuple[int, int]] = {}  # changers seen to, by name and time of use
        self.resolved: set[str] = set()
        self.unresolved: dict[str, str] = {}
        self.broken: dict[str, str] = {}
        self.missing: list[str] = []
        self.notes: list[str] = []
        self.limit = self.of.end if reading.below else self._end_of_answer()

    def walk(self) -> list[int]:
        for name in self.names:
            self._want(name)
        self._run()
        while self._add_settings():
            self._run()
        return sorted(self.included)

    def result(self, others: Sequence[list[int]]) -> Slice:
        """After the walk. `others` are what other readings take."""
        reasons = self._reasons_for_all()
        self.notes += reasons
        taken = set(range(self.of.end)) - self.of.released | self.included if reasons else self.included
        return self._slice(sorted(taken), others, whole=bool(reasons))

    # -- the walk ------------------------------------------------------------------------------------

    def _push(self, index: int, time: int) -> None:
        if (index, time) not in self.seen:
            self.seen.add((index, time))
            self.waiting.append((index, time))
            self.included.add(index)

    def _run(self) -> None:
        while self.waiting:
            if len(self.seen) > _MOST_STEPS:  # no notebook of a person comes near
                self.waiting.clear()
                return
            index, time = self.waiting.pop()
            unit = self.of.units[index]
            for name, hard in unit.scope.now.items():
                self._resolve(name, index, time, hard, unit, late=False)
            for name, hard in unit.scope.late.items():
                self._resolve(name, time, time, hard, unit, late=True)

    def _want(self, name: str) -> None:
        end = self.of.end
        found = self._definitions(name, end, None, late=True)
        broken = self.of.broken.get(name)
        if broken and found and is_stub(self.of.units[found[0]].node):
            found = []  # what was handed out still stands above the answer
        if found and name not in self.of.units[found[0]].scope.deleted:
            self._take(name, found, end, end, None)
        elif broken:
            self.broken[name] = broken.within
        elif not self._found_elsewhere(name, end):
            self.missing.append(name)

    def _resolve(self, name: str, at: int, use: int, hard: bool, reader: Unit, late: bool) -> None:
        """`name` is looked up when unit number `at` runs, and what it stands for is used until `use`."""
        found = self._definitions(name, at, reader, late)
        if found:
            self._take(name, found, at, use, reader)
        elif not self._found_elsewhere(name, at) and hard and name not in self.resolved:
            late_only = at < self.of.end and name not in reader.scope.now
            if late_only and self.of.binders.get(name):
                return  # not yet there, but when the function is really called it may be
            broken = self.of.broken.get(name)
            if broken:
                self.broken[name] = broken.within
                return
            later = self.of.binders.get(name)
            why = f"used before it is defined ({self.of.units[later[0]].place})" if later else "defined nowhere"
            self.unresolved.setdefault(name, f"{reader.place}: {name!r} is {why}")

    def _take(self, name: str, found: list[int], at: int, use: int, reader: Unit | None) -> None:
        self.resolved.add(name)
        for index in found:
            self._push(index, at)
            self._push(index, use)
        units = self.of.units
        if units[found[0]].is_import and len(found) == 1:
            return  # what is done to a module is a setting
        # `x += 1` binds x anew, but may change the old object in place.
        rebinders = self.of.rebinders[name]
        rebound = bisect_left(rebinders, at)
        start, stop = found[-1], min([max(at, use), *rebinders[rebound : rebound + 1]])
        changers = self.of.changers.get(name, [])
        covered = self.covered.get((name, use))
        if not changers or (covered and covered[0] <= start and stop <= covered[1]):
            return
        self.covered[name, use] = start, stop
        for index in changers[bisect_left(changers, start) : bisect_left(changers, stop)]:
            if (reader is None or index != reader.index) and self._concerns(index, found[0]):
                self._push(index, use)

    def _concerns(self, index: int, changed: int | None) -> bool:
        """May this unit change what the unit `changed` defined? The release's cells never change a student's objects."""
        if index in self.of.released and changed not in self.of.released:
            return False
        if self.of.units[index].is_definition:
            return True
        return index < self.limit and (self.reading.trying or index not in self.of.trying)

    def _definitions(self, name: str, at: int, reader: Unit | None, late: bool = False) -> list[int]:
        """Units whose binding of `name` may hold when unit `at` runs, the last one first."""
        binders = self.of.binders.get(name, [])
        if late and binders and self._comes_by_star(name, binders, at):
            return []
        if late and len(binders) > 1:
            own = [i for i in binders if i < at and i not in self.of.released]
            for preferred in ([i for i in own if self._is_meant(i, reader)], own):
                if preferred:
                    return self._bound_by(preferred, name, at, reader)
        if not late and reader is not None and reader.index not in self.of.released:
            binders = self._without_demonstrations(binders, at)
        return self._bound_by(binders, name, at, reader)

    def _without_demonstrations(self, binders: list[int], at: int) -> list[int]:
        """`class Cache(t.NamedTuple)` means the student's `import typing as t`, and not the `for t in ...` of a picture."""
        units, released = self.of.units, self.of.released
        lasting = [i for i in binders if units[i].is_import or units[i].is_definition]
        if any(i < at and i not in released for i in lasting):
            return [i for i in binders if i not in released or i in lasting]
        return binders

    def _comes_by_star(self, name: str, binders: Sequence[int], at: int) -> bool:
        """`mean` after `from numpy import *`, which a picture of the release binds as well: the import is the student's."""
        units = self.of.units
        if any(i not in self.of.released or units[i].is_import or units[i].is_definition for i in binders):
            return False
        return any(s.index < at and brings(s.module, name) for s in self.of.stars)

    def _is_meant(self, index: int, reader: Unit | None) -> bool:
        """Is a binding the one that an answer means, where another one stands below it?"""
        unit = self.of.units[index]
        if unit.is_definition or unit.loads_package:
            return True
        if reader is None and not self.reading.below:
            return False
        return index < self.limit and (self.reading.trying or index not in self.of.trying)

    def _bound_by(self, binders: Sequence[int], name: str, at: int, reader: Unit | None) -> list[int]:
        units = self.of.units
        out: list[int] = []
        for position in range(bisect_left(binders, at) - 1, -1, -1):
            unit = units[binders[position]]
            if unit.submodule or (unit.is_import and unit.module == name):
                return out + self._module_imports(name, binders[: position + 1], reader)
            out.append(unit.index)
            if unit.scope.binds[name]:
                break
        return out

    def _module_imports(self, name: str, binders: Sequence[int], reader: Unit | None) -> list[int]:
        """Of `import a`, `import a.b`, `import a.c`, which all bind `a`: those that the reader uses."""
        units = [self.of.units[i] for i in binders if self.of.units[i].is_import]
        loading = [u for u in units if u.submodule]
        used = {attribute for root, attribute in reader.scope.attributes if root == name} if reader else set()
        wanted = [u.index for u in loading if u.submodule in used]
        plain = [u.index for u in units if not u.submodule]
        if wanted:
            return sorted(wanted, reverse=True)
        return [plain[-1]] if plain else [units[-1].index]

    def _found_elsewhere(self, name: str, at: int) -> bool:
        """Bound by no statement that we see, but there: by a function's `global`, a star import, Python."""
        changers = [i for i in self.of.changers.get(name, ()) if i < at and self._concerns(i, None)]
        if name in self.of.defined_in_functions:
            for index in changers:
                self._push(index, at)
            self.resolved.add(name)
            return True
        if name in self.of.given:
            return True
        if name in AMBIENT:
            if name in SHADOWED:
                for star in self.of.stars:
                    if star.index < at and star.module.split(".")[0] in ARRAY_PACKAGES:
                        self._push(star.index, at)
            return True
        stars = [star for star in self.of.stars if star.index < at]
        for star in stars:
            self._push(star.index, at)
        return bool(stars)

    # -- around the walk -----------------------------------------------------------------------------

    def _add_settings(self) -> bool:
        """Statements like `torch.set_default_dtype(...)`, for packages that the slice uses."""
        units = self.of.units
        packages = {package_of(units[i]) for i in self.included if units[i].is_import} - {""} | INTERPRETER
        added = False
        for unit in units:
            if unit.setting is None or unit.index in self.included or unit.index in self.of.released:
                continue
            root, is_seed = unit.setting
            if not is_seed and not self.reading.settings:
                continue
            holders = self._definitions(root, unit.index, unit)
            if not holders or not all(units[i].is_import and package_of(units[i]) in packages for i in holders):
                continue
            if is_seed and not self._draws_after(unit.index, {package_of(units[i]) for i in holders}):
                continue
            self._push(unit.index, self.of.end)
            self.optional.add(unit.index)
            added = True
        return added

    def _draws_after(self, index: int, packages: set[str]) -> bool:
        """Does a later statement of the slice compute something with the seeded package while it runs?"""
        for i in self.included:
            unit = self.of.units[i]
            if i > index and not unit.is_import and not unit.is_definition:
                for name in unit.scope.now:
                    holders = self._definitions(name, i, unit)
                    if any(self.of.units[h].is_import and package_of(self.of.units[h]) in packages for h in holders):
                        return True
        return False

    def _reasons_for_all(self) -> list[str]:
        """Why static analysis is not enough here, if so."""
        suffix = ": all cells are run for this exercise"
        if len(self.seen) > _MOST_STEPS:
            return [f"the statements depend on each other in too many ways{suffix}"]
        if self.unresolved:
            return [reason + suffix for reason in self.unresolved.values()]
        for index in sorted(self.included):
            unit = self.of.units[index]
            if unit.scope.looks_up:
                return [f"{unit.place}: {unit.scope.looks_up} may use any name{suffix}"]
        for unit in self.of.dynamic:
            if self.missing:
                name = self.missing[0]
                self.missing = []
                return [f"{unit.place}: {unit.scope.defines} may define {name!r}{suffix}"]
            hidden = unit.scope.words() & self.resolved - set(unit.scope.binds)
            if hidden and unit.index not in self.included:
                return [f"{unit.place}: {unit.scope.defines} may define {min(hidden)!r}{suffix}"]
        return []

    def _end_of_answer(self) -> int:
        """Where the last cell ends that defines one of the wanted names."""
        found = [[i for i in self.of.binders.get(name, ()) if i not in self.of.released] for name in self.names]
        last = [max(own, key=lambda i: (self.of.units[i].is_definition, i)) for own in found if own]
        return self.of.below[max(last)] if last else self.of.end

    def _slice(self, indices: list[int], others: Sequence[list[int]], whole: bool) -> Slice:
        units = [self.of.units[i] for i in indices]
        more = [[self.of.units[i] for i in other] for other in others]
        imports = [i for u in {u.index: u for part in (units, *more) for u in part}.values() for i in u.scope.imports]
        needed = self.of.siblings.needed(imports)
        listed = [(dotted, u.label, line) for u in units for dotted, line, _ in u.scope.imports]
        for module in needed:
            file = module.replace(".", "/") + ".py"
            listed += [(dotted, file, line) for dotted, line, level in self.of.siblings.imports_of(module) if not level]
        digest = hashlib.sha256()
        for part in [*self.of.future, *(u.meaning for u in units)]:
            digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
        for other in more:
            digest.update("\0".join(["", "or", *(u.digest for u in other)]).encode())
        for module in needed:
            digest.update(f"{module}\0{self.of.siblings.meaning(module)}\0".encode("utf-8", "surrogatepass"))
        return Slice(
            statements=self._statements(units),
            digest=digest.hexdigest(),
            others=[self._statements(other) for other in more],
            siblings=needed,
            whole=whole,
            missing=self.missing,
            broken=self.broken,
            unresolved=sorted(self.unresolved),
            notes=self.notes,
            about_all=self.of.notes,
            imports=listed,
            future=list(self.of.future),
        )

    def _statements(self, units: Sequence[Unit]) -> list[Statement]:
        required = self.included - self.optional
        return [Statement(u.label, u.line, u.source, u.name, u.index in required) for u in units]
