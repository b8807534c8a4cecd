"""Answers that compute nothing, in the form of the right one, also where that is an object with special methods alone."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.course import Exercise
from autograder.course.source import ModuleSource
from autograder.stand_ins.lazy import lazy

LOADER = '''"""Batches."""

import numpy as np


class Loader:
    """Pairs of rows."""

    def __init__(self, x):
        self.x = x

    def __len__(self):
        return len(self.x) // 2

    def __getitem__(self, i):
        return self.x[2 * i : 2 * i + 2]

    def __iter__(self):
        for i in range(len(self.x) // 2):
            yield self.x[2 * i : 2 * i + 2], i
'''


@pytest.fixture
def made(tmp_path):
    path = tmp_path / "loader.py"
    path.write_text(LOADER)
    return lazy(ModuleSource(path, LOADER), Exercise(id="loader", names=["Loader"], points=1))


def loader(text: str):
    names: dict = {}
    exec(text, names)
    return names["Loader"](np.arange(1.0, 7).reshape(6, 1))


def test_special_methods_give_lazy_answers(made):
    zeros = loader(made["zeros"])
    assert len(zeros) == 0
    assert (zeros[1] == 0).all() and zeros[1].shape == (2, 1)
    batches = list(iter(zeros))
    assert len(batches) == 3 and all((x == 0).all() and i == 0 for x, i in batches)


def test_no_stand_in_is_the_right_answer(made):
    for label in ("zeros", "ones", "NaN"):
        assert not (loader(made[label])[1] == [[3.0], [4.0]]).all(), label
