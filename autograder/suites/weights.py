"""The grader's weights in a student's module, and a student's weights in the grader's.

Layers are the student's to name, to group and to create in any order: `load_weights` finds out which parameter is which
(checks/weights.py), and from then on everything that is asked of the module by name speaks of the reference's names.
"""

from __future__ import annotations

import contextlib
import copy
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autograder.checks.failure import CheckFailed
from autograder.checks.weights import Assignment, NoMatch, Part, PartMatching, Score
from autograder.suites.student import (
    Call,
    Handle,
    Student,
    exchange,
    expect,
    name_parameters,
    next_seed,
    owner_of,
)
from autograder.worker.nested_tensors import tensors_in

KINDS = ("parameter", "constant", "buffer")
COUNTER = "num_batches_tracked"
"""Of a batch norm: it decides nothing."""
RTOL, ATOL = 1e-3, 1e-5
HARDLY_BETTER = 0.05
"""Share of a score by which chance may move it. Layers in wrong places cost a trained net far more."""


def load_weights(theirs: Any, mine: Any, *probe: Any, method: str = "", named: bool = False) -> Loaded:
    """Puts the weights of `mine`, a module of this process, into the student's module; see docs/suites.md.

    `mine` may also be a dict of tensors: public checks have no module to compare with. `probe` are inputs: where names and
    shapes do not say which parameter is which, several assignments are tried, and the one counts with which the student's
    module gives what `mine` gives. `method` is what is called with them; forward, if nothing is said. With `named` the
    statement gives the names, and a net that has them all is taken at its word.
    """
    student, state = _student_of(theirs), _State.of(mine)
    start = len(student.calls)
    try:
        loaded = _match(student, theirs, mine, state, list(probe), method, named)
        loaded.load(_held(mine))
    except NoMatch as none:
        _instead(student, start, str(none))
        raise CheckFailed(
            f"the parameters of your net are not those of the task: {none}",
            where={"output": "parameters", "reason": "shapes"},
        ) from None
    _instead(student, start, None)
    name_parameters(theirs, loaded.renamed)
    return loaded


def count_parameters(module: Any) -> int:
    """How many numbers a student's module learns; shared ones count once, and what does not learn is not counted."""
    student = _student_of(module)
    start = len(student.calls)
    count = sum(_size(part.shape) for part in _parts(student, module) if part.kind == "parameter")
    _instead(student, start, count)
    return count


def fill_weights(module: Any, value: float) -> None:
    """Sets every number that a student's module learns to the same value. Its constants stay as they are."""
    import torch

    student = _student_of(module)
    start = len(student.calls)
    parts = [(i, part) for i, part in enumerate(_parts(student, module)) if part.kind == "parameter"]
    values = [torch.full(part.shape, float(value)) for _, part in parts]
    _fill(student, module, values, [[i, n, False] for n, (i, _) in enumerate(parts)])
    _instead(student, start, None)


def leave_gradients(module: Any) -> None:
    """Puts ones into the `.grad` of every parameter, as if somebody had called backward before."""
    student = _student_of(module)
    start = len(student.calls)
    exchange(student, {"op": "leave_gradients"}, target=module)
    _instead(student, start, None)


@dataclass
class Loaded:
    """The student's module, its parameters known by the reference's names."""

    student: Student
    module: Handle
    names: list[str]
    parts: list[Part]
    """Of each name the student's part."""
    places: list[tuple[int, bool]]
    """Its number there, and whether it is transposed."""
    shapes: list[tuple[int, ...]]

    def load(self, state: Mapping[str, Any]) -> None:
        """Other weights, by the reference's names."""
        start = len(self.student.calls)
        values = [state[name].detach() for name in self.names]
        _fill(self.student, self.module, values, [[i, n, turned] for n, (i, turned) in enumerate(self.places)])
        _instead(self.student, start, None)

    def weights(self) -> dict[str, Any]:
        """What the student's module now holds, by the reference's names."""
        start = len(self.student.calls)
        parts = exchange(self.student, {"op": "read"}, target=self.module, wanted=[i for i, _ in self.places])
        held = _listed(self.student, parts["result"], len(self.places))
        found = dict(zip(self.names, map(self._turned_back, held, range(len(held)))))
        _instead(self.student, start, found)
        return found

    def renamed(self, gradients: Mapping[str, Any]) -> dict[str, Any]:
        """Gradients by the student's names become gradients by the reference's, in its order."""
        found: dict[str, Any] = {}
        for index, (name, part) in enumerate(zip(self.names, self.parts)):
            if part.kind == "buffer":
                continue
            own = [gradients[n] for n in part.names if n in gradients]
            known = [g for g in own if g is not None]
            total = sum(known[1:], known[0]) if known else None  # of tensors that share their memory each has a part
            found[name] = None if total is None else self._turned_back(total, index)
        return found

    def _turned_back(self, value: Any, index: int) -> Any:
        import torch

        if not isinstance(value, torch.Tensor):
            return value
        value = value.t() if self.places[index][1] and value.ndim == 2 else value
        right = self.shapes[index]
        return value.reshape(right) if value.numel() == _size(right) else value


