"""After a gradient check has failed: which gradient, where in it, and in what way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from autograder.checks.calls import Outputs, Point, Problem, run_backward, run_forward
from autograder.checks.close import worst_entry
from autograder.checks.differences import STEP, Forward, draw_direction, moved, slopes, typical_size
from autograder.checks.failure import CheckFailed
from autograder.checks.fingerprint import Relation, fingerprint
from autograder.checks.locate import LONGEST_LIST, axis_noun, describe_wrong, listed, runs
from autograder.checks.verdict_only import is_brief

MOST_ENTRIES = 200
WORK = 2_000_000
"""Numbers sent through forwards to look at entries; what is looked at must not depend on the clock."""


def explain(
    problem: Problem,
    truth: Forward,
    base: Outputs,
    cotangent: Outputs,
    gradients: Point,
    *,
    forward: Callable[..., Any],
    backward: Callable[..., Any],
    rng: np.random.Generator,
    rtol: float,
    reference: Callable[..., Any] | None,
    reference_backward: Callable[..., Any] | None,
    slopes_seen: tuple[float, float],
) -> CheckFailed:
    """The failure, ready to be raised."""
    if is_brief():
        return CheckFailed("not the derivative of the forward", where={"reason": "gradient"})
    known: Point = {}
    if reference is not None and reference_backward is not None:
        run = run_forward(reference, problem, problem.point)
        known = run_backward(reference_backward, problem, run, cotangent)
        wrong = [n for n in problem.wrt if _mask(gradients[n], known[n], 10 * rtol).any()]
    else:
        wrong = [n for n in problem.wrt if _slope_is_wrong(n, problem, truth, base, cotangent, gradients, rng, rtol)]
    along = "slope along a random direction: {:.10g} by the backward, {:.10g} by differences".format(*slopes_seen)
    linear = _is_linear(problem, forward, backward, cotangent, gradients)
    if not wrong:
        labels = listed([problem.grad_name(n) for n in problem.wrt])
        return CheckFailed(
            f"{labels}: not the derivative of the forward" + ("" if linear else "; not even linear in dout"),
            along,
            where={"output": labels, "reason": "gradient", "wrong_arguments": []},
        )
    name = wrong[0]
    if name in known:
        got, want = gradients[name], known[name]
        clause, found = describe_wrong(_mask(got, want, 10 * rtol), problem.axes.get(name))
    else:
        region, got, want = _entries(name, problem, truth, base, cotangent, gradients, rng)
        clause, found = _describe(region, got, want, problem, name)
    sampled = got.shape != gradients[name].shape
    label = problem.grad_name(name)
    place = "there " if sampled and found.get("axes") else ""
    relations = [
        Relation(r.kind, place + r.sentence)
        for r in fingerprint(
            got,
            want,
            problem.factor_sizes(),
            name=label,
            axes=problem.axes.get(name),
            rtol=1e-5,
            entry_by_entry=sampled,
        )
    ]
    mask = _mask(got, want, 1e-5)
    failure = CheckFailed(
        f"{label} is not the derivative with respect to {name}: {clause}{_others(problem, wrong)}",
        (worst_entry(got, want, mask, 1e-5 * float(np.abs(want).max(initial=0.0))) + "; " if mask.any() else "") + along,
        actual=gradients[name] if not sampled else got,
        expected=want,
        where={
            "output": label,
            "argument": name,
            "reason": "gradient",
            "wrong_arguments": wrong,
            "sampled": sampled,
            "linear": linear,
            "relation": relations[0].kind if relations else None,
            **found,
        },
        relations=relations,
    )
    if not linear:
        failure.add("It is not even linear in dout: twice the dout does not give twice the gradient")
    return failure


def _others(problem: Problem, wrong: list[str]) -> str:
    right = [problem.grad_name(n) for n in problem.wrt if n not in wrong]
    also = [problem.grad_name(n) for n in wrong[1:]]
    parts = [f"{listed(also)} {'is' if len(also) == 1 else 'are'} wrong too"] if also else []
    parts += [f"{listed(right)} {'is' if len(right) == 1 else 'are'} right"] if right else []
    return f" ({'; '.join(parts)})" if parts else ""


def _mask(got: np.ndarray, want: np.ndarray, rtol: float) -> np.ndarray:
    return np.asarray(np.abs(got - want) > rtol * np.abs(want).max(initial=0.0) + 1e-12)


def _slope_is_wrong(
    name: str,
    problem: Problem,
    truth: Forward,
    base: Outputs,
    cotangent: Outputs,
    gradients: Point,
    rng: np.random.Generator,
    rtol: float,
) -> bool:
    """Along two directions in this input alone; those that cross a kink say nothing."""
    point, unit = problem.point, typical_size(problem.point[name])
    norm = unit * float(np.linalg.norm(gradients[name]))
    decided = 0
    for _ in range(6):
        direction = draw_direction(rng, point, {name: unit})
        seen = slopes(truth, base, point, direction, 2 * STEP, [cotangent])
        scale = np.maximum(norm, np.abs(seen.slope))
        if not seen.conclusive(scale, rtol):
            continue
        decided += 1
        error = abs(float(np.vdot(gradients[name], direction[name])) - float(seen.slope[0]))
        if not error <= float(rtol * scale[0] + 4 * seen.noise[0]):
            return True
        if decided == 2:
            break
    return False


def _entries(
    name: str,
    problem: Problem,
    truth: Forward,
    base: Outputs,
    cotangent: Outputs,
    gradients: Point,
    rng: np.random.Generator,
) -> tuple[dict[int, list[int]] | None, np.ndarray, np.ndarray]:
    """Differences entry by entry: all of a small gradient; of a large one, a sample where it is wrong.

    Returns where a large one is wrong (None for a small one), the student's entries, and the right ones.
    Entries on a kink take the student's value: nothing is known against them.
    """
    point = problem.point
    x = point[name]
    budget = int(np.clip(WORK // max(sum(v.size for v in point.values()), 1), 24, MOST_ENTRIES))
    slope_of = partial(_central, name, point, truth, base, cotangent, 2 * STEP * typical_size(x))
    if x.size <= budget:
        region, chosen = None, np.arange(x.size)
    else:
        region = _wrong_region(gradients[name], slope_of, rng, budget)
        inside = np.ix_(*[region.get(axis, list(range(n))) for axis, n in enumerate(x.shape)])
        candidates = np.arange(x.size).reshape(x.shape)[inside].ravel()
        chosen = np.sort(rng.choice(candidates, min(budget, candidates.size), replace=False))
    found, bent = np.empty(len(chosen)), np.empty(len(chosen))
    for k, i in enumerate(chosen):
        unit = np.zeros(x.size)
        unit[i] = 1.0
        found[k], bent[k] = slope_of(unit.reshape(x.shape))
    got = gradients[name].ravel()[chosen]
    found = np.where(bent <= 1e-2 * np.abs(found).max(initial=0.0) + 1e-9, found, got)
    if region is None:
        return None, gradients[name], found.reshape(x.shape)
    return region, got, found


def _central(
    name: str,
    point: Point,
    truth: Forward,
    base: Outputs,
    cotangent: Outputs,
    h: float,
    direction: np.ndarray,
) -> tuple[float, float]:
    """The slope along a direction in one input, and how much it bends there (a kink bends)."""
    ahead, behind = (truth(moved(point, {name: direction}, t)) for t in (h, -h))
    slope = sum(float(np.vdot(c, (p - m) / (2 * h))) for c, p, m in zip(cotangent, ahead, behind))
    bend = sum(float(np.vdot(c, (p - 2 * b + m) / h)) for c, p, b, m in zip(cotangent, ahead, base, behind))
    return slope, abs(bend)


def _wrong_region(
    gradient: np.ndarray,
    slope_of: Callable[[np.ndarray], tuple[float, float]],
    rng: np.random.Generator,
    budget: int,
) -> dict[int, list[int]]:
    """For each axis along which only a part is wrong: the wrong indices (in blocks, if the axis is long)."""
    region: dict[int, list[int]] = {}
    for axis, length in enumerate(gradient.shape):
        blocks = np.array_split(np.arange(length), min(length, max(budget // gradient.ndim, 4)))
        wrong: list[int] = []
        for block in blocks:
            direction = np.zeros_like(gradient)
            part = (slice(None),) * axis + (block,)
            direction[part] = rng.standard_normal(gradient[part].shape)
            slope, bend = slope_of(direction)
            scale = max(float(np.linalg.norm(gradient[part])), abs(slope))
            error = abs(float(np.vdot(gradient, direction)) - slope)
            if error > 1e-4 * scale + 5 * bend:
                wrong.extend(block.tolist())
        if wrong and len(wrong) < length:
            region[axis] = wrong
    return region


def _describe(
    region: dict[int, list[int]] | None, got: np.ndarray, want: np.ndarray, problem: Problem, name: str
) -> tuple[str, dict[str, Any]]:
    wrong = _mask(got, want, 1e-5)
    if region is None:
        return describe_wrong(wrong, problem.axes.get(name))
    text = f"{int(wrong.sum())} of {wrong.size} entries that were looked at differ"
    shape = problem.point[name].shape
    for axis, touched in region.items():
        one, many = axis_noun(axis, len(shape), problem.axes.get(name))
        if len(runs(touched)) <= LONGEST_LIST:
            text += f", only in {one if len(touched) == 1 else many} {listed(runs(touched))}"
    return text, {
        "wrong": int(wrong.sum()),
        "total": wrong.size,
        "fraction": float(wrong.mean()),
        "axes": region,
    }


def _is_linear(
    problem: Problem,
    forward: Callable[..., Any],
    backward: Callable[..., Any],
    cotangent: Outputs,
    gradients: Point,
) -> bool:
    """Twice the dout must give twice the gradient."""
    run = run_forward(forward, problem, problem.point)
    try:
        doubled = run_backward(backward, problem, run, [2 * c for c in cotangent])
    except CheckFailed:
        return False
    return not any(_mask(doubled[n], 2 * gradients[n], 1e-6).any() for n in problem.wrt)
