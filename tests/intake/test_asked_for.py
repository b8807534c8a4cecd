"""What is said of an answer that is not there, or that cannot be called as the task says."""

import ast

import pytest

from autograder.intake.near_misses import not_defined
from autograder.intake.signatures import asked_signatures
from autograder.intake.slicing import analyse

TASK = "def soft_threshold(theta, tau, eps=1e-5): ..."
COUNTER = "class Counter:\n    def __init__(self, most=3): ...\n    def count(self, x, *, by=1): ...\n    def _own(self): ..."


def asked(text):
    return asked_signatures(ast.parse(text).body[0])


def piece(text, name="soft_threshold", task=TASK):
    cells = [("cell 1", "import numpy as np"), ("cell 2", text)]
    return analyse(cells, asked=[name]).slice([name], asked(task))


@pytest.mark.parametrize(
    "text, says",
    [
        ("def Soft_Threshold(theta, tau): ...", "there is Soft_Threshold (cell 2, line 1)"),
        ("def soft_treshold(theta, tau): ...", "there is soft_treshold (cell 2, line 1)"),
        ("def softThreshold(theta, tau): ...", "there is softThreshold (cell 2, line 1)"),
        ("class A:\n    def soft_threshold(self): ...", "inside the class A (cell 2, line 2)"),
        ("def outer():\n    def soft_threshold(x): ...", "inside the function outer (cell 2, line 2)"),
        ("# def soft_threshold(theta, tau):\n#     return theta", "commented out (cell 2, line 1)"),
        ("def soft_threshold(theta): ...\ndel soft_threshold", "deleted in cell 2, line 2"),
        ("def unlike(x): ...", ""),
    ],
)
def test_a_missing_name_says_what_there_is(text, says):
    found = piece(text)
    assert found.missing == ["soft_threshold"]
    said = not_defined(found.missing, found.near)
    assert said.startswith("soft_threshold is not defined in your submission") and says in said
    assert bool(says) == (":" in said)


def test_a_look_at_what_is_loaded_defines_nothing():
    """Every release's set-up cell asks for Colab this way: it made every missing name one that all cells might define."""
    cells = [("cell 1", 'import sys\nIN_COLAB = "google.colab" in sys.modules'), ("cell 2", "def softPlus(x): ...")]
    found = analyse(cells, asked=["soft_plus"]).slice(["soft_plus"])
    assert found.missing == ["soft_plus"] and not found.whole and "softPlus" in found.near["soft_plus"]
    cells[0] = ("cell 1", "import sys\nsys.modules['__main__'].soft_plus = abs")
    assert analyse(cells, asked=["soft_plus"]).slice(["soft_plus"]).whole


def test_another_exercise_is_no_misspelling():
    cells = [("cell 1", "def batchnorm_forward(x): ...")]
    found = analyse(cells, asked=["batchnorm_forward", "batchnorm2_forward"]).slice(["batchnorm2_forward"])
    assert found.missing and not found.near
    assert not_defined(["a", "b", "c"], {}) == "a, b and c are not defined in your submission"


@pytest.mark.parametrize(
    "parameters",
    [
        "theta, tau, eps=1e-5",
        "theta, tau, eps=0.1, verbose=False",
        "theta, tau=1.0, eps=1e-5",
        "theta: np.ndarray, tau: float, eps: float = 1e-5",
        "*args",
        "*args, **kwargs",
        "theta, *rest",
        "theta, tau, eps=1e-5, *, more=3",
        "theta, tau, /, eps=1e-5",
    ],
)
def test_what_can_be_called_as_asked_is_let_be(parameters):
    assert not piece(f"def soft_threshold({parameters}): ...").mismatches
    assert not piece(f"soft_threshold = lambda {parameters.split(':')[0] and 'theta, tau, eps=1e-5'}: 0").mismatches


@pytest.mark.parametrize(
    "parameters",
    [
        "theta",
        "",
        "theta, tau",
        "tau, theta, eps=1e-5",
        "x, tau, eps=1e-5",
        "theta, tau, eps",
        "theta, tau, eps, mode",
        "theta, tau, eps=1e-5, *, mode",
        "self, theta, tau, eps=1e-5",
        "theta, *, tau, eps=1e-5",
        "**kwargs",
    ],
)
def test_another_signature_is_told_with_the_one_that_was_asked_for(parameters):
    [said] = piece(f"def soft_threshold({parameters}): ...").mismatches.values()
    assert "asks for `soft_threshold(theta, tau, eps=1e-05)`" in said
    assert f"yours is `soft_threshold({parameters.replace('1e-5', '1e-05')})`" in said


def test_async_and_lambda():
    assert "`async def`" in piece("async def soft_threshold(theta, tau, eps=1e-5): ...").mismatches["soft_threshold"]
    assert "yours is" in piece("soft_threshold = lambda x: x").mismatches["soft_threshold"]
    assert not piece("soft_threshold = np.abs").mismatches


@pytest.mark.parametrize(
    "text, says",
    [
        ("class Counter:\n    def __init__(self): ...\n    def count(self, x, by=1): ...", "yours is `Counter()`"),
        (
            "class Counter:\n    def __init__(self, most=3): ...\n    def count(self): ...",
            "`Counter.count(x, *, by=1)`",
        ),
        ("class Counter:\n    def __init__(self, most=3): ...", "Counter has no method `count(x, *, by=1)`"),
        ("class Counter:\n    def __init__(self, most=3): ...\n    def count(self, x, by=1): ...", ""),
        ("class Counter(Base):\n    pass", ""),
        ("@dataclass\nclass Counter:\n    most: int = 3\n    def count(self, x): ...", ""),
        ("class Counter:\n    def __init__(self, most=3): ...\n    count = helper", ""),
    ],
)
def test_classes(text, says):
    found = piece(text, "Counter", COUNTER).mismatches.get("Counter", "")
    assert says in found and bool(says) == bool(found), found


def test_no_reference_is_at_odds_with_itself(our_course):
    from autograder.course.source import read_module

    for assignment in our_course.assignments():
        for e in assignment.exercise:
            source = read_module(assignment.reference, e.module)
            for name in e.names:
                node = source.definition(name)
                text = source.segment(node)
                found = analyse([("cell 1", text)]).slice([name], asked_signatures(node))
                assert not found.mismatches, (name, found.mismatches)
