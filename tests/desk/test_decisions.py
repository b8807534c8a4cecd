"""The first page and the decisions from it: what is open, with the action beside it; who, when, why; one list everywhere."""

import json

import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.desk.pages import MADE
from autograder.gradebook import deciding
from autograder.gradebook.book import Gradebook
from autograder.gradebook.ledger import KINDS as DECISIONS
from autograder.gradebook.ledger import Stale, set_policy
from autograder.gradebook.policy import Policy
from autograder.gradebook.todo import KINDS, todo
from tests.desk.test_reading import decisions, standings

OPEN = {
    "not gradable": "Dalia Okafor",
    "unmatched": "homework_final",
    "ambiguous": "chen_liu_and_hana_liu",
    "inconclusive": "Farah Okafor",
    "follow-through": "Goran Okafor",
    "needs a person": "Ivo Okafor",
}


def kinds(out):
    with Gradebook(out) as book:
        snap = book.snapshot()
        return {t.kind: t.name for t in todo(snap, book.standings())}


@pytest.fixture
def due(out):
    with Gradebook(out) as book, book.writing() as db:
        set_policy(db, Policy(due=1_000_000.0 - 86400, penalty=10), "Ada")
    return out


def test_the_same_list_on_the_desk_in_status_and_in_the_report(due, serve, person):
    expected = {**OPEN, "late without a time": "Jun Haddad"}
    assert kinds(due) == expected
    from autograder.reports.refresh import refresh

    with Gradebook(due) as book:
        refresh(book)
    said = CliRunner().invoke(app, ["status", str(due)]).output
    told = json.loads(CliRunner().invoke(app, ["status", str(due), "--json"]).output)
    report = (due / "index.html").read_text(encoding="utf-8")
    first = person(serve(due), "Ada").get("/").text
    for kind, name in expected.items():
        assert name in said and kind in said
        assert f"<bdi>{name}</bdi>" in first
        assert f"<bdi>{name}</bdi>" in report and kind.capitalize() in report
    assert {t["kind"] for t in told["todo"]} == set(expected)
    assert all(t["action"] and t["command"] for t in told["todo"])
    assert set(expected) <= set(KINDS)


def test_a_file_that_cannot_be_read_is_no_zero(out):
    """42 hand-ins, one of them a PDF: means are about 41."""
    told = json.loads(CliRunner().invoke(app, ["status", str(out), "--json"]).output)
    assert len(told["not_gradable"]) == 1 and told["lowest"] == 0.0 and sum(told["isolation"].values()) == 41
    with Gradebook(out) as book:
        scores = [r["score"] for r in book.results().values() if r["isolation"] != "not run"]
    assert told["mean"] == pytest.approx(sum(scores) / 41)
    report = (out / "index.html").read_text(encoding="utf-8")
    assert "in no mean" in report and "Scores of 41 students" in report
    assert "41 <small>1 missing</small>" in report and "Dalia Okafor" in report


def test_each_thing_leaves_the_list_by_its_own_way(out, serve, person):
    ada = person(serve(out), "Ada")
    assert ada.post("/student/homework_final", do="link", student="u9999", reason="she wrote").status_code == 303
    assert "unmatched" not in kinds(out)
    assert ada.post("/student/chen_liu_and_hana_liu", do="link", student="u22,u27", reason="together").status_code == 303
    assert "ambiguous" not in kinds(out)
    assert ada.post("/student/u5", do="override", exercise="softplus", points="3", reason="replayed: right").status_code == 303
    assert "inconclusive" not in kinds(out)
    with Gradebook(out) as book:
        entries = {t.kind: t for t in todo(book.snapshot(), book.standings())}
    for kind in ("follow-through", "needs a person", "not gradable"):
        t = entries[kind]
        assert ada.post("/settle", subject=t.subject, item=t.item, reason="").status_code == 303  # no reason, no effect
        assert kind in kinds(out)
        assert ada.post("/settle", subject=t.subject, item=t.item, reason="looked at").status_code == 303
        assert kind not in kinds(out)
    assert kinds(out) == {}
    assert "Nothing is open" in ada.get("/").text
    assert {d.by for d in decisions(out, "link", "override", "settled")} == {"Ada"}
    assert all(d.reason and d.created for d in decisions(out, "link", "override", "settled"))


