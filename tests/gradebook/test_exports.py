"""Files for other systems: their columns, nothing lost on the way, nothing a spreadsheet would run."""

import csv
import io
import json
import re
from datetime import UTC

import pytest
from gradebook_making import grade_all, result
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.basics.csv_tables import cell, csv_text, key_cell, number, uncell
from autograder.basics.moments import parse_moment
from autograder.gradebook.book import Gradebook
from autograder.gradebook.ledger import decide
from autograder.gradebook.roster import read_roster, store_roster
from autograder.gradebook.worksheets import has_times, times_in
from autograder.platforms import exporting as exports
from autograder.platforms import gradebook_json as json_export
from autograder.platforms import spreadsheet as csv_export
from autograder.platforms.gradescope.export import TEST, TOP
from autograder.store import connection as database
from autograder.store import migrations

HOSTILE = [
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2",
    "@SUM(A1)",
    "\t=1",
    "'=1",
    "''=1",
    "'quoted'",
    '"',
    "a,b;c\nd",
    "  =1",
    "%0A",
    "|x",
    "＝1",
    'Eve;=HYPERLINK("x";"y")',
    "a;=1",
    "a,=1",
    "a\t=1",
    "a\n=1",
    'a;"=1',
    "a; '=1",
    "a;;\u00a0+1",
    "a;\ufeff@x",
    "a;'b",
    "a;-1;-2",
    "\r\n;=1",
    "<script>alert(1)</script>",
    "Ünï 漢字",
    "",
    "'",
    "O'Neil",
]


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_cell_is_no_formula_and_comes_back(text):
    shown = cell(text)
    assert uncell(shown) == text
    assert shown.lstrip(" ")[:1] not in ("=", "+", "-", "@", "\t", "\r")


def pieces(line):
    """What a sheet may make of a line that was written with commas, wherever it splits it, and whatever it thinks of quotes."""
    for separator in ",;\t":
        yield from re.split(f"[{separator}\\r\\n]", line)
        read = csv.reader(io.StringIO(line, newline=""), delimiter=separator)
        yield from (part for row in read for part in row)


@given(st.lists(st.text(alphabet="ab=+-@;,\t\n\r'\" |%＝\u00a0\ufeff0", max_size=12), min_size=1, max_size=4))
@example(['Eve;=HYPERLINK("x")', "3"])
def test_no_part_of_a_line_is_a_formula_wherever_it_is_split(texts):
    line = csv_text([[cell(t) for t in texts]])
    assert [uncell(t) for t in next(csv.reader(io.StringIO(line, newline="")))] == texts
    for part in pieces(line):
        assert not re.match('["\\s\ufeff]*[=+@＝-]', part), (line, part)


def test_a_name_that_is_a_formula_is_found_by_its_number(tmp_path):
    """Canvas looks a student up by ID first; where there is only the name, the export says that it will not be found."""
    eve = 'Eve;=HYPERLINK("x")'
    for header, row, told in (
        (["Student", "ID", "SIS User ID", "SIS Login ID", "Section"], [eve, "7", "u7", "eve", "A"], False),
        (["Student", "ID", "SIS User ID", "SIS Login ID", "Section"], [eve, "", "", "", "A"], True),
    ):
        place = tmp_path / str(told)
        grade_all(place, {"eve": result("eve")})
        (tmp_path / "roster.csv").write_text(csv_text([header, row]))
        with Gradebook(place) as book:
            with book.writing() as db:
                store_roster(db, *read_roster(tmp_path / "roster.csv"))
            written = exports.write("canvas", exports.gather(book), tmp_path / f"files {told}")
        found = rows_of(written.paths[0])[2]
        assert uncell(found[0]) == eve and ";=" not in found[0] and found[1] == row[1]
        assert any("will not find" in note for note in written.notes) == told


def test_keys_stay_as_they_are_where_that_is_harmless():
    for key in ("u123", "jane.doe@x.edu", "-12", "+49", "jane_doe-2"):
        assert key_cell(key) == key
    assert key_cell("=1+1") == "'=1+1" and key_cell("@SUM(A1)") == "'@SUM(A1)"


@pytest.mark.parametrize("value", [0.0, 1.0, 2.5, 1 / 3, 0.1 + 0.2, 1e-7, 123456.789])
def test_numbers_come_back(value):
    assert float(number(value)) == value


