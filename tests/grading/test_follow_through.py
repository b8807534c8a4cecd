"""An exercise that calls a wrong helper is graded again with the right one in its place."""

import zipfile

import pytest

from autograder.runs.grade import Options, grade

REFERENCE = '''
import numpy as np


def halve(x):
    """Half of x."""
    return x / 2


def quarter(x):
    """A quarter of x, by halving twice."""
    return halve(halve(x))
'''
HIDDEN = """
import numpy as np
from autograder.suite import assert_close, exercise


@exercise("halve")
def test_halve(student, reference, rng):
    x = rng.normal(size=5)
    assert_close(student.halve(x), reference.halve(x))


@exercise("quarter")
def test_quarter(student, reference, rng):
    x = rng.normal(size=5)
    assert_close(student.quarter(x), reference.quarter(x))
"""
TOML = """
title = "Halves"
[defaults]
module = "halves"
forbid = ["autograd"]
[[exercise]]
id = "halve"
[[exercise]]
id = "quarter"
needs = ["halve"]
"""


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "c" / "assignments" / "01_halves"
    for path, text in (
        (tmp_path / "c/reference/halves/halves.py", REFERENCE),
        (folder / "halves/test_hidden.py", HIDDEN),
        (folder / "assignment.toml", TOML),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "c"


def scores(course, tmp_path, source):
    (tmp_path / "s.py").write_text(source)
    result = grade(course, "01", [tmp_path / "s.py"], tmp_path / "out", Options(quiet=True)).results[0]
    return {e.id: (e.earned, e.followed_through) for e in result.exercises}


WRONG_HELPER = "def halve(x):\n    return x / 3\n"


def test_a_right_use_of_a_wrong_helper_counts(course, tmp_path):
    got = scores(course, tmp_path, WRONG_HELPER + "def quarter(x):\n    return halve(halve(x))\n")
    assert got == {"halve": (0.0, False), "quarter": (1.0, True)}


def test_a_helper_of_a_helper_is_followed_through_too(course, tmp_path):
    """An eighth calls only quarter, whose own code is right; what is wrong lies below that."""
    folder = course / "assignments" / "01_halves"
    (course / "reference/halves/eighths.py").write_text(
        'from reference.halves.halves import quarter\n\n\ndef eighth(x):\n    """x / 8."""\n    return quarter(x) / 2\n'
    )
    (folder / "assignment.toml").write_text(TOML + '[[exercise]]\nid = "eighth"\nmodule = "eighths"\nneeds = ["quarter"]\n')
    (folder / "eighths").mkdir()
    (folder / "eighths/test_hidden.py").write_text(
        "from autograder.suite import assert_close\n\n\n"
        "def test_eighth(student, reference):\n    assert_close(student.eighth(4.0), reference.eighth(4.0))\n"
    )
    right = "def quarter(x):\n    return halve(halve(x))\ndef eighth(x):\n    return quarter(x) / 2\n"
    got = scores(course, tmp_path, WRONG_HELPER + right)
    assert got == {"halve": (0.0, False), "quarter": (1.0, True), "eighth": (1.0, True)}


OTHER_NAMES = {
    "another_name": "half = halve\ndef quarter(x):\n    return half(half(x))\n",
    "a_default": "def quarter(x, half=halve):\n    return half(half(x))\n",
    "a_table": "PARTS = {2: halve}\ndef quarter(x):\n    return PARTS[2](PARTS[2](x))\n",
    "a_partial": "import functools\nhalf = functools.partial(halve)\ndef quarter(x):\n    return half(half(x))\n",
    "a_wrapper": (
        "def counted(f):\n    def inner(x):\n        return f(x)\n    return inner\n"
        "halve = counted(halve)\nhalf = halve\ndef quarter(x):\n    return half(half(x))\n"
    ),
    "a_class": (
        "class Parts:\n    half = staticmethod(halve)\n"
        "    def __call__(self, x):\n        return self.half(self.half(x))\nquarter = Parts()\n"
    ),
    "one_statement": "if True:\n    half = halve\n    def quarter(x):\n        return half(half(x))\n",
    "a_composition": "compose = lambda f, g: lambda x: f(g(x))\nquarter = compose(halve, halve)\n",
}


@pytest.mark.parametrize("use", OTHER_NAMES.values(), ids=OTHER_NAMES)
def test_a_wrong_helper_is_replaced_under_every_name_that_it_was_given(course, tmp_path, use):
    assert scores(course, tmp_path, WRONG_HELPER + use) == {"halve": (0.0, False), "quarter": (1.0, True)}


@pytest.mark.parametrize(
    ("main", "parts"),
    [
        ("from parts import halve, quarter\n", WRONG_HELPER + "def quarter(x):\n    return halve(halve(x))\n"),
        ("from parts import *\ndef quarter(x):\n    return halve(halve(x))\n", WRONG_HELPER),
        ("from parts import halve as half, halve\ndef quarter(x):\n    return half(half(x))\n", WRONG_HELPER),
        ("import parts\nhalve = parts.halve\ndef quarter(x):\n    return parts.halve(parts.halve(x))\n", WRONG_HELPER),
    ],
    ids=["both_there", "star", "renamed", "by_module"],
)
def test_a_wrong_helper_in_a_file_of_its_own_is_followed_through(course, tmp_path, main, parts):
    with zipfile.ZipFile(tmp_path / "s.zip", "w") as archive:
        archive.writestr("main.py", main)
        archive.writestr("parts.py", parts)
    result = grade(course, "01", [tmp_path / "s.zip"], tmp_path / "out", Options(quiet=True)).results[0]
    assert {e.id: (e.earned, e.followed_through) for e in result.exercises} == {"halve": (0.0, False), "quarter": (1.0, True)}


@pytest.mark.parametrize(
    "helper",
    [
        "halve = undefined_thing(2)\n",
        "@undefined_thing\ndef halve(x):\n    return x / 2\n",
        "halve = lambda x: [y for y in (z := x)]\n",
        "def halve(x, by=1 / 0):\n    return x / 2\n",
    ],
    ids=["assignment", "decorator", "syntax", "default"],
)
def test_a_helper_that_cannot_even_be_defined_costs_only_itself(course, tmp_path, helper):
    got = scores(course, tmp_path, helper + "def quarter(x):\n    return halve(halve(x))\n")
    assert got == {"halve": (0.0, False), "quarter": (1.0, True)}


def test_a_wrong_use_of_a_wrong_helper_does_not(course, tmp_path):
    got = scores(course, tmp_path, WRONG_HELPER + "def quarter(x):\n    return halve(x)\n")
    assert got == {"halve": (0.0, False), "quarter": (0.0, False)}


def test_a_missing_helper_is_followed_through_too(course, tmp_path):
    assert scores(course, tmp_path, "def quarter(x):\n    return halve(halve(x))\n")["quarter"] == (1.0, True)


@pytest.mark.parametrize(
    "helper",
    [
        "import torch\ndef halve(x):\n    return torch.as_tensor(x / 2).numpy()\n",
        "import einx\ndef halve(x):\n    return einx.divide('a, -> a', x, 2)\n",
    ],
)
def test_a_helper_that_uses_what_it_may_not_costs_only_itself(course, tmp_path, helper):
    got = scores(course, tmp_path, helper + "def quarter(x):\n    return halve(halve(x))\n")
    assert got == {"halve": (0.0, False), "quarter": (1.0, True)}


def test_what_is_forbidden_costs_the_exercise_and_not_only_the_test_that_saw_it(course, tmp_path):
    hidden = course / "assignments/01_halves/halves/test_hidden.py"
    hidden.write_text(
        hidden.read_text() + "\n\n@exercise('halve')\ndef test_of_nothing(student):\n    assert student.halve(0.0) == 0\n"
    )
    mixed = "import torch\ndef halve(x):\n    return torch.as_tensor(x / 2).numpy() if np.ndim(x) else x\n"
    assert scores(course, tmp_path, "import numpy as np\n" + mixed)["halve"] == (0.0, False)


def test_a_type_hint_costs_nothing(course, tmp_path):
    hinted = REFERENCE.replace("def halve(x)", "import torch\n\n\ndef halve(x: np.ndarray | torch.Tensor)")
    assert scores(course, tmp_path, hinted) == {"halve": (1.0, False), "quarter": (1.0, False)}


def test_nothing_is_followed_where_nothing_failed(course, tmp_path):
    assert scores(course, tmp_path, REFERENCE) == {"halve": (1.0, False), "quarter": (1.0, False)}


CHECKER = {
    "reference/slopes/slopes.py": """
def slope(f, x, h=1e-5):
    \"\"\"Slope of f at x.\"\"\"
    return (f(x + h) - f(x - h)) / (2 * h)


def is_flat(f, x):
    \"\"\"Whether f is flat at x.\"\"\"
    return abs(slope(f, x)) < 1e-3
""",
    "assignments/01_slopes/slopes/test_hidden.py": """
from autograder.suite import exercise


@exercise("slope")
def test_slope(student):
    assert abs(student.slope(lambda x: x * x, 3.0) - 6) < 1e-3


@exercise("is_flat")
def test_is_flat(student):
    assert student.is_flat(lambda x: x * x, 0.0)
    assert not student.is_flat(lambda x: x * x, 1.0)
""",
    "assignments/01_slopes/assignment.toml": """
title = "Slopes"
[defaults]
module = "slopes"
forbid = ["autograd"]
seconds = 1
[[exercise]]
id = "slope"
[[exercise]]
id = "is_flat"
needs = ["slope"]
""",
}


def grade_slopes(tmp_path, answer: str):
    for name, text in CHECKER.items():
        path = tmp_path / "c" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "answer.py").write_text(answer)
    (result,) = grade(tmp_path / "c", "01", [tmp_path / "answer.py"], tmp_path / "out", Options(quiet=True)).results
    return result


