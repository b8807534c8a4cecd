"""How firmly a failure is told, by what a second draw and other tests show."""

import numpy as np
import pytest

from autograder.checks import CheckFailed, assert_close
from autograder.checks.evidence import reworded
from autograder.checks.steps import assert_steps_close

RNG = np.random.default_rng(5)
ONE, TWO = RNG.normal(size=(2, 4, 3))


def failed(actual, expected, name="the result", **options):
    with pytest.raises(CheckFailed) as caught:
        assert_close(actual, expected, name, **options)
    return caught.value


def said(*evidence):
    return reworded(*evidence).text


def test_nothing_to_reword_without_a_relation():
    failure = failed(ONE**2 + TWO, ONE)
    assert said(failure, failed(-TWO, TWO), []) == failure.public


def test_a_factor_that_is_another_length_each_time_is_one_relation():
    first = failed(6 * ONE, ONE, sizes={"the batch size": 6})
    second = failed(9 * TWO, TWO, sizes={"the batch size": 9})
    assert "6 times too large" in said(first, second, []) and "It seems" in said(first, second, [])


def test_axes_must_be_the_same():
    wide, tall = RNG.normal(size=(2, 3, 4, 5))
    first = failed(wide.sum(axis=0), wide.sum(axis=(0, 1)))
    second = failed(tall.sum(axis=0), tall.sum(axis=(0, 1)))
    assert "It seems that your result still lacks the sum over axis 0" in said(first, second, [])


def test_a_simpler_relation_that_was_an_accident_gives_way():
    """Both hold on the first draw: all of it is negative. Only one holds on the second."""
    negative = -np.abs(ONE)
    first, second = failed(np.abs(negative), negative), failed(np.abs(TWO), TWO)
    assert first.relations[0].kind == "sign" and "absolute" in [r.kind for r in first.relations]
    assert "It seems that your result is the absolute value" in said(first, second, [])


def test_the_same_numbers_again_are_no_evidence():
    first, again = failed(-ONE, ONE), failed(-ONE, ONE)
    assert "It may be that your result has the wrong sign" in said(first, again, [again])
    assert "It seems that" in said(first, again, [failed(-TWO, TWO, "another")])


def test_another_output_in_the_second_draw_decides_nothing():
    assert "It may be that" in said(failed(-ONE, ONE, "dx"), failed(TWO + 1, TWO, "dw"), [])


def test_what_stands_around_stays():
    with pytest.raises(CheckFailed) as caught:
        assert_steps_close({"a": ONE, "b": -TWO}, {"a": ONE, "b": TWO})
    failure = caught.value
    for text in (said(failure, None, []), said(failure, failed(TWO**2 + ONE, TWO, "b"), [])):
        assert text.startswith("b: all 12 entries differ. ") and text.endswith("Your a is right; b is the first to differ")
        assert ".." not in text
    assert "sign" not in text


def test_shapes_are_reworded_too():
    first = failed(ONE.T, ONE)
    assert "It may be that your result is transposed" in said(first, None, [])
    assert "transposed" not in said(first, failed(TWO.T + 1, TWO), [])


def test_float32_on_both_draws():
    first, second = (failed(v.astype(np.float32).astype(float), v) for v in (ONE, TWO))
    assert "It seems that something on the way is float32" in said(first, second, [])