# --- finding out which is which ------------------------------------------------------------------------------------------


@dataclass
class _State:
    """What the reference's module holds: parameters, and buffers that belong to its state."""

    needed: list[Part]
    """Parameters that learn."""
    buffers: list[Part]

    @classmethod
    def of(cls, module: Any) -> _State:
        from autograder.worker.module_parts import parts_of

        if isinstance(module, Mapping):
            entries = [_entry(name, value) for name, value in module.items()]
            return cls(entries, [])
        held = set(module.state_dict())
        parts = [_part(part.to_list()) for part in parts_of(module)]
        needed = [part for part in parts if part.kind == "parameter"]
        return cls(needed, [p for p in parts if p.kind == "buffer" and p.names[0] in held])


def _match(student: Student, theirs: Handle, mine: Any, state: _State, probe: list[Any], method: str, named: bool) -> Loaded:
    found = _parts(student, theirs)
    try:
        matching = PartMatching(state.needed, [p for p in found if p.kind == "parameter"])
    except NoMatch:
        if not probe:
            raise
        found = _parts(student, theirs, method, probe)  # some layers may be made by the first pass
        matching = PartMatching(state.needed, [p for p in found if p.kind == "parameter"])
    is_clear = matching.is_the_same_net or matching.is_unique or (named and matching.by_name)
    if is_clear or not probe:
        chosen = matching.first_guess
    else:
        judge = _Judge(student, theirs, mine, state, probe, method)
        guess = matching.first_guess
        if judge.on(found, [guess])[0][0]:
            chosen = guess
        else:
            from autograder.worker.module_parts import seen_in_use

            found = _parts(student, theirs, method, probe)
            used = [_part(p.to_list()) for p in seen_in_use(mine, method, probe)]
            wanted = [p for p in used if p.kind == "parameter"]
            matching = PartMatching(wanted, [p for p in found if p.kind == "parameter"])
            chosen = matching.best(lambda assignments: judge.on(found, assignments))
    return _loaded(student, theirs, state, found, chosen)


def _loaded(student: Student, theirs: Handle, state: _State, found: list[Part], chosen: Assignment) -> Loaded:
    places = _places(found, chosen)
    wanted = list(state.needed)
    for part, place in _buffers(state, found, chosen):
        wanted.append(part)
        places.append((place, False))
    parts = [found[i] for i, _ in places]
    return Loaded(student, theirs, [p.names[0] for p in wanted], parts, places, [p.shape for p in wanted])


def _places(found: list[Part], chosen: Assignment) -> list[tuple[int, bool]]:
    """From places among the parameters to places among all parts."""
    parameters = [i for i, part in enumerate(found) if part.kind == "parameter"]
    return [(parameters[i], turned) for i, turned in chosen]


def _buffers(state: _State, found: list[Part], chosen: Assignment) -> list[tuple[Part, int]]:
    """Running statistics go where the parameters of their layer went; else by name, then by order and shape."""
    owners = {p.owner: found[i].owner for p, (i, _) in zip(state.needed, _places(found, chosen))}
    free = [i for i, part in enumerate(found) if part.kind == "buffer"]
    pairs = []
    for wanted in state.buffers:
        beside = f"{owners.get(wanted.owner, '?')}.{wanted.leaf}".lstrip(".")
        fits = [i for i in free if _size(found[i].shape) == _size(wanted.shape)]
        fits.sort(key=lambda i: (beside not in found[i].names, wanted.leaf != found[i].leaf, i))
        if fits and (wanted.leaf != COUNTER or wanted.leaf == found[fits[0]].leaf):
            pairs.append((wanted, fits[0]))
            free.remove(fits[0])
        elif wanted.leaf != COUNTER:
            raise NoMatch(f"expected a buffer {wanted.names[0]} {wanted.shape}")
    return pairs


