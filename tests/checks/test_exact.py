from __future__ import annotations

import numpy as np
import pytest

from autograder.checks import CheckFailed, assert_between, assert_equal, assert_shape, assert_true


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ("a", "a"),
        (None, None),
        (True, True),
        (np.True_, True),
        (3, 3),
        (np.int32(3), 3),
        (3.0, 3),
        ({1, 2}, {1, 2}),
        ([1, "a"], (1, "a")),
        ({"k": [True]}, {"k": (True,)}),
        (np.array([1, 2]), np.array([1, 2])),
        (b"x", b"x"),
    ],
)
def test_equal_things_pass(actual, expected):
    assert_equal(actual, expected)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ("a", "b"),
        ("1", 1),
        (1, "1"),
        (None, "x"),
        ("x", None),
        (1, True),
        (True, 1),
        (3.0000001, 3),
        (0, None),
        ([1], [1, 2]),
        ({"k": 1}, {"k": 2}),
        ({}, {"k": 1}),
        ({"k": 1, "l": 1}, {"k": 1}),
        (5, [5]),
        ({1}, {2}),
        (np.array([1, 2]), np.array([1, 3])),
        (np.array([1.0]), np.array([1.0 + 1e-15])),
        (object(), "x"),
        ([1], {1}),
    ],
)
def test_unequal_things_fail_without_telling_the_answer(actual, expected):
    with pytest.raises(CheckFailed) as caught:
        assert_equal(actual, expected, "label")
    if isinstance(expected, str) and isinstance(actual, str):
        assert repr(expected) in caught.value.detail
        assert repr(expected) not in caught.value.public


def test_shape():
    assert_shape(np.zeros((2, 3)), (2, 3))
    assert_shape(1.0, ())
    for wrong in (np.zeros((3, 2)), np.zeros(6), None, [[0]]):
        with pytest.raises(CheckFailed, match=r"\(2, 3\)"):
            assert_shape(wrong, (2, 3), "out")


def test_between():
    assert_between(np.array([0.0, 1.0]), 0, 1)
    for wrong in (np.array([0.5, 1.1]), -0.1, float("nan"), 1j):
        with pytest.raises(CheckFailed):
            assert_between(wrong, 0, 1, "p")
    with pytest.raises(CheckFailed) as caught:
        assert_between(np.array([0.5, 7.25, 0.5]), 0, 1, "p")
    assert caught.value.public == "p: 1 of 3 entries is not between 0 and 1, at index [1]"
    assert "7.25" in caught.value.detail


def test_true_takes_the_suites_words():
    assert_true(True, "fine")
    assert_true(np.True_, "fine")
    for wrong in (False, np.False_, None, "yes", float("nan"), np.array([True, True]), object()):
        with pytest.raises(CheckFailed) as caught:
            assert_true(wrong, "rows must sum to one")
        assert caught.value.public == "rows must sum to one"
