"""Pictures are coarse, relative, and there only where they tell something."""

import json

import numpy as np
import pytest

from autograder.checks.picture import difference_map, shown_curves, shown_images, shown_map
from autograder.checks.show import show_curves, show_images, show_map, take_shown
from autograder.grading.results import Picture

rng = np.random.default_rng(5)


def test_a_wrong_column_is_seen_where_it_is():
    right = rng.normal(size=(6, 5))
    wrong = right.copy()
    wrong[:, 3] *= 2
    grid = np.array(difference_map(wrong, right, "dx")["grids"][0])
    assert (grid[:, 3] > 0).all()
    assert (np.delete(grid, 3, axis=1) == 0).all()


def test_it_is_never_finer_than_16_by_16():
    right = rng.normal(size=(300, 47))
    wrong = right.copy()
    wrong[:150] += rng.normal(size=(150, 47))
    found = difference_map(wrong, right)
    grid = np.array(found["grids"][0])
    assert grid.shape == (16, 16)
    assert set(np.unique(grid)) == {0, 4}
    assert (grid[9:] == 0).all()
    Picture.model_validate(found)


def test_it_shows_where_and_never_how_much():
    """Whatever is returned in place of the right entries, the picture is the same."""
    right = rng.normal(size=(9, 6))
    wrong = right.copy()
    wrong[2], wrong[5, 3] = 100 * rng.normal(size=6), 1e-2
    other = np.where(wrong == right, right, rng.normal(size=(9, 6)) - 5)
    assert difference_map(wrong, right) == difference_map(other, right)


@pytest.mark.parametrize("size", [1e-12, 1e-9, 1e-6])
def test_almost_a_constant_shows_nothing_of_what_is_expected(size):
    expected = np.abs(np.outer(np.arange(6), np.arange(5)))
    for constant in (0.0, 1.0, 6.0):
        assert difference_map(constant + size * rng.normal(size=(6, 5)), expected) is None


def test_the_size_of_an_expected_entry_cannot_be_told_from_it():
    """A ramp, a constant but for one entry, the signs: only where they are right by chance is a cell another one."""
    expected = rng.permutation(np.linspace(0.1, 3.0, 48)).reshape(8, 6)
    for made_up in (
        np.linspace(0, 3.3, 48).reshape(8, 6),
        np.where(np.arange(48).reshape(8, 6) == 7, expected, 0.0),
    ):
        found = difference_map(made_up, expected)
        grid = np.array(found["grids"][0]) if found else np.full((8, 6), 4)
        assert ((grid == 0) == np.isclose(made_up, expected, rtol=0, atol=3e-4)).all()


def test_units_cannot_be_read_off_it():
    """The same mistake on inputs a thousand times as large gives the same picture."""
    right = rng.normal(size=(7, 4))
    wrong = right.copy()
    wrong[2] = 0
    assert difference_map(wrong, right) == difference_map(1000 * wrong, 1000 * right)


@pytest.mark.parametrize(
    "actual, expected",
    [
        (np.zeros((6, 5)), np.full((6, 5), 3.0)),  # everywhere alike: a sentence says it
        (rng.normal(size=(12, 13)), rng.normal(size=(12, 13))),  # noise all over
        (np.zeros((3, 4)), np.zeros((4, 3))),  # another shape
        (1.0, 2.0),
        ("text", "other"),
        (np.ones(3), np.zeros(3)),
        (np.zeros((6, 5)), np.outer(np.arange(6), np.arange(5))),  # would show what is expected
    ],
)
def test_no_picture_where_it_would_tell_nothing(actual, expected):
    assert difference_map(actual, expected) is None


def test_nan_counts_as_a_difference_unless_it_is_right():
    right = np.ones((4, 4))
    right[3, 3] = np.nan
    wrong = right.copy()
    wrong[0, 0] = np.nan
    grid = np.array(difference_map(wrong, right)["grids"][0])
    assert grid[0, 0] == 4
    assert grid.sum() == 4


def test_of_many_axes_the_two_that_matter_are_shown():
    right = rng.normal(size=(3, 6, 4, 5))
    wrong = right.copy()
    wrong[:, 2, :, 4] += 1
    found = difference_map(wrong, right)
    assert (found["rows"], found["columns"]) == ("axis 1", "axis 3")
    assert np.argwhere(np.array(found["grids"][0])).tolist() == [[2, 4]]


def test_a_curve_before_its_band():
    steps = np.arange(100)
    band = [np.exp(-steps / 20), np.exp(-steps / 15)]
    found = shown_curves({"loss": [1.0] * 50 + [float("nan")] * 50}, "loss", band)
    picture = Picture.model_validate(found)
    assert picture.kind == "band"
    assert len(picture.series["loss"]) == 40
    assert picture.series["loss"][0] == 19
    assert picture.series["loss"][-1] is None
    assert all(low <= high for low, high in zip(*picture.band))
    assert "0.36" not in json.dumps(found)


def test_no_curve_from_what_is_none():
    assert shown_curves({"loss": ["a", "b", "c"]}, "loss") is None
    assert shown_curves({"loss": [float("nan")] * 5}, "loss") is None
    assert shown_curves({}, "loss") is None


def test_maps_and_samples():
    attention = np.tril(np.ones((20, 20)))
    found = Picture.model_validate(shown_map(attention, "attention", "queries", "keys"))
    assert found.meaning == "value"
    assert found.grids[0][0][-1] == 0
    assert found.grids[0][-1][0] == 4
    assert len(Picture.model_validate(shown_images(rng.normal(size=(30, 28, 28)), "samples")).grids) == 12
    assert shown_map(np.ones(3), "no map") is None


def test_what_a_suite_shows_is_taken_once():
    take_shown()
    for _ in range(9):
        show_map(np.eye(3), "attention")
    show_images(np.zeros((2, 4, 4)), "samples")
    show_curves({"loss": [3.0, 2.0, 1.0]}, "loss")
    show_map("not a map", "nothing")
    kinds = [p["kind"] for p in take_shown()]
    assert kinds[-2:] == ["images", "curve"]
    assert len(kinds) <= 4
    assert take_shown() == []
