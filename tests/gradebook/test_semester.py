"""The grades of a whole course: weights, the lowest dropped, slip days over all assignments, and all shown as it is."""

import csv
import json
from datetime import datetime, timezone

import gradebook_making as making
import pytest
from typer.testing import CliRunner

from autograder.authoring.scaffold import init_course
from autograder.cli import app
from autograder.errors import UserError
from autograder.gradebook.book import COURSE_POLICY, Gradebook
from autograder.gradebook.course_book import grades_of_course
from autograder.gradebook.pending_regrade import remember
from autograder.gradebook.roster import read_roster, store_roster
from autograder.grading.plan import Plan
from autograder.platforms.exporting import gather
from autograder.store.queue import Store

ROSTER = "id,name,email\nu1,Ada Lovelace,ada@x.edu\nu2,Bo Diddley,bo@x.edu\nu3,Cy Twombly,cy@x.edu\n=u4,=Dee(),dee@x.edu\n"
DAY = 86400.0
DUE = [datetime(2026, 10, d, tzinfo=timezone.utc).timestamp() for d in (1, 8, 15)]
FULL, HALF, NONE = (True, True, True), (True, True, False), (False, False, False)  # 10, 4 and 0 of 10 points


@pytest.fixture
def course(tmp_path):
    made = init_course(tmp_path / "course")
    text = (made.root / "assignments/01_example/assignment.toml").read_text()
    for name in ("02_second", "03_third"):
        (made.root / "assignments" / name).mkdir()
        (made.root / "assignments" / name / "assignment.toml").write_text(text)
    return made


def graded(course, name, results, times=None, policy=None, roster=ROSTER, folder=None):
    """The output folder of a run with these results: student's key -> which tests passed, or a whole result."""
    place = course.root / (folder or f"graded/{name[:2]}")
    place.mkdir(parents=True)
    made = {k: v if isinstance(v, dict) else making.result(k, v) for k, v in results.items()}
    making.grade_all(place / "run.db", made, times=times, written={})
    store = Store(place / "run.db")
    store.remember("plan", Plan(str(course.root), name, dict(making.POINTS)).to_json())
    store.close()
    book = Gradebook(place)
    with book.writing() as db:
        remember(db, COURSE_POLICY, policy or {})
        if roster:
            (place / "roster.csv").write_text(roster)
            store_roster(db, *read_roster(place / "roster.csv"))
    book.close()
    return place


def table(course, text):
    (course.root / "gradmark.toml").write_text(text)


def columns(*weights):
    names = ("01", "02", "03")
    return "".join(
        f'\n[[grades.assignment]]\nname = "{n}"\nfolder = "graded/{n}"\nweight = {w}\n' for n, w in zip(names, weights)
    )


def by_name(grades):
    return {line.name: line for line in grades.lines}


def states(line):
    return [cell.state for cell in line.cells]


def test_weights_missing_excused_and_what_cannot_be_graded(course):
    refused = making.result("u3", NONE, not_gradable="a PDF")
    graded(course, "01_example", {"u1": FULL, "u2": HALF, "u3": refused})
    second = graded(course, "02_second", {"u1": HALF, "u3": FULL})
    table(course, "[grades]\n" + columns(1, 3, 5))
    command = ["excuse", str(second), "=u4", "--by", "A"]
    assert isinstance(CliRunner().invoke(app, command).exception, UserError)  # without a reason
    assert "excused" in CliRunner().invoke(app, [*command, "--reason", "ill"]).output
    with Gradebook(second) as book:
        assert (book.find("=u4").status, book.find("=u4").excused) == ("excused", True)
        assert (
            gather(book).grade_of(book.find("=u4")) is None and gather(book, missing="zero").grade_of(book.find("=u4")) is None
        )
    grades = grades_of_course(course)
    assert grades.labels == ("01", "02", "03") and grades.possible == (10.0, 10.0, None)
    lines = by_name(grades)
    assert list(lines) == ["=Dee()", "Ada Lovelace", "Bo Diddley", "Cy Twombly"]
    assert lines["Ada Lovelace"].total == pytest.approx(100 * (1 * 1.0 + 3 * 0.4) / 4)
    assert states(lines["Bo Diddley"]) == ["graded", "missing", "not graded yet"]
    assert lines["Bo Diddley"].total == pytest.approx(100 * 0.4 / 4)
    assert states(lines["Cy Twombly"])[:2] == ["not gradable", "graded"]
    assert lines["Cy Twombly"].total == 100 and lines["Cy Twombly"].is_open
    assert states(lines["=Dee()"])[:2] == ["missing", "excused"] and lines["=Dee()"].total == 0
    table(course, '[grades]\nmissing = "open"\n' + columns(1, 3, 5))
    assert by_name(grades_of_course(course))["Bo Diddley"].total == pytest.approx(40)


