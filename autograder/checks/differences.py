"""Slopes by central differences, with an honest account of when they mean something.

Along one direction v, with phi(t) = <c, f(x + t v)>, five values phi(0), phi(+-h), phi(+-h/2) give

    D(h) = (phi(h) - phi(-h)) / 2h             the slope, wrong by O(h^2) where f is smooth
    S(h) = (phi(h) - 2 phi(0) + phi(-h)) / h   the bend, O(h) where f is smooth

and Richardson's (4 D(h/2) - D(h)) / 3 is wrong by O(h^4) only. A kink at distance a < h with a jump J in the
slope makes D(h) - D(h/2) of size J a/2h and S(h) - 2 S(h/2) of size J (1 - 3a/h): at least one of them is
seen wherever the kink is, also exactly at x, where every central difference agrees on a wrong slope.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from autograder.checks.calls import Outputs, Point

STEP = 5e-6
"""Small: the tolerance is far above rounding, and the chance to hit a kink grows with the step."""

STEP_FACTORS = (1.0, 0.25, 4.0, 1 / 16, 16.0)
"""What redraws try: smaller steps dodge kinks, larger ones drown out rounding."""

NOISE = 64 * np.finfo(np.float64).eps
"""Rounding of one forward, relative to the norm of its output, with room for cancellation inside."""

Forward = Callable[[Point], Outputs]


@dataclass(frozen=True)
class Slopes:
    """One value per cotangent."""

    slope: np.ndarray
    wobble: np.ndarray
    """How much the differences contradict each other: kinks and rounding."""
    noise: np.ndarray
    """Rounding that must be expected."""

    def conclusive(self, scale: np.ndarray, rtol: float) -> bool:
        return bool((self.wobble <= 0.1 * rtol * scale + self.noise).all())


def slopes(f: Forward, base: Outputs, point: Point, direction: Point, step: float, cotangents: list[Outputs]) -> Slopes:
    """Four forwards, whatever the number of inputs and cotangents."""
    central, bend = [], []
    for h in (step, step / 2):
        ahead, behind = f(moved(point, direction, h)), f(moved(point, direction, -h))
        with np.errstate(all="ignore"):
            central.append(_project([(p - m) / (2 * h) for p, m in zip(ahead, behind)], cotangents))
            bend.append(_project([(p - 2 * b + m) / h for p, b, m in zip(ahead, base, behind)], cotangents))
    coarse, fine = central
    wobble = np.maximum(np.abs(coarse - fine), np.abs(bend[0] - 2 * bend[1]))
    wobble = np.where(np.isfinite(wobble), wobble, np.inf)
    size = np.array([np.sqrt(sum(float(np.sum((c * b) ** 2)) for c, b in zip(cot, base))) for cot in cotangents])
    return Slopes((4 * fine - coarse) / 3, wobble, NOISE * size / step)


def moved(point: Point, direction: Mapping[str, np.ndarray], t: float) -> Point:
    return {name: x + t * direction[name] if name in direction else x for name, x in point.items()}


def _project(arrays: Outputs, cotangents: list[Outputs]) -> np.ndarray:
    return np.array([sum(float(np.vdot(c, a)) for c, a in zip(cot, arrays)) for cot in cotangents])


def typical_size(x: np.ndarray) -> float:
    """The unit in which an input is moved."""
    rms = float(np.sqrt(np.mean(x**2))) if x.size else 0.0
    return min(max(rms, 1e-2), 1e6) if rms else 1.0


def draw_direction(rng: np.random.Generator, point: Point, weights: Mapping[str, float]) -> Point:
    return {name: weight * rng.standard_normal(point[name].shape) for name, weight in weights.items()}


def balanced_weights(point: Point, gradients: list[Point]) -> dict[str, float]:
    """How far to move each input, so that a small gradient is not hidden behind a large one.

    The gradients are the student's and may be wrong; whatever they are, no input is left out.
    """
    units = {name: typical_size(point[name]) for name in gradients[0]}
    pull = {n: units[n] * float(np.sqrt(sum(np.sum(g[n] ** 2) for g in gradients))) for n in units}
    strongest = max(pull.values())
    felt = [p for p in pull.values() if p > 1e-8 * strongest]
    weakest = min(felt, default=1.0)
    return {n: units[n] * (min(1.0, max(weakest / pull[n], 1e-2)) if pull[n] > 0 else 1.0) for n in units}
