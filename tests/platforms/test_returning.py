"""`gradmark return`: everybody's feedback in the form that a platform takes, and in nobody else's file."""

import csv
import email
import email.policy
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import asdict
from pathlib import Path

import nbformat
import pytest
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1] / "gradebook"))
import gradebook_making as making

from autograder.cli import app
from autograder.errors import UserError
from autograder.gradebook import deciding
from autograder.gradebook.book import Gradebook
from autograder.gradebook.roster import read_roster, store_roster
from autograder.intake.naming import Author
from autograder.platforms.returning import give_back, open_matters
from autograder.store.queue import Store

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section
    Points Possible,,,,
"Smith, Jane",101,u1,jsmith,A
"Müller, Jörg",103,u3,jmu,B
"O'Neil, Zoë Anne",104,u4,zoneil,B
"Late, Lou",105,u5,llate,B
"Typed, Tom",106,u6,ttyped,B
"Nothing, Nora",107,u7,nnothing,B
"""
CANVAS_FILES = {
    "smithjane": "smithjane_101_2001_hw7.ipynb",
    "mullerjorg": "mullerjorg_103_2002_answers.py",
    "oneilzoe": "oneilzoe_104_2003_all of it.zip",
    "latelou": "latelou_LATE_105_2004_hw7-1.ipynb",
    "typedtom": "typedtom_106_text.html",
}
MOODLE = """Identifier,Full name,Email address,Status,Grade
Participant 11,Jane Smith,jane@example.edu,,
Participant 12,"Bo_bby ../ <b>Tables</b>",bo@example.edu,,
Participant 13,Ann Without,,,
Participant 14,Nora Nothing,nora@example.edu,,
"""


def make(place, files, roster, results=None, people=None):
    """A graded class: submission -> name of the file that was handed in."""
    place.mkdir(exist_ok=True)
    made = {n: (results or {}).get(n) or making.result(n) for n in files}
    making.grade_all(place / "run.db", made, written={})
    store = Store(place / "run.db")
    source = lambda f: json.dumps(
        {"path": f"/srv/in/{f}" if "/" not in f else "/srv/in/all.zip", "member": f if "/" in f else None, "beside": []}
        | ({"owner": people[f]} if people and f in people else {})
    )
    from sqlalchemy import update

    from autograder.store.schema import jobs

    with store.engine.begin() as db:
        for name, file in files.items():
            db.execute(update(jobs).where(jobs.c.submission == name).values(source=source(file)))
    store.close()
    book = Gradebook(place)
    if roster:
        (place / "roster.csv").write_text(roster, encoding="utf-8")
        with book.writing() as db:
            store_roster(db, *read_roster(place / "roster.csv"))
    return book


def listed(folder):
    with (folder / "returned.csv").open(newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def accounted_for(book, done):
    """Every line of the gradebook once."""
    counts = done.counts
    assert counts.pop("lines") == sum(counts.values()) == len(book.standings())


@pytest.fixture
def canvas(tmp_path):
    book = make(tmp_path / "out", CANVAS_FILES, CANVAS, {"mullerjorg": making.result("mullerjorg", (True, False, True))})
    deciding.comment_on(book, book.find("u1"), "Jane: lovely plots <3", by="A")
    deciding.give_extra(book, book.find("u1"), "plots", "1", "nice", by="A")
    yield book
    book.close()


def test_canvas_gets_the_names_of_its_download_and_files_of_their_kind(canvas, tmp_path):
    done = give_back(canvas, "canvas", tmp_path / "back")
    with zipfile.ZipFile(done.paths[0]) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert set(files) == set(CANVAS_FILES.values()) - {"typedtom_106_text.html"}
    assert [line.partition(":")[0] for line in done.left_out] == ["Tom Typed"]
    accounted_for(canvas, done)
    notebook = nbformat.reads(files["smithjane_101_2001_hw7.ipynb"].decode(), 4)
    nbformat.validate(notebook)
    text = notebook.cells[0].source
    assert "For: Jane Smith" in text and "lovely plots" in text and "11 of 10 in all" in text
    compile(files["mullerjorg_103_2002_answers.py"], "answers.py", "exec")
    assert "Jörg Müller" in files["mullerjorg_103_2002_answers.py"].decode()
    with zipfile.ZipFile(io.BytesIO(files["oneilzoe_104_2003_all of it.zip"])) as inner:
        assert "O&#39;Neil" in inner.read("feedback.html").decode()


def test_nobody_is_in_the_file_of_another(canvas, tmp_path):
    names = {r.key: r for r in canvas.standings()}
    for target in ("canvas", "folder"):
        done = give_back(canvas, target, tmp_path / target)
        for line in listed(tmp_path / target):
            if not line["file"]:
                continue
            if target == "canvas":
                with zipfile.ZipFile(done.paths[0]) as archive:
                    text = archive.read(line["file"]).decode("utf-8", "replace")
            else:
                text = (tmp_path / target / line["file"]).read_text(encoding="utf-8")
            others = [r for key, r in names.items() if key != line["student"]]
            assert not [r.name for r in others if r.name in text or (r.submission and r.submission in text)]


def test_moodle_gets_a_folder_for_each_participant(tmp_path):
    files = {
        "Jane_Smith": "Jane Smith_11_assignsubmission_file_/",
        "Bo": "Bo_bby_12_assignsubmission_file_/",
        "Ann": "Ann Without_13_assignsubmission_onlinetext_/",
    }
    book = make(tmp_path / "out", files, MOODLE)
    done = give_back(book, "moodle", tmp_path / "back")
    with zipfile.ZipFile(done.paths[0]) as archive:
        names = archive.namelist()
        page = archive.read(next(n for n in names if "_12_" in n)).decode()
    assert len(names) == 3 and "Jane Smith_11_assignsubmission_file_/feedback.html" in names
    for name in names:  # as importziplib.php reads it
        folder, file = name.split("/")
        person, number, kind, plugin, rest = folder.split("_", 4)
        assert number in ("11", "12", "13") and (kind, plugin, rest, file) == ("assignsubmission", "file", "", "feedback.html")
        assert ".." not in person and "<" not in person
    assert "&lt;b&gt;Tables&lt;/b&gt;" in page and "<b>Tables" not in page
    assert done.nothing == {"handed nothing in": ["Nora Nothing"]}
    accounted_for(book, done)
    book.close()


def test_a_group_gets_a_file_each_where_each_has_a_place(tmp_path):
    """In Moodle each has a number; what one was given is not on the other's page. In Canvas there is one file for both."""
    book = make(tmp_path / "out", {"team": "team_11_assignsubmission_file_/"}, MOODLE)
    deciding.link(book, "team", "Jane Smith,bo@example.edu", by="A")
    deciding.comment_on(book, book.find("Jane Smith"), "SECRET OF JANE", by="A")
    done = give_back(book, "moodle", tmp_path / "back")
    with zipfile.ZipFile(done.paths[0]) as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {n.split("_")[1] for n in pages} == {"11", "12"}
    assert ["SECRET" in page for name, page in pages.items() if "_12_" in name] == [False]
    assert ["SECRET" in page for name, page in pages.items() if "_11_" in name] == [True]
    book.close()
    other = make(tmp_path / "two", {"smithjane": "smithjane_101_7_hw.ipynb"}, CANVAS)
    deciding.link(other, "smithjane", "u1,u3", by="A")
    deciding.comment_on(other, other.find("u1"), "SECRET OF JANE", by="A")
    done = give_back(other, "canvas", tmp_path / "canvas")
    with zipfile.ZipFile(done.paths[0]) as archive:
        (name,) = archive.namelist()
        text = archive.read(name).decode()
    assert "SECRET" not in text and "Jane Smith, J" in text and len(done.returned) == 2
    accounted_for(other, done)
    other.close()


