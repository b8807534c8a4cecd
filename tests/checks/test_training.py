from __future__ import annotations

import numpy as np
import pytest

from autograder.checks import CheckFailed, Threshold, check_threshold, threshold


def test_thresholds_pass_and_fail():
    assert threshold(0.95, at_least=0.93) == 0.95
    assert threshold(np.float32(0.25), at_most=0.5) == 0.25
    assert threshold(0.93, at_least=0.93) == 0.93
    for value, limits in [(0.92, {"at_least": 0.93}), (0.6, {"at_most": 0.5})]:
        with pytest.raises(CheckFailed):
            threshold(value, **limits)


def test_nan_and_other_objects_fail():
    for wrong in (float("nan"), None, "0.99", np.array([0.99]), True, 1j, -np.inf):
        with pytest.raises(CheckFailed):
            threshold(wrong, at_least=0.9)
    with pytest.raises(CheckFailed, match="is NaN"):
        threshold(float("nan"), at_most=0.9)


def test_the_message_tells_the_threshold_and_the_detail_the_rest():
    with pytest.raises(CheckFailed) as caught:
        check_threshold(0.7123, Threshold(0.93, "at least"), "test accuracy")
    assert caught.value.public == "test accuracy is not at least 0.93"
    assert "0.7123" in caught.value.detail


def test_a_threshold_must_make_sense():
    with pytest.raises(ValueError, match="either"):
        threshold(1.0)
    with pytest.raises(ValueError, match="either"):
        threshold(1.0, at_least=0, at_most=2)
    with pytest.raises(ValueError, match="direction"):
        Threshold(0.5, "above")
    with pytest.raises(ValueError, match="finite"):
        Threshold(float("nan"))
