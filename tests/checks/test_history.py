"""A record of losses is one number a step, as a training makes them."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.checks import CheckFailed, assert_history


def losses(steps: int = 100) -> list[float]:
    rng = np.random.default_rng(3)
    return list(2.0 / np.arange(1, steps + 1) + 0.1 * rng.random(steps))


def test_a_real_record_passes_whatever_it_is_kept_in():
    record = losses()
    for kept in (record, tuple(record), np.array(record), [np.float32(v) for v in record]):
        np.testing.assert_allclose(assert_history(kept, 100), record, rtol=1e-6)


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        (losses()[:50], "number of entries"),
        (losses(10) * 10, "many entries are the same"),
        (sorted(losses(), reverse=True), "without exception"),
        ([*losses()[:-1], float("nan")], "not finite"),
        ([*losses()[:-1], "0.1"], "expected a number"),
        ([*losses()[:-1], np.array([0.1, 0.2])], "is not a number"),
        (None, "list of numbers"),
    ],
)
def test_what_only_looks_like_one_is_refused(forged, says):
    with pytest.raises(CheckFailed) as caught:
        assert_history(forged, 100)
    assert says in caught.value.public


def test_a_training_without_chance_may_fall_at_every_step():
    assert_history(sorted(losses(), reverse=True), 100, noisy=False)
    assert_history(sorted(losses(20), reverse=True), 20)
