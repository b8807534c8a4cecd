"""The course as data: assignments, exercises, reference sources, mistakes, and the secret."""

from autograder.course.load import Course, find_course
from autograder.course.model import Assignment, Exercise, Selection

__all__ = ["Assignment", "Course", "Exercise", "Selection", "find_course"]
