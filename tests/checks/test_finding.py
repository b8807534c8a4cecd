"""What a test found wrong is kept in parts, and its text is made of them last."""

from autograder.checks import CheckFailed
from autograder.checks.array_pair import Relation
from autograder.checks.finding import Finding, Place
from autograder.grading.results import TestResult


def test_a_text_is_made_of_the_parts():
    found = Finding("dx: 3 of 4 entries differ", seems="your dx is transposed").and_also("(dw is right.)")
    assert found.text == "dx: 3 of 4 entries differ. It seems that your dx is transposed. (dw is right.)"


def test_what_was_seen_once_may_be():
    assert Finding("it differs", seems="it is halved", firm=False).text == "it differs. It may be that it is halved"


def test_a_failure_tells_its_first_relation():
    failure = CheckFailed("it differs", relations=[Relation("sign", "its sign is wrong"), Relation("factor", "it is doubled")])
    failure.add("Where else?")
    assert failure.public == "it differs. It seems that its sign is wrong. Where else?"


def test_a_sentence_that_a_suite_appends_is_a_part_of_its_own():
    failure = CheckFailed("it differs", relations=[Relation("sign", "its sign is wrong")])
    failure.public += ". The gate is right"
    assert failure.finding == Finding("it differs", "its sign is wrong", more=("The gate is right",))


def test_a_result_keeps_the_parts_through_json():
    found = Finding("it raised", places=(Place("f", 3),), unwritten=False)
    result = TestResult(id="t", title="It holds.", outcome="error", earned=0, possible=1, finding=found, seed=5)
    again = TestResult.model_validate_json(result.model_dump_json())
    assert again.finding == found and again.finding.places[0].line == 3
    assert again.message == "It holds: it raised"


def test_a_result_of_an_earlier_version_is_read():
    old = {
        "id": "t",
        "title": "It holds",
        "outcome": "failed",
        "earned": 0,
        "possible": 1,
        "seed": 5,
        "message": "It holds: no",
        "reason": "no",
    }
    assert TestResult.model_validate(old).message == "It holds: no"
