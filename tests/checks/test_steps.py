"""First divergence: which steps agree, and where the two computations part."""

import types

import numpy as np
import pytest

from autograder.checks import CheckFailed, assert_close, assert_steps_close
from autograder.checks.steps import parting
from autograder.suites.divergence import first_divergence, named_parts, parted_outputs, tuple_names
from autograder.suites.student import Call, Function, Rng, Student, Surface, begin_test
from autograder.suites.transport import LocalTransport
from autograder.worker.session import Session

X = np.arange(12.0).reshape(4, 3) ** 2
MU, VAR = X.mean(axis=0), X.var(axis=0)
STEPS = {"mu": MU, "var": VAR, "x_hat": (X - MU) / np.sqrt(VAR)}


# --- where two computations part ------------------------------------------------------------------------------


def test_the_first_step_that_differs_is_named_with_those_before_it():
    found = {"mu": MU, "var": VAR, "x_hat": STEPS["x_hat"] * 2}
    assert parting(found, STEPS).sentence == "Your mu and var are right; x_hat is the first to differ"


def test_everything_behind_a_wrong_step_is_not_its_own_mistake():
    found = {"mu": MU, "var": VAR * 2, "x_hat": STEPS["x_hat"] / np.sqrt(2)}
    assert parting(found, STEPS).sentence == "Your mu is right; var is the first to differ"


def test_a_wrong_start():
    assert parting({"mu": MU + 1, "x_hat": STEPS["x_hat"] + 1}, STEPS).sentence == "Your mu differs already"


def test_all_right_so_the_error_comes_later():
    said = parting(STEPS, STEPS).sentence
    assert said == "Up to x_hat all is right; the error comes after it"


def test_a_step_kept_in_another_form_is_passed_over():
    """var + eps, or one over it, under the name var: x_hat shows that nothing is wrong there."""
    assert parting({**STEPS, "var": 1 / VAR}, STEPS).first is None


def test_kept_axes_and_repeated_rows_are_the_same_step():
    assert parting({"mu": MU[None, :], "var": np.tile(VAR, (4, 1))}, STEPS).right == ["mu", "var"]


def test_float32_is_no_divergence():
    found = {name: value.astype(np.float32) for name, value in STEPS.items()}
    assert parting(found, STEPS).right == ["mu", "var", "x_hat"]


def test_nan_differs_and_objects_are_not_compared():
    assert parting({"mu": MU * np.nan}, STEPS).first == "mu"
    assert parting({"mu": object(), "var": "text"}, STEPS) is None
    assert parting({}, STEPS) is None


# --- asserting steps --------------------------------------------------------------------------------------------


def test_returned_steps_pass_in_both_forms():
    assert_steps_close(tuple(STEPS.values()), STEPS)
    assert_steps_close({**STEPS, "more": 3}, STEPS)


@pytest.mark.parametrize("form", [lambda s: s, lambda s: tuple(s.values())])
def test_a_wrong_step_fails_with_what_is_right_before_it(form):
    with pytest.raises(CheckFailed) as caught:
        assert_steps_close(form({"mu": MU, "var": VAR * 2, "x_hat": STEPS["x_hat"]}), STEPS)
    assert caught.value.public.startswith("var: all 3 entries differ")
    assert caught.value.public.endswith("Your mu is right; var is the first to differ")
    assert caught.value.where["first_divergence"] == "var"


@pytest.mark.parametrize(
    ("actual", "words"),
    [
        ({"mu": MU}, "lack 'var' and 'x_hat'"),
        ((MU, VAR), "2 elements, expected 3"),
        (None, "expected a dict"),
    ],
)
def test_steps_of_another_form_are_told(actual, words):
    with pytest.raises(CheckFailed, match=words):
        assert_steps_close(actual, STEPS)


# --- reading what stays with the student's code -----------------------------------------------------------------

FORMS = """
    parts = dict(mu=x.mean(axis=0), var=x.var(axis=0, ddof=1))
    parts["x_hat"] = (x - parts["mu"]) / parts["var"] ** 0.5
    mean, var, xhat = parts.values()
"""
CACHES = {
    "a dict": "    cache = {'Mean': mean, 'var': var, 'x_norm': xhat}\n    return 2 * xhat, cache",
    "a tuple": "    cache = (xhat, mean,\n             var)  # for later\n    return 2 * xhat, cache",
    "a bare tuple": "    cache = xhat, mean, var\n    return 2 * xhat, cache",
    "a tuple on the spot": "    return 2 * xhat, (xhat, mean, var)",
    "an object": "    return 2 * xhat, Cache(mean=mean, var=var, x_hat=xhat)",
}