def test_without_the_worksheet_only_the_one_who_handed_in_has_a_place(tmp_path):
    roster = "id,name,email\nu1,Jane Smith,jane@example.edu\nu2,Bo Two,bo@example.edu\n"
    book = make(tmp_path / "out", {"team": "team_11_assignsubmission_file_/"}, roster)
    deciding.link(book, "team", "u1,u2", by="A")
    done = give_back(book, "moodle", tmp_path / "back")
    assert done.returned == [] and len(done.left_out) == 2 and "worksheet" in done.left_out[0]
    accounted_for(book, done)
    book.close()


def test_mail_goes_to_one_address_with_the_page_attached(tmp_path):
    roster = (
        'id,name,email\nu1,Jané Smith,jane@example.edu\nu2,"Bo, the (best)",bo@example.edu\n'
        'u3,Al One,same@example.edu\nu4,Al Two,SAME@example.edu\nu5,Eve,"eve@example.edu, all@example.edu"\n'
    )
    book = make(tmp_path / "out", {n: f"{n}.ipynb" for n in ("u1", "u2", "u3", "u4", "u5")}, roster)
    deciding.comment_on(book, book.find("u1"), "first\nBcc: all@example.edu", by="A")
    done = give_back(book, "email", tmp_path / "back", "course@example.edu")
    mails = {}
    for path in sorted((tmp_path / "back").glob("*.eml")):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        mails[message["To"].addresses[0].addr_spec] = message
        assert len(message["To"].addresses) == 1 and message["Bcc"] is None and message["From"] == "course@example.edu"
    assert set(mails) == {"jane@example.edu", "bo@example.edu"}
    jane = mails["jane@example.edu"]
    assert jane["To"].addresses[0].display_name == "Jané Smith"
    body = jane.get_body(("plain",)).get_content()
    assert "Final grade: 10 of 10 points" in body and "first Bcc: all@example.edu" in body
    (page,) = jane.iter_attachments()
    assert page.get_filename() == "feedback.html" and "Feedback for <bdi>Jané Smith</bdi>" in page.get_content()
    assert sorted(line.partition(":")[0] for line in done.left_out) == ["Al One", "Al Two", "Eve"]
    accounted_for(book, done)
    first = {p.name: p.read_bytes() for p in (tmp_path / "back").iterdir()}
    give_back(book, "email", tmp_path / "back", "course@example.edu")
    assert {p.name: p.read_bytes() for p in (tmp_path / "back").iterdir()} == first
    with pytest.raises(UserError, match="one e-mail address"):
        give_back(book, "email", tmp_path / "back", "a@b, c@d")
    book.close()


