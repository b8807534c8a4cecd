"""What gradings, people and policy add up to."""

import pytest
from gradebook_making import POINTS, grade_all, result

from autograder.errors import UserError
from autograder.gradebook.book import Gradebook
from autograder.gradebook.ledger import decide, set_policy
from autograder.gradebook.policy import DAY, Policy, parse_duration, parse_moment

DUE = 1_000_000.0


def say(book, kind, who, **more):
    row = book.find(who)
    with book.writing() as db:
        decide(db, kind, book.subject_of(row), by="ta", **more)
    return book.find(who)


def policy(book, **values):
    with book.writing() as db:
        set_policy(db, Policy(**values), "ta")


# --- lateness ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("after", "days"), [(-5, 0), (0, 0), (3600, 0), (3601, 1), (DAY, 1), (DAY + 1, 2), (9 * DAY, 9)])
def test_days_late_are_days_begun_after_the_grace(after, days):
    assert Policy(due=DUE, grace=3600).days_late(DUE + after) == days


def test_without_deadline_or_time_nothing_is_late():
    assert Policy().days_late(DUE) == 0
    assert Policy(due=DUE).days_late(None) == 0


def test_an_extension_moves_the_deadline():
    assert Policy(due=DUE).days_late(DUE + 2 * DAY, extension=2 * DAY) == 0
    assert Policy(due=DUE).days_late(DUE + 2 * DAY + 1, extension=2 * DAY) == 1


@pytest.mark.parametrize(
    ("policy", "days", "lost"),
    [
        ({"penalty": 10}, 0, 0),
        ({"penalty": 10}, 2, 1.6),  # of 8 earned
        ({"penalty": 10, "penalty_of": "possible"}, 2, 2.0),  # of 10 possible
        ({"penalty": 10, "most": 15}, 9, 1.2),
        ({"penalty": 10, "max_days": 3}, 3, 2.4),
        ({"penalty": 10, "max_days": 3}, 4, 8.0),
        ({"penalty": 60, "penalty_of": "possible"}, 3, 8.0),  # never more than was earned
    ],
)
def test_deductions(policy, days, lost):
    assert Policy(due=DUE, **policy).deduction(days, 8.0, 10.0) == pytest.approx(lost)


def test_times_as_people_write_them():
    assert parse_moment("2026-11-20T23:59+01:00") == parse_moment("2026-11-20T22:59Z")
    assert parse_moment("Friday, 20 November 2026, 11:59 PM") == parse_moment("2026-11-20T23:59")
    assert parse_moment("2026-11-20 22:00:00 -0500") == parse_moment("2026-11-21T03:00Z")
    assert parse_moment("2026-11-20") > parse_moment("2026-11-20T23:59")
    assert parse_duration("90m") == 5400 and parse_duration("2d") == 2 * DAY == parse_duration("2")
    for bad, parse in (("next friday", parse_moment), ("soon", parse_duration), ("2 moons", parse_duration)):
        with pytest.raises(UserError, match=bad):
            parse(bad)


# --- the whole grade -----------------------------------------------------------------------------------------


def test_nobody_is_left_out(small_book):
    rows = {r.key: r for r in small_book.standings()}
    assert {k: (r.status, r.final) for k, r in rows.items()} == {
        "u1": ("graded", 10.0),
        "u2": ("missing", 0.0),
        "u3": ("graded", 8.0),
        "u4": ("graded", 0.0),
        "mystery": ("unmatched", 6.0),
    }
    assert all(r.possible == 13 for r in rows.values())
    assert rows["u3"].exercises == {"relu": 2.0, "softmax": 6.0}
    assert rows["u1"].awaiting == ("why_relu",)


def test_manual_scores_count_and_the_last_one_wins(small_book):
    say(small_book, "manual", "u3", item="why_relu", value=1.0)
    row = say(small_book, "manual", "u3", item="why_relu", value=2.5)
    assert (row.manual, row.awaiting, row.final) == ({"why_relu": 2.5}, (), 10.5)
    assert say(small_book, "manual", "u3", item="why_relu", value=None).final == 8.0
    kept = [d for d in small_book.snapshot().decisions if d.kind == "manual"]
    assert [d.value for d in kept] == [1.0, 2.5, None], "nothing that was decided is ever gone"


def test_overrides_of_an_exercise_and_of_the_whole(small_book):
    row = say(small_book, "override", "u3", item="relu", value=4.0, reason="shown in the lab")
    assert (row.score, row.exercises["relu"], row.final) == (8.0, 4.0, 10.0)
    row = say(small_book, "override", "u3", value=7.0, reason="agreed")
    assert row.final == 7.0 and {d.reason for d in row.overrides} == {"shown in the lab", "agreed"}
    assert say(small_book, "override", "u3", value=None, reason="wrong person").final == 10.0


def test_extra_credit_comes_after_the_penalty_and_may_exceed_the_possible(small_book):
    policy(small_book, due=DUE - 1.5 * DAY, penalty=10)
    row = say(small_book, "extra", "u1", item="plots", value=5.0, reason="nice")
    assert (row.days_late, row.late, row.final) == (2, 2.0, 13.0)
    assert say(small_book, "extra", "u1", item="typo", value=1.0, reason="found").final == 14.0