def decided(book):
    with book.writing() as db:
        decide(db, "manual", "student:u1", by="ta", item="why_relu", value=1.5)
        decide(db, "comment", "student:u1", by="ta", item="why_relu", text="=HYPERLINK(1)\nsecond <b>line</b>")
        decide(db, "extra", "student:u3", by="ta", item="plots", value=1.0, reason="nice")
        decide(db, "override", "student:u4", by="prof", value=3.0, reason="staff only: @home exam")
    return book


@pytest.fixture
def hostile_book(tmp_path):
    """Names that a student may have chosen to hurt a reader."""
    place = tmp_path / "out"
    place.mkdir()
    names = {f"s{i}": result(f"s{i}") for i in range(len(HOSTILE))}
    grade_all(place / "run.db", names)
    with (tmp_path / "r.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "name", "email", "section"])
        for i, text in enumerate(HOSTILE):
            table.writerow([f"s{i}", text or "nameless", f"s{i}@x.edu", text])
    with Gradebook(place) as book:
        with book.writing() as db:
            store_roster(db, *read_roster(tmp_path / "r.csv"))
        yield book


def test_csv_gives_back_every_value(small_book, tmp_path):
    export = exports.gather(decided(small_book))
    done = exports.write("csv", export, tmp_path / "x")
    assert csv_export.read(done.paths[0]) == [csv_export.record(r, export) for r in export.standings]


def test_csv_of_hostile_names(hostile_book, tmp_path):
    export = exports.gather(hostile_book)
    path = exports.write("csv", export, tmp_path / "x").paths[0]
    assert csv_export.read(path) == [csv_export.record(r, export) for r in export.standings]
    for row in rows_of(path):
        assert not any(c.lstrip(" ")[:1] in ("=", "+", "@") for c in row)


def test_json_restores_the_whole_gradebook(small_book, tmp_path, database_for_restore):
    path = exports.write("json", exports.gather(decided(small_book)), tmp_path / "x").paths[0]
    engine = database.connect(database_for_restore)
    migrations.ensure(engine)
    with engine.begin() as db:
        assert json_export.restore(path, db) == 4
    engine.dispose()
    with Gradebook(database_for_restore) as again:
        assert again.standings() == small_book.standings()
        assert again.history() == small_book.history()
        assert again.snapshot().decisions == small_book.snapshot().decisions
        with again.writing() as db:  # and it goes on from there
            decide(db, "extra", "student:u1", by="ta", item="later", value=1.0)
        assert again.find("u1").final == small_book.find("u1").final + 1


@pytest.fixture(params=["sqlite", "postgresql"])
def database_for_restore(request, tmp_path):
    return str(tmp_path / "new.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


def test_json_tells_what_everybody_has(small_book, tmp_path):
    path = exports.write("json", exports.gather(decided(small_book)), tmp_path / "x").paths[0]
    data = json.loads(path.read_text())
    finals = {s["key"]: s["final"] for s in data["standings"]}
    assert finals == {"u1": 11.5, "u2": 0.0, "u3": 9.0, "u4": 3.0, "mystery": 6.0}


# --- Canvas: the importer's own rules, see platforms/canvas/export.py ---------------------------------------------------


def test_canvas_columns_and_grades(small_book, tmp_path):
    export = exports.gather(decided(small_book), title="Homework 4 (4711)")
    done = exports.write("canvas", export, tmp_path / "x")
    header, points, *rows = rows_of(done.paths[0])
    assert header == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Homework 4 (4711)"]
    assert "Points Possible" in points[0] and points[-1] == "13"
    assert {r[1]: r[-1] for r in rows} == {"101": "11.5", "102": "", "103": "9", "104": "3"}
    assert rows[0][0] == "Smith, Jane", "as Canvas wrote it"
    assert [line.split(":")[0] for line in done.left_out] == ["mystery"]


def test_a_canvas_export_is_a_canvas_roster(small_book, tmp_path):
    before = small_book.students()
    path = exports.write("canvas", exports.gather(small_book), tmp_path / "x").paths[0]
    found, kind = read_roster(path)
    assert kind == "canvas"
    same = lambda s: (s.key, s.name, s.login, s.section, s.platform_ids)
    assert sorted(map(same, found)) == sorted(map(same, before))


def test_canvas_keeps_its_optional_columns(tmp_path, small_book):
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Integration ID,Root Account,Section,Old (1)\n"
        '    Points Possible,,,,,,,10\n"Smith, Jane",101,u1,jsmith,int9,x.edu,A,3\n'
    )
    (tmp_path / "r.csv").write_text(text)
    with small_book.writing() as db:
        store_roster(db, *read_roster(tmp_path / "r.csv"))
    header, _, row, *_ = rows_of(exports.write("canvas", exports.gather(small_book), tmp_path / "x").paths[0])
    assert header[:7] == [
        "Student",
        "ID",
        "SIS User ID",
        "SIS Login ID",
        "Integration ID",
        "Root Account",
        "Section",
    ]
    assert row[:7] == ["Smith, Jane", "101", "u1", "jsmith", "int9", "x.edu", "A"] and len(row) == 8


def test_missing_students_get_zero_only_when_asked_for(small_book, tmp_path):
    export = exports.gather(small_book, missing="zero")
    _, _, *rows = rows_of(exports.write("canvas", export, tmp_path / "x").paths[0])
    assert {r[1]: r[-1] for r in rows}["102"] == "0"


# --- Moodle ------------------------------------------------------------------------------------------------------


WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    'Participant 101,Jane Smith,jane@x.edu,Submitted,,13.00,Yes,"Friday, 20 November 2026, 10:00 PM",-,\n'
    "Participant 102,John Smith,john@x.edu,No submission,,13.00,Yes,-,-,kept\n"
    "Participant 103,Jörg Müller,jm@x.edu,Submitted,5.00,13.00,No,-,-,\n"
)


