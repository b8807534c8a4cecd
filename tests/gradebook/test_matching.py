"""Whose submission it is: found where it is clear, listed where it is not."""

import json

import pytest
from gradebook_making import ROSTER

from autograder.gradebook.matching import match
from autograder.gradebook.roster import RosterStudent, read_roster


@pytest.fixture
def people(tmp_path):
    (tmp_path / "r.csv").write_text(ROSTER, encoding="utf-8")
    return [*read_roster(tmp_path / "r.csv")[0], RosterStudent("u9", "Al Li", "al", "al.li@x.edu")]


def one(people, name, path=None, **options):
    source = json.dumps({"path": path or f"/in/{name}.ipynb", "member": None, "beside": []})
    return match({name: source}, people, **options).matches[name]


CLEAR = [
    ("jsmith", "u1", "login"),
    ("u3", "u3", "id"),
    ("Jane_Smith", "u1", "name"),
    ("smithjane", "u1", "name"),
    ("jorg_muller", "u3", "name"),
    ("Mu\u0308ller_Jo\u0308rg", "u3", "name"),
    ("al.li@x.edu", "u9", "e-mail"),
    ("hw4_jsmith2_final", "u2", "login in the name"),
    ("homework-zoneil", "u4", "login in the name"),
    ("Zoe_ONeil", "u4", "name"),
    ("hw4_jane_smith", "u1", "name in the name"),
    ("zoe_anne_o_neil_hw4", "u4", "name in the name"),
    ("jane_smith-2", "u1", "name"),
]


@pytest.mark.parametrize(("name", "key", "how"), CLEAR, ids=[c[0] for c in CLEAR])
def test_clear_cases(people, name, key, how):
    found = one(people, name)
    assert (found.students, found.how) == ((key,), how)


PLATFORM = [
    ("smithjane", "/in/smithjane_102_55_hw.ipynb", "u2"),  # the number wins over the name
    ("Jane_Smith", "/in/Jane Smith_103_assignsubmission_file_", "u3"),
]


@pytest.mark.parametrize(("name", "path", "key"), PLATFORM)
def test_a_platforms_number_is_surer_than_a_name(people, name, path, key):
    assert one(people, name, path).students == (key,)


@pytest.mark.parametrize("name", ["smith", "final_version", "hw4_al", "submission_1", "jane"])
def test_nothing_is_guessed(people, name):
    found = one(people, name)
    assert found.students == () and found.state == "unmatched"


def test_two_of_one_name_are_ambiguous(people):
    twins = [*people, RosterStudent("u10", "Jane Smith", "jane99")]
    found = one(twins, "jane_smith")
    assert found.state == "ambiguous" and found.candidates == ("u1", "u10")
    assert one(twins, "jane99").students == ("u10",)


def test_a_name_inside_another_is_ambiguous(people):
    more = [*people, RosterStudent("u11", "Jane Smith Lopez")]
    assert one(more, "jane_smith_lopez").students == ("u11",)
    assert one(more, "hw_jane_smith_lopez").state == "matched"


def test_a_group_hands_in_together(people):
    assert one(people, "Jane_Smith+Al_Li").students == ("u1", "u9")
    assert one(people, "Jane_Smith+Nobody_Known").state != "matched"


def test_what_people_said_comes_first(people):
    assert one(people, "jsmith", links={"jsmith": "u3"}).students == ("u3",)
    assert one(people, "jsmith", links={"jsmith": ""}).state == "unmatched"
    assert one(people, "pair", links={"pair": "u1\nu2"}).students == ("u1", "u2")


def test_who_is_missing(people):
    found = match({"jsmith": "{}", "zoneil": "{}"}, people)
    assert [s.key for s in found.missing] == ["u2", "u3", "u9"]


def test_a_thousand_students(people):
    crowd = [RosterStudent(f"id{i:04}", f"First{i} Last{i}", f"login{i}") for i in range(1000)]
    names = {f"hw4_first{i}_last{i}": "{}" for i in range(1000)}
    found = match(names, crowd)
    assert len(found.of("matched")) == 1000 and not found.missing


def test_repositories_of_github_classroom(tmp_path):
    """The repository ends with the login: jane-q-public is neither jane nor public."""
    (tmp_path / "r.csv").write_text(
        "identifier,github_username,github_id,name\na@x.edu,jane-q-public,1,\nb@x.edu,public,2,\nc@x.edu,jane,3,\n"
        "d@x.edu,octo-cat,4,\ne@x.edu,,5,Never Linked\n"
    )
    listed, _ = read_roster(tmp_path / "r.csv")
    for repository, key in (
        ("hw4-regularization-jane-q-public", "a@x.edu"),
        ("hw4-regularization-public", "b@x.edu"),
        ("hw4-regularization-jane", "c@x.edu"),
        ("04-regularization-octo-cat", "d@x.edu"),
    ):
        found = one(listed, repository, f"/in/{repository}")
        assert (found.students, found.how) == ((key,), "login in the name"), repository


def owned(people, listed):
    owner = {
        "student": "A+B",
        "id": "7",
        "file": "",
        "platform": "gradescope",
        "late": False,
        "number": "",
        "people": listed,
        "handed_in": 5.0,
    }
    source = json.dumps({"path": "/in/submission_7", "member": None, "beside": [], "owner": owner})
    return match({"A+B": source}, people).matches["A+B"]


def test_people_whom_the_platform_lists(people):
    """By e-mail address, id or name, in this order; all of a group or nobody."""
    assert owned(people, [["X", "AL.LI@x.edu", ""]]).students == ("u9",)
    assert owned(people, [["X", "", "u3"], ["Jane Smith", "", ""]]).students == ("u1", "u3")
    some = owned(people, [["Jane Smith", "", ""], ["Who Else", "w@x.edu", "99"]])
    assert some.students == () and some.candidates == ("u1",)
