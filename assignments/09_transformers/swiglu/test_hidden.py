import numpy as np

from autograder.suite import assert_close, assert_true, check_pair, definition, gradcheck_pair, leaves_arguments, points

AXES = ("sequence", "position", "feature")


def draw(rng, shape=(2, 3, 4), f=5):
    d = shape[-1]
    sizes = {"x": shape, "Wg": (d, f), "Wu": (d, f), "Wd": (f, d)}
    return {name: rng.normal(size=size) for name, size in sizes.items()}


@points(3)
def test_output_matches_the_definition(student, reference, rng):
    """out is (silu(x Wg) * (x Wu)) Wd, for any number of axes in front."""
    for shape, f in (((2, 3, 4), 5), ((3, 3, 3), 3), ((4,), 6), ((2, 2, 3, 4), 5)):
        given = draw(rng, shape, f)
        out, _ = student.swiglu_forward(*given.values())
        assert_close(out, reference.swiglu_forward(*given.values())[0], "out")


@definition
def test_a_known_token(student):
    """With small whole numbers as weights, one token can be worked out by hand."""
    Wg, Wu = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]]), np.array([[1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])
    out, _ = student.swiglu_forward(np.array([1.0, 2.0]), Wg, Wu, np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    gate = np.array([1.0, 2.0, 4.0]) / (1 + np.exp([-1.0, -2.0, -4.0]))
    assert_close(out, gate * [1, -1, 2] @ np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), "out")


def test_linear_in_the_value(student, reference, rng):
    """Twice the value matrix gives twice the output; twice the gate does not."""
    x, Wg, Wu, Wd = draw(rng).values()
    out, _ = student.swiglu_forward(x, Wg, Wu, Wd)
    assert_close(out, reference.swiglu_forward(x, Wg, Wu, Wd)[0], "out", axes=AXES)
    assert_close(student.swiglu_forward(x, Wg, 2 * Wu, Wd)[0], 2 * out, "out with twice the value matrix", axes=AXES)
    wide = student.swiglu_forward(x, 2 * Wg, Wu, Wd)[0]
    assert_true(not np.allclose(wide, 2 * out), "the gate acts as if it were linear")


@points(2)
def test_large_gates_do_not_overflow(student, reference, rng):
    """With gates in the thousands, of either sign, outputs and gradients are finite and right."""
    given = draw(rng)
    given["Wg"] = given["Wg"] * 3000
    out, cache = student.swiglu_forward(*given.values())
    right, own = reference.swiglu_forward(*given.values())
    assert_close(out, right, "out", axes=AXES)
    dout = rng.normal(size=out.shape)
    names = ("dx", "dWg", "dWu", "dWd")
    dx, dWg, dWu, dWd = student.swiglu_backward(dout, cache)
    for name, got, wanted in zip(names, (dx, dWg, dWu, dWd), reference.swiglu_backward(dout, own)):
        assert_close(got, wanted, name)


@leaves_arguments
@points(3)
def test_gradients_match_the_definition(student, reference, rng):
    """All four gradients are those of the definition, also for a single token and for equal sizes."""
    for shape, f in (((2, 3, 4), 5), ((4,), 3), ((3, 3, 3), 3)):
        check_pair(student, reference, "swiglu", draw(rng, shape, f), rng=rng)


@points(2)
def test_gradients_by_differences(student, reference, rng):
    """The gradients are slopes of the loss."""
    gradcheck_pair(student, reference, "swiglu", draw(rng), rng=rng)
