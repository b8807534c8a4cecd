"""`gradcheck`: is this backward the derivative of that forward?

Directions instead of entries: about ten forwards at any size, where entry-by-entry differences need two per
entry. A single wrong entry of ten thousand moves a random slope by a percent of its size; the tolerance is a
millionth. Entries are looked at only after a failure, to say where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from autograder.checks.calls import HUGE, ForwardRun, Outputs, Point, Problem, run_backward, run_forward
from autograder.checks.differences import (
    STEP,
    STEP_FACTORS,
    Forward,
    balanced_weights,
    draw_direction,
    slopes,
)
from autograder.checks.explain import explain
from autograder.checks.failure import CheckFailed, Inconclusive
from autograder.checks.slip import WrongForward, is_slip
from autograder.checks.stand_in import stand_in_reason
from autograder.checks.tolerance import defaults, precision, tolerance
from autograder.checks.values import need_numbers

BY_HAND = (
    "(Your forward is wrong in a way that is not known, and your backward fits it. Staff may follow this through by hand.)"
)


@dataclass
class GradcheckReport:
    """What a passing check did."""

    forwards: int = 0
    """Calls of the checked forward."""
    reference_forwards: int = 0
    backwards: int = 0
    redraws: int = 0
    """Draws that fell on a kink."""
    worst: float = 0.0
    """The greatest error of a slope, relative to the norm of the gradient."""
    followed_through: bool = False
    """The forward is not the reference's, and the backward is right for it all the same."""


def gradcheck(
    forward: Callable[..., Any],
    backward: Callable[..., Any],
    inputs: Mapping[str, Any],
    *,
    reference: Callable[..., Any] | None = None,
    reference_backward: Callable[..., Any] | None = None,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    cache: bool = True,
    outputs: Sequence[int] | None = None,
    wrt: Sequence[str] | None = None,
    rng: np.random.Generator | None = None,
    directions: int = 2,
    redraw: Callable[[], Mapping[str, Any]] | None = None,
    max_redraws: int = 20,
    rtol: float = 1e-6,
    pure: bool = True,
    follow_through: bool = True,
    names: Mapping[str, str] | None = None,
    axes: Mapping[str, Sequence[str]] | None = None,
    sizes: Mapping[str, int] | None = None,
) -> GradcheckReport:
    """Raise `CheckFailed` unless `backward` returns the gradients of `forward`.

        gradcheck(batchnorm_forward, batchnorm_backward, {"x": x, "gamma": g, "beta": b}, args=(1e-5,))

    How they are called: `forward(*inputs, *args, **kwargs)` returns `(out, cache)`, and
    `backward(dout, cache)` the gradients of the inputs in their order (one array; a tuple or list, nested or
    not; a dict by name). Several outputs, `(out1, out2, cache)`, give `dout` as a tuple; `outputs=[0]` says
    which of them have a cotangent. With `cache=False` the forward returns the outputs alone and the call is
    `backward(dout, *inputs, *args, **kwargs)`. Where a function is called otherwise, pass a lambda.

    `inputs` are float arrays, tensors or numbers, taken as float64. `wrt`: the inputs whose gradients are
    returned, if not all. `names`: what gradients are called (default "d" + input); `axes`: names of the axes
    of an input; `sizes`: what a factor may stand for. These three are for messages.

    With a trusted `reference` forward, slopes are those of the reference. Where the checked forward differs
    from it (and `follow_through`), a backward that is right for the student's own forward passes as well,
    unless that forward is a mere stand-in (see `stand_in`) or, in grading, no known slip (see `slip`).
    Without a reference, forward and backward are judged by each other. `reference_backward` makes the message
    after a failure exact and fast.

    A draw on a kink is drawn again: new inputs from `redraw()`, or a new direction, at most `max_redraws`
    times, then `Inconclusive` is raised. Kinks are judged on the reference where there is one: a student's
    forward that has one where the reference has none fails. `rng` makes all draws.

    `pure`: arguments must not be changed in place (seen only where they are not copied on the way).
    `directions` >= 2. Forwards: 5 per direction and 1, or with a reference, counting both, 5 and 2.
    """
    if directions < 2:
        raise ValueError("gradcheck needs at least 2 directions")
    problem = Problem(
        inputs=dict(inputs),
        args=tuple(args),
        kwargs=dict(kwargs or {}),
        cache=cache,
        outputs=outputs,
        wrt=list(inputs) if wrt is None else list(wrt),
        names=dict(names or {}),
        axes=dict(axes or {}),
        sizes=sizes,
        pure=pure,
    )
    check = _Check(forward, backward, reference, reference_backward, rng or np.random.default_rng(), rtol)
    check.redraws_left = max_redraws
    check.may_redraw_inputs = redraw is not None
    while True:
        try:
            check.run(problem, directions, follow_through)
            return check.report
        except _OnKink:
            assert redraw is not None
            problem = problem.at(redraw())