def submission(source, transport=LocalTransport):
    """A student whose forward keeps its second output, with its source known as in grading."""
    session = Session()
    session.namespace.update(np=np, Cache=types.SimpleNamespace)
    text = f"def forward(x):{FORMS}{source}\n"
    session.statements = [{"label": "<0>", "line": 1, "source": text, "name": "forward"}]
    exec(text, session.namespace)
    student = Student(transport(session), Surface(["forward"], {"forward": [1]}))
    begin_test(student, 1)
    return student


@pytest.mark.parametrize("form", CACHES)
def test_a_cache_of_any_form_with_names_is_read(form):
    student = submission(CACHES[form])
    out, cache = student.forward(X)
    with pytest.raises(CheckFailed) as caught, first_divergence(cache, lambda: STEPS):
        assert_close(out, STEPS["x_hat"], "out")
    assert caught.value.public.endswith("Your mu is right; var is the first to differ")
    assert len(student.calls) == 1  # what was read to explain is no part of the test


@pytest.mark.parametrize(
    "source",
    [
        "    return 2 * xhat, [mean, var]",
        "    return 2 * xhat, (lambda: mean)",
        "    return 2 * xhat, 3.0",
        "    a = (var, mean)\n    b = (mean, var)\n    return 2 * xhat, (a if x is None else b)",
    ],
)
def test_a_cache_without_names_is_passed_over(source):
    student = submission(source)
    out, cache = student.forward(X)
    with pytest.raises(CheckFailed) as caught, first_divergence(cache, STEPS):
        assert_close(out, STEPS["x_hat"], "out")
    assert "first to differ" not in caught.value.public and "right" not in caught.value.public


def test_a_check_that_passes_reads_nothing():
    student = submission(CACHES["a dict"])
    out, cache = student.forward(X)
    with first_divergence(cache, lambda: pytest.fail("asked for the steps")):
        assert_close(out, out, "out")


def test_an_object_that_breaks_when_it_is_read_changes_nothing():
    student = submission("    return 2 * xhat, Broken()")
    student._transport.session.namespace["Broken"] = type(
        "dict", (dict,), {"__iter__": lambda self: (_ for _ in ()).throw(SystemExit())}
    )
    out, cache = student.forward(X)
    with pytest.raises(CheckFailed, match="out"), first_divergence(cache, STEPS):
        assert_close(out, STEPS["x_hat"], "out")


def test_only_wanted_names_are_taken_from_a_dict():
    assert named_parts({"X_hat": 1, "other": 2, 3: 4}, {"x_hat": ["x_hat"]}) == {"x_hat": 1}


def test_names_of_a_tuple_need_one_meaning():
    assert tuple_names("    c = (a, b)\n    return out, c", 2) == ["a", "b"]
    assert tuple_names("    c = (a, b)\n    return out, c", 3) == []
    assert tuple_names("    c = (a, b)\n    return out, d", 2) == []
    assert tuple_names("    c = (a, b)\n    c = (b, a)\n    return out, c", 2) == []
    assert tuple_names("    c = (a, f(b))\n    return out, c", 2) == []


def test_searching_a_hostile_source_ends():
    for piece in ("c = (a,", "return , ", "a=b,", "c = (" + "a," * 4000):
        tuple_names((piece * 10_000)[:10_000], 2)


# --- the outputs of one call ------------------------------------------------------------------------------------


def call(result, *args):
    student = submission(CACHES["a dict"])
    return Call(
        "call",
        "",
        {"target": Function(student, "stats"), "args": list(args), "kwargs": {}},
        {"result": result},
    )


def test_the_first_output_that_differs_is_named():
    said = parted_outputs([call((MU, VAR * 2))], [call((MU, VAR))], lambda name: ["mean", "var"])
    assert said == "Of what stats returns, mean is right; var is the first to differ"
    said = parted_outputs([call({"a": MU, "b": VAR * 2})], [call({"a": MU, "b": VAR})], lambda name: [])
    assert said == "Of what stats returns, 'a' is right; 'b' is the first to differ"


def test_outputs_without_a_stated_name_are_counted():
    said = parted_outputs([call((MU, VAR * 2))], [call((MU, VAR))], lambda name: ["mean", ""])
    assert said.endswith("mean is right; output 2 is the first to differ")


@pytest.mark.parametrize(
    ("mine", "right"),
    [
        (call((MU * 2, VAR * 2)), call((MU, VAR))),  # nothing is right
        (call(MU * 2), call(MU)),  # only one output
        (call((MU, VAR)), call((MU, VAR))),  # no difference
        (call((MU, VAR * 2), Rng("numpy", 1)), call((MU, VAR), Rng("numpy", 1))),  # chance decides
        (call((MU, VAR, 1)), call((MU, VAR))),  # another form
    ],
)
def test_silent_rather_than_wrong(mine, right):
    assert parted_outputs([mine], [right], lambda name: []) == ""
