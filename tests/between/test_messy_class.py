"""A class as it really arrives: everybody has a row, counts add up, times are the platform's, the course says what is due."""

import csv
import io
import json
import os
import zipfile

import pytest
from parts_course import HALVE, RIGHT, TOML
from typer.testing import CliRunner

from autograder.cli import app
from autograder.gradebook.book import Gradebook
from autograder.gradebook.policy import parse_moment
from autograder.runs.grade import Options, grade

DUE = "2026-11-20T23:59:00+00:00"


def nb(source):
    return json.dumps({"cells": [{"cell_type": "code", "source": source}]}).encode()


def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def lay_out(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def run(parts, tmp_path):
    def go(*paths, out="out", **options):
        chosen = Options(seed=3, quiet=True, jobs=1, **options)
        return grade(parts.root, "01", list(paths), tmp_path / out, chosen)

    return go


CANVAS = {
    "smithjane_11_101_01_parts.ipynb": nb(RIGHT),
    "smithjane_11_102_helpers.py": b"K = 1",
    "smithjane_11_103_old_version.ipynb": nb(HALVE),
    "doejohn_LATE_12_104_hw.zip": zipped({"hw.ipynb": nb(RIGHT), "__MACOSX/._hw.ipynb": b"\0"}),
    "perezana_13_text.html": b"<html>my answer</html>",
    "leebo_14_105_hw.pdf": b"%PDF-1.7",
    "kimlu_15_106_hw.ipynb.txt": nb(RIGHT),
    "__MACOSX/._x": b"\0",
    ".ipynb_checkpoints/a-checkpoint.ipynb": nb(RIGHT),
}


@pytest.mark.parametrize("how", ["folder", "zip"])
def test_counts_add_up_and_nobody_is_lost(run, tmp_path, how, capsys):
    path = lay_out(tmp_path / "class", CANVAS)
    if how == "zip":
        (tmp_path / "class.zip").write_bytes(zipped(CANVAS))
        path = tmp_path / "class.zip"
    summary = run(path)
    assert {r.submission: r.score for r in summary.results} == {
        "smithjane": 4.0,
        "doejohn": 4.0,
        "perezana": 0.0,
        "leebo": 0.0,
        "kimlu": 0.0,
    }
    assert summary.counts() == ("found 5 hand-ins: 2 graded, 3 not gradable; 2 ignored: __MACOSX (1), checkpoints (1)")
    assert set(summary.not_gradable) == {"perezana", "leebo", "kimlu"}
    assert "typed into Canvas" in summary.not_gradable["perezana"]
    assert summary.not_gradable["leebo"].endswith(
        "ask the student for the notebook itself (.ipynb; in Jupyter: File, Download)"
    )
    summary.show()
    said = " ".join(capsys.readouterr().out.split())
    assert "not gradable: leebo: " in said and summary.counts() in said and "mean 4.00 of 4 points" in said
    data = json.loads(json.dumps(summary.as_dict()))
    assert data["found"] == 5 and len(data["not_gradable"]) == 3 and len(data["ignored"]) == 2
    with (tmp_path / "out" / "grades.csv").open() as file:
        notes = {row["submission"]: row["note"] for row in csv.DictReader(file)}
    assert notes["smithjane"] == "" and notes["kimlu"].startswith("not gradable: ")
    page = (tmp_path / "out" / "index.html").read_text()
    assert "5 submissions: 2 graded, 3 not gradable" in page and 'id="to-do"' in page
    told = json.loads((tmp_path / "out/smithjane/results.json").read_text())["notes"]
    assert told[0].startswith("01_parts.ipynb was graded, and not old_version.ipynb: ")
    status = CliRunner().invoke(app, ["status", str(tmp_path / "out")]).output
    assert "2 of 5 graded, 3 not gradable" in status and "late without a time" in status and "doejohn" in status
    with Gradebook(tmp_path / "out") as book:
        rows = {r.name: r for r in book.standings()}
    assert rows["leebo"].status == "not gradable" and rows["smithjane"].status == "graded"
    assert rows["doejohn"].late_without_time and not rows["smithjane"].late_without_time


def test_a_second_file_later_is_the_same_hand_in(run, tmp_path):
    folder = lay_out(tmp_path / "class", {"leebo_14_105_hw.pdf": b"%PDF-1.7", "kim_15_106_hw.ipynb": nb(RIGHT)})
    assert {r.submission: bool(r.not_gradable) for r in run(folder).results} == {"leebo": True, "kim": False}
    lay_out(folder, {"leebo_14_107_hw.ipynb": nb(RIGHT), "kim_15_108_utils.py": b"K = 1"})
    assert {r.submission: r.score for r in run(folder).results} == {"leebo": 4.0, "kim": 4.0}
    with Gradebook(tmp_path / "out") as book:
        assert {r.name: r.final for r in book.standings()} == {"leebo": 4.0, "kim": 4.0}


def test_a_helper_or_an_old_version_is_never_the_last_attempt(run, tmp_path):
    """Files that only a roster shows to be one student's: whichever came last, the answer counts."""
    files = {
        "ann_lee_hw.ipynb": nb(RIGHT),
        "ann_lee_utils.py": b"K = 1",
        "bo_kim_hw.ipynb": nb(RIGHT),
        "bo_kim_old_version.ipynb": nb(HALVE),
        "cy_ito_hw.ipynb": nb(RIGHT),
        "cy_ito.pdf": b"%PDF-1.7",
        "di_voss_1.ipynb": nb(HALVE),
        "di_voss_2.ipynb": nb(RIGHT),
    }
    folder = lay_out(tmp_path / "class", files)
    for i, name in enumerate(sorted(files)):
        os.utime(folder / name, (1e9 + 1e5 * i, 1e9 + 1e5 * i))
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name,role\n1,Ann Lee,Student\n2,Bo Kim,Student\n3,Cy Ito,Student\n4,Di Voss,Student\n9,Tess Aid,TA\n")
    for times in ("platform", "files"):
        run(folder, out=times, times=times)
        assert CliRunner().invoke(app, ["roster", str(tmp_path / times), str(roster)]).exit_code == 0
        with Gradebook(tmp_path / times) as book:
            rows = {r.name: r for r in book.standings()}
        assert {name: r.final for name, r in rows.items()} == {
            "Ann Lee": 4.0,
            "Bo Kim": 4.0,
            "Cy Ito": 4.0,
            "Di Voss": 4.0,
        }
        assert [r.status for r in rows.values()] == ["graded"] * 4, "a TA on the roster is no missing student"


WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Last modified (submission)\n"
    'Participant 31,Ann Lee,a@x.edu,Submitted for grading,,"Saturday, 21 November 2026, 1:00 AM"\n'
    'Participant 32,Bo Kim,b@x.edu,Submitted for grading,,"Friday, 20 November 2026, 11:00 PM"\n'
    "Participant 33,Cy Ito,c@x.edu,No submission,,-\n"
)
MOODLE = {
    "Ann Lee_31_assignsubmission_file_/hw.ipynb": nb(RIGHT),
    "Bo Kim_32_assignsubmission_file_/hw.ipynb": nb(RIGHT),
}


