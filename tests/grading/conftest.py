import sys
from pathlib import Path

import pytest

from autograder.authoring.simulated_class import Simulator

# Tests are imported by path (importlib mode), so their helpers are found only if we say where.
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def small_class(small_course, tmp_path):
    """Every kind of submission of the example course once, with the truth about each."""
    selection = small_course.assignment("01").select()
    return tmp_path / "class", Simulator(small_course, selection, seed=1).write(tmp_path / "class")
