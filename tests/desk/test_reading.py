"""A desk session in Chromium: 40 students, four questions, two TAs at once, and nothing but the keyboard."""

import json
import re

import pytest

from autograder.gradebook.book import Gradebook
from tests.desk.desk_making import QUESTIONS, make_class


def standings(out):
    with Gradebook(out) as book:
        return {row.key: row for row in book.standings()}


def decisions(out, *kinds):
    with Gradebook(out) as book:
        return [d for d in book.snapshot().decisions if d.kind in kinds]


def place(seat):
    return re.search(r"/written/\w+/(\w+)", seat.page.url)[1]


def is_unread(seat):
    return seat.page.locator("#scoring input[name=version]").input_value() == "0"


@pytest.mark.slow
def test_two_tas_read_a_class_with_the_keyboard_alone(serve, sit, tmp_path):
    out = make_class(tmp_path)
    server = serve(out)
    ada, ben = sit(server, "Ada"), sit(server, "Ben")
    total = 41  # forty, less the one that cannot be read, and two that are nobody's yet
    read = {"Ada": [], "Ben": []}
    for question in QUESTIONS:
        for seat in (ada, ben):
            seat.go(f"/written/{question}")
        assert place(ada) != place(ben)  # each is offered what nobody has open
        turn = 0
        while at_work := [(seat, name) for seat, name in ((ada, "Ada"), (ben, "Ben")) if "/written/" in seat.page.url]:
            seat, name = at_work[turn % len(at_work)]
            turn += 1
            assert is_unread(seat)
            assert not seat.page.get_by_text(re.compile("Okafor|Jansen|Liu|Haddad")).is_visible()
            read[name].append((question, place(seat)))
            if turn % 3 == 0:
                seat.press("f")  # full points
            elif turn % 3 == 1:
                seat.press("1")  # the first rubric item
            else:
                seat.press("p")
                seat.type("0.5")
                seat.press("Escape", "c")
                seat.type(f"look at the units again, {question}")
                seat.press("Escape")
            seat.leaves("Enter")
        for seat in (ada, ben):
            seat.go("/written")
            line = seat.page.locator("ul.progress li", has_text=question.replace("_", " ").capitalize())
            assert f"{total} of {total}" in line.inner_text()
    assert not set(read["Ada"]) & set(read["Ben"])  # nobody read what somebody else had read
    assert len(read["Ada"]) + len(read["Ben"]) == total * len(QUESTIONS)
    assert min(map(len, read.values())) > 60
    made = decisions(out, "manual")
    assert len(made) == total * len(QUESTIONS) and {d.by for d in made} == {"Ada", "Ben"}
    rows = standings(out)
    graded = [r for r in rows.values() if r.grading is not None and r.key != "u3"]
    assert all(not r.awaiting and len(r.manual) == 4 for r in graded)
    one = next(r for r in graded if r.comments)
    said = (out / one.submission / "feedback.html").read_text(encoding="utf-8")
    assert "look at the units again" in said and f"{one.final:g} of 11 in all" in said
    assert "Ada" not in said and "Ben<" not in said
    data = json.loads((out / one.submission / "feedback.json").read_text(encoding="utf-8"))["by_people"]
    assert data["final"] == one.final and len(data["written"]) == 4
    for seat in (ada, ben):
        seat.assert_quiet()


def test_a_lost_update_is_shown_and_not_overwritten(serve, sit, out):
    server = serve(out)
    ada, ben = sit(server, "Ada"), sit(server, "Ben")
    ada.go("/written/dead_relu")
    ben.page.goto(ada.page.url)
    assert "Ada has this answer open, too" in ben.page.locator("main").inner_text()
    ada.press("f", "c")
    ada.type("well said")
    ada.leaves("Control+Enter")
    ben.press("z", "c")
    ben.type("not at all")
    ben.leaves("Control+Enter")
    alert = ben.page.get_by_role("alert")
    words = alert.inner_text()
    assert "Ada has scored this answer in the meantime" in words and "well said" in words and "not at all" in words
    assert [d.value for d in decisions(out, "manual")] == [2.0]  # nothing of Ben's was written
    assert ben.page.locator("#points").input_value() == "0"  # and nothing of it is lost
    ben.leaves("Enter")  # deliberately, now that he has seen hers
    assert [(d.by, d.value) for d in decisions(out, "manual")] == [("Ada", 2.0), ("Ben", 0.0)]
    assert [d.text for d in decisions(out, "comment")] == ["well said", "not at all"]


