"""Rosters from Canvas, Moodle and elsewhere."""

import pytest
from gradebook_making import ROSTER

from autograder.errors import UserError
from autograder.gradebook.roster import read_roster, store_roster


def people(tmp_path, text, format="auto", encoding="utf-8"):
    path = tmp_path / "r.csv"
    path.write_bytes(text.encode(encoding))
    return read_roster(path, format)


def test_canvas(tmp_path):
    found, kind = people(tmp_path, ROSTER)
    assert kind == "canvas"
    assert [(s.key, s.name, s.login) for s in found] == [
        ("u1", "Jane Smith", "jsmith"),
        ("u2", "John Smith", "jsmith2"),
        ("u3", "Jörg Müller", "jmu"),
        ("u4", "Zoë Anne O'Neil", "zoneil"),
    ]
    assert found[0].platform_ids == {"101"}


def test_canvas_lists_a_student_once_per_section(tmp_path):
    found, _ = people(tmp_path, ROSTER + '"Smith, Jane",101,u1,jsmith,Lab 3\n"Student, Test",999,,,A\n')
    assert len(found) == 4
    assert next(s for s in found if s.key == "u1").section == "A and Lab 3"


MOODLE = {
    "worksheet": "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    "Participant 4711,Jane Smith,jane@x.edu,Submitted,,10.00,Yes,-,-,\n",
    "grader export": "First name,Surname,ID number,Institution,Email address\nJane,Smith,77,,jane@x.edu\n",
    "newer export": "First name,Last name,ID number,Email address\nJane,Smith,77,jane@x.edu\n",
}


@pytest.mark.parametrize("text", MOODLE.values(), ids=MOODLE)
def test_moodle(tmp_path, text):
    found, kind = people(tmp_path, text)
    assert kind == "moodle"
    assert [(s.name, s.email) for s in found] == [("Jane Smith", "jane@x.edu")]


def test_the_number_of_a_moodle_participant(tmp_path):
    assert people(tmp_path, MOODLE["worksheet"])[0][0].platform_ids == {"4711"}


PLAIN = {
    "commas": "id,name,email\n7,Jane Smith,j@x.edu\n",
    "semicolons": "ID;Name;E-Mail\n7;Jane Smith;j@x.edu\n",
    "tabs": "Student ID\tFirst Name\tLast Name\tmail\n7\tJane\tSmith\tj@x.edu\n",
}


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_plain(tmp_path, text, encoding):
    found, kind = people(tmp_path, text, encoding=encoding)
    assert kind == "plain"
    assert [(s.key, s.name, s.email) for s in found] == [("7", "Jane Smith", "j@x.edu")]


BAD = {
    "empty": ("", "is empty"),
    "no column that names anybody": ("colour,size\nred,4\n", "id, login, email or name"),
    "twice": ("id,name\n7,A B\n7,A B\n", "r.csv:3: '7' is also on line 2"),
}


@pytest.mark.parametrize(("text", "words"), BAD.values(), ids=BAD)
def test_bad_rosters_say_what_is_wrong(tmp_path, text, words):
    with pytest.raises(UserError, match=words):
        people(tmp_path, text)


def test_another_format_than_asked_for(tmp_path):
    with pytest.raises(UserError, match="does not have the columns of a canvas export"):
        people(tmp_path, PLAIN["commas"], "canvas")


def test_importing_again_changes_and_drops_but_forgets_nobody(tmp_path, small_book):
    new = ROSTER.replace("jsmith2", "johns").replace('"Müller, Jörg",103,u3,jmu,B\n', "") + '"Ito, Ken",105,u5,kito,B\n'
    found, kind = people(tmp_path, new)
    with small_book.writing() as db:
        done = store_roster(db, found, kind)
    assert (done.added, done.changed, done.gone) == (["u5"], ["u2"], ["u3"])
    rows = {r.key: r for r in small_book.standings()}
    assert rows["u5"].status == "missing"
    assert "u3" not in rows, "who left the class and handed nothing in is not missing"
    assert rows["jorg_muller"].status == "unmatched", "their submission is still there"
    with small_book.writing() as db:
        assert store_roster(db, found, kind).changed == []


GITHUB = (
    '"identifier","github_username","github_id","name"\n'
    '"jane@x.edu","janedoe","401","Jane Doe"\n"Public, Jane Q.","jane-q-public","402",""\n"u77","","",""\n'
)


def test_github_classroom(tmp_path):
    found, kind = people(tmp_path, GITHUB)
    assert kind == "github"
    assert [(s.key, s.name, s.login, s.email) for s in found] == [
        ("jane@x.edu", "Jane Doe", "janedoe", "jane@x.edu"),
        ("Public, Jane Q.", "Jane Q. Public", "jane-q-public", ""),
        ("u77", "u77", "", ""),
    ]


ROLES = {
    "gradescope": "First Name,Last Name,SID,Email,Role\nJane,Smith,7,j@x.edu,Student\nT,A,8,t@x.edu,TA\nI,N,9,,Instructor\n",
    "moodle": "First name,Last name,Email address,Roles\nJane,Smith,j@x.edu,Student\nT,A,t@x.edu,Non-editing teacher\n",
    "canvas": "name,login,role\nJane Smith,j,StudentEnrollment\nT A,t,TaEnrollment\nO B,o,ObserverEnrollment\n",
    "both": 'name,role\nJane Smith,"Student, Teaching assistant"\nT A,Teaching Assistant\nG R,grader\n',
}


@pytest.mark.parametrize("text", ROLES.values(), ids=ROLES)
def test_staff_on_a_roster_are_no_students(tmp_path, text):
    assert [s.name for s in people(tmp_path, text)[0]] == ["Jane Smith"]


def test_people_without_a_role_are_students(tmp_path):
    text = "name,role,type\nJane Smith,,\nBo Li,auditor,\n"
    assert [s.name for s in people(tmp_path, text)[0]] == ["Jane Smith", "Bo Li"]