def test_overrides_extensions_and_requests_from_a_students_page(due, serve, person):
    ada = person(serve(due), "Ada")
    before = standings(due)["u1"]
    assert before.days_late == 1
    for form in (
        {"do": "extend", "time": "2d", "reason": "ill"},
        {"do": "extra", "what": "plots", "points": "0.5", "reason": "an error in the notes"},
        {"do": "comment", "text": "come and see me"},
        {"do": "request", "item": "softplus", "words": "the statement was not clear"},
    ):
        assert ada.post("/student/u1", **form).status_code == 303, form
    row = standings(due)["u1"]
    assert (row.days_late, row.extra, row.comments) == (0, 0.5, ("come and see me",))
    assert kinds(due)["request"] == "Ben Okafor"
    assert "the statement was not clear" in ada.get("/requests").text
    answer = {
        "do": "answer",
        "item": "softplus",
        "verdict": "declined",
        "answer": "it says so in line 2",
        "reason": "read again",
    }
    assert ada.post("/student/u1", **answer).status_code == 303
    assert "request" not in kinds(due)
    page = (due / "ben_okafor" / "feedback.html").read_text(encoding="utf-8")
    assert "it says so in line 2" in page and "come and see me" in page and "Extra credit: 0.5" in page
    for word in ("ill", "read again", "an error in the notes", "Ada"):  # reasons and names are for staff
        assert f">{word}" not in page and f"{word}<" not in page
    log = ada.get("/decisions").text
    for word in ("an error in the notes", "read again", "Ada", "extension"):
        assert word in log


def test_a_student_is_excused_and_the_page_says_so(due, serve, person):
    ada = person(serve(due), "Ada")
    assert ada.post("/student/u1", do="excuse", reason="").status_code == 409  # somebody will ask why
    assert ada.post("/student/u1", do="excuse", reason="ill for three weeks").status_code == 303
    assert standings(due)["u1"].excused
    feedback = due / "ben_okafor" / "feedback.html"
    assert "You are excused from this assignment" in feedback.read_text(encoding="utf-8")
    assert "ill for three weeks" not in feedback.read_text(encoding="utf-8")
    assert "Take it back" in ada.get("/student/u1").text and "excused" in ada.get("/decisions").text
    assert ada.post("/student/u1", do="excuse", reason="is well again").status_code == 303
    assert not standings(due)["u1"].excused
    assert "excused" not in feedback.read_text(encoding="utf-8")


def test_every_kind_of_decision_has_a_name_on_the_pages():
    assert set(MADE) == set(DECISIONS)


def test_slip_days_that_were_used_are_on_the_students_page(due, serve, person):
    with Gradebook(due) as book, book.writing() as db:
        set_policy(db, Policy(due=1_000_000.0 - 86400, penalty=10, slip_days=3), "Ada")
    ada = person(serve(due), "Ada")
    assert ada.post("/student/u1", do="comment", text="well done").status_code == 303
    page = (due / "ben_okafor" / "feedback.html").read_text(encoding="utf-8")
    assert "1 day late: 0 points less. 1 slip day was used." in page