class _OnKink(Exception):
    """These inputs lie on a kink; draw others."""


class _Check:
    """One call of gradcheck: the functions, the generator, and what has been spent."""

    def __init__(
        self,
        forward: Callable[..., Any],
        backward: Callable[..., Any],
        reference: Callable[..., Any] | None,
        reference_backward: Callable[..., Any] | None,
        rng: np.random.Generator,
        rtol: float,
    ) -> None:
        self.forward, self.backward = forward, backward
        self.reference, self.reference_backward = reference, reference_backward
        self.rng, self.rtol = rng, rtol
        self.report = GradcheckReport()
        self.redraws_left = 0
        self.may_redraw_inputs = False

    def run(self, problem: Problem, count: int, follow_through: bool) -> None:
        """Check at one point."""
        point = problem.point
        first = self.call_forward(problem, point)
        expected = self.reference_outputs(problem, point)
        coarse = any(precision(need_numbers(raw, "out", "an array")) == "single" for raw in first.raw)
        if coarse and expected is None:
            raise CheckFailed(
                "the forward returns float32 where its inputs are float64; keep the dtype of the inputs",
                where={"output": "out", "reason": "dtype"},
            )
        if coarse:
            self.rtol = max(self.rtol, defaults("single")[0])
        own_forward_is_right = expected is None or same_outputs(first, expected)
        cotangents = [draw_cotangent(self.rng, first.arrays, 1.0 if j % 2 == 0 else 3.0) for j in range(count)]
        gradients = self.gradients(problem, first, cotangents)
        weights = balanced_weights(point, gradients)

        def student(at: Point) -> Outputs:
            run = self.call_forward(problem, at, pure=False)
            check_same_form(first, run)
            return run.arrays

        def trusted(at: Point) -> Outputs:
            outputs = self.reference_outputs(problem, at)
            assert outputs is not None
            return outputs

        if expected is None:
            wrong = self.compare(problem, student, first.arrays, cotangents, gradients, weights)
            if wrong is not None:
                raise wrong()
            return
        wrong = self.compare(problem, trusted, expected, cotangents, gradients, weights)
        if wrong is None:
            return
        if own_forward_is_right or not follow_through:
            raise wrong()
        # The forward is wrong; is the backward right for it? (follow-through, second rule)
        reason = stand_in_reason(problem, student, trusted, self.rng)
        if reason:
            failure = wrong()
            failure.add(f"(Your forward differs from the expected one too, and {reason}.)")
            failure.where["stand_in"] = reason
            raise failure
        seen: list[tuple[Point, Outputs]] = []

        def watched(at: Point) -> Outputs:
            seen.append((at, student(at)))
            return seen[-1][1]

        not_its_own = self.compare(problem, watched, first.arrays, cotangents, gradients, weights, judge=trusted)
        if not_its_own is not None:
            raise not_its_own()
        if not is_slip(WrongForward(problem, self.forward, trusted, seen, self.rng)):
            failure = wrong()
            failure.add(BY_HAND)
            failure.where["by_hand"] = True
            raise failure
        self.report.followed_through = True

    def gradients(self, problem: Problem, first: ForwardRun, cotangents: list[Outputs]) -> list[Point]:
        """The backward's answers, each with a cache of its own; the last, to dout = 0, must be 0."""
        found: list[Point] = []
        zero = [np.zeros_like(a) for a in first.arrays]
        for j, cotangent in enumerate([*cotangents, zero]):
            run = first if j == 0 else self.call_forward(problem, problem.point)
            if j:
                check_repeatable(first, run)
            self.report.backwards += 1
            found.append(run_backward(self.backward, problem, run, cotangent, check_pure=True))
        for name, value in found.pop().items():
            if np.abs(value).max(initial=0.0) > 1e-12 * max(np.abs(g[name]).max(initial=0.0) for g in found):
                label = problem.grad_name(name)
                raise CheckFailed(
                    f"{label} is not zero for dout = 0: it must be linear in dout",
                    f"greatest entry of {label} for dout = 0: {np.abs(value).max():.6g}",
                    actual=value,
                    expected=np.zeros_like(value),
                    where={"output": label, "argument": name, "reason": "zero_cotangent"},
                )
        return found

    def compare(
        self,
        problem: Problem,
        truth: Forward,
        base: Outputs,
        cotangents: list[Outputs],
        gradients: list[Point],
        weights: Mapping[str, float],
        judge: Forward | None = None,
    ) -> Callable[[], CheckFailed] | None:
        """Slopes of `truth` against those of the gradients, along one direction per cotangent.

        None if they agree, else what finds out where they do not.
        """
        point = problem.point
        judge_base = base if judge is None else judge(point)
        done = 0
        while done < len(cotangents):
            step = STEP * STEP_FACTORS[self.report.redraws % len(STEP_FACTORS)]
            direction = draw_direction(self.rng, point, weights)
            analytic = np.array([sum(float(np.vdot(g[n], direction[n])) for n in g) for g in gradients])
            norm = np.array([np.sqrt(sum(float(np.sum((weights[n] * g[n]) ** 2)) for n in g)) for g in gradients])
            seen = slopes(judge or truth, judge_base, point, direction, step, cotangents)
            if not seen.conclusive(np.maximum(norm, np.abs(seen.slope)), self.rtol):
                self.on_kink()
                continue
            if judge is not None:
                seen = slopes(truth, base, point, direction, step, cotangents)
                size = np.maximum(norm, np.abs(seen.slope))
                # A huge output would drown every slope in its rounding, and any backward would fit.
                drowned = not (4 * seen.noise <= 1e-3 * size).all()
                if drowned or not seen.conclusive(size, self.rtol):
                    failure = CheckFailed(
                        "your forward has a jump, a kink or noise where the expected one is smooth, "
                        "so no backward can be its derivative",
                        where={"output": "out", "reason": "kink"},
                    )
                    return lambda: failure
            scale = np.maximum(norm, np.abs(seen.slope))
            error = np.abs(analytic - seen.slope)
            limit = self.rtol * scale + 4 * seen.noise
            if not (error <= limit).all():
                worst = int(np.argmax(error / limit))
                return partial(
                    explain,
                    problem,
                    truth,
                    base,
                    cotangents[worst],
                    gradients[worst],
                    forward=self.forward,
                    backward=self.backward,
                    rng=self.rng,
                    rtol=self.rtol,
                    reference=None if judge is not None else self.reference,
                    reference_backward=self.reference_backward,
                    slopes_seen=(float(analytic[worst]), float(seen.slope[worst])),
                )
            with np.errstate(all="ignore"):
                self.report.worst = max(self.report.worst, float(np.nanmax(error / scale, initial=0.0)))
            done += 1
        return None

    def on_kink(self) -> None:
        self.redraws_left -= 1
        self.report.redraws += 1
        if self.redraws_left < 0:
            raise Inconclusive(
                "every draw fell on a kink or drowned in rounding: draw the inputs away from ties and corners, or pass redraw="
            )
        if self.may_redraw_inputs:
            raise _OnKink

    def call_forward(self, problem: Problem, point: Point, *, pure: bool = True) -> ForwardRun:
        self.report.forwards += 1
        run = run_forward(self.forward, problem, point, check_pure=pure)
        if pure:
            check_finite(run)
        return run

    def reference_outputs(self, problem: Problem, point: Point) -> Outputs | None:
        if self.reference is None:
            return None
        self.report.reference_forwards += 1
        return run_forward(self.reference, problem, point).arrays