def test_gradescope_gets_an_autograder_that_hands_out_what_was_decided(tmp_path):
    files = {"Jane": "export/submission_4711/", "Bo": "export/submission_4712/"}
    owner = lambda name, key: asdict(Author(name, platform="gradescope", people=((name, "", key),)))
    people = {files["Jane"]: owner("Jane", "u1"), files["Bo"]: owner("Bo", "u2")}
    book = make(tmp_path / "out", files, "id,name\nu1,Jane\nu2,Bo\n", people=people)
    deciding.override(book, book.find("u2"), "", "3", "seen", by="A")
    done = give_back(book, "gradescope", tmp_path / "back")
    accounted_for(book, done)
    root = tmp_path / "autograder"
    with zipfile.ZipFile(done.paths[0]) as archive:
        archive.extractall(root / "source")
    for number, score, name in (("4711", 10.0, "Jane"), ("4712", 3.0, "Bo")):
        (root / "submission_metadata.json").write_text(json.dumps({"id": int(number)}))
        subprocess.run(
            [sys.executable, root / "source" / "run_autograder"],
            env={**os.environ, "GRADMARK_AUTOGRADER": str(root)},
            check=True,
        )
        data = json.loads((root / "results" / "results.json").read_text())
        assert data["score"] == score and f"Feedback for {name}" in data["output"]
    (root / "submission_metadata.json").write_text(json.dumps({"id": 1}))
    subprocess.run(
        [sys.executable, root / "source" / "run_autograder"],
        env={**os.environ, "GRADMARK_AUTOGRADER": str(root)},
        check=True,
    )
    assert "no feedback" in json.loads((root / "results" / "results.json").read_text())["output"]
    book.close()