def course_says(parts, *lines, settings=""):
    (parts.root / "assignments/01_parts/assignment.toml").write_text("\n".join(lines) + TOML)
    if settings:
        (parts.root / "gradmark.toml").write_text(settings)


def test_the_course_says_what_is_due_and_the_worksheet_when_it_came(parts, run, tmp_path):
    course_says(parts, "due = 2026-11-20T23:59:00", settings='timezone = "UTC"\n[late]\npenalty = 25\n')
    folder = lay_out(tmp_path / "class", {**MOODLE, "Grades-DL-HW1-77.csv": WORKSHEET.encode()})
    run(folder)
    with Gradebook(tmp_path / "out") as book:
        rows = {r.name: r for r in book.standings()}
    assert rows["Ann_Lee"].handed_in == parse_moment("2026-11-21T01:00+00:00")
    assert {n: (r.days_late, r.final) for n, r in rows.items()} == {"Ann_Lee": (1, 3.0), "Bo_Kim": (0, 4.0)}
    # Moved in the course: reading it again is enough, and a slip day pays for it.
    course_says(parts, "due = 2026-11-20T22:59:00", settings='timezone = "UTC"\n[late]\npenalty = 25\nslip_days = 1\n')
    said = CliRunner().invoke(app, ["policy", str(tmp_path / "out")]).output
    assert "25 % of the points earned per day begun" in said and "the first 1 days late cost nothing" in said
    with Gradebook(tmp_path / "out") as book:
        assert {r.name: (r.days_late, r.slip_days, r.final) for r in book.standings()} == {
            "Ann_Lee": (1, 1, 4.0),
            "Bo_Kim": (1, 1, 4.0),
        }
    # The command line may still say otherwise, for this run, and only about what it names.
    CliRunner().invoke(app, ["policy", str(tmp_path / "out"), "--slip-days", "0"])
    with Gradebook(tmp_path / "out") as book:
        assert [r.final for r in book.standings()] == [3.0, 3.0]
        assert book.policy().due == parse_moment("2026-11-20T22:59:00+00:00")


