"""A suite's own copy of what students are given."""

import pytest

from autograder.suite import load_given


def test_a_suite_loads_the_file_that_students_get(tmp_path):
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "models.py").write_text("def double(x):\n    return 2 * x\n")
    suite = tmp_path / "model" / "test_hidden.py"
    assert load_given(str(suite), "models").double(4) == 8
    assert load_given(str(suite), "models") is load_given(str(suite), "models")
    with pytest.raises(FileNotFoundError, match=r"nothing\.py does not exist"):
        load_given(str(suite), "nothing")