class _Judge:
    """How well the student's module, filled in several ways, gives what the reference gives."""

    def __init__(self, student: Student, theirs: Handle, mine: Any, state: _State, probe: list[Any], method: str) -> None:
        self.student, self.theirs, self.state, self.probe, self.method = student, theirs, state, probe, method
        self.held = mine.state_dict()
        self.right = tensors_in(_evaluated(mine, method, probe))

    def on(self, found: list[Part], assignments: Sequence[Assignment]) -> list[Score]:
        fillings, values = (
            [],
            [self.held[p.names[0]].detach() for p in (*self.state.needed, *self.state.buffers)],
        )
        numbers = {p.names[0]: n for n, p in enumerate((*self.state.needed, *self.state.buffers))}
        for chosen in assignments:
            filling = [[i, n, turned] for n, (i, turned) in enumerate(_places(found, chosen))]
            filling += [[i, numbers[p.names[0]], False] for p, i in _buffers(self.state, found, chosen)]
            fillings.append(filling)
        parts = exchange(
            self.student,
            {"op": "outputs_with", "method": self.method},
            target=self.theirs,
            inputs=self.probe,
            values=values,
            fillings=fillings,
        )
        return [self._score(output) for output in _listed(self.student, parts["result"], len(assignments))]

    def _score(self, output: Any) -> Score:
        got = tensors_in(output)
        if len(got) != len(self.right):
            return False, 0, -float("inf")
        agreeing, off = 0, 0.0
        for a, b in zip(got, self.right):
            apart = _apart(a, b)
            agreeing += apart <= 1
            off += min(apart, 1e6)
        return agreeing == len(self.right), agreeing, -off


def _apart(a: Any, b: Any) -> float:
    """Relative to what rounding explains."""
    if a.shape != b.shape or not a.is_floating_point():
        return float("inf")
    difference = float((a.double() - b.double()).abs().max()) if a.numel() else 0.0
    limit = RTOL * (float(b.double().abs().max()) if b.numel() else 0.0) + ATOL
    return difference / limit if difference == difference else float("inf")


def _evaluated(module: Any, method: str, inputs: list[Any]) -> Any:
    import torch

    own = copy.deepcopy(module).eval()
    target = own
    for name in method.split(".") if method else ():
        target = getattr(target, name)
    with torch.no_grad(), torch.random.fork_rng():
        return target(*inputs)


# --- a state that a training returned ------------------------------------------------------------------------------------


def load_state(mine: Any, state: Any, score: Callable[[Any], float] | None = None) -> Any:
    """`mine`, a module of this process (or a dict of tensors), with the weights that a student's training returned.

    Names and order are the student's, and buffers of theirs are passed over. Where it is not clear which entry is which, the
    assignments are tried. The one with the greatest `score(mine)` counts, unless it is hardly better than the one that names
    and order suggest: of a net that has learned next to nothing, scores are chance.
    """
    import torch

    if not isinstance(state, dict) or not all(isinstance(name, str) for name in state):
        raise CheckFailed("`state` is not a state_dict", where={"output": "state", "reason": "type"})
    try:
        entries = {name: torch.as_tensor(entry).detach() for name, entry in state.items()}
    except (TypeError, ValueError, RuntimeError):
        raise CheckFailed("`state` has entries that are not tensors", where={"output": "state", "reason": "type"}) from None
    own = _held(mine)
    wanted = [_entry(name, entry) for name, entry in own.items() if name.rpartition(".")[2] != COUNTER]
    try:
        matching, values = _matched(entries, wanted)
    except NoMatch as none:
        raise CheckFailed(
            f"`state` does not hold the weights of the task's net: {none}",
            where={"output": "state", "reason": "shapes"},
        ) from None

    def put(chosen: Assignment) -> Any:
        turned = [values[i].t() if turn else values[i] for i, turn in chosen]
        filled = {p.names[0]: value.reshape(p.shape) for p, value in zip(wanted, turned)}
        if isinstance(mine, Mapping):
            return filled
        mine.load_state_dict({**own, **filled})
        return mine

    if matching.by_name or matching.is_unique or score is None:
        return put(matching.by_name or matching.first_guess)
    known: dict[Assignment, float] = {}

    def judge(assignments: Sequence[Assignment]) -> list[Score]:
        for chosen in assignments:
            known[chosen] = _number(score(put(chosen)))
        return [(False, 0, known[chosen]) for chosen in assignments]

    matching.best(judge)
    best, guess = max(known, key=lambda chosen: known[chosen]), matching.first_guess
    chance = HARDLY_BETTER * abs(known[guess]) if math.isfinite(known[guess]) else 0.0
    return put(best if known[best] > known[guess] + chance else guess)


def _held(mine: Any) -> Mapping[str, Any]:
    return mine if isinstance(mine, Mapping) else mine.state_dict()


