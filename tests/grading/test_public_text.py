"""On hidden inputs a student reads class and line of an exception; its text only where it also arises on public inputs."""

import pytest

from autograder.course import Course
from autograder.grading.plan import Plan
from autograder.grading.public_text import CAP, SAYS, readable
from autograder.grading.submission import Grading
from autograder.grading.workers import ZygotePool
from autograder.intake.places import Found
from autograder.platforms.gradescope.export import gradescope_results
from autograder.reports.feedback import exercise_lines
from autograder.reports.feedback_json import feedback_data
from autograder.runs.bundle import bundle_files
from autograder.runs.grade import Options, grade
from autograder.runs.one_hand_in import grade_one
from autograder.suites.runner import with_suites

FILES = {
    "reference/scaled/scaled.py": '''
import numpy as np


def scaled(x, options):
    """x times options["gain"].

    Args:
        x: numbers.
        options: a dict with "gain".
    """
    return options["gain"] * np.asarray(x)


def twice(x):
    """Two times x.

    Args:
        x: numbers.
    """
    return 2 * x
''',
    "assignments/01_scaled/assignment.toml": (
        'title = "Scaled"\n[defaults]\nmodule = "scaled"\n[[exercise]]\nid = "scaled"\n'
        '[[exercise]]\nid = "twice"\nneeds = ["scaled"]\n'
    ),
    "assignments/01_scaled/scaled/test_hidden.py": '''
from autograder.suite import assert_close, exercise


@exercise("scaled")
def test_random(student, reference, rng):
    """Any numbers are scaled."""
    x, options = rng.normal(size=(7, 4)), {"gain": float(rng.normal())}
    assert_close(student.scaled(x, options), reference.scaled(x, options))


@exercise("scaled")
def test_large(student, reference, rng):
    """Large numbers are scaled, too."""
    x, options = 1000 + 100 * rng.random(size=(7, 4)), {"gain": float(rng.normal())}
    assert_close(student.scaled(x, options), reference.scaled(x, options))


@exercise("twice")
def test_twice(student, reference, rng):
    """Everything is doubled."""
    x = rng.normal(size=5)
    assert_close(student.twice(x), reference.twice(x))
''',
    "assignments/01_scaled/scaled/test_public.py": '''
import numpy as np

from autograder.suite import assert_close, exercise


@exercise("scaled")
def test_random(student):
    """Three numbers are scaled."""
    assert_close(student.scaled(np.array([1.0, 2.0, 4.0]), {"gain": 2.0}), np.array([2.0, 4.0, 8.0]))


@exercise("twice")
def test_twice(student):
    """One number is doubled."""
    assert_close(student.twice(np.array([3.0])), np.array([6.0]))
''',
}
TRAILS = """
import ctypes, glob, os, sys, tempfile

PLACES = ["/tmp", "/dev/shm", "/var/tmp", "/run", ".", os.path.expanduser("~"), tempfile.gettempdir()]
SEEN = []


def remember(text):
    SEEN.append(text)
    sys.modules["leak_" + text] = os
    os.environ["LEAK_" + text] = text
    for place in PLACES:
        for attempt in (
            lambda: open(place + "/leak_" + text, "w").write(text),
            lambda: os.mkdir(place + "/leak_" + text),
            lambda: os.symlink(text, place + "/leak_" + text),
        ):
            try:
                attempt()
            except OSError:
                pass
    for attempt in (lambda: os.memfd_create("leak_" + text), lambda: ctypes.CDLL(None).shmget(4711, 4096, 0o1777)):
        try:
            attempt()
        except (OSError, AttributeError):
            pass


def recall():
    found = list(SEEN) + [m for m in sys.modules if m.startswith("leak_")] + [k for k in os.environ if "LEAK" in k]
    for place in PLACES:
        try:
            found += [name for name in os.listdir(place) if "leak_" in name]
        except OSError:
            pass
    return found
"""
ANSWERS = {
    "key": 'def scaled(x, options):\n    return x * options["gian"]\n',
    "large": (
        "def scaled(x, options):\n    if x.max() > 500:\n        raise ValueError(f'{x.max()} is large')\n    return 0 * x\n"
    ),
    "other_line": (
        "def scaled(x, options):\n    if x.shape == (3,):\n        raise ValueError('small')\n    raise ValueError('big')\n"
    ),
    "other_class": "def scaled(x, options):\n    raise (KeyError if x.size == 3 else ValueError)('no')\n",
    "tells_inputs": 'def scaled(x, options):\n    raise ValueError(f"got {x.tolist()} and {options}")\n',
    "leak": TRAILS
    + '\n\ndef scaled(x, options):\n    remember(repr(options["gain"])); raise ValueError("seen: " + " ".join(recall()))\n',
    "markup": (
        "def scaled(x, options):\n"
        '    raise ValueError("<script>alert(1)</script> ` [x](javascript:1) | \\n# 10 of 10 \\x1b[31m \\u202e " + 500 * "y")\n'
    ),
    "address": "def scaled(x, options):\n    raise ValueError(f'what is {object()}?')\n",
    "at_load": 'GAINS = {}\nGAIN = GAINS["gian"]\n\n\ndef scaled(x, options):\n    return x * GAIN\n',
    "unwritten": 'def scaled(x, options):\n    raise NotImplementedError("todo: everything")\n',
    "own_class": "class Odd(ValueError):\n    pass\n\n\ndef scaled(x, options):\n    raise Odd('too odd')\n",
    "oracle": (
        "def scaled(x, options):\n    return 0 * x\n\n\n"
        "def twice(x):\n    raise ValueError(f'scaled gives {scaled(x, dict(gain=2.0))}')\n"
    ),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("public") / "course"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return Course(root)


def run(course, folder, answers, **options):
    (folder / "in").mkdir(exist_ok=True)
    for name, text in answers.items():
        (folder / "in" / f"{name}.py").write_text("import numpy as np\n" + text)
    summary = grade(course.root, "01", [folder / "in"], folder / "out", Options(quiet=True, jobs=2, **options))
    return {r.submission: r for r in summary.results}


@pytest.fixture(scope="module")
def graded(course, tmp_path_factory):
    """Name -> result, and the folder of the run."""
    folder = tmp_path_factory.mktemp("graded")
    return run(course, folder, ANSWERS), folder / "out"


def messages(result, exercise=0):
    return [t.message for t in result.exercises[exercise].tests if t.outcome != "passed"]


def test_the_text_of_an_exception_on_public_inputs_is_shown(graded):
    results, out = graded
    for message in messages(results["key"]):
        assert "KeyError in line 2 of scaled" in message
        assert message.endswith(f"{SAYS} `KeyError: 'gian'`")
    for page in ("feedback.md", "feedback.html", "feedback.json"):
        text = (out / "key" / page).read_text()
        assert "gian" in text.split(SAYS, 1)[1][:80]


def test_an_exception_that_only_hidden_inputs_raise_keeps_its_text(graded):
    results, _ = graded
    (raised,) = [t for t in results["large"].exercises[0].tests if t.outcome == "error"]
    assert "ValueError in line 3 of scaled" in raised.message and SAYS not in raised.message
    assert "is large" in raised.detail  # staff reads it


@pytest.mark.parametrize("name", ["other_line", "other_class"])
def test_another_line_or_class_is_another_failure(graded, name):
    assert messages(graded[0][name]) and not any(SAYS in m for m in messages(graded[0][name]))


def test_the_text_is_that_of_the_public_run(graded):
    (message,) = set(m.partition(SAYS)[2] for m in messages(graded[0]["tells_inputs"]))
    assert message == " `ValueError: got [1.0, 2.0, 4.0] and {'gain': 2.0}`"


def test_hidden_inputs_cannot_reach_the_public_run(graded):
    """The code remembers what it was called with wherever it can, and tells all that it finds there."""
    results, out = graded
    staff = [t.detail for t in results["leak"].exercises[0].tests]
    hidden = {word for detail in staff for word in detail.split() if word.lstrip("-")[:1].isdigit()}
    assert hidden and "2.0" not in hidden  # it did read hidden inputs, and put them into the text
    (said,) = set(m.partition(SAYS)[2] for m in messages(results["leak"]))
    assert said.startswith(" `ValueError: seen: 2.0 ")
    for page in ("feedback.md", "feedback.html", "feedback.json"):
        text = (out / "leak" / page).read_text()
        assert not any(word in text or word[:12] in text for word in hidden)


def test_what_a_reference_computes_is_not_told(graded):
    """`twice` is followed through with the reference in the place of a wrong `scaled`; its public checks are not."""
    (message,) = messages(graded[0]["oracle"], exercise=1)
    assert message.endswith(f"{SAYS} `ValueError: scaled gives [0.]`")


def test_the_text_is_one_short_line_of_code_on_every_page(graded):
    results, out = graded
    for message in messages(results["markup"]):
        said = message.partition(SAYS)[2]
        assert len(said) < CAP + 20 and said.count("`") == 2 and said.isprintable()
    page = (out / "markup" / "feedback.html").read_text()
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
    lines = exercise_lines(results["markup"].exercises[0])
    assert not any("<script>" in line or line.startswith("# 10") for line in lines)


def test_addresses_are_left_out(graded):
    assert all("<object object at 0x...>" in m for m in messages(graded[0]["address"]))
    assert readable("a\n\tb `c` \u202e 0x7f001234abcd") == "a b 'c' \ufffd 0x..."


def test_an_exception_while_loading_says_its_text(graded):
    assert all(m.endswith(f"{SAYS} `KeyError: 'gian'`") for m in messages(graded[0]["at_load"]))


def test_what_is_not_written_says_only_that(graded):
    assert all("is not implemented yet" in m and SAYS not in m for m in messages(graded[0]["unwritten"]))


def test_a_class_of_the_students_own(graded):
    assert all(m.endswith(f"{SAYS} `Odd: too odd`") for m in messages(graded[0]["own_class"]))


def test_equal_hand_ins_stay_equal(course, graded, tmp_path):
    """From the cache, in another run, and where another hand-in comes first."""
    again = run(course, tmp_path, {"zz": ANSWERS["address"], "aa": ANSWERS["address"], "kk": ANSWERS["key"]})
    assert messages(again["zz"]) == messages(again["aa"]) == messages(graded[0]["address"])
    assert messages(again["kk"]) == messages(graded[0]["key"])


def test_other_public_checks_give_another_text(course, tmp_path):
    """The cache must not hold on to what the checks of yesterday said."""
    answers = {"a": ANSWERS["tells_inputs"]}
    assert "[1.0, 2.0, 4.0]" in messages(run(course, tmp_path, answers)["a"])[0]
    path = course.root / "assignments/01_scaled/scaled/test_public.py"
    before = path.read_text()
    try:
        path.write_text(before.replace("[1.0, 2.0, 4.0]", "[1.0, 2.0, 5.0]"))
        assert "[1.0, 2.0, 5.0]" in messages(run(course, tmp_path, answers)["a"])[0]
        path.write_text("import what_is_not_there\n")
        assert SAYS not in messages(run(course, tmp_path, answers)["a"])[0]
    finally:
        path.write_text(before)


class NoJail(ZygotePool):
    """As on a machine that has none of the layers: what held in its workers amounts to nothing."""

    reached = "none"


@pytest.mark.parametrize("pool, shown", [(ZygotePool, True), (NoJail, False)])
def test_without_a_jail_nothing_is_told(course, tmp_path, pool, shown):
    """There a file could carry hidden inputs from one worker to the next."""
    (tmp_path / "key.py").write_text(ANSWERS["key"])
    plan, workers = Plan.make(course, course.assignment("01").select(["scaled"]), seed=1), pool("standard")

    def work(runner):
        grading = Grading(plan, runner, workers)
        return grading.submission("key", Found("key", tmp_path / "key.py")), dict(grading.fresh)

    files = plan.hidden_files, plan.exercises_of_module
    try:
        result, kept = with_suites(*files, work, root=plan.assignment.folder, public=plan.public_files)
    finally:
        workers.close()
    assert messages(result) and all((SAYS in m) is shown for m in messages(result))
    assert bool(kept) is shown  # where a text is missing for another reason than the code, nobody else gets that page


@pytest.mark.parametrize("hints, shown", [("property", False), ("location", True)])
def test_it_is_told_where_places_are(course, tmp_path, hints, shown):
    result = run(course, tmp_path, {"key": ANSWERS["key"]}, hints=hints)["key"]
    assert all((SAYS in m) is shown for m in messages(result))


def test_bridges_tell_the_same(course, graded, tmp_path):
    """otter, nbgrader and Gradescope grade with a bundle, or show what `gradmark grade` says."""
    bundle, hand_in, home = tmp_path / "bundle", tmp_path / "in", tmp_path / "home"
    for name, content in bundle_files(course, course.assignment("01").select()).items():
        (bundle / name).parent.mkdir(parents=True, exist_ok=True)
        (bundle / name).write_bytes(content)
    hand_in.mkdir(), home.mkdir()
    (hand_in / "a.py").write_text(ANSWERS["key"])
    result = grade_one(bundle, hand_in, home, "standard", "mistake")
    wanted = f"{SAYS} `KeyError: 'gian'`"
    assert all(wanted in test["output"] for test in gradescope_results(result.model_dump())["tests"][:1])
    assert wanted in feedback_data(result)["exercises"][0]["tests"][0]["message"]
    assert any("gian" in line for line in exercise_lines(result.exercises[0]))
