"""The numbers of the class report, against those worked out by hand."""

import numpy as np
import pytest

from autograder.checks.finding import Finding
from autograder.grading.results import NOT_RUN, SubmissionResult
from autograder.reports.class_numbers import Row, discrimination, report
from autograder.reports.class_page import Run, class_page, href
from tests.reports.made import GUIDE, HOSTILE, a_result

EXERCISES = ["norm", "drop"]


def rows(right: int, wrong: int) -> list[Row]:
    made = [a_result(f"right{i}", wrong=False) for i in range(right)]
    made += [a_result(f"wrong{i}") for i in range(wrong)]
    return [Row.of(r) for r in made]


def test_scores_exercises_and_mistakes():
    found = report(rows(6, 2), EXERCISES)
    assert (found.mean, found.median, found.full, found.zero) == (3.25, 4, 6, 0)
    assert sum(found.bins) == 8
    assert found.bins[-1] == 6
    norm, drop = found.exercises
    assert (norm.full, norm.mean, norm.seconds) == (0.75, pytest.approx((6 + 2 / 3) / 8), 0.02)
    assert drop.trouble == {"error": 2}
    assert norm.discrimination == pytest.approx(1)
    (mistake,) = found.misconceptions
    assert (mistake.id, mistake.students) == ("norm/forgot-mean", ["wrong0", "wrong1"])
    assert found.trouble == {"error": ["wrong0", "wrong1"]}
    assert found.isolation == {"standard": 8}


def test_the_hardest_test_comes_first():
    found = report(rows(1, 9), EXERCISES)
    assert found.tests[0].mean == pytest.approx(0.1, abs=0.15)
    means = [t.mean for t in found.tests]
    assert means == sorted(means)


def test_what_is_not_written_is_no_error():
    result = a_result("late")
    test = result.exercises[1].tests[0]
    test.finding = Finding("drop is not implemented yet", unwritten=True)
    row = Row.of(result)
    assert row.trouble == []
    assert row.has_unwritten


def test_discrimination():
    rest = np.arange(10.0)
    assert discrimination((rest > 4).astype(float), rest) == pytest.approx(0.870388, abs=1e-5)
    assert discrimination((rest < 5).astype(float), rest) < -0.8
    assert discrimination(np.ones(10), rest) is None
    assert discrimination(np.ones(3), np.arange(3.0)) is None


def test_an_empty_class_and_one_without_points_have_a_page():
    assert "0 of 7 submissions" in class_page([], GUIDE, EXERCISES, Run("running", expected=7))
    nothing = SubmissionResult(submission="x", assignment="a", score=0, possible=0, exercises=[])
    assert "1 submission." in class_page([Row.of(nothing)], GUIDE, EXERCISES, Run())


def test_no_name_leads_out_of_the_folder():
    for name in HOSTILE:
        link = href(name)
        assert link.startswith("./")
        assert link.count("/") == 2
        assert "<" not in link and '"' not in link


def test_isolation_none_is_shouted():
    result = a_result()
    result.isolation = "none"
    page = class_page([Row.of(result)], GUIDE, EXERCISES, Run())
    assert "isolation: none" in page
    assert "grade only code that you trust" in page


def test_a_submission_that_was_never_run_says_nothing_of_isolation():
    result = a_result()
    result.isolation = NOT_RUN
    page = class_page([Row.of(result), Row.of(a_result())], GUIDE, EXERCISES, Run())
    assert "isolation: standard" in page and NOT_RUN not in page