def test_a_function_handed_on_to_the_replaced_helper_reaches_it(tmp_path):
    right_but_for_the_helper = """
def slope(f, x):
    return 1.0

def is_flat(f, x):
    return abs(slope(f, x)) < 1e-3
"""
    slope, is_flat = grade_slopes(tmp_path, right_but_for_the_helper).exercises
    assert slope.earned == 0
    assert is_flat.followed_through and is_flat.earned == is_flat.possible


def test_call_backs_cannot_keep_the_grader_busy(tmp_path):
    """The helper in the grader does a student's work: it must not do it for ever."""
    greedy = """
def slope(f, x):
    return 1.0

def is_flat(f, x):
    while True:
        slope(f, x)
"""
    _, is_flat = grade_slopes(tmp_path, greedy).exercises
    assert [t.outcome for t in is_flat.tests] == ["timeout"]


@pytest.mark.parametrize(
    "at_load",
    ["while halve(4.0) == 2.0:\n    pass\n", "if halve(4.0) == 2.0:\n    halve(Thing())\n"],
    ids=["for_ever", "with_an_object"],
)
def test_what_stands_in_answers_as_little_while_the_code_is_loaded(course, tmp_path, at_load):
    """It is there from the first statement on: by value and within a budget, as in a test. Here the own helper gives 4/3."""
    thing = "class Thing:\n    def __truediv__(self, other):\n        raise SystemExit(other)\n"
    quarter = at_load + "def quarter(x):\n    return halve(halve(x))\n"
    wrapped = "if True:\n" + "".join(f"    {line}\n" for line in quarter.splitlines())
    assert scores(course, tmp_path, WRONG_HELPER + thing + wrapped) == {"halve": (0.0, False), "quarter": (0.0, False)}


def test_what_is_forbidden_is_not_followed_through(tmp_path, course):
    """With a right helper it would earn nothing; a wrong one must not make it worth more."""
    toml = course / "assignments" / "01_halves" / "assignment.toml"
    toml.write_text(toml.read_text().replace('["autograd"]', '["autograd", "numpy.mean"]'))
    quarter = "import numpy as np\ndef quarter(x):\n    return halve(halve(x)) if len(x) else np.mean(x)\n"
    for helper in (WRONG_HELPER, "def halve(x):\n    return x / 2\n"):
        assert scores(course, tmp_path, helper + quarter)["quarter"] == (0.0, False)
