"""Exercises in which the student writes the test: who notices what earns what, in the real jail."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from kill_course import ASSERTING, REFERENCE, kill_course

from autograder.auditing.exercise_trial import EXPLAINED, Trial
from autograder.auditing.subjects import Subject, subjects_of
from autograder.grading.plan import Plan
from autograder.runs.audit import audit
from autograder.runs.grade import Options, grade
from autograder.suites.runner import with_suites

WEAK = """
import numpy as np

def test_softplus(f):
    x = np.linspace(-2, 2, 9)
    wanted = np.log(1 + np.exp(x))
    return np.allclose(f(x), wanted)
"""
OWN_HELPERS = """
import numpy as np
CALLS = []

def close(a, b):
    CALLS.append(1)
    return abs(a - b) <= 1e-9 * abs(b)

def test_softplus(f):
    ok = True
    for v in (-500.0, -45.0, 0.0, 1.5, 800.0):
        x = np.array([v])
        ok &= bool(close(f(x), np.logaddexp(0, v)).all()) and x[0] == v
    return int(ok)
"""
RIGHT = {
    "returns": REFERENCE,
    "asserts": ASSERTING,
    "numpy_bool": REFERENCE.replace("return bool(", "return np.bool_(").replace(" and bool(", " & np.bool_("),
    "own_helpers": OWN_HELPERS,
    "by_name": ASSERTING.replace("f(x)", "f(x=x)"),
}


def answers(body: str, before: str = "") -> str:
    """A test with this body."""
    return f"{before}\n\ndef test_softplus(f):\n" + indent(dedent(body).strip("\n"), "    ") + "\n"


NOTHING = {
    "true": answers("return True"),
    "false": answers("return False"),
    "none": answers("f"),
    "coin": answers("return random.random() < 0.5", "import random"),
    "biased_coin": answers("return random.random() < 0.75", "import random"),
    "by_the_clock": answers("return int(time.perf_counter() * 1e6) % 2 == 0", "import time"),
    "exact": answers("x = np.linspace(-3, 3, 99)\nreturn np.array_equal(f(x), np.log1p(np.exp(x)))", "import numpy as np"),
    "text": answers("return 'right'"),
    "object": answers("return Yes()", "class Yes:\n    def __bool__(self):\n        return True"),
    # Those who would rather know which version they have than test it:
    "counts": answers("SEEN.append(1)\nreturn len(SEEN) % 2 == 1", "SEEN = []"),
    "compares": answers(
        """
        y = f(np.linspace(-2, 2, 5))
        LAST.append(y)
        return all(np.array_equal(y, other) for other in LAST)
        """,
        "import numpy as np\nLAST = []",
    ),
    "remembers": answers(
        """
        try:
            with open('/tmp/seen', 'a') as file:
                file.write('x')
            return os.path.getsize('/tmp/seen') % 2 == 0
        except OSError:
            return True
        """,
        "import os",
    ),
    "remembers_beside_the_module": answers(
        """
        builtins.seen = getattr(builtins, 'seen', 0) + 1
        np.seen = getattr(np, 'seen', 0) + 1
        os.environ['SEEN'] = os.environ.get('SEEN', '') + 'x'
        return max(builtins.seen, np.seen, len(os.environ['SEEN'])) == 1
        """,
        "import builtins\nimport os\nimport numpy as np",
    ),
    "asks_another_one": answers(
        """
        held = [cell.cell_contents for cell in f.__closure__]
        session = next(value for value in held if hasattr(value, '_callback'))
        number = next(value for value in held if type(value) is int)
        x, answers = np.linspace(-2, 2, 5), []
        for other in range(number + 5):
            try:
                answers.append(session._callback(other, 'f')(x))
            except Exception:
                pass
        return all(np.array_equal(f(x), y) for y in answers)
        """,
        "import numpy as np",
    ),
    "frames": answers(
        """
        frame = sys._getframe()
        while frame:
            for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
                seen = str(getattr(value, 'module', '')) + str(getattr(value, 'name', ''))
                if 'no-' in seen or 'overflow' in seen:
                    return False
            frame = frame.f_back
        return True
        """,
        "import sys",
    ),
    "code": answers("return 'overflow' not in str(f.__code__.co_consts) + str(f.__closure__) + str(vars(f)) + f.__name__"),
    "hammers": answers("for _ in range(5000):\n    f(np.zeros(1))\nreturn True", "import numpy as np"),
    "never_ends": answers("while True:\n    pass"),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return kill_course(tmp_path_factory.mktemp("kill") / "course")


def graded(course, folder, answers):
    hand_ins = folder / "class"
    hand_ins.mkdir()
    for name, code in answers.items():
        (hand_ins / f"{name}.py").write_text(code)
    found = grade(course.root, "01", [hand_ins], folder / "out", Options(only=["kill_softplus"], quiet=True))
    return {r.submission: next(e for e in r.exercises if e.id == "kill_softplus") for r in found.results}


def test_good_tests_earn_everything_however_they_say_it(course, tmp_path):
    found = graded(course, tmp_path, RIGHT)
    assert {name: e.earned for name, e in found.items()} == dict.fromkeys(RIGHT, 3.0), found


def test_who_does_not_test_earns_nothing(course, tmp_path):
    found = graded(course, tmp_path, NOTHING)
    assert {name: e.earned for name, e in found.items()} == dict.fromkeys(NOTHING, 0.0)
    said = {name: " ".join(t.finding.text for t in e.tests if t.finding) for name, e in found.items()}
    assert "refuses an implementation that is right" in said["false"] and "refuses" in said["exact"]
    assert "accepts a wrong implementation of this kind" in said["true"]
    assert "must return True or False" in said["text"]
    assert "more than 2,000 times" in said["hammers"]
    assert all(t.outcome == "timeout" for t in found["never_ends"].tests)


def test_a_weak_test_earns_a_part_and_is_told_the_kinds_that_escaped(course, tmp_path):
    (found,) = graded(course, tmp_path, {"weak": WEAK}).values()
    passed = {t.id.rpartition("::")[2] for t in found.tests if t.passed}
    assert passed == {"test_notices_a_wrong_formula"} and 0 < found.earned < 3
    told = " ".join([t.title + (t.finding.text if t.finding else "") for t in found.tests])
    assert "It notices that large inputs overflow" in told
    assert "no-log1p" not in told and "np." not in told  # neither the name of a mistake nor the edit


def test_the_stub_is_unwritten(course, tmp_path):
    stub = "def test_softplus(f):\n    raise NotImplementedError('test_softplus')\n"
    (found,) = graded(course, tmp_path, {"stub": stub}).values()
    assert found.earned == 0 and all(t.finding.unwritten for t in found.tests)


def test_such_an_exercise_is_audited_like_any_other(course):
    assert audit(course.root, "01", only=["kill_softplus"], seeds=20) == 0


def on_trial(course, work):
    """`work` with the trial of an audit, as its worker makes it."""
    assignment = course.assignment("01")
    exercise = assignment.get("kill_softplus")
    plan = Plan.make(course, assignment.select([exercise.id]), seed=0)
    found = []
    with_suites(
        [assignment.concept(exercise.module).hidden],
        {exercise.module: plan.exercises_of_module[exercise.module]},
        lambda runner: found.append(work(Trial(plan, runner, exercise))),
        root=assignment.folder,
    )
    return found[0]


def asked(runs):
    return sum(call.operation == "call" for run in runs for call in run.calls)


def test_an_audit_asks_about_each_version_once_after_the_first_seeds(course):
    assignment = course.assignment("01")
    exercise = assignment.get("kill_softplus")
    right = [s for s in subjects_of(course, assignment, exercise) if s.is_right]
    assert len(right) == 2

    def work(trial):
        return [(asked(trial.runs(s, 0)), asked(trial.runs(s, EXPLAINED))) for s in right]

    # Four tests with the reference and one alternative of softplus; five wrong versions, one test has two of them.
    assert on_trial(course, work) == [(4 * 12 + 5 * 4, 4 * 2 + 5)] * 2


SELDOM_WRONG = (
    ASSERTING
    + """

import random
_careful = test_softplus


def test_softplus(f):
    try:
        _careful(f)
    except AssertionError:
        return random.random() < 0.2
    return True
"""
)
UNSURE = SELDOM_WRONG.replace("return True", "return random.random() < 0.98").replace("random.random() < 0.2", "False")


def test_who_gets_through_when_asked_once_is_asked_as_often_as_in_grading(course):
    """A test that accepts a wrong version now and then fails in grading on nearly every seed. It must in an audit, too."""
    subject = Subject("mistake", "kill_softplus/seldom", SELDOM_WRONG)

    def work(trial):
        return [seed for seed in range(EXPLAINED, 23) if all(run.passed for run in trial.runs(subject, seed))]

    assert on_trial(course, work) == []


def test_a_test_that_refuses_a_right_version_now_and_then_is_found_out(course):
    """In 200 seeds each right version is asked about in every test."""
    subject = Subject("alternative", "unsure", UNSURE)

    def work(trial):
        return any(not run.passed for seed in range(EXPLAINED, 43) for run in trial.runs(subject, seed))

    assert on_trial(course, work)
