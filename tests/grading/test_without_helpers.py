"""Whoever writes an exercise without the helper that it may use hands in no helper, and loses nothing."""

from __future__ import annotations

from autograder.course import find_course
from autograder.runs.grade import Options, grade


def test_a_sequence_without_the_cell(tmp_path):
    """Right code of the LSTM whose cell is missing: all points of the sequence, in the real jail."""
    course = find_course(None)
    code = course.assignment("06").folder / "lstm" / "alternatives" / "without_the_cell.py"
    (tmp_path / "ann.py").write_text(code.read_text(encoding="utf-8"), encoding="utf-8")
    options = Options(only=["lstm_forward", "lstm_backward"], quiet=True)
    (result,) = grade(course.root, "06", [tmp_path / "ann.py"], tmp_path / "out", options).results
    exercises = {e.id: e for e in result.exercises}
    for name in ("lstm_forward", "lstm_backward"):
        assert exercises[name].earned == exercises[name].possible > 0, exercises[name].tests
