"""Rubric items: read from the record, picked, and changed for all at once."""

import gradebook_making as making
import pytest

from autograder.errors import UserError
from autograder.gradebook import deciding, rubrics
from autograder.gradebook.book import Gradebook
from autograder.gradebook.ledger import InForce, Stale, all_decisions
from autograder.gradebook.rubrics import Detail, Rubric, RubricItem, of_record


def test_the_record_becomes_items():
    text = "1 point: (a) the even terms\ncancel.\n0.5: (b) rounding.\n"
    text += "0.5 for each of two remedies: leaky.\n- 2 points: all\nNote: not 3."
    found = of_record(text).items
    assert [(i.points, i.label) for i in found] == [
        (1.0, "(a) the even terms cancel."),
        (0.5, "(b) rounding."),
        (0.5, "for each of two remedies: leaky."),
        (0.5, "for each of two remedies: leaky."),
        (2.0, "all Note: not 3."),
    ]
    assert len({i.id for i in found}) == 5
    assert of_record("(b) 0.5: e.g. noise").items[0].label == "(b) e.g. noise"
    assert of_record("Anything that is right.").items == ()


def test_rubrics_of_our_course_become_items(our_course):
    """All but those that are written as prose; and what is read adds up to the question's points."""
    questions = [w for a in our_course.assignments() for w in a.written]
    read = {w.id: sum(i.points for i in of_record(w.rubric).items) for w in questions}
    whole = [w.id for w in questions if read[w.id] == pytest.approx(w.points)]
    assert len(whole) >= 0.85 * len(questions), {w.id: (read[w.id], w.points) for w in questions if w.id not in whole}


def test_points_stay_within_the_question():
    rubric = Rubric((RubricItem("a", "x", 2.0), RubricItem("b", "y", 2.0), RubricItem("c", "z", -1.0)))
    assert rubric.sum_of(["a", "b"], 3.0) == 3.0 and rubric.sum_of(["c"], 3.0) == 0.0 and rubric.sum_of(["gone"], 3.0) == 0.0


def test_a_change_reaches_everybody_who_has_the_item(small_book):
    book = small_book
    items = [RubricItem("a", "why", 1.0), RubricItem("b", "how", 1.0)]
    rubrics.change(book, "why_relu", 3.0, items, by="Ada", seen=0)
    for who, picks, points in (("u1", ("a",), 1.0), ("u3", ("a", "b"), 2.5), ("u4", ("b",), 1.0)):
        adjust = points - len(picks)
        deciding.score(book, [book.find(who)], "why_relu", points, None, by="Ben", detail=Detail(picks, adjust).to_json())
    version = book.snapshot().decisions[0].id
    changed = rubrics.change(book, "why_relu", 3.0, [RubricItem("a", "why", 0.25), items[1]], by="Ada", seen=version)
    assert changed == 2
    points = {r.key: r.manual.get("why_relu") for r in book.standings()}
    assert (points["u1"], points["u3"], points["u4"]) == (0.25, 1.75, 1.0)
    last = book.snapshot().decisions[-1]
    assert (last.by, last.reason) == ("Ada", "the rubric was changed")
    with pytest.raises(Stale):
        rubrics.change(book, "why_relu", 3.0, items, by="Ben", seen=version)
    with book.reading() as db:
        assert rubrics.in_force(InForce(all_decisions(db)), "why_relu", "").items[0].points == 0.25


@pytest.mark.parametrize("item", [RubricItem("a b", "x", 1.0), RubricItem("a", "x", float("nan")), RubricItem("", "x", 1.0)])
def test_a_bad_item_changes_nothing(small_book, item):
    with pytest.raises(UserError):
        rubrics.change(small_book, "why_relu", 3.0, [item], by="Ada", seen=None)
    assert small_book.snapshot().decisions == []


def test_a_lost_update_is_found_in_both_databases(database):
    making.grade_all(database, {"jane": making.result("jane")})
    with Gradebook(database) as book:
        before = book.stamp()
        assert book.stamp() == before
        row = book.find("jane")
        deciding.score(book, [row], "why_relu", 1.0, "a", by="Ada", seen=0)
        assert book.stamp() != before
        with pytest.raises(Stale, match="Ada has decided this in the meantime"):
            deciding.score(book, [row], "why_relu", 2.0, "b", by="Ben", seen=0)
        assert book.find("jane").manual == {"why_relu": 1.0}