def test_moodle_worksheet_is_filled_in(small_book, tmp_path):
    (tmp_path / "r.csv").write_text(WORKSHEET, encoding="utf-8")
    with small_book.writing() as db:
        store_roster(db, *read_roster(tmp_path / "r.csv"))
        decide(db, "comment", "submission:jane_smith", by="ta", text="<script>alert(1)</script>")
    done = exports.write("moodle", exports.gather(small_book), tmp_path / "x")
    header, *rows = rows_of(done.paths[0])
    assert header == WORKSHEET.splitlines()[0].split(",")
    by_name = {r[1]: dict(zip(header, r)) for r in rows}
    jane, john = by_name["Jane Smith"], by_name["John Smith"]
    assert jane["Identifier"] == "Participant 101" and jane["Grade"] == "10"
    assert "&lt;script&gt;" in jane["Feedback comments"] and "<script" not in jane["Feedback comments"]
    assert jane["Last modified (submission)"].startswith("Friday, 20"), "what Moodle wrote stays"
    assert (john["Grade"], john["Feedback comments"]) == ("", "kept")
    assert any("cannot be changed" in line for line in done.left_out)
    assert {s.platform_ids.pop() for s in read_roster(done.paths[0])[0]} == {"101", "102"}


IN_OTHER_LANGUAGES = {
    "German": (
        "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Bewertung kann geändert werden,"
        "Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),Feedback als Kommentar\n"
        'Teilnehmer/in101,Jane Smith,jane@x.edu,Zur Bewertung abgegeben,,"13,00",Ja,"Freitag, 20. November 2026, 22:00",-,\n'
        "Teilnehmer/in102,John Smith,john@x.edu,Keine Abgabe,,,Nein,-,-,bleibt\n"
    ),
    "French": (
        "Identifiant,Nom complet,Adresse de courriel,Statut,Note,Note maximale,La note peut être modifiée,"
        "Dernière modification (travail remis),Dernière modification (note),Feedback par commentaires\n"
        'Participant 101,Jane Smith,jane@x.edu,Remis,,"13,00",Oui,"vendredi 20 novembre 2026, 22:00",-,\n'
        "Participant 102,John Smith,john@x.edu,Aucun devoir,,,Non,-,-,\n"
    ),
    "Spanish": (
        "Identificador,Nombre completo,Dirección de correo,Estado,Calificación,Calificación máxima,"
        "La calificación puede ser cambiada,Última modificación (entrega),Última modificación (calificación),"
        "Comentarios de retroalimentación\n"
        'Participante 101,Jane Smith,jane@x.edu,Enviado,,"13,00",Sí,"viernes, 20 de noviembre de 2026, 22:00",-,\n'
        "Participante 102,John Smith,john@x.edu,Sin entrega,,,No,-,-,\n"
    ),
}


