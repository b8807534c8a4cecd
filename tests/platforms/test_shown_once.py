"""What otter and Gradescope show of a result: an exercise is one, a hint is said once, and shares of points add up."""

import pytest

from autograder.checks.finding import Finding
from autograder.grading.results import ExerciseResult, SubmissionResult, TestResult
from autograder.platforms.gradescope.export import gradescope_results
from autograder.platforms.otter.plugin import as_test_file, round_shares
from autograder.suites.outcome import Outcome

HINT = "a factor 1/2 is missing"


def exercise(failed: int, reasons: list[str]) -> ExerciseResult:
    """Three tests for two points, of which the first ones fail."""
    tests = [
        TestResult(
            id=f"f::test_{i}",
            title=f"Property {i}.",
            outcome=Outcome.FAILED if i < failed else Outcome.PASSED,
            earned=0.0 if i < failed else 0.666667,
            possible=0.666667,
            finding=Finding(reasons[i]) if i < failed else Finding(),
            seed=1,
            hint=HINT if i < failed else "",
        )
        for i in range(3)
    ]
    earned = round(sum(t.earned for t in tests), 6) if failed else 2.0
    return ExerciseResult(id="f", earned=earned, possible=2.0, tests=tests, notes=["a note"])


@pytest.mark.parametrize("failed, reasons", [(0, []), (2, ["one", "two"]), (3, ["all"] * 3)])
def test_gradescope(failed, reasons):
    e = exercise(failed, reasons)
    result = SubmissionResult(
        submission="s", assignment="a", score=e.earned, possible=2.0, exercises=[e], notes=["about the whole hand-in"]
    )
    found = gradescope_results(result.model_dump())
    [entry] = found["tests"]
    assert (entry["score"], entry["max_score"]) == (e.earned, 2.0) and found["score"] == entry["score"]
    assert entry["output"].count(HINT) == bool(failed) and "about the whole" not in entry["output"]
    assert found["output"].count("about the whole hand-in") == 1
    assert all(entry["output"].count(reason) == 1 for reason in set(reasons))


@pytest.mark.parametrize("failed, reasons", [(0, []), (2, ["one", "two"]), (3, ["all"] * 3)])
def test_otter(failed, reasons):
    e = exercise(failed, reasons)
    file = as_test_file(e)
    assert [case.points for case in file.test_cases] == [0.67, 0.67, 0.66]
    assert round(file.possible, 9) == 2.0 and file.score == pytest.approx(e.earned)
    text = file.summary()
    assert text.count(HINT) == bool(failed) and text.count("a note") == bool(failed)
    assert all(text.count(f" {reason}") == 1 for reason in set(reasons))


@pytest.mark.parametrize("total", [1, 2, 3, 5, 0.5, 7.25, 1 / 3])
@pytest.mark.parametrize("weights", [[1], [1, 1, 1], [1, 2, 4], [1] * 7, [3, 1, 1, 1]])
def test_shares_add_up(total, weights):
    shares = [round(total * w / sum(weights), 6) for w in weights]
    rounded = round_shares(shares, total)
    assert round(sum(rounded), 6) == round(total, 6)
    assert all(abs(a - b) <= 0.01 for a, b in zip(shares, rounded))
    if total != 1 / 3:
        assert all(round(share, 2) == share for share in rounded)
