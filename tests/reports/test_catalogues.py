"""Catalogues are complete and right, are read as gettext would, and nothing that people read is left out of them."""

import ast
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import jinja2
import pytest

from autograder.authoring.notebook import points_text
from autograder.authoring.template import setup_cell
from autograder.authoring.translating import TEMPLATE, header, translate, updated
from autograder.basics.po_files import Sentence, faults, parse_po, plural_forms, read_po, translations, write_po
from autograder.basics.words import SHIPPED, Language, in_every_language, known_languages, speaking, tr, translated, trc, trn
from autograder.checks.finding import Finding
from autograder.course.model import Exercise
from autograder.errors import UserError
from autograder.gradebook.todo import KINDS, Todo
from autograder.grading.results import Code, ExerciseResult, Picture, SubmissionResult, TestResult
from autograder.reports.class_numbers import Row
from autograder.reports.class_page import People, Run, class_page
from autograder.reports.environment import TEMPLATES, environment
from autograder.reports.feedback import feedback_markdown
from autograder.reports.feedback_page import feedback_page
from autograder.reports.guide import ExerciseGuide, Formula, Guide
from autograder.reports.marks import Marks, Request, WrittenMark
from autograder.student.notebook import lines
from autograder.suites.outcome import Judgement, Outcome

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = sorted(SHIPPED.glob("*.po"))
POT = read_po(SHIPPED / TEMPLATE)


# --- what is shipped ----------------------------------------------------------------------------------------------


def test_every_marked_sentence_is_in_the_template():
    """`python tools/words.py` writes it; whoever adds a sentence runs that."""
    done = subprocess.run([sys.executable, "tools/words.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_german_is_shipped():
    assert known_languages() == ["en", "de"]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda p: p.stem)
def test_a_shipped_language_is_complete_and_right(path):
    messages = read_po(path)
    assert [m.id for m in messages if not m.is_translated] == []
    assert {m.key for m in messages} == {m.key for m in POT}
    assert faults(messages, path) == []


def test_german_says_du_and_nowhere_sie():
    """Consistently; "sie" (they, she) and "ihr" (her) are other words."""
    said = [text for m in read_po(SHIPPED / "de.po") if m.id for text in m.said]
    assert [text for text in said if re.search(r"(?<![.:!?] )(?<!^)(?<!„)\b(Sie|Ihnen|Ihr|Ihre[nmrs]?)\b", text)] == []


# --- reading .po files ----------------------------------------------------------------------------------------------

ODD = r"""
# somebody's remark
msgid ""
msgstr "Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\n"

#: a.py b.py
msgid "one line"
msgstr "jeden\tradek \"a\" \\ "
msgctxt "month"
msgid "May"
msgstr "kv\u011bten"

#, fuzzy
msgid "not sure"
msgstr "nejspis"

msgid "%(n)s test"
msgid_plural "%(n)s tests"
msgstr[0] "%(n)s test"
msgstr[1] ""
"%(n)s "
"testy"
msgstr[2] "%(n)s testu"

#~ msgid "gone"
#~ msgstr "pryc"
"""


def test_plurals_contexts_escapes_and_fuzzy_ones():
    messages = parse_po(ODD)
    catalogue = translations(messages)
    assert catalogue.gettext("one line") == 'jeden\tradek "a" \\ '
    assert catalogue.pgettext("month", "May") == "květen"
    assert catalogue.gettext("May") == "May"
    assert catalogue.gettext("not sure") == "not sure"
    assert catalogue.gettext("gone") == "gone"
    forms = [catalogue.ngettext("%(n)s test", "%(n)s tests", n) for n in (1, 3, 7)]
    assert forms == ["%(n)s test", "%(n)s testy", "%(n)s testu"]
    assert plural_forms(messages) == 3
    again = parse_po(write_po(messages))
    assert [replace(m, line=0) for m in again] == [replace(m, line=0) for m in messages]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('msgid "a\nmsgstr "b"', ":1: this line"),
        ('msgid "a"\nmsgstr "b\\"', ":2: the quotes or backslashes"),
        ("hello", ":1: this line is not part"),
    ],
)
def test_what_is_no_catalogue_is_said_with_its_line(text, words, tmp_path):
    path = tmp_path / "xx.po"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=re.escape(f"{path}") + words):
        read_po(path)


