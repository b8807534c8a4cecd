import pytest

from autograder.simulate import Simulator


@pytest.fixture
def small_class(small_course, tmp_path):
    """Every kind of submission of the example course once, with the truth about each."""
    selection = small_course.assignment("01").select()
    return tmp_path / "class", Simulator(small_course, selection, seed=1).write(tmp_path / "class")