def test_a_german_worksheet_beside_the_hand_ins(parts, run, tmp_path):
    """It is a table, nobody's hand-in, and says when each hand-in came."""
    sheet = (
        "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung)\n"
        'Teilnehmer/in31,Ann Lee,a@x.edu,Zur Bewertung abgegeben,,"Samstag, 21. November 2026, 01:00",-\n'
    )
    course_says(parts, "due = 2026-11-20T23:59:00", settings='timezone = "UTC"\n[late]\npenalty = 25\n')
    run(lay_out(tmp_path / "class", {**MOODLE, "Bewertungen-DL-77.csv": sheet.encode()}))
    with Gradebook(tmp_path / "out") as book:
        rows = {r.name: r for r in book.standings()}
    assert set(rows) == {"Ann_Lee", "Bo_Kim"} and rows["Ann_Lee"].days_late == 1


def test_a_worksheet_as_roster_brings_its_times(parts, run, tmp_path):
    course_says(parts, f'due = "{DUE}"', "late.penalty = 25")
    run(lay_out(tmp_path / "class", MOODLE))
    (tmp_path / "worksheet.csv").write_text(WORKSHEET.replace("Saturday, 21", "Wednesday, 25"))
    done = CliRunner().invoke(app, ["roster", str(tmp_path / "out"), str(tmp_path / "worksheet.csv")])
    assert done.exit_code == 0 and "2 times taken" in done.output, done.output
    with Gradebook(tmp_path / "out") as book:
        rows = {r.name: r for r in book.standings()}
    assert rows["Ann Lee"].days_late >= 4 and rows["Cy Ito"].status == "missing"


def test_gradescope_says_when(parts, run, tmp_path):
    course_says(parts, f'due = "{DUE}"')
    metadata = "".join(
        f"submission_{n}:\n  :submitters:\n  - :name: {who}\n    :sid: '{n}'\n    :email: {who[0]}@x.edu\n"
        f"  :created_at: {when}\n  :results:\n    tests:\n    - name: test_x\n"
        for n, who, when in (
            (1, "Ann Lee", "2026-11-22 10:00:00.0 Z"),
            (2, "Bo Kim", "2026-11-20 10:00:00.0 -05:00"),
        )
    )
    files = {"submission_1/hw.ipynb": nb(RIGHT), "submission_2/hw.ipynb": nb(RIGHT)}
    run(lay_out(tmp_path / "class", {**files, "submission_metadata.yml": metadata.encode()}))
    (tmp_path / "roster.csv").write_text(
        "First Name,Last Name,SID,Email,Role\nAnna,Leeward,1,A@x.edu,Student\nB,K,2,b@x.edu,Student\n"
    )
    CliRunner().invoke(app, ["roster", str(tmp_path / "out"), str(tmp_path / "roster.csv")])
    with Gradebook(tmp_path / "out") as book:
        rows = {r.name: r for r in book.standings()}
    assert {n: r.days_late for n, r in rows.items()} == {"Anna Leeward": 2, "B K": 0}, "matched by e-mail, not by name"
    assert rows["B K"].handed_in == parse_moment("2026-11-20T15:00:00+00:00")


def test_canvas_times_from_its_api(parts, run, tmp_path):
    course_says(parts, f'due = "{DUE}"')
    run(lay_out(tmp_path / "class", {"ann_LATE_11_1_hw.ipynb": nb(RIGHT), "bo_12_2_hw.ipynb": nb(RIGHT)}))
    said = [
        {"user_id": 11, "submitted_at": "2026-11-21T10:00:00Z", "late": True},
        {"user_id": 12, "submitted_at": None},
    ]
    (tmp_path / "times.json").write_text(json.dumps(said))
    done = CliRunner().invoke(app, ["roster", str(tmp_path / "out"), "--times", str(tmp_path / "times.json")])
    assert "1 times taken" in done.output, done.output
    with Gradebook(tmp_path / "out") as book:
        rows = {r.name: r for r in book.standings()}
    assert rows["ann"].days_late == 1 and not rows["ann"].late_without_time


def test_file_times_of_one_download_are_doubted(run, tmp_path):
    folder = lay_out(tmp_path / "class", {f"{n}.ipynb": nb(RIGHT) for n in ("ann", "bo", "cy")})
    assert not run(folder).warnings
    assert any("look like those of one download" in w for w in run(folder, times="files").warnings)
    for i, n in enumerate(("ann", "bo", "cy")):
        os.utime(folder / f"{n}.ipynb", (1e9 + 1e5 * i, 1e9 + 1e5 * i))
    assert not run(folder, times="files").warnings