def test_a_wrong_rule_for_plurals_is_said(tmp_path):
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages/xx.po").write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n ?? 1;\\n"\n', encoding="utf-8"
    )
    with pytest.raises(UserError, match="Plural-Forms"), speaking(Language("xx", tmp_path)):
        pass


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (Sentence("%(n)s of %(all)s", said=("%(n)s",)), "has lost %(all)s"),
        (Sentence("$name here", said=("$nom ici",)), "has $nom"),
        (Sentence("{shown} shown", said=("{montre}",)), "has lost {shown}"),
        (Sentence("%(n)s test", "%(n)s tests", said=("%(n)s test",)), "1 plural forms"),
        (Sentence("see <code>x</code>", said=("voir x",)), "tags"),
        (Sentence("see", said=('voir "ici"',)), "quotation mark"),
        (Sentence("%(n)s of all", said=("%(n)s de 100 %",)), "lone %"),
    ],
)
def test_a_translation_that_would_break_a_page_is_a_fault(message, words):
    (fault,) = [f for f in faults([message], Path("xx.po")) if words in f]
    assert "xx.po:0" in fault


def test_one_may_leave_its_number_out():
    assert faults([Sentence("The test", "All %(n)s tests", said=("Der Test", "Alle %(n)s Tests"))], Path("x")) == []


# --- speaking ---------------------------------------------------------------------------------------------------------


def test_sentences_numbers_and_plurals_follow_the_language():
    assert (tr("Your code"), trn("%(n)s point", "%(n)s points", 1), points_text(2.5)) == ("Your code", "1 point", "2.5 points")
    with speaking(Language("de")):
        assert tr("Your code") == "Dein Code"
        assert [points_text(p) for p in (0, 1, 2, 2.5)] == ["0 Punkte", "1 Punkt", "2 Punkte", "2,5 Punkte"]
        assert trc("decimal separator", ".") == ","
        assert tr("nobody translated this") == "nobody translated this"
    assert tr("Your code") == "Your code"


@pytest.mark.parametrize("code", ["xx", "../de", "de/../de", "DE", ""])
def test_a_language_that_is_not_there_is_said(code):
    with pytest.raises(UserError, match=r"there are: en, de"), speaking(Language(code)):
        pass


def test_a_course_may_have_languages_of_its_own_and_change_shipped_ones(tmp_path):
    (tmp_path / "languages").mkdir()
    own = [Sentence("", said=(header("fr"),)), Sentence("Your code", said=("Votre code",))]
    for code in ("fr", "de"):
        (tmp_path / f"languages/{code}.po").write_text(write_po(own), encoding="utf-8")
        with speaking(Language(code, tmp_path)):
            assert tr("Your code") == "Votre code"
    assert known_languages(tmp_path) == ["en", "de", "fr"]
    assert in_every_language("Your code", tmp_path) == ["Your code", "Votre code"]


def test_every_set_up_cell_is_python():
    for code in known_languages():
        with speaking(Language(code)):
            ast.parse(setup_cell("04_regularization"))


def test_code_and_placeholders_of_a_text_stay():
    text = "## Set up\n\n    pip install x\n\n$summary\n\n- Or plain `pytest`.\n- unknown\n"
    with speaking(Language("de")):
        assert translated(text) == "## Einrichten\n\n    pip install x\n\n$summary\n\n- Oder einfach `pytest`.\n- unknown\n"


# --- gradmark translate -----------------------------------------------------------------------------------------------


def test_a_new_language_starts_with_every_sentence_and_keeps_what_is_done(tmp_path):
    first = translate("fr", tmp_path)
    assert (first.done, first.all, first.faults) == (0, len(POT) - 1, [])
    messages = read_po(first.path)
    assert "Language: fr" in messages[0].said[0] and "n > 1" in messages[0].said[0]
    done = [replace(m, said=("Votre code",)) if m.id == "Your code" else m for m in messages]
    first.path.write_text(write_po([*done, Sentence("said no more", said=("plus dit",))]), encoding="utf-8")
    again = translate("fr", tmp_path)
    assert (again.done, again.dropped) == (1, 1)
    with speaking(Language("fr", tmp_path)):
        assert (tr("Your code"), tr("Your grade")) == ("Votre code", "Your grade")


