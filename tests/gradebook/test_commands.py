"""The gradebook's verbs as people meet them."""

import json

import pytest
from gradebook_making import ROSTER
from typer.testing import CliRunner

from autograder.cli import app
from autograder.errors import UserError

VERBS = "status grades roster policy score override extra extend regrade export restore".split()


@pytest.fixture
def out(small_book, tmp_path):
    return tmp_path / "out"


def run(*words):
    """The command's output. A UserError is what `main` prints as one line."""
    done = CliRunner().invoke(app, [str(w) for w in words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb):
    assert "Example" in run(verb, "--help")


def test_a_roster_is_imported_and_what_is_unclear_is_said(out, tmp_path):
    said = run("roster", out, tmp_path / "roster.csv")
    assert "4 students (canvas)" in said and "unmatched  mystery" in said and "missing    John Smith (u2)" in said
    report = json.loads(run("roster", out, "--link", "mystery=John Smith", "--json"))
    assert report["matched"]["mystery"] == {"students": ["u2"], "how": "said by hand"}
    assert report["unmatched"] == report["missing"] == []
    assert json.loads(run("roster", out, "--unlink", "mystery", "--json"))["unmatched"] == ["mystery"]


def test_ambiguous_submissions_name_who_they_could_be(out, tmp_path):
    (tmp_path / "two.csv").write_text(ROSTER + '"Smith, Jane",105,u5,jane5,B\n', encoding="utf-8")
    said = run("roster", out, tmp_path / "two.csv")
    assert "ambiguous  jane_smith: Jane Smith (u1), Jane Smith (u5)" in said


def test_times_from_a_platform(out, tmp_path):
    (tmp_path / "times.csv").write_text(
        "SIS Login ID,Submitted\njsmith,2026-11-20T10:00:00Z\njmu,2026-11-22T10:00:00Z\nnobody,2026-11-20T10:00:00Z\n"
    )
    report = json.loads(run("roster", out, "--times", tmp_path / "times.csv", "--json"))
    assert report["times"]["taken"] == 2 and "nobody" in report["times"]["unknown"][0]
    run("policy", out, "--due", "2026-11-21T00:00Z", "--penalty", "10")
    rows = {r["key"]: r for r in json.loads(run("grades", out, "--json"))}
    assert (rows["u1"]["days_late"], rows["u3"]["days_late"]) == (0, 2)
    assert rows["u3"]["late"] == pytest.approx(1.6)


def test_policy_shows_and_sets(out):
    assert "nothing is late" in run("policy", out)
    said = run("policy", out, "--attempts", "best", "--due", "2026-11-20T23:59Z", "--grace", "1h", "--penalty", "5")
    assert "best attempt" in said and "5 % of the points earned" in said
    assert json.loads(run("policy", out, "--max-days", "3", "--json"))["max_days"] == 3
    assert "nothing is late" in run("policy", out, "--due", "none")
    with pytest.raises(UserError, match="--penalty"):
        run("policy", out, "--penalty", "150")


def test_scores_for_written_answers(out, tmp_path):
    assert run("score", out, "jsmith", "why_relu", "2.5", "--comment", "good").strip() == (
        "Jane Smith: 10 -> 12.5 of 13 points"
    )
    with pytest.raises(UserError, match="worth 0 to 3 points, not 4"):
        run("score", out, "jsmith", "why_relu", "4")
    with pytest.raises(UserError, match="no written question 'q9'; this assignment has: why_relu"):
        run("score", out, "jsmith", "q9", "1")
    assert "12.5 -> 10" in run("score", out, "jsmith", "why_relu", "--withdraw")


def test_a_sheet_of_scores_goes_out_and_comes_back(out, tmp_path):
    run("score", out, "jsmith", "why_relu", "2.5", "--comment", "=good, isn't it?")
    sheet = tmp_path / "sheet.csv"
    run("score", out, "--sheet", sheet)
    assert "3 scores" not in (first := run("score", out, "--csv", sheet)) and "0 scores taken, 1 stood" in first
    lines = sheet.read_text().splitlines()
    filled = [line.replace("why_relu,3,,", "why_relu,3,1,fine") for line in lines]
    sheet.write_text("\n".join(filled))
    assert "3 scores taken, 1 stood" in run("score", out, "--csv", sheet)
    rows = {r["key"]: r for r in json.loads(run("grades", out, "--json"))}
    assert rows["u1"]["comments"] == ["why_relu: =good, isn't it?"]
    assert rows["u3"]["manual"] == {"why_relu": 1.0} and rows["u3"]["comments"] == ["why_relu: fine"]


def test_a_wrong_line_in_a_sheet_takes_nothing(out, tmp_path):
    sheet = tmp_path / "s.csv"
    sheet.write_text("student,item,points\nu1,why_relu,2\nu3,why_relu,nine\n")
    with pytest.raises(UserError, match=r"s\.csv:3: 'nine' is not a number"):
        run("score", out, "--csv", sheet)
    assert all(not r["manual"] for r in json.loads(run("grades", out, "--json")))


def test_overrides_need_a_reason_and_keep_who(out):
    with pytest.raises(UserError, match="--reason"):
        run("override", out, "u3", "9")
    run("override", out, "u3", "4", "--exercise", "relu", "--reason", "shown in the lab", "--by", "A. Otieno")
    assert "relu set to 4 (shown in the lab; A. Otieno" in run("grades", out, "u3")
    assert "10 -> 8" in run("override", out, "u3", "--exercise", "relu", "--withdraw", "--reason", "wrong person")


def test_extra_credit_and_extension(out):
    assert "8 -> 9.5" in run("extra", out, "u3", "1.5", "--for", "plots", "--reason", "nice")
    run("policy", out, "--due", "1970-01-11", "--penalty", "10")
    assert json.loads(run("extend", out, "u3", "1w", "--reason", "ill", "--json"))["final"] == 9.5


def test_grades_in_the_terminal(out):
    said = run("grades", out)
    assert "Jane Smith (u1)" in said and "missing" in said and "unmatched" in said
    one = run("grades", out, "jsmith")
    assert "10 of 13 points" in one and "course secret" in one and "isolation strict" in one


def test_status(out):
    said = run("status", out)
    for words in (
        "4 of 4 graded",
        "mean 6",
        "relu/sign: a sign is wrong",
        "isolation strict",
        "course secret",
        "missing    1: John Smith",
        "unmatched           1: mystery",
        "written answers to read",
    ):
        assert words in said, said
    data = json.loads(run("status", out, "--json"))
    assert (data["done"], data["mean"], data["outcomes"]) == (4, 6.0, {"passed": 6, "failed": 6})
    assert data["misconceptions"][0] == {"mistake": "relu/sign", "students": 2, "hint": "a sign is wrong"}
    assert data["isolation"] == {"strict": 4}


def test_export_writes_into_the_output_folder_and_says_whom_it_left_out(out):
    said = run("export", out, "--to", "canvas")
    assert (out / "gradebook" / "canvas.csv").exists()
    assert "left out: mystery" in said
    assert json.loads(run("export", out, "--to", "csv", "--json"))["left_out"] == []


def test_restore_into_a_new_folder(out, tmp_path):
    run("export", out, "--to", "json")
    run("restore", out / "gradebook/gradebook.json", "--out", tmp_path / "moved")
    assert run("grades", tmp_path / "moved") == run("grades", out)
    with pytest.raises(UserError, match="not empty"):
        run("restore", out / "gradebook/gradebook.json", "--out", tmp_path / "moved")


BAD = {
    "no run": (["status", "nowhere"], "not an output folder of gradmark grade"),
    "no server": (["status", "x", "--db", "postgresql://u:secret@127.0.0.1:1/db"], "cannot be reached"),
    "other database": (["status", "x", "--db", "mysql://h/db"], "postgresql://USER@HOST/DATABASE"),
}


@pytest.mark.parametrize(("words", "message"), BAD.values(), ids=BAD)
def test_bad_places_are_one_clear_sentence(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=message) as caught:
        run(*words)
    assert "secret" not in str(caught.value) and "\n" not in str(caught.value)


def test_somebody_elses_database_is_left_alone(tmp_path):
    import sqlite3

    with sqlite3.connect(tmp_path / "run.db") as db:
        db.execute("CREATE TABLE theirs (x)")
    with pytest.raises(UserError, match="holds no run yet"):
        run("status", tmp_path)
    with sqlite3.connect(tmp_path / "run.db") as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "run.db").write_text("not a database at all, but long enough to look like a file" * 50)
    with pytest.raises(UserError, match=r"cannot be used .*is damaged"):
        run("status", tmp_path)


def test_a_password_is_never_written_down(tmp_path):
    from autograder.store.connection import choose, locate

    url = choose(tmp_path, "postgresql://ta:secret@db.example/hw4")
    assert "secret" in url, "this run may use it"
    assert "secret" not in (tmp_path / "run.db.url").read_text()
    assert locate(tmp_path) == "postgresql+psycopg://ta@db.example/hw4"
    assert [p.name for p in tmp_path.iterdir()] == ["run.db.url"]
