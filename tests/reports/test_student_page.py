"""feedback.html and feedback.json: what a student gets, and what must not get out."""

import json
import re

from autograder.grading.answer_code import student_code
from autograder.grading.results import Code, Picture
from autograder.intake.model import Slice, Statement
from autograder.reports.environment import visible
from autograder.reports.feedback_json import feedback_data, feedback_json
from autograder.reports.feedback_page import feedback_page, listing
from autograder.reports.guide import Guide, formulas_of
from autograder.reports.svg import drawing, in_words
from tests.reports.made import GUIDE, HOSTILE, a_result

SECRETS = ["0.777", "0.333", "987654321", "0.123-secret", "grader-host-7", "secret 0.5", "test_norm.py"]


def test_neither_file_holds_what_is_for_staff():
    result = a_result()
    for text in (feedback_page(result, GUIDE), feedback_json(result)):
        assert [s for s in SECRETS if s in text] == []
        assert "dx is the gradient" in text


def test_the_json_is_an_allow_list():
    data = feedback_data(a_result())
    assert set(data) == {
        "schema_version",
        "submission",
        "assignment",
        "score",
        "possible",
        "notes",
        "exercises",
    }
    test = data["exercises"][0]["tests"][0]
    assert set(test) == {"title", "outcome", "earned", "possible", "message", "picture"}
    assert json.loads(feedback_json(a_result())) == json.loads(json.dumps(data))


def test_a_page_has_no_markup_of_a_student():
    for text in HOSTILE:
        result = a_result(text, text=text)
        result.notes = [text]
        result.exercises[0].code = [Code(name=text, text=text)]
        page = feedback_page(result, GUIDE)
        assert len(re.findall("<script", page)) == 1  # ours
        assert "<img" not in page
        assert "\u202e" not in page
        assert "49" not in page.replace("#", "")[page.index("<main") :] or "7 * 7" in page


def test_what_could_not_be_graded_is_no_zero():
    result = a_result()
    result.score, result.not_gradable, result.notes = 0.0, "hw.pdf is a PDF; ask the student for ...", ["hw.pdf is a PDF"]
    top = feedback_page(result, GUIDE).partition("<header")[2].partition("<main")[0]
    assert "Your hand-in could not be graded." in top and ">–<" in top
    assert "complete" not in top and ">0<" not in top and "ask the student" not in top
    assert "could not be graded" not in feedback_page(a_result(), GUIDE)


def test_the_policy_allows_only_what_the_page_came_with():
    page = feedback_page(a_result(), GUIDE)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert "default-src &#39;none&#39;" in policy
    assert "unsafe" not in policy
    assert "http" not in page.replace("http-equiv", "")


def test_lines_that_messages_name_are_marked_in_the_code():
    page = feedback_page(a_result(), GUIDE)
    assert '<tr class="marked"><td class="n">2</td><td>    raise ValueError</td></tr>' in page
    assert page.count('class="marked"') == 1


def test_a_mistake_is_explained_once_and_the_relation_stands_by_itself():
    page = feedback_page(a_result(), GUIDE)
    assert page.count("You forgot that <code>mu</code> depends on x.") == 1
    assert re.search(r'class="seems">It seems that dx is 24 times too large\.', page)
    assert "003 §3.5 Normalisation" in page


def test_a_complete_submission_is_told_so_and_not_sent_to_the_notes():
    page = feedback_page(a_result(wrong=False), GUIDE)
    assert "Well done" in page
    assert "What to look at" not in page


def test_without_a_guide_ids_serve_as_titles():
    assert "Norm" in feedback_page(a_result(), Guide("04_layers"))


def test_formulas_of_a_task():
    task = "Centre.\n\n    y = x - mu\n    z = y\n\nWith mu = mean(x), over\nthe batch.\n\nArgs:\n    x = 3"
    found = formulas_of(task)
    assert [(f.text, f.apart) for f in found] == [
        ("y = x - mu\nz = y", True),
        ("With mu = mean(x), over the batch.", False),
    ]
    assert [f.text for f in formulas_of("Only words.\n\nMore words.")] == ["Only words."]


def test_every_kind_of_picture_is_drawn_and_said():
    for picture in (
        Picture(kind="heatmap", grids=[[[0, 4]]], shape=[1, 2]),
        Picture(kind="heatmap", meaning="value", grids=[[[0, 4], [1, 1]]]),
        Picture(kind="images", grids=[[[0, 4]], [[1, 2]]]),
        Picture(kind="curve", series={"loss": [0, None, 5]}, length=3),
        Picture(kind="band", series={"loss": [0, 3, 5]}, band=[[0, 1, 2], [2, 2, 3]], length=3),
    ):
        assert drawing(picture).count("<svg") == max(len(picture.grids), 1)
        assert in_words(picture)
    assert drawing(Picture(kind="heatmap")) == ""


def test_code_is_cut_before_it_fills_a_disk():
    lines = Statement("cell 1", 1, "x = 1\n" * 50_000, "f")
    wide = Statement("cell 1", 1, "y" * 1_000_000, "g")
    for statements in ([lines, wide], [wide, lines], [lines] * 50):
        code = student_code(Slice(list(statements)), ["f"])
        assert sum(c.text.count("\n") for c in code) < 310
        assert sum(len(c.text) for c in code) < 13_000
        assert code[-1].text.endswith("# ... and more")


def test_code_is_that_of_the_exercise_first():
    parts = [
        ("", "import numpy as np"),
        ("h", "def h(): pass"),
        ("f", "def f(): return h()"),
        ("", "np.seterr()"),
    ]
    statements = [Statement("cell 1", 1, source, name) for name, source in parts]
    statements.append(Statement("cell 2", 1, "plot()", needed=False))
    found = student_code(Slice(statements), ["f"])
    assert [(c.name, c.text) for c in found] == [
        ("f", "def f(): return h()"),
        ("h", "def h(): pass"),
        ("", "np.seterr()"),
    ]


def test_unseen_characters_are_made_visible():
    assert visible("a\u202eb\x00c\u2066") == "a\ufffdb\ufffdc\ufffd"
    assert visible("a\nb\tc é 漢") == "a\nb\tc é 漢"
    assert "\u202e" not in listing([Code(name="f", text="x = 1 # \u202e evil")], {})
