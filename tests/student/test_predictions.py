"""A guess before a picture is compared with what came out, and nothing a student types there ends in a traceback."""

import numpy as np
import pytest

from autograder.student.predictions import NOTHING_YET, compare_guess, comparison


@pytest.mark.parametrize("nothing", [..., None, ""])
def test_no_guess_yet(nothing):
    assert comparison(nothing, 3.0) == NOTHING_YET


@pytest.mark.parametrize(
    ("guess", "truth", "told"),
    [
        (480, 487.2, "✔ You guessed 480 steps. It is 487: a good guess."),
        (300, 600, "You guessed 300 steps. It is 600, 2 times as much."),
        ("1200", np.float32(600), "You guessed 1200 steps. It is 600, 2 times less."),
        (-1, 2, "You guessed -1 steps. It is 2."),
        (0, 0, "✔ You guessed 0 steps. It is 0: a good guess."),
        (float("inf"), 5, "You guessed inf. It is 5 steps."),
        ("many", 5, "Your guess should be a number here, such as 3 or 0.5, not 'many'."),
        ([1], 5, "Your guess should be a number here, such as 3 or 0.5, not [1]."),
    ],
)
def test_numbers(guess, truth, told):
    assert comparison(guess, truth, "steps") == told


def test_choices():
    assert comparison(" B ", "b") == "✔ You chose B, and so it is."
    assert comparison("a", "b") == "You chose a. It is b."
    assert comparison(1, "b") == "You chose 1. It is b."


def test_it_prints(capsys):
    compare_guess(2, 2)
    assert capsys.readouterr().out == "✔ You guessed 2. It is 2: a good guess.\n"