def test_the_lowest_share_is_dropped(course):
    graded(course, "01_example", {"u1": NONE, "u2": HALF, "u3": FULL})
    graded(course, "02_second", {"u1": HALF, "u2": HALF})
    graded(course, "03_third", {"u1": FULL, "u2": HALF, "u3": HALF})
    table(course, "[grades]\ndrop_lowest = 1\n" + columns(1, 1, 2))
    lines = by_name(grades_of_course(course))
    assert [c.dropped for c in lines["Ada Lovelace"].cells] == [True, False, False]
    assert lines["Ada Lovelace"].total == pytest.approx(100 * (0.4 + 2 * 1.0) / 3)
    assert [c.dropped for c in lines["Cy Twombly"].cells] == [False, True, False]  # the missing one
    assert sum(c.dropped for c in lines["Bo Diddley"].cells) == 1 and lines["Bo Diddley"].total == 40
    table(course, "[grades]\ndrop_lowest = 9\n" + columns(1, 1, 2))
    assert by_name(grades_of_course(course))["Ada Lovelace"].total == 100  # one always stays


def test_slip_days_are_those_of_the_whole_course_in_the_order_of_the_deadlines(course):
    late = {"grace": 0.0, "penalty": 10.0, "slip_days": 3}
    policies = [{**late, "due": due} for due in DUE]
    # The folders are made in another order than the deadlines, and Ada is two days late each time.
    for i in (2, 0, 1):
        name = ("01_example", "02_second", "03_third")[i]
        graded(course, name, {"u1": FULL, "u2": FULL}, {"u1": DUE[i] + 1.5 * DAY, "u2": DUE[i]}, policies[i])
    table(course, "[late]\npenalty = 10\nslip_days = 3\n[grades]\n" + columns(1, 1, 1))
    grades = grades_of_course(course)
    ada = by_name(grades)["Ada Lovelace"]
    assert [c.slip_days for c in ada.cells] == [2, 1, 0] and ada.slips_used == 3
    assert [c.final for c in ada.cells] == [10, 9, 8] and grades.differing == 2
    assert by_name(grades)["Bo Diddley"].slips_used == 0
    # Each folder alone does not know; told, its own grades and pages agree.
    out = CliRunner().invoke(app, ["grades", str(course.root), "--apply-slips"])
    assert out.exit_code == 0 and "--apply-slips" not in out.output, out.output
    for i, final in zip(range(3), (10, 9, 8)):
        with Gradebook(course.root / f"graded/0{i + 1}") as book:
            assert book.find("u1").final == final
    again = grades_of_course(course)
    assert again.differing == 0 and by_name(again)["Ada Lovelace"].slips_used == 3
    # A deadline is moved: the days are shared out anew.
    with Gradebook(course.root / "graded/01") as book, book.writing() as db:
        remember(db, COURSE_POLICY, {**policies[0], "due": DUE[0] + 5 * DAY})
    assert [c.final for c in by_name(grades_of_course(course))["Ada Lovelace"].cells] == [10, 10, 9]


def test_one_person_with_two_ids_is_one_line_and_two_are_never_one(course):
    graded(course, "01_example", {"u1": FULL, "u2": HALF})
    other = "login,name,email\nalove,Ada L.,ADA@x.edu\nbdid,Bo D.,bo@x.edu\nzed,Zed Z,\nzed2,Zed Z,\n"
    graded(course, "02_second", {"alove": HALF, "zed": FULL, "zed2": NONE}, roster=other)
    table(course, "[grades]\n" + columns(1, 1))
    lines = by_name(grades_of_course(course))
    assert [c.final for c in lines["Ada Lovelace"].cells] == [10, 4]
    assert [c.final for c in lines["Bo Diddley"].cells] == [4, 0]
    zeds = [line for line in grades_of_course(course).lines if line.name == "Zed Z"]
    assert [(z.key, z.total) for z in zeds] == [("zed", 100), ("zed2", 0)]
    assert states(lines["Cy Twombly"]) == ["missing", "not listed"]