def test_an_extension_and_a_time_from_the_platform(small_book):
    policy(small_book, due=DUE - 1.5 * DAY, penalty=10)
    assert small_book.find("u3").late == pytest.approx(1.6)
    assert say(small_book, "extension", "u3", value=DAY, reason="ill").days_late == 1
    with small_book.writing() as db:
        decide(db, "time", "submission:jorg_muller", by="ta", item="digest of jorg_muller", value=DUE - 9 * DAY)
    assert small_book.find("u3").late == 0.0


def test_a_missing_student_can_get_a_grade(small_book):
    assert say(small_book, "override", "u2", value=5.0, reason="exam in person").final == 5.0
    assert small_book.find("u2").status == "missing"


def test_a_decision_about_a_submission_stays_with_it_when_it_is_matched(small_book):
    say(small_book, "extra", "mystery", item="x", value=1.0, reason="r")
    with small_book.writing() as db:
        decide(db, "link", "submission:mystery", by="ta", value=1.0, text="u2")
    row = small_book.find("u2")
    assert (row.status, row.submission, row.final) == ("graded", "mystery", 7.0)


# --- attempts ------------------------------------------------------------------------------------------------


@pytest.fixture
def two_attempts(tmp_path):
    """jo: first everything right, then, later and late, only half; kim: two files."""
    place = tmp_path / "run.db"
    right, half = result("jo"), result("jo", (True, True, False))
    grade_all(place, {"jo": right}, {"jo": DUE - DAY}, {"jo": "first"})
    grade_all(place, {"jo": half}, {"jo": DUE + DAY}, {"jo": "second"})
    book = Gradebook(place)
    yield book
    book.close()


def test_the_last_attempt_counts_unless_the_best_does(two_attempts):
    row = two_attempts.find("jo")
    assert (len(row.attempts), row.final) == (2, 4.0)
    policy(two_attempts, attempts="best")
    assert two_attempts.find("jo").final == 10.0
    assert [a.counts for a in two_attempts.find("jo").attempts] == [True, False]


def test_best_is_best_after_the_penalty(two_attempts):
    policy(two_attempts, attempts="best", due=DUE - 4 * DAY, penalty=30, most=100)
    row = two_attempts.find("jo")  # 10 points three days late: 1; 4 points five days late: 0
    assert [a.final for a in row.attempts] == [1.0, 0.0] and row.final == 1.0


def test_an_attempt_is_counted_once_however_often_it_was_graded(two_attempts, tmp_path):
    place = tmp_path / "run.db"
    grade_all(place, {"jo": result("jo", (True, False, False))}, digests={"jo": "second"}, plan="mended suite")
    row = two_attempts.find("jo")
    assert len(row.attempts) == 2 and row.final == 2.0
    assert len(two_attempts.history("jo")) == 3
    assert [h["counts"] for h in two_attempts.history("jo")] == [False, False, True]


def test_an_attempt_graded_for_other_points_cannot_win(two_attempts, tmp_path):
    policy(two_attempts, attempts="best")
    points = {**POINTS, "softmax": 1.0}
    grade_all(
        tmp_path / "run.db",
        {"jo": result("jo", (True, True, False), points=points)},
        digests={"jo": "third"},
        plan="p3",
        points=points,
    )
    book = Gradebook(tmp_path / "run.db")
    row = book.find("jo")
    assert (row.final, row.possible) == (4.0, 8.0)
    assert [a.comparable for a in row.attempts] == [False, False, True]
    book.close()


def test_two_submissions_of_one_student_are_attempts(small_book, tmp_path):
    with small_book.writing() as db:
        decide(db, "link", "submission:mystery", by="ta", value=1.0, text="u1")
    policy(small_book, attempts="best")
    row = small_book.find("u1")
    assert {a.submission for a in row.attempts} == {"jane_smith", "mystery"} and row.final == 10.0


def test_history_says_how_each_grading_was_made(small_book):
    row = small_book.history("jane_smith")[0]
    said = {k: row[k] for k in ("digest", "plan", "seeds", "isolation", "seconds", "score", "possible", "host", "versions")}
    assert said == {
        "digest": "digest of jane_smith",
        "plan": "plan1",
        "seeds": "course secret",
        "isolation": "strict",
        "seconds": 0.5,
        "score": 10.0,
        "possible": 10.0,
        "host": "lab",
        "versions": {"relu": "v1"},
    }


def test_finding_people(small_book):
    assert small_book.find("jsmith").key == small_book.find("Jane Smith").key == small_book.find("jane_smith").key == "u1"
    assert small_book.find("jorg muller").key == "u3"
    with pytest.raises(UserError, match=r"matches several: Jane Smith \(u1\), John Smith \(u2\)"):
        small_book.find("smith")
    with pytest.raises(UserError, match="nobody here is called"):
        small_book.find("xyz")
