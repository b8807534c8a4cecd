"""The course as data: assignments, exercises, reference sources, mistakes, and the secret."""

from autograder.course.concept import Concept
from autograder.course.load import Course, find_course
from autograder.course.model import Assignment, Exercise, Selection

__all__ = ["Assignment", "Concept", "Course", "Exercise", "Selection", "find_course"]