def test_a_language_with_one_form_has_one(tmp_path):
    for _ in range(2):
        found = translate("ja", tmp_path)
        assert "msgstr[0]" in found.path.read_text("utf-8") and "msgstr[1]" not in found.path.read_text("utf-8")


def test_a_plural_that_changed_is_to_be_translated_again():
    old = [Sentence("%(n)s test", "%(n)s tests", said=("ein Test", "%(n)s Tests"))]
    (new,) = updated(old, [Sentence("%(n)s test", "%(n)s of the tests")])
    assert not new.is_translated


@pytest.mark.parametrize("code", ["en", "french", "../x", "FR"])
def test_what_is_no_code_of_a_language_is_refused(code, tmp_path):
    with pytest.raises(UserError, match="write it like fr"):
        translate(code, tmp_path)


# --- nothing is left out ------------------------------------------------------------------------------------------------

NAMES = {"gradmark", "json", "ms", "min"}
"""What is called the same everywhere, and units."""
SPOKEN_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "data-shown", "data-cut")


class Words(HTMLParser):
    """The words of a page, and of the attributes that people read or hear."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.silent += tag in ("style", "script", "code")
        self.found += [value or "" for name, value in attrs if name in SPOKEN_ATTRIBUTES]

    def handle_endtag(self, tag):
        self.silent -= tag in ("style", "script", "code")

    def handle_data(self, data):
        if not self.silent:
            self.found.append(data)


def english(texts) -> list[str]:
    """Words in Latin letters that did not go through the catalogue; data is in Greek letters here."""
    text = " ".join(texts)
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = shorter
    return [w for w in re.findall(r"[A-Za-z]{2,}", text) if w not in NAMES]


@pytest.fixture
def pseudo(tmp_path):
    """A language in which every sentence stands in brackets."""
    said = lambda m: tuple(f"⟦{text}⟧" for text in ((m.id, m.plural) if m.plural else (m.id,)))
    made = [replace(m, said=said(m)) if m.id else m for m in POT]
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages/xx.po").write_text(write_po(made), encoding="utf-8")
    with speaking(Language("xx", tmp_path)):
        yield tmp_path


def a_test(outcome, **more):
    return TestResult(id="α::β", title="Γδ", outcome=outcome, earned=0, possible=1, finding=Finding("Λ"), seed=7, **more)


def results():
    grids = {"grids": [[[0, 1], [2, 0]]], "shape": [2, 2], "rows": "ι", "columns": "κ"}
    pictures = [
        Picture(kind="heatmap", title="λ", **grids),
        Picture(kind="heatmap", meaning="value", **grids),
        Picture(kind="images", grids=[[[1]]]),
        Picture(kind="curve", series={"α": [1, 2], "β": [2, 1]}, length=2),
        Picture(kind="band", series={"α": [1, 2]}, band=[[1, 1], [2, 2]], length=2),
    ]
    tests = [a_test(outcome, hint="Η", mistake="μ/ν", firm=outcome == "failed") for outcome in Outcome]
    tests += [a_test("failed", picture=p) for p in pictures]
    tests.append(TestResult(id="ζ", title="Ζ", outcome="failed", earned=0, possible=1, finding=Finding("Ν", unwritten=True)))
    part = ExerciseResult(
        id="αβ",
        earned=1,
        possible=2,
        tests=tests,
        notes=["Σ"],
        followed_through=True,
        credit="Ψ",
        for_staff=["Φ"],
        code=[Code(name="φ", text="ξ"), Code(text="π")],
    )
    whole = ExerciseResult(id="γδ", earned=2, possible=2, tests=[a_test("passed"), a_test("passed")])
    none = ExerciseResult(id="εζ", earned=0, possible=2, tests=[a_test("failed")])
    base = {"assignment": "ΑΒ", "possible": 6.0}
    return [
        SubmissionResult(submission="Ω", score=3, exercises=[part, whole, none], notes=["Ξ"], isolation="none", **base),
        SubmissionResult(submission="Π", score=6, exercises=[whole], isolation="none", **base),
        SubmissionResult(submission="Θ", score=0, exercises=[none], not_gradable="Δ", **base),
    ]


GUIDE = Guide("ΤΙΤ", {"αβ": ExerciseGuide("αβ", [Formula("η", True)], ["003"])})


def a_mark(**more):
    written = (WrittenMark("ω", 2, None), WrittenMark("ψ", 2, 1.5, "Κ"))
    requests = (Request("αβ", "open", "Ρ"), Request("", "declined", "Ρ"), Request("γδ", "granted", "Ρ"))
    return Marks(written, ("Χ",), (("αβ", 2.0),), 1.0, 2, 1, 0.5, True, 4.5, 8.0, requests)


def test_a_students_page_has_no_word_that_is_not_in_the_catalogue(pseudo):
    for result in results():
        for marks in (None, a_mark(), Marks(comments=("Χ",), final=2.0, possible=3.0)):
            assert english(Words(feedback_page(result, GUIDE, marks)).found) == []
            assert english([feedback_markdown(result, marks)]) == []


@pytest.mark.parametrize("state", ["running", "interrupted", "done"])
def test_the_class_report_has_no_word_that_is_not_in_the_catalogue(pseudo, state):
    rows = [Row.of(r) for r in results()]
    to_do = [Todo(kind, "κ", "Ν", "", "Ω.", "Say whose it is.", "", "", "") for kind in KINDS]
    people = People({"Ω": "Ο"}, ["Ρ"] * 70, 90, to_do * 70, 3)
    page = class_page(rows * 30, GUIDE, ["αβ", "γδ", "εζ"], Run(state, 9), people)
    page = page.replace("isolation: none", "").replace("⟦isolation⟧: none", "")  # the name of a level, as commands have it
    assert english(Words(page).found) == []


def test_what_checks_print_has_no_word_that_is_not_in_the_catalogue(pseudo):
    test = SimpleNamespace(title="Τ")
    found = [(test, Judgement(Outcome.PASSED)), (test, Judgement(Outcome.FAILED, failure=AssertionError()))]
    assert english(lines("αβ", [])) == []
    assert english(lines("αβ", found)) == []


def test_the_line_above_a_stub_has_no_word_that_is_not_in_the_catalogue(pseudo):
    from autograder.authoring.notebook import task_line

    facts = {"needs": ["n"], "in_place": ["p"], "minutes": 20, "difficulty": 2, "points": 1.5}
    for forbid in (["autograd"], ["torch.autograd", "torch.nn.Linear"]):
        line = task_line(Exercise.model_validate({"id": "x", "forbid": forbid, **facts}))
        assert english([re.sub(r"`[^`]*`", "", line)]) == []


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("*.html")), ids=lambda p: p.name)
def test_no_template_has_words_of_its_own(path):
    """All data between tags goes through `_` or `{% trans %}`: what is left of a template has no words."""
    source = re.sub(r"{% block body_class %}\w+{% endblock %}", "", path.read_text(encoding="utf-8"))  # no word: a class
    tree = environment().parse(source)
    texts = []
    for node in tree.find_all(jinja2.nodes.Output):
        texts += [part.data if isinstance(part, jinja2.nodes.TemplateData) else "…" for part in node.nodes]
    assert english(Words("".join(texts)).found) == []
    spoken = {c.value for call in tree.find_all(jinja2.nodes.Call) for c in call.args if isinstance(c, jinja2.nodes.Const)}
    shown = [c.value for node in tree.find_all(jinja2.nodes.Output) for c in node.find_all(jinja2.nodes.Const)]
    sentences = [v for v in shown if isinstance(v, str) and re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", v) and v not in spoken]
    assert sentences == []


def test_the_check_of_templates_sees_a_word():
    assert english(Words("<p>Hello <b>…</b></p><a title='more'>").found) == ["Hello", "more"]