def test_an_answer_is_shown_as_it_was_meant(serve, sit, out, class_folder):
    seat = sit(serve(out), "Ada")
    page = seat.page
    seat.go("/written/centred_difference")
    for _ in range(60):
        if page.locator(".answer table").count():
            break
        seat.leaves("j")
    answer = page.locator(".answer")
    assert answer.locator("math").count() > 5 and answer.locator("mfrac").count() > 2
    assert "$" not in answer.inner_text() and "\\frac" not in answer.inner_text()
    assert answer.locator("pre.source .k", has_text="def").is_visible()
    assert answer.locator("th").count() == 2
    assert page.locator("section", has_text="Show with a Taylor expansion").locator("math").count() == 2  # the prompt
    assert page.locator("label.pick").count() == 3
    tall = answer.locator("mfrac").first.bounding_box()["height"]
    assert tall > 1.5 * answer.locator("mi").first.bounding_box()["height"]  # fractions are really set as such
    seat.go("/written/batch_size")
    for _ in range(60):
        if page.locator(".answer img").count():
            break
        seat.leaves("j")
    picture = page.locator(".answer img")
    assert picture.evaluate("i => i.naturalWidth") == 1
    assert "smallest error at h" in answer.inner_text()
    seat.assert_quiet()


def test_rubric_comments_and_names_by_keyboard(serve, sit, out):
    seat = sit(serve(out), "Ada")
    page = seat.page
    seat.go("/written/sigmoid_slope")
    seat.press("1", "2")
    assert page.locator("#points").input_value() == "2"
    seat.press("2")
    assert page.locator("#points").input_value() == "1"
    seat.press("c")
    seat.type("which factor?")
    seat.leaves("Control+Enter")
    assert page.locator("button.reuse").inner_text().endswith("which factor?")
    seat.press("1", "Alt+1")
    assert page.locator("#comment").input_value() == "which factor?"
    seat.leaves("Enter")
    # a new item, at once for everybody
    page.locator("details.add summary").focus()
    seat.press("Enter", "Tab")
    seat.type("names the vanishing gradient")
    seat.press("Tab")
    seat.type("0.5")
    seat.leaves("Tab", "Enter")
    assert page.locator("label.pick").count() == 4 and page.locator("label.pick input").nth(3).is_checked()
    seat.leaves("Enter")
    assert [d.value for d in decisions(out, "manual")] == [1.0, 1.0, 0.5]
    # the first item is worth less: all who have it, at once
    seat.leaves("r")
    assert page.locator("table.rubric tbody tr").first.locator("td").last.inner_text() == "2"
    seat.press("Control+A")
    seat.type("0.25")
    seat.leaves("Enter")
    assert "2 answers got other points" in page.locator(".told").inner_text()
    again = decisions(out, "manual")[3:]
    assert [(d.value, d.reason) for d in again] == [(0.25, "the rubric was changed")] * 2
    for subject in {d.subject.partition(":")[2] for d in again}:
        row = standings(out)[subject]
        page_of = (out / row.submission / "feedback.html").read_text(encoding="utf-8")
        assert row.manual["sigmoid_slope"] == 0.25 and "0.25 of 3" in page_of
    # anonymous until somebody asks
    seat.go("/written/sigmoid_slope")
    assert page.locator(".place .who").inner_text().startswith("Answer ")
    seat.leaves("n")
    assert not page.locator(".place .who").inner_text().startswith("Answer ")
    seat.press("?")
    assert page.locator(".keys dl").is_visible()
    seat.assert_quiet()


def test_a_score_of_a_rubric_that_changed_is_asked_for_again(serve, sit, out):
    server = serve(out)
    ada, ben = sit(server, "Ada"), sit(server, "Ben")
    ada.go("/written/dead_relu")
    ada.press("1")
    ben.go("/written/dead_relu/rubric")
    ben.press("Control+A")
    ben.type("0.5")
    ben.leaves("Enter")
    ada.leaves("Enter")
    assert "The rubric was changed in the meantime" in ada.page.locator(".told").inner_text()
    assert decisions(out, "manual") == []
    ada.press("1", "1")  # her points follow the new item
    ada.leaves("Enter")
    assert [d.value for d in decisions(out, "manual")] == [0.5]


def test_without_scripts_the_desk_still_works(serve, sit, out):
    seat = sit(serve(out), "Ada", java_script_enabled=False)
    seat.go("/written/dead_relu")
    seat.page.locator("label.pick").first.click()
    with seat.page.expect_navigation():
        seat.page.get_by_role("button", name="Save, next").click()
    assert [d.value for d in decisions(out, "manual")] == [1.0]


@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}])
@pytest.mark.parametrize("path", ["/", "/written", "/written/dead_relu", "/written/dead_relu/rubric", "/student/u5", "/copies"])
def test_axe_finds_nothing_serious(serve, sit, out, axe, path, options):
    seat = sit(serve(out), "Ada", **options)
    seat.go(path)
    seat.page.evaluate(axe)
    found = seat.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    bad = [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"] if v["impact"] in ("serious", "critical")]
    assert bad == []


def test_the_desk_fits_a_small_window(serve, sit, out):
    seat = sit(serve(out), "Ada")
    seat.page.set_viewport_size({"width": 480, "height": 800})
    for path in ("/", "/written/centred_difference", "/student/u5", "/students", "/decisions"):
        seat.go(path)
        assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