@pytest.mark.parametrize(
    "form, words",
    [
        ({"do": "override", "points": "99", "reason": "x"}, "is worth 0 to 11 points"),
        ({"do": "override", "points": "1", "reason": " "}, "give the reason"),
        ({"do": "override", "exercise": "nothing", "points": "1", "reason": "x"}, "there is no exercise"),
        ({"do": "extend", "time": "soon", "reason": "x"}, "is not a length of time"),
        ({"do": "extra", "points": "nan", "reason": "x"}, "is not a number of points"),
        ({"do": "time", "when": "yesterday", "reason": "x"}, "is not a time"),
        ({"do": "link", "student": "nobody", "reason": "x"}, "nobody here is called"),
        ({"do": "request", "words": " "}, "say what the student asks for"),
        ({"do": "answer", "answer": ""}, "write an answer"),
        ({"do": "launch"}, "not known here"),
    ],
)
def test_what_a_command_refuses_the_desk_refuses(out, serve, person, form, words):
    answer = person(serve(out), "Ada").post("/student/u0", **form)
    assert answer.status_code == 409 and words in answer.text.replace("&#39;", "'")
    assert decisions(out, "override", "extension", "extra", "time", "link", "request") == []


def test_a_second_decision_about_the_same_is_not_lost(out, serve, person):
    server = serve(out)
    ada, ben = person(server, "Ada"), person(server, "Ben")
    assert ada.post("/student/u0", do="override", points="5", reason="lab", version="0").status_code == 303
    late = ben.post("/student/u0", do="override", points="2", reason="no lab", version="0")
    assert late.status_code == 409 and "Not saved: Ada has decided this in the meantime" in late.text
    assert "5 lab" in late.text.replace("  ", " ")
    assert [d.value for d in decisions(out, "override")] == [5.0]
    # about something else there is nothing to lose
    assert ben.post("/student/u0", do="extra", what="x", points="1", reason="y", version="0").status_code == 303


def test_two_desks_on_one_folder_see_each_other(out, serve, person):
    """Each TA may run a desk of their own: the database decides, not the process."""
    first, second = person(serve(out), "Ada"), person(serve(out), "Ben")
    address = first.get("/written/dead_relu").headers["location"]
    form = {"points": "1", "comment": "", "version": "0", "rubric": "0", "do": "save"}
    assert first.post(address, **form).status_code == 303
    late = second.post(address, **{**form, "points": "2"})
    assert late.status_code == 409 and "Ada has scored this answer in the meantime" in late.text
    assert [d.value for d in decisions(out, "manual")] == [1.0]


def test_stale_is_checked_in_the_transaction_that_writes(out):
    with Gradebook(out) as book:
        row = book.find("u0")
        deciding.score(book, [row], "dead_relu", 1.0, "a", by="Ada", seen=0)
        with pytest.raises(Stale) as caught:
            deciding.score(book, [row], "dead_relu", 2.0, "b", by="Ben", seen=0)
        assert caught.value.latest.by == "Ada"
        deciding.score(book, [row], "dead_relu", 2.0, "b", by="Ben", seen=caught.value.latest.id + 1)


def test_a_group_is_read_once_and_scored_for_all(out, serve, person):
    ada = person(serve(out), "Ada")
    ada.post("/student/chen_liu_and_hana_liu", do="link", student="u22,u9999", reason="together")
    with Gradebook(out) as book, book.writing() as db:
        from autograder.gradebook.ledger import decide, submission_subject

        decide(db, "link", submission_subject("chen_liu"), by="Ada", value=1.0, text="")  # her own is nobody's
    from autograder.gradebook.reading import readings

    with Gradebook(out) as book:
        both = next(r for r in readings(book.snapshot(), book.standings())["dead_relu"] if len(r.script.rows) == 2)
    answer = ada.post(
        f"/written/dead_relu/{both.code}",
        points="1.5",
        comment="both of you",
        version="0",
        rubric="0",
        do="save",
    )
    assert answer.status_code == 303
    ada.post("/student/u9999", do="extend", time="3d", reason="ill")
    ada.post("/student/u9999", do="comment", text="only for Zoe")
    rows = standings(out)
    assert rows["u22"].manual == rows["u9999"].manual == {"dead_relu": 1.5}
    page = (out / "chen_liu_and_hana_liu" / "feedback.html").read_text(encoding="utf-8")
    assert "both of you" in page and "only for Zoe" not in page


