"""References are those of the course they are asked for."""

from autograder.course import Course
from autograder.suites.reference import load_reference


def test_two_courses_in_one_process_keep_their_references_apart(tmp_path):
    courses = []
    for name, value in (("a", 1), ("b", 2)):
        folder = tmp_path / name / "assignments" / "01_it"
        folder.mkdir(parents=True)
        (tmp_path / name / "reference" / "it").mkdir(parents=True)
        (tmp_path / name / "reference" / "it" / "it.py").write_text(f"def it():\n    return {value}\n")
        (folder / "assignment.toml").write_text('title = "It"\n[[exercise]]\nid = "it"\n')
        courses.append(Course(tmp_path / name))
    answers = []
    for course in (*courses, *courses):
        assignment = course.assignment("01")
        answers.append(load_reference(course, assignment, assignment.get("it")).it())
    assert answers == [1, 2, 1, 2]
