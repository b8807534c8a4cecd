"""A release, a check and a graded class in German, and in a language of the course's own."""

import json
import re
import subprocess
import sys

import pytest

from autograder.authoring.handed_out import handed_out_statements
from autograder.authoring.release import make_release
from autograder.authoring.translating import header
from autograder.authoring.wheel import package_files
from autograder.basics.po_files import Sentence, write_po
from autograder.basics.words import Language, speaking, tr
from autograder.course.load import Course
from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.intake.answers import written_answers
from autograder.intake.parsing import parse_cell
from autograder.intake.units import make_units
from autograder.runs.bundle import bundle_files, language_of

CHECKS = ("%(passed)s of %(n)s check passes", "%(passed)s of %(n)s checks pass")
WRITTEN = '\n[[written]]\nid = "why"\npoints = 1.5\nprompt = "Why?"\n'


@pytest.fixture
def german(small_course):
    """The example course with a written question, in German by its gradmark.toml."""
    folder = small_course.root / "assignments/01_example"
    with (folder / "assignment.toml").open("a", encoding="utf-8") as file:
        file.write(WRITTEN)
    with (folder / "notebook.md").open("a", encoding="utf-8") as file:
        file.write("\n\n<!-- written: why -->\n")
    (small_course.root / "gradmark.toml").write_text('language = "de"\n', encoding="utf-8")
    return small_course