@pytest.mark.parametrize("language", IN_OTHER_LANGUAGES)
def test_moodle_worksheets_in_other_languages(small_book, tmp_path, language):
    """Names, numbers and times are read, and what goes back has the columns that this Moodle asks for."""
    sheet = tmp_path / "r.csv"
    sheet.write_text(IN_OTHER_LANGUAGES[language], encoding="utf-8")
    people, kind = read_roster(sheet)
    assert kind == "moodle" and [(p.name, p.email, p.platform_ids) for p in people] == [
        ("Jane Smith", "jane@x.edu", {"101"}),
        ("John Smith", "john@x.edu", {"102"}),
    ]
    assert has_times(sheet) and times_in([(sheet, None)], UTC) == {"101": parse_moment("2026-11-20T22:00+00:00")}
    with small_book.writing() as db:
        store_roster(db, people, kind)
    done = exports.write("moodle", exports.gather(small_book), tmp_path / "x")
    header, jane = rows_of(done.paths[0])
    assert header == IN_OTHER_LANGUAGES[language].splitlines()[0].split(",")
    assert jane[4] == "10" and jane[9].startswith("Tests: 10 points.") and jane[0].endswith("101")
    assert any("cannot be changed" in line for line in done.left_out), "no grade can be given to the other one"


def test_moodle_grade_import(small_book, tmp_path):
    (tmp_path / "r.csv").write_text(
        "First name,Last name,ID number,Email address\nJane,Smith,77,jane@x.edu\nJohn,Doe,78,jd@x.edu\n"
    )
    with small_book.writing() as db:
        store_roster(db, *read_roster(tmp_path / "r.csv"))
    header, *rows = rows_of(exports.write("moodle", exports.gather(small_book), tmp_path / "x").paths[0])
    assert header == [
        "First name",
        "Last name",
        "ID number",
        "Username",
        "Email address",
        "07_test",
        "07_test (feedback)",
    ]
    assert [r[:6] for r in rows] == [["Jane", "Smith", "77", "", "jane@x.edu", "10"]], "no grade, no line"


# --- Gradescope ----------------------------------------------------------------------------------------------------


def test_gradescope_results(small_book, tmp_path):
    done = exports.write("gradescope", exports.gather(decided(small_book)), tmp_path / "x")
    found = {p.parent.name: json.loads(p.read_text()) for p in done.paths}
    assert set(found) == {"jane_smith", "jorg_muller", "zoneil", "mystery"}
    for data in found.values():
        assert set(data) <= set(TOP)
        assert all(set(t) <= set(TEST) for t in data["tests"])
        assert {t["visibility"] for t in data["tests"]} == {"visible"}
    assert (found["jane_smith"]["score"], found["zoneil"]["score"]) == (11.5, 3.0)
    tests = found["jorg_muller"]["tests"]
    assert [t["score"] for t in tests] == [2.0, 6.0, 0.0] and [t["max_score"] for t in tests] == [4, 6, 3]
    assert tests[0]["output"].endswith("✘ property b: b does not hold\nWhat it probably is: a sign is wrong")


def test_otter_gets_the_results_of_the_tests(small_book, tmp_path):
    done = exports.write("otter", exports.gather(decided(small_book), identity="login"), tmp_path / "x")
    with done.paths[0].open() as file:
        earned = {r["file"]: float(r["total_points_earned"]) for r in csv.DictReader(file)}
    assert {k: earned[k] for k in ("jsmith", "jmu", "zoneil")} == {"jsmith": 10.0, "jmu": 8.0, "zoneil": 0.0}
    assert any(line.startswith("mystery: no login") for line in done.left_out)
    assert "of 3 students are not in them" in done.notes[0], "what otter cannot hold is said"


def test_nbgrader_needs_to_know_its_gradebook(small_book, tmp_path):
    with pytest.raises(exports.UserError, match="--database"):
        exports.write("nbgrader", exports.gather(small_book), tmp_path)


@pytest.mark.parametrize("target", ["gradescope", "moodle"])
def test_nothing_for_staff_reaches_students(small_book, tmp_path, target):
    done = exports.write(target, exports.gather(decided(small_book)), tmp_path / "x")
    for path in done.paths:
        text = path.read_text()
        assert "HIDDEN" not in text and "seed" not in text and "staff only" not in text


def test_an_unknown_target_and_an_empty_book(small_book, tmp_path):
    with pytest.raises(exports.UserError, match="choose one of csv, json, canvas"):
        exports.write("excel", exports.gather(small_book), tmp_path)
    engine = database.connect(tmp_path / "new.db")
    migrations.ensure(engine)
    engine.dispose()
    with Gradebook(tmp_path / "new.db") as book, pytest.raises(exports.UserError, match="nothing to export"):
        exports.gather(book)
