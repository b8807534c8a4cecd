"""Written answers out of notebooks, whatever was done to them on the way."""

import base64
import json

import pytest

from autograder.intake.answers import MOST_PICTURES, MOST_TEXT, written_answers
from autograder.intake.limits import IntakeError

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"x" * 20).decode()


def md(source, tags=(), **more):
    return {"cell_type": "markdown", "metadata": {"tags": list(tags)}, "source": source, **more}


def read(*cells, ids=("why",)):
    return written_answers(json.dumps({"cells": list(cells)}).encode(), "hw.ipynb", ids)


def test_the_tagged_cell_is_the_answer():
    answer = read(md("intro"), md("*Your answer:*\n\nBecause.", ["written:why"]), md("# Next", id="text-0123456789ab"))["why"]
    assert answer.text == "Because." and not answer.is_blank


@pytest.mark.parametrize("source", ["*Your answer:*\n\n", "", "  \n", "_Your answer_: "])
def test_nothing_written_is_blank(source):
    assert read(md(source, ["written:why"]))["why"].is_blank


def test_cells_below_belong_to_it_up_to_the_next_that_was_handed_out():
    code = {
        "cell_type": "code",
        "metadata": {},
        "source": "plot()",
        "outputs": [
            {"output_type": "stream", "text": ["42\n"]},
            {"data": {"image/png": PNG}},
            {"data": {"text/html": "<b>no</b>"}},
        ],
    }
    ends = [
        md("x", id="question-0123456789ab"),
        md("x", ["written:other"]),
        {"cell_type": "code", "metadata": {"tags": ["check:f"]}, "source": "x"},
        md("**Question `other`** · 2 points"),
    ]
    for end in ends:
        answer = read(md("*Your answer:*", ["written:why"]), md("more"), code, end, md("not mine"))["why"]
        assert [p.kind for p in answer.parts] == ["markdown", "code", "output", "picture"]
        assert "not mine" not in answer.text and "42" in answer.text


def test_where_tags_and_ids_are_gone_the_question_is_found_by_its_text():
    answer = read(md("**Question `why`** · 2 points, read by a person\n\nWhy?"), md("Your answer: since."))["why"]
    assert answer.text == "since."


def test_a_cell_that_is_gone_is_said():
    assert "no cell for this question" in read(md("hello"))["why"].problem


def test_pictures_are_known_by_their_bytes():
    svg = base64.b64encode(b"<svg onload='alert(1)'/>").decode()
    cell = md(
        "![a](attachment:a.png)",
        ["written:why"],
        attachments={
            "a.png": {"image/png": PNG},
            "b.png": {"image/png": svg},
            "c.svg": {"image/svg+xml": "<svg/>"},
            "d": "no",
            "e": {"image/png": 7},
        },
    )
    (part,) = read(cell)["why"].parts
    assert list(part.pictures) == ["a.png"] and part.pictures["a.png"][0] == "image/png"


def test_there_are_limits():
    cells = [md("*Your answer:* " + "x" * 2 * MOST_TEXT, ["written:why"])]
    outputs = [{"data": {"image/png": PNG}}] * (MOST_PICTURES + 5)
    cells.append({"cell_type": "code", "metadata": {}, "source": "f()", "outputs": outputs})
    answer = read(*cells)["why"]
    assert len(answer.text) <= MOST_TEXT and sum(p.kind == "picture" for p in answer.parts) == MOST_PICTURES


@pytest.mark.parametrize(
    "cell",
    [
        None,
        3,
        {},
        {"cell_type": "markdown"},
        md(["a", 3]),
        md("", [7]),
        {"metadata": 1, "source": {}},
        {"cell_type": "code", "outputs": {"a": 1}},
        {"cell_type": "code", "outputs": [1, {"data": 2}, {"text": {}}]},
    ],
)
def test_damaged_cells_harm_nothing(cell):
    assert read(cell, md("Your answer: yes", ["written:why"]), cell)["why"].text == "yes"


def test_what_is_no_notebook_is_said():
    with pytest.raises(IntakeError, match="is not a notebook"):
        written_answers(b"%PDF", "hw.ipynb", ["why"])


def test_the_digest_is_that_of_the_words_and_pictures():
    one, two = (read(md(f"Your answer: {w}", ["written:why"]))["why"].digest for w in ("a", "b"))
    assert one != two and len(one) == 16
