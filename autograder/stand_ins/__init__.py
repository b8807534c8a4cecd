"""Answers in place of a solution that compute nothing of the task: empty, made up, or watching how they are tested.

Each is the text of a module. None of them may earn a point: an audit tries them all, and in grading a test that one
of them passes is not evidence by itself.
"""

from autograder.stand_ins.invented import invented, of_others
from autograder.stand_ins.lazy import lazy
from autograder.stand_ins.pairs import empty_pairs
from autograder.stand_ins.stateful import stateful

__all__ = ["empty_pairs", "invented", "lazy", "of_others", "stateful"]
