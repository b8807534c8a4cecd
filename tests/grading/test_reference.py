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


def test_a_reference_imports_the_given_code_of_its_own_assignment(tmp_path):
    for number, name, value in (("01", "it", 1), ("02", "that", 2)):
        folder = tmp_path / "assignments" / f"{number}_{name}"
        (folder / "given").mkdir(parents=True)
        (folder / "given" / "kit.py").write_text(f"VALUE = {value}\n")
        (folder / "assignment.toml").write_text(f'title = "{name}"\n[[exercise]]\nid = "{name}"\n[[exercise]]\nid = "more"\n')
        reference = tmp_path / "reference" / name
        reference.mkdir(parents=True)
        (reference / f"{name}.py").write_text(f"from given.kit import VALUE\n\ndef {name}():\n    return VALUE\n")
        (reference / "more.py").write_text("def more():\n    from given.kit import VALUE\n    return VALUE\n")
    course = Course(tmp_path)
    first, second = course.assignment("01"), course.assignment("02")
    assert load_reference(course, first, first.get("it")).it() == 1
    assert load_reference(course, second, second.get("that")).that() == 2
    assert load_reference(course, second, second.get("more")).more() == 2
    assert load_reference(course, first, first.get("it")).it() == 1
    assert load_reference(course, first, first.get("more")).more() == 1