def cells_of(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def text_of(cells):
    return "\n".join("".join(cell["source"]) for cell in cells)


def released(course, out, **more):
    return make_release(course, course.assignment("01").select(), out, **more).path


def test_a_release_speaks_the_language_of_the_course(german, tmp_path):
    folder = released(german, tmp_path / "dist")
    notebook = text_of(cells_of(folder / "01_example.ipynb"))
    for words in (
        "# Führe diese Zelle zuerst aus",
        "**In jeder Aufgabe, wenn sie nichts anderes sagt:**",
        "**Aufgabe `softplus`** · 5 Punkte",
        "nur numpy, kein automatisches Differenzieren",
        "# Platz, um softplus auszuprobieren",
        "**Frage `why`** · 1,5 Punkte, wird von einem Menschen gelesen",
        "*Deine Antwort:*",
    ):
        assert words in notebook
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert "| Aufgabe | du schreibst | Punkte |" in readme and "| `why` | eine Antwort in Worten | 1,5 |" in readme
    assert "## Einrichten" in readme and "    pip install -r requirements.txt" in readme
    assert not re.search(r"\b(exercise|points|Hand in|Check your)\b", readme)
    assert json.loads((folder / "release.json").read_text(encoding="utf-8"))["language"] == "de"


def test_the_command_goes_before_the_assignment_and_the_assignment_before_the_course(german, tmp_path):
    assert "Aufgabe" in text_of(cells_of(released(german, tmp_path / "a") / "01_example.ipynb"))
    toml = german.root / "assignments/01_example/assignment.toml"
    toml.write_text('language = "en"\n' + toml.read_text(encoding="utf-8"), encoding="utf-8")
    assert "**Exercise `softplus`**" in text_of(cells_of(released(german, tmp_path / "b") / "01_example.ipynb"))
    assert "Aufgabe" in text_of(cells_of(released(german, tmp_path / "c", language="de") / "01_example.ipynb"))


def test_a_language_that_is_not_there_stops_a_release(german, tmp_path):
    with pytest.raises(UserError, match=r"no language 'xx'; there are: en, de"):
        released(german, tmp_path / "dist", language="xx")
    assert not (tmp_path / "dist").exists()


def test_an_english_release_is_what_it_was(small_course, tmp_path):
    folder = released(small_course, tmp_path / "dist")
    metadata = json.loads((folder / "01_example.ipynb").read_text(encoding="utf-8"))["metadata"]["gradmark"]
    assert "language" not in metadata and "answer" not in metadata
    assert "**Exercise `softplus`** · 5 points" in text_of(cells_of(folder / "01_example.ipynb"))


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_set_up_cell_of_every_language_is_no_part_of_an_answer(german, tmp_path, code):
    """Whatever the language of the course is now."""
    folder = released(german, tmp_path / "dist", language=code)
    (setup,) = [c for c in cells_of(folder / "01_example.ipynb") if "setup" in c["metadata"].get("tags", [])]
    units, _, _ = make_units([parse_cell("", "".join(setup["source"]))])
    assert {u.digest for u in units} <= set(handed_out_statements(german.assignment("01")))


@pytest.mark.parametrize("tools", ["all", "no tags", "no metadata"])
def test_a_written_answer_is_found_in_german(german, tmp_path, tools):
    notebook = json.loads((released(german, tmp_path / "dist") / "01_example.ipynb").read_text(encoding="utf-8"))
    at = next(i for i, c in enumerate(notebook["cells"]) if "written:why" in c["metadata"].get("tags", []))
    blank = written_answers(json.dumps(notebook).encode(), "it", ["why"])["why"]
    assert blank.is_blank and not blank.problem
    notebook["cells"][at]["source"] = "*Deine Antwort:*\n\nWeil $1 + e^x$ rundet."
    if tools != "all":
        for cell in notebook["cells"]:
            cell["metadata"] = {}
    if tools == "no metadata":
        notebook["metadata"] = {}
    assert written_answers(json.dumps(notebook).encode(), "it", ["why"])["why"].text == "Weil $1 + e^x$ rundet."


def test_the_words_above_a_german_stub_are_no_answer_to_the_question_before(german, tmp_path):
    """An answer ends where the next cell of the release begins, tags or not."""
    notebook = json.loads((released(german, tmp_path / "dist") / "01_example.ipynb").read_text(encoding="utf-8"))
    cells = notebook["cells"]
    task = next(c for c in cells if "".join(c["source"]).startswith("**Aufgabe"))
    cells += [{**task, "metadata": {}, "id": "x"}]
    found = written_answers(json.dumps(notebook).encode(), "it", ["why"])["why"]
    assert found.is_blank


def test_a_check_speaks_the_language_of_its_release(german, tmp_path):
    folder = released(german, tmp_path / "dist")
    command = [sys.executable, "-m", "autograder", "check", "01_example.ipynb"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1
    assert re.search(r"✘ softplus: 0 von \d Checks bestanden", done.stdout), done.stdout + done.stderr


def test_a_language_of_the_course_travels_with_its_release(german, tmp_path):
    (german.root / "languages").mkdir()
    own = [
        Sentence("", said=(header("fr"),)),
        Sentence("Exercise", said=("Exercice",)),
        Sentence("Your answer:", said=("Votre réponse :",)),
        Sentence(
            "%(passed)s of %(n)s check passes", "%(passed)s of %(n)s checks pass", said=("%(passed)s test", "%(passed)s tests")
        ),
    ]
    (german.root / "languages/fr.po").write_text(write_po(own), encoding="utf-8")
    folder = released(german, tmp_path / "dist", language="fr")
    assert (folder / "languages/fr.po").is_file()
    notebook = json.loads((folder / "01_example.ipynb").read_text(encoding="utf-8"))
    assert "**Exercice `softplus`**" in text_of(notebook["cells"])
    assert written_answers(json.dumps(notebook).encode(), "it", ["why"])["why"].is_blank
    command = [sys.executable, "-m", "autograder", "check", "01_example.ipynb"]
    assert "0 tests" in subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout


def test_a_release_in_a_language_that_is_gone_still_checks(german, tmp_path):
    """A student with another version of gradmark gets English, not an error."""
    folder = released(german, tmp_path / "dist")
    record = json.loads((folder / "release.json").read_text(encoding="utf-8"))
    (folder / "release.json").write_text(json.dumps({**record, "language": "xx"}), encoding="utf-8")
    command = [sys.executable, "-m", "autograder", "check", "01_example.ipynb"]
    assert "checks pass" in subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout


@pytest.mark.parametrize("said", ["", 'language = "en"\n'])
def test_a_bundle_speaks_the_language_of_its_release(german, tmp_path, said):
    """Of otter and Gradescope: the whole course with its gradmark.toml is not there."""
    toml = german.root / "assignments/01_example/assignment.toml"
    toml.write_text(said + toml.read_text(encoding="utf-8"), encoding="utf-8")
    with speaking(Language("de", german.root)):
        files = bundle_files(german, german.assignment("01").select())
    for name, content in files.items():
        path = tmp_path / "bundle" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    assert language_of(tmp_path / "bundle").code == "de"
    assert Course(tmp_path / "bundle").assignment("01").title == german.assignment("01").title


def test_the_language_decides_no_score(german):
    selection = german.assignment("01").select()
    plans = [Plan.make(german, selection, seed=1, language=code) for code in (None, "de", "en")]
    assert [p.language for p in plans] == ["de", "de", "en"]
    assert len({p.digest for p in plans}) == 1


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A simulated class of the example course, graded in German by the real command; then once more in English."""
    from autograder.authoring.scaffold import init_course

    place = tmp_path_factory.mktemp("german")
    init_course(place / "course")
    gradmark = [sys.executable, "-m", "autograder"]
    run = lambda *words: subprocess.run([*gradmark, *words], cwd=place / "course", capture_output=True, text=True)
    assert run("simulate", "01", "--out", "class").returncode == 0
    found = {}
    for code in ("de", "en"):
        done = run("grade", "01", "class/submissions", "--out", "graded", "--seed", "1", "--language", code)
        assert done.returncode == 0, done.stderr
        out = place / "course/graded"
        # .html and .md of a student who has something to read, and the report
        student = next(p for p in sorted(out.iterdir()) if p.is_dir() and "✘" in (p / "feedback.md").read_text("utf-8"))
        found[code] = {
            name: path.read_text(encoding="utf-8")
            for name, path in {
                "page": student / "feedback.html",
                "text": student / "feedback.md",
                "report": out / "index.html",
                "grades": out / "grades.csv",
            }.items()
        }
        if code == "de":
            done = run("override", "graded", student.name, "1.5", "--exercise", "softplus", "--reason", "seen")
            assert done.returncode == 0, done.stderr
            found["decided"] = (student / "feedback.html").read_text(encoding="utf-8")
    return found


def test_a_graded_class_reads_german(graded, visit):
    student = visit(graded["de"]["page"])
    student.assert_quiet()
    said = student.page.inner_text("body")
    for words in ("Feedback für", "Punkten", "Dein Code", "Die Tests verwenden Eingaben"):
        assert words in said
    assert "vollständig. Was noch offen ist" in said
    assert not re.search(r"\b(points|Feedback for|Your code|passed|exercises)\b", said)
    assert student.page.get_attribute("html", "lang") == "de"
    assert re.search(r"^# 01\\?_example: [\d,]+ von 5 Punkten", graded["de"]["text"], re.M)

    report = visit(graded["de"]["report"])
    report.assert_quiet()
    assert "Kursbericht" in report.page.inner_text("body")
    assert re.search(r"\d+ von \d+ gezeigt", report.page.inner_text("#shown"))
    assert report.page.is_hidden("#more")
    report.page.fill("#name", "zzz")
    assert re.search(r"0 von \d+ gezeigt", report.page.inner_text("#shown"))


def test_what_people_decide_later_is_said_in_german_too(graded):
    assert "Deine Bewertung" in graded["decided"] and "vom Lehrteam auf 1,5 Punkte gesetzt" in graded["decided"]


def test_the_same_run_can_be_had_in_english_again(graded):
    assert "Feedback for" in graded["en"]["page"] and 'lang="en"' in graded["en"]["page"]
    assert graded["en"]["grades"] == graded["de"]["grades"]


def test_every_wheel_has_the_catalogues():
    """The students' one, too; tests/authoring installs real ones."""
    for for_students in (True, False):
        names = {name for name, _ in package_files(for_students=for_students)}
        assert {"autograder/languages/de.po", "autograder/languages/gradmark.pot"} <= names


def test_english_needs_no_catalogue():
    with speaking(Language("en")):
        assert tr("Your code") == "Your code"
