"""A hint names a mistake only where at least two failed tests show it; an answer that computes nothing is told so."""

import pytest

from autograder.course.mistakes import Mistake
from autograder.gradebook.status import misconceptions
from autograder.grading.hinting import where_to_look
from autograder.platforms.gradescope.export import gradescope_results
from autograder.reports.class_numbers import Row
from autograder.runs.grade import Options, grade

HINT = "Your spread is a sum of squares. Divide it by the number of entries, and take the root."
FILES = {
    "reference/spread/spread.py": '''
import numpy as np


def spread(x, axis=0, eps=0.0):
    """The standard deviation of x along an axis: the root of the variance.

    Args:
        x: numbers.
        axis: along which to measure.
        eps: added to the variance.
    """
    return np.sqrt(((x - x.mean(axis=axis, keepdims=True)) ** 2).mean(axis=axis) + eps)
''',
    "assignments/01_spread/assignment.toml": 'title = "Spread"\n[defaults]\nmodule = "spread"\n[[exercise]]\nid = "spread"\n',
    "assignments/01_spread/spread/mistakes.py": f'''
from autograder.suite import Mistake

MISTAKES = [
    Mistake("spread/sum", old="** 2).mean(axis=axis)", new="** 2).sum(axis=axis)", hint="{HINT}"),
    Mistake("spread/no-eps", old=" + eps", new="", hint="eps is left out: it belongs to the variance, under the root."),
    Mistake("spread/nothing", old="np.sqrt(", new="0 * np.sqrt(", hint="You multiply by a mask that is empty."),
]
''',
    "assignments/01_spread/spread/test_hidden.py": '''
from autograder.suite import assert_close


def test_columns(student, reference, rng):
    """Columns have their spread."""
    x = rng.normal(size=(7, 4))
    assert_close(student.spread(x), reference.spread(x))


def test_rows(student, reference, rng):
    """Rows have theirs."""
    x = rng.normal(size=(7, 4))
    assert_close(student.spread(x, axis=1), reference.spread(x, axis=1))


def test_eps(student, reference, rng):
    """eps keeps a spread away from zero."""
    x = rng.normal(size=(7, 4))
    assert_close(student.spread(x, eps=0.5), reference.spread(x, eps=0.5))
''',
}
ANSWERS = {
    "none": "    pass",
    "zeros": "    return np.zeros(x.shape[1 - axis])",
    "ones": "    return np.ones(x.shape[1 - axis])",
    "input": "    return x",
    "sum": "    return np.sqrt(((x - x.mean(axis, keepdims=True)) ** 2).sum(axis) + eps)",
    "no_eps": "    return np.std(x, axis=axis)",
    "squared": "    return np.var(x, axis=axis) + eps",
}
SAYS = {
    "none": "returns None",
    "zeros": "returns only zeros",
    "ones": "returns the same, whatever it is given",
    "input": "returns what it is given, unchanged",
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Name -> result, and the folder of the run."""
    folder = tmp_path_factory.mktemp("hints")
    for path, text in FILES.items():
        place = folder / "course" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    (folder / "in").mkdir()
    for name, body in ANSWERS.items():
        text = f"import numpy as np\n\n\ndef spread(x, axis=0, eps=0.0):\n{body}\n"
        (folder / "in" / f"{name}.py").write_text(text)
    options = Options(quiet=True, jobs=2, seed=1)
    summary = grade(folder / "course", "01", [folder / "in"], folder / "out", options)
    return {r.submission: r for r in summary.results}, folder / "out"


def hints(result):
    return {(t.mistake, t.firm, t.hint) for t in result.exercises[0].tests if t.outcome != "passed"}


@pytest.mark.parametrize("name", SAYS)
def test_an_answer_that_computes_nothing_is_told_so(graded, name):
    ((mistake, firm, hint),) = hints(graded[0][name])
    assert mistake is None and firm and SAYS[name] in hint


def test_two_failed_tests_name_the_mistake(graded):
    assert hints(graded[0]["sum"]) == {("spread/sum", True, HINT)}


def test_one_failed_test_says_only_where_to_look(graded):
    results, out = graded
    ((mistake, firm, hint),) = hints(results["no_eps"])
    assert (mistake, firm) == ("spread/no-eps", False)
    assert "It may" in hint and "`eps`" in hint and "left out" not in hint
    for page in ("feedback.html", "feedback.md"):
        text = (out / "no_eps" / page).read_text()
        assert "Where to look first" in text and "What it probably is" not in text
        assert "What it probably is" in (out / "sum" / page).read_text()


def test_gradescope_is_told_as_firmly(graded):
    """Its lines are made of the same record, and must not make a certainty of what may be."""
    for name, title in (("sum", "What it probably is"), ("no_eps", "Where to look first")):
        told = gradescope_results(graded[0][name].model_dump())["tests"]
        failed = [t["output"] for t in told if t["status"] == "failed"]
        others = {"What it probably is", "Where to look first"} - {title}
        assert failed and all(f"{title}:" in output and not any(other in output for other in others) for output in failed)


def test_what_no_listed_mistake_explains_gets_no_hint(graded):
    assert hints(graded[0]["squared"]) == {(None, True, "")}


def test_only_firm_mistakes_are_counted(graded):
    results, _ = graded
    counted = misconceptions([r.model_dump() for r in results.values()])
    assert [(m.mistake, m.students) for m in counted] == [("spread/sum", 1)]
    assert {name: list(Row.of(r).mistakes) for name, r in results.items() if Row.of(r).mistakes} == {"sum": ["spread/sum"]}


@pytest.mark.parametrize("body", ["return None", "return torch.zeros_like(z_q)", "return torch.ones_like(z_q)"])
def test_a_differentiated_answer_is_told_so_too(our_course, tmp_path, body):
    """Most of its tests ask for gradients, and call it only on the way."""
    other = (our_course.root / "reference/autoencoders/vqvae.py").read_text(encoding="utf-8").partition("def vqvae_loss")
    rest = "".join(other[1:])
    (tmp_path / "a.py").write_text(
        f"import torch\nfrom jaxtyping import Float\n\n\ndef straight_through(z_e, z_q):\n    {body}\n\n\n{rest}"
    )
    options = Options(only=["vqvae_loss"], quiet=True, jobs=1, seed=2)
    (result,) = grade(our_course.root, "11", [tmp_path / "a.py"], tmp_path / "out", options).results
    told = {t.hint for e in result.exercises if e.id == "vqvae_loss" for t in e.tests if t.hint}
    assert len(told) == 1 and "straight_through returns" in told.pop()


def test_where_to_look_names_things_and_no_filling_words():
    mistake = Mistake("f/no-mean", "", "", "Whether the losses behind it differ is what the mean goes by.")
    stated = "whether the mean of the losses goes behind what differ"
    told = where_to_look(mistake, [mistake.hint], (), stated)
    assert told.startswith("It may have to do with losses and mean."), told
