"""What a wrong answer seems to be is told as such only if it holds on a second draw of the same test."""

from functools import partial

import numpy as np
import pytest

from autograder.authoring.release import make_release
from autograder.course import Course
from autograder.course.secret import seed_for
from autograder.grading.plan import Plan
from autograder.runs.grade import Options, grade
from autograder.student.checks import file_session, find_release, run_checks
from autograder.student.notebook import lines

FILES = {
    "reference/bent/bent.py": '''
import numpy as np


def bent(x):
    """x + x^3, entry by entry.

    Args:
        x: numbers.
    """
    return x + x**3


def fixed(x):
    """x - x^3, entry by entry.

    Args:
        x: numbers.
    """
    return x - x**3


def lone(x):
    """2 x - x^3, entry by entry.

    Args:
        x: numbers.
    """
    return 2 * x - x**3
''',
    "assignments/01_bent/assignment.toml": (
        'title = "Bent"\n[defaults]\nmodule = "bent"\n'
        + "".join(f'[[exercise]]\nid = "{name}"\n' for name in ("bent", "fixed", "lone"))
    ),
    "assignments/01_bent/bent/test_hidden.py": '''
import numpy as np

from autograder.suite import assert_close, exercise


@exercise("bent")
def test_bent(student, reference, rng):
    """Any numbers are bent."""
    x = rng.normal(size=(4, 3))
    assert_close(student.bent(x), reference.bent(x))


@exercise("fixed")
def test_some(student, reference):
    """Some numbers are bent."""
    x = np.linspace(-1.0, 2.0, 7)
    assert_close(student.fixed(x), reference.fixed(x))


@exercise("fixed")
def test_others(student, reference):
    """Other numbers, too."""
    x = np.linspace(-3.0, 1.5, 8)
    assert_close(student.fixed(x), reference.fixed(x), "the other result")


@exercise("lone")
def test_lone(student, reference):
    """The same numbers each time."""
    x = np.linspace(-1.0, 2.0, 7)
    assert_close(student.lone(x), reference.lone(x))
''',
    "assignments/01_bent/bent/test_public.py": '''
import numpy as np

from autograder.suite import assert_close, exercise


@exercise("bent")
def test_bent(student, rng):
    """Any numbers are bent."""
    x = rng.normal(size=(4, 3))
    assert_close(student.bent(x), x + x**3)


@exercise("lone")
def test_lone(student):
    """The same numbers each time."""
    x = np.linspace(-1.0, 2.0, 7)
    assert_close(student.lone(x), 2 * x - x**3)
''',
    "assignments/01_bent/notebook.md": "# Bent\n"
    + "".join(f"\n<!-- exercise: {name} -->\n" for name in ("bent", "fixed", "lone")),
}
SIGN = "your result has the wrong sign; otherwise it is right"
FIXED = "def fixed(x):\n    return x**3 - x\n\n\ndef lone(x):\n    return x**3 - 2 * x\n"
ALWAYS = "def bent(x):\n    return -x - x**3\n"
MOODY = "def bent(x):\n    y = x + x**3  # {}\n    return -y if x[0, 0] > 0 else y + x**2\n"
AT_TIMES = "def bent(x):\n    y = x + x**3  # {}\n    return -y if x[0, 0] > 0 else y\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("draws") / "course"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return Course(root)


@pytest.fixture(scope="module")
def results(course, tmp_path_factory):
    folder = tmp_path_factory.mktemp("graded")
    answers = {"always": ALWAYS + "\n\n" + FIXED}
    answers |= {f"moody{i}": MOODY.format(i) for i in range(12)}
    answers |= {f"at_times{i}": AT_TIMES.format(i) for i in range(12)}
    for name, text in answers.items():
        (folder / f"{name}.py").write_text(text)
    summary = grade(course.root, "01", [folder], folder / "out", Options(quiet=True, jobs=1, seed=3))
    return {r.submission: {e.id: e for e in r.exercises} for r in summary.results}


def is_positive(course, result, draw):
    """Whether the first entry of the hidden input is, which decides what these answers do."""
    plan = Plan.make(course, course.assignment("01").select(), seed=3)
    seed = seed_for(plan.secret, result.suite_version, result.slice_digest, result.tests[0].id, draw)
    return bool(np.random.default_rng(seed).normal(size=(4, 3))[0, 0] > 0)


def test_what_holds_on_two_draws_is_told(results):
    (test,) = results["always"]["bent"].tests
    assert f"It seems that {SIGN}" in test.message


def test_what_the_second_draw_contradicts_is_not_told(course, results):
    said = {}
    for name, by_id in results.items():
        if name.startswith("moody"):
            draws = tuple(is_positive(course, by_id["bent"], draw) for draw in (0, 1))
            (test,) = by_id["bent"].tests
            said.setdefault(draws, []).append(test.message)
    assert set(said) == {(True, True), (True, False), (False, True), (False, False)}
    assert all(f"It seems that {SIGN}" in message for message in said[True, True])
    assert not any(SIGN in message for message in said[True, False])
    assert all("entries differ" in message for message in said[True, False])


def test_what_the_second_draw_does_not_show_may_be(course, results):
    seen = set()
    for name, by_id in results.items():
        (test,) = by_id["bent"].tests
        if name.startswith("at_times") and test.outcome != "passed":
            again = is_positive(course, by_id["bent"], 1)
            seen.add(again)
            assert ("It seems" if again else "It may be") + f" that {SIGN}" in test.message
    assert seen == {True, False}


def test_fixed_inputs_need_another_test_that_shows_it(results):
    for test in results["always"]["fixed"].tests:
        assert "It seems that your" in test.message and "has the wrong sign" in test.message
    (test,) = results["always"]["lone"].tests
    assert f"It may be that {SIGN}" in test.message


def test_a_check_in_the_notebook_asks_twice_as_well(course, tmp_path):
    release = find_release(make_release(course, course.assignment("01").select(), tmp_path / "dist").path)
    (tmp_path / "a.py").write_text(ALWAYS + "\n\n" + FIXED)
    told = {}
    for name in ("bent", "lone"):
        found = run_checks(release, [name], partial(file_session, release, tmp_path / "a.py"))
        told[name] = "\n".join(lines(name, found))
    assert f"It seems that {SIGN}" in told["bent"] and f"It may be that {SIGN}" in told["lone"]