HOSTILE = ["../../etc/passwd", "CON", "a/b\\c", "=cmd()", "", "x" * 300, ".hidden", "Zoë‮gpj.exe", "returned", "nul.txt"]


def test_hostile_names_make_safe_files(tmp_path):
    rows = "".join(f'u{i},"{name}",s{i}@example.edu\n' for i, name in enumerate(HOSTILE))
    book = make(tmp_path / "out", {f"u{i}": f"u{i}.ipynb" for i in range(len(HOSTILE))}, "id,name,email\n" + rows)
    for target in ("folder", "email"):
        back = tmp_path / target
        done = give_back(book, target, back)
        accounted_for(book, done)
        assert len(done.returned) == len(HOSTILE)
        files = [p for p in back.rglob("*") if p.is_file()]
        assert len(files) == len(HOSTILE) + 1 and all(p.parent == back for p in files)
        assert not [p.name for p in files if re.match(r"(con|nul)(\.|$)|\.|.*[\\:*?<>|\u202e]", p.name, re.I)]
        assert all(not row["name"].startswith("=") for row in listed(back))
    assert not (tmp_path / "etc").exists()
    book.close()


def test_what_is_open_is_done_first(tmp_path):
    files = {"smithjane": "smithjane_101_2001_hw7.ipynb", "mystery": "mystery.ipynb"}
    make(tmp_path / "out", files, CANVAS).close()
    run = lambda *more: CliRunner().invoke(app, ["return", str(tmp_path / "out"), "--to", "folder", *more])
    refused = run()
    assert refused.exit_code == 1 and "unmatched: 1 (mystery)" in refused.output and "--link" in refused.output
    assert not (tmp_path / "out" / "gradebook").exists()
    done = run("--anyway", "--json")
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert report["counts"]["returned"] == 1 and report["counts"]["unmatched, so nobody's yet"] == 1
    assert report["counts"]["lines"] == sum(n for k, n in report["counts"].items() if k != "lines")
    plain = run("--anyway")
    assert "7 lines in the gradebook: 1 returned" in plain.output and "Nora Nothing" in plain.output
    wrong = CliRunner().invoke(app, ["return", str(tmp_path / "out"), "--to", "blackboard"])
    assert isinstance(wrong.exception, UserError)


def test_a_folder_of_somebody_else_is_left_alone_and_an_old_return_is_replaced(canvas, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    with pytest.raises(UserError, match="not empty"):
        give_back(canvas, "folder", tmp_path / "mine")
    give_back(canvas, "folder", tmp_path / "back")
    (tmp_path / "back" / "Gone_Student.html").write_text("of an earlier return")
    give_back(canvas, "folder", tmp_path / "back")
    assert not (tmp_path / "back" / "Gone_Student.html").exists()


def test_unread_answers_and_excuses(tmp_path):
    place = tmp_path / "out"
    place.mkdir()
    making.grade_all(place / "run.db", {"u1": making.result("u1")})
    (tmp_path / "r.csv").write_text("id,name\nu1,Jane\nu2,Bo\n")
    with Gradebook(place) as book:
        with book.writing() as db:
            store_roster(db, *read_roster(tmp_path / "r.csv"))
        deciding.excuse(book, book.find("u2"), "ill", by="A")
        assert any("written answers not read yet: 1 (Jane)" in line for line in open_matters(book, "out"))
        done = give_back(book, "folder", tmp_path / "back")
        assert done.nothing == {"excused": ["Bo"]}
        assert "so far" in (tmp_path / "back" / "Jane.html").read_text()
