"""Which picture stands beside a failed test: what the suite showed, where an array differs, or how training went.

Only tests that draw their inputs have one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from autograder.checks import CheckFailed
from autograder.checks.picture import difference_map, shown_curves

if TYPE_CHECKING:
    from autograder.suites.examiner import TestRun
    from autograder.suites.student import Call

REFERENCE_SEEDS = (11, 22, 33)
"""Of the runs that make the band. Their data are not those of any submission."""
SLOWEST_REFERENCE = 15.0
"""Seconds of one run of the reference beyond which a band is not worth its time."""


def picture_of(run: TestRun, training: bool, reference_runs: Callable[[TestRun], list[TestRun]]) -> dict[str, Any] | None:
    if "rng" not in getattr(run.test.item, "fixturenames", ()):
        return None  # the same inputs for everybody: what one hand-in shows of them would help the next
    if run.shown:
        return run.shown[-1]
    if training and (curves := histories(run.calls)):
        band = [next(iter(own.values())) for again in reference_runs(run) if (own := histories(again.calls, list(curves)))]
        return shown_curves(curves, f"your {next(iter(curves))}", band)
    failure = run.judgement.failure
    if not isinstance(failure, CheckFailed) or failure.where.get("sampled"):
        return None
    return difference_map(failure.actual, failure.expected, str(failure.where.get("output", "")))


def histories(calls: Iterable[Call], names: list[str] | None = None) -> dict[str, list[float]]:
    """The loss that a training function reports, as {"val_loss": [...]}: of its longest run in this test."""
    best: dict[str, list[float]] = {}
    for call in calls:
        result = (call.result or {}).get("result") if isinstance(call.result, dict) else None
        history = result.get("history", result) if isinstance(result, dict) else None
        if not isinstance(history, dict):
            continue
        losses = {k: v for k, v in history.items() if isinstance(k, str) and "loss" in k and _is_curve(v)}
        chosen = [k for k in losses if names is None or k in names]
        name = next((k for k in chosen if "val" in k), next(iter(chosen), None))
        if name is not None and len(losses[name]) > len(next(iter(best.values()), [])):
            best = {name: losses[name]}
    return best


def _is_curve(value: Any) -> bool:
    return isinstance(value, list) and len(value) >= 3 and all(type(v) in (int, float) for v in value)