def test_a_folder_without_a_roster_uses_that_of_the_course(course):
    graded(course, "01_example", {"ada_lovelace": FULL, "mystery": HALF}, roster=None)
    graded(course, "02_second", {"u1": HALF})
    table(course, "[grades]\n" + columns(1, 1))
    grades = grades_of_course(course)
    assert [c.final for c in by_name(grades)["Ada Lovelace"].cells] == [10, 4]
    assert grades.nobody == (("01", "mystery", "unmatched"),)
    (course.root / "class.csv").write_text("id,name\nu9,Mystery Guest\n")
    table(course, '[grades]\nroster = "class.csv"\n' + columns(1))
    assert [line.name for line in grades_of_course(course).lines] == ["Mystery Guest"]


def test_without_a_table_the_folders_in_the_course_are_found(course):
    with pytest.raises(UserError, match="no graded assignments"):
        grades_of_course(course)
    graded(course, "01_example", {"u1": FULL}, roster=None)
    graded(course, "02_second", {"u1": HALF}, roster=None, folder="other/place/second")
    grades = grades_of_course(course)
    assert [(line.name, line.total) for line in grades.lines] == [("u1", 70)]
    assert any("other/place/second" in note for note in grades.notes)
    graded(course, "02_second", {"u1": FULL}, roster=None, folder="trial")
    with pytest.raises(UserError, match="several folders"):
        grades_of_course(course)


def test_what_is_wrong_in_the_table_is_said(course):
    graded(course, "02_second", {"u1": FULL}, folder="graded/01")
    table(course, "[grades]\n" + columns(1))
    with pytest.raises(UserError, match="holds a run of 02_second, not of 01_example"):
        grades_of_course(course)
    table(course, "[grades]\nweights = 3\n")
    with pytest.raises(UserError, match=r"gradmark.toml:2: grades.weights"):
        grades_of_course(course)


def test_the_command_at_the_root_shows_one_table_and_writes_one_file(course, monkeypatch, tmp_path):
    graded(course, "01_example", {"u1": FULL, "=u4": HALF})
    table(course, "[grades]\ndrop_lowest = 1\n" + columns(1, 1))
    monkeypatch.chdir(course.root)
    shown = CliRunner().invoke(app, ["grades", "--csv", str(tmp_path / "course.csv")])
    assert shown.exit_code == 0, shown.output
    assert "Ada Lovelace (u1)" in shown.output and "not graded" in shown.output and "missing" in shown.output
    with (tmp_path / "course.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [r["name"] for r in rows] == ["'=Dee()", "Ada Lovelace", "Bo Diddley", "Cy Twombly"]
    assert rows[0]["student"] == "'=u4" and rows[1]["total (%)"] == "100" and rows[1]["total status"] == "open"
    first = (tmp_path / "course.csv").read_bytes()
    CliRunner().invoke(app, ["grades", "--csv", str(tmp_path / "course.csv")])
    assert (tmp_path / "course.csv").read_bytes() == first
    one = CliRunner().invoke(app, ["grades", ".", "ada"])
    assert "Ada Lovelace (u1): 100 %, still open" in one.output and "01 (weight 1): 10 of 10, graded" in one.output
    data = json.loads(CliRunner().invoke(app, ["grades", "--json"]).stdout)
    assert data["students"][1]["grades"]["01"]["final"] == 10
    # A folder of one run is what it always was.
    alone = CliRunner().invoke(app, ["grades", "graded/01"])
    assert alone.exit_code == 0 and "tests" in alone.output and "Ada Lovelace (u1)" in alone.output
    refused = CliRunner().invoke(app, ["grades", "graded/01", "--csv", "x.csv"])
    assert isinstance(refused.exception, UserError)