def test_likely_copies_are_compared_shown_and_judged(out, serve, sit):
    seat = sit(serve(out), "Ada")
    page = seat.page
    seat.go("/copies")
    page.get_by_role("button", name="Compare the hand-ins").focus()
    seat.leaves("Enter")
    assert "ben_jansen and chen_jansen" in page.locator("ul.todo").inner_text()
    page.locator("ul.todo summary").focus()
    seat.press("Enter", "Tab")
    seat.type("the same trick")
    seat.leaves("Tab", "Enter")
    assert "to follow up" in page.locator("ul.todo").inner_text()
    assert [(d.subject, d.item, d.value, d.reason) for d in decisions(out, "pair")] == [
        ("submission:ben_jansen", "chen_jansen", 1.0, "the same trick")
    ]
    page.get_by_role("link", name="ben_jansen and chen_jansen").focus()
    seat.leaves("Enter")
    assert page.locator(".side .listing").count() == 2 and "the trick from the tutorial" in page.locator("body").inner_text()
    seat.assert_quiet()


def test_what_was_judged_before_is_shown_before_comparing(out, serve, person):
    ada = person(serve(out), "Ada")
    form = {
        "first": "ben_okafor",
        "second": "amara_okafor",
        "verdict": "no copy",
        "reason": "the obvious way",
    }
    assert ada.post("/copies", **form).status_code == 303
    assert "no copy" in ada.get("/copies").text and "the obvious way" in ada.get("/copies").text
    assert ada.post("/copies", **{**form, "first": "nobody"}).status_code == 303
    assert len(decisions(out, "pair")) == 1


def test_the_sheet_carries_the_answers(out, tmp_path):
    sheet = tmp_path / "written.csv"
    assert CliRunner().invoke(app, ["score", str(out), "--sheet", str(sheet)]).exit_code == 0
    text = sheet.read_text(encoding="utf-8")
    assert text.splitlines()[0].endswith(",answer") and "Taylor at" in text and "[nothing written]" in text


def test_commands_write_the_students_page_at_once(out):
    done = CliRunner().invoke(app, ["score", str(out), "u1", "dead_relu", "1.5", "--comment", "why?", "--by", "Ada"])
    assert done.exit_code == 0, done.output
    page = (out / "ben_okafor" / "feedback.html").read_text(encoding="utf-8")
    assert "1.5 of 2" in page and "why?" in page
    markdown = (out / "ben_okafor" / "feedback.md").read_text(encoding="utf-8")
    assert "`dead_relu`: 1.5 / 2. why?" in markdown


def test_a_run_that_writes_the_pages_again_keeps_what_people_decided(out):
    from autograder.grading.plan import Plan
    from autograder.reports.live import LivePages
    from autograder.reports.refresh import State

    CliRunner().invoke(app, ["score", str(out), "u1", "dead_relu", "1.5", "--comment", "why?", "--by", "Ada"])
    with Gradebook(out) as book:
        plan, result = Plan.from_json(json.dumps(book.plan)), State.of(book).result("ben_okafor")
    pages = LivePages(out, plan, 1, str(out / "run.db"))
    pages.add(result)
    page = out / "ben_okafor" / "feedback.html"
    assert "why?" not in page.read_text(encoding="utf-8")
    pages.report("done")
    assert "why?" in page.read_text(encoding="utf-8")
    assert "To do first" in (out / "index.html").read_text(encoding="utf-8")


def test_a_closed_desk_leaves_a_current_report(out):
    from autograder.desk.desk import Desk

    desk = Desk(out)
    deciding.settle(desk.book, "student:u8", f"needs a person: softplus {'digest of ivo_okafor'[:16]}", "fine", by="Ada")
    desk.decided([])
    desk.close()
    assert "Needs a person" not in (out / "index.html").read_text(encoding="utf-8")
