"""`gradmark new`: what it writes can be released and audited at once, and says what is still missing."""

import pytest

from autograder.auditing.subject_trials import Wanted
from autograder.authoring.new_concept import new_concept
from autograder.authoring.release import make_release
from autograder.errors import UserError
from autograder.runs.audit import audit_exercises, choose


def test_adding_an_exercise_touches_one_folder_one_reference_one_record_and_the_notebook(small_course):
    before = {p: p.read_bytes() for p in small_course.root.rglob("*") if p.is_file()}
    new_concept(small_course, "01", "scale", ["scale_forward", "scale_backward"])
    changed = {
        p.relative_to(small_course.root).as_posix()
        for p in small_course.root.rglob("*")
        if p.is_file() and before.get(p) != p.read_bytes()
    }
    home = "assignments/01_example"
    parts = ("test_public.py", "test_hidden.py", "mistakes.py", "alternatives/another_way.py")
    assert changed == {
        "reference/example/scale.py",
        *(f"{home}/scale/{name}" for name in parts),
        f"{home}/assignment.toml",
        f"{home}/notebook.md",
    }
    assignment = small_course.assignment("01")
    assert [e.id for e in assignment.exercise] == ["softplus", "scale_forward", "scale_backward"]
    assert assignment.get("scale_backward").module == "scale"


def test_with_a_solution_filled_in_it_is_released_and_audited(small_course, tmp_path):
    new_concept(small_course, "01", "double")
    path = small_course.assignment("01").concept("double").reference
    text = path.read_text()
    path.write_text(text[: text.index("    raise NotImplementedError")] + "    return 2 * x\n")
    release = make_release(small_course, small_course.assignment("01").select(), tmp_path / "dist")
    assert (release.path / "public/test_double.py").is_file()
    (verdict,) = audit_exercises(small_course, choose(small_course, "01", ["double"]), Wanted(2))
    kinds = {f.kind for f in verdict.findings if f.refuses}
    assert not kinds & {"error", "false failure", "stub", "empty", "missed"}, [f.text for f in verdict.findings]


@pytest.mark.parametrize(
    ("concept", "exercises", "words"),
    [
        ("softplus", ["smooth"], "already exists"),
        ("Scale", None, "cannot be a name"),
        ("other", ["softplus"], "has an exercise 'softplus' already"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(small_course, concept, exercises, words):
    before = sorted(small_course.root.rglob("*"))
    with pytest.raises(UserError, match=words):
        new_concept(small_course, "01", concept, exercises)
    assert sorted(small_course.root.rglob("*")) == before
