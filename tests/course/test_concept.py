"""A concept knows where its parts are, and what it is made of."""

import shutil

import pytest

from autograder.course.source import imported_concept, read_module
from autograder.errors import UserError
from autograder.runs.bundle import bundle_files
from autograder.suites.reference import suite_parts, suite_version


def test_a_digest_outlives_a_move_and_no_change(small_course, tmp_path):
    concept = small_course.assignment("01").concept("softplus")
    before = concept.digest()
    shutil.copytree(small_course.root, tmp_path / "elsewhere")
    moved = type(small_course)(tmp_path / "elsewhere").assignment("01").concept("softplus")
    assert moved.digest() == before
    for path in moved.parts().values():
        text = path.read_text()
        path.write_text(text + "\n# another\n")
        assert moved.digest() != before
        path.write_text(text)
    assert moved.digest() == before


def test_whatever_else_lies_in_the_folder_belongs_to_the_suite(small_course):
    assignment = small_course.assignment("01")
    exercise = assignment.get("softplus")
    before = suite_version(assignment, exercise)
    (assignment.concept("softplus").folder / "table.csv").write_text("1,2\n")
    assert suite_version(assignment, exercise) != before
    assert "support table.csv" in suite_parts(assignment, exercise)


def test_data_that_the_suite_reads_belong_to_it_and_to_the_bundle(small_course):
    assignment = small_course.assignment("01")
    exercise = assignment.get("softplus")
    data = assignment.folder / "data"
    data.mkdir()
    before = suite_version(assignment, exercise)
    (data / "points.npz").write_bytes(b"1")
    assert suite_version(assignment, exercise) == before  # nothing of softplus speaks of it
    hidden = assignment.concept("softplus").hidden
    hidden.write_text(hidden.read_text() + '\nPOINTS = "data/points.npz"\n')
    read = suite_version(assignment, exercise)
    (data / "points.npz").write_bytes(b"2")
    assert suite_version(assignment, exercise) != read
    assert any(name.endswith("/data/points.npz") for name in bundle_files(small_course, assignment.select()))


def test_a_reference_cannot_import_that_of_another_assignment(small_course):
    assignment = small_course.assignment("01")
    path = assignment.concept("softplus").reference
    path.write_text("from reference.other.scale import scale\n" + path.read_text())
    source = read_module(assignment.reference, "softplus")
    with pytest.raises(UserError, match=r"only others of its own\s+assignment"):
        imported_concept(source, source.imports()[0])
    with pytest.raises(UserError, match="belongs in its given/"):
        suite_parts(assignment, assignment.get("softplus"))