def _matched(entries: Mapping[str, Any], wanted: list[Part]) -> tuple[PartMatching, list[Any]]:
    """Equal entries are one layer under two names, or else two that never parted: the biases of an LSTM that began with zeros.
    Names tell; where they do not, they are one if the others are enough."""
    apart = [_entry(name, value) for name, value in entries.items() if not name.endswith(COUNTER)]
    apart_values = [value for name, value in entries.items() if not name.endswith(COUNTER)]
    once, once_values = _entries_once(entries)
    every = PartMatching(wanted, _own_matrices(apart, wanted), spare=True)
    if not every.by_name:
        with contextlib.suppress(NoMatch):
            return PartMatching(wanted, _own_matrices(once, wanted), spare=True), once_values
    return every, apart_values


def _entries_once(entries: Mapping[str, Any]) -> tuple[list[Part], list[Any]]:
    """A layer under two names gives its entries twice."""
    parts: list[Part] = []
    values: list[Any] = []
    for name, value in entries.items():
        if name.rpartition(".")[2] == COUNTER:
            continue
        twin = next((i for i, v in enumerate(values) if _are_twins(v, value)), None)
        if twin is None:
            parts.append(_entry(name, value))
            values.append(value)
        else:
            parts[twin] = replace(parts[twin], names=(*parts[twin].names, name))
    return parts, values


def _entry(name: str, value: Any) -> Part:
    """An entry of a state_dict. That it belongs to a layer of torch.nn can only be told by its name."""
    of_a_layer = name.rpartition(".")[2].startswith(("weight", "bias", "running_"))
    return Part((name,), tuple(value.shape), layer="?" if of_a_layer else "")


def _own_matrices(found: list[Part], wanted: list[Part]) -> list[Part]:
    """A matrix of a shape that no layer of the task has, but turned one has, was made by hand, whatever it is called. Where all
    of them are, so are the square ones, whose shape does not tell."""
    shapes = {part.shape for part in wanted}
    turned = {part.shape for part in found if part.shape not in shapes and part.shape[::-1] in shapes}
    oblong = {part.shape for part in found if len(part.shape) == 2 and part.shape[0] != part.shape[1]}
    own = turned | {shape for shape in shapes if len(shape) == 2 and shape == shape[::-1] and turned == oblong}
    return [replace(part, layer="") if part.shape in own else part for part in found]


def _are_twins(a: Any, b: Any) -> bool:
    return a.shape == b.shape and a.numel() > 1 and bool((a == b).all()) and bool((a != a.reshape(-1)[0]).any())


def _number(value: Any) -> float:
    value = float(value)
    return value if value == value else -float("inf")


# --- messages ------------------------------------------------------------------------------------------------------------


def _student_of(module: Any) -> Student:
    if not isinstance(module, Handle):
        raise CheckFailed("your class does not make a torch.nn.Module", where={"output": "parameters", "reason": "type"})
    return owner_of(module)


def _parts(student: Student, module: Handle, method: str = "", inputs: list[Any] | None = None) -> list[Part]:
    parts = exchange(student, {"op": "parts", "method": method}, target=module, inputs=inputs)
    expect(student, isinstance(parts["result"], list), "a reply without parts")
    try:
        return [_part(entry) for entry in parts["result"]]
    except (TypeError, ValueError):
        expect(student, False, "parts of another form")
        raise


def _part(entry: Any) -> Part:
    names, shape, kind, layer, used = entry
    texts = [*names, kind, layer]
    numbers = [*shape, used]
    if not names or not all(type(t) is str for t in texts) or not all(type(n) is int for n in numbers) or kind not in KINDS:
        raise ValueError("part")
    return Part(tuple(names), tuple(shape), kind, layer, used)


def _fill(student: Student, module: Handle, values: list[Any], chosen: list[list[Any]]) -> None:
    seed = next_seed(student)
    exchange(student, {"op": "fill", "seed": seed}, target=module, values=values, chosen=chosen)


def _listed(student: Student, value: Any, length: int) -> list[Any]:
    expect(student, isinstance(value, list) and len(value) == length, "a reply of another length")
    return list(value)


def _instead(student: Student, start: int, result: Any) -> None:
    """One exchange in the record for all that was asked meanwhile: a net with other names is asked other things."""
    asked = student.calls[start:]
    if any(call.error for call in asked):
        return
    del student.calls[start:]
    student.calls.append(Call("weights", "", {}, {"result": result}))


def _size(shape: Sequence[int]) -> int:
    size = 1
    for n in shape:
        size *= n
    return size