def draw_cotangent(rng: np.random.Generator, like: Outputs, size: float) -> Outputs:
    """Of different sizes, so that a backward that is not linear in dout cannot pass."""
    return [size * rng.standard_normal(a.shape) for a in like]


def check_finite(run: ForwardRun) -> None:
    for array in run.arrays:
        count = int((~(np.abs(array) < HUGE)).sum())
        if count:
            raise CheckFailed(
                f"the forward's output: {count} of {array.size} entries are NaN or infinite",
                actual=array,
                where={"output": "out", "reason": "nan"},
            )


def check_same_form(first: ForwardRun, again: ForwardRun) -> None:
    if [a.shape for a in first.arrays] != [a.shape for a in again.arrays]:
        raise CheckFailed(
            "the forward's output has different shapes for inputs of the same shapes",
            where={"output": "out", "reason": "repeatable"},
        )


def check_repeatable(first: ForwardRun, again: ForwardRun) -> None:
    check_same_form(first, again)
    for a, b in zip(first.arrays, again.arrays):
        scale = np.abs(a).max(initial=0.0)
        if not (np.abs(a - b) <= 1e-12 * scale).all():
            raise CheckFailed(
                "two calls of the forward with the same arguments give different results; "
                "does it draw random numbers, or keep something between calls?",
                where={"output": "out", "reason": "repeatable"},
            )


def same_outputs(run: ForwardRun, expected: Outputs) -> bool:
    """Whether the forward is right here. A wrong shape ends the check: no dout would fit both."""
    if len(run.arrays) != len(expected):
        raise CheckFailed(
            f"the forward returns {len(run.arrays)} outputs, expected {len(expected)}",
            where={"output": "out", "reason": "length"},
        )
    same = True
    for i, (got, want) in enumerate(zip(run.arrays, expected)):
        if got.shape != want.shape:
            name = f"output {i}" if len(expected) > 1 else "output"
            raise CheckFailed(
                f"the forward's {name} has shape {got.shape}, expected {want.shape}",
                actual=got,
                where={"output": "out", "reason": "shape", "shape": got.shape, "expected_shape": want.shape},
            )
        limit = tolerance(need_numbers(run.raw[i], "out", "an array"), need_numbers(want, "out", "an array"))
        same = same and bool((np.abs(got - want) <= limit).all())
    return same
