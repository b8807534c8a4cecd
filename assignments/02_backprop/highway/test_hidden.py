import numpy as np

from autograder.suite import assert_close, check_backward, first_divergence, leaves_arguments, points

WEIGHT = ("unit below", "unit")
AXES = {"x": ("sample", "unit"), "w_h": WEIGHT, "b_h": ("unit",), "w_t": WEIGHT, "b_t": ("unit",)}


def draw(rng, n=7, d=4):
    """Inputs and parameters; no ReLU close to its kink."""
    while True:
        x, w_h, w_t = rng.normal(size=(n, d)), rng.normal(size=(d, d)) / np.sqrt(d), rng.normal(size=(d, d)) / np.sqrt(d)
        b_h, b_t = rng.normal(size=d), rng.normal(size=d)
        if np.abs(x @ w_h + b_h).min() > 1e-3:
            return {"x": x, "w_h": w_h, "b_h": b_h, "w_t": w_t, "b_t": b_t}


def steps(x, w_h, b_h, w_t, b_t):
    """What the statement names on the way to y."""
    return {"t": 0.5 * (1 + np.tanh((x @ w_t + b_t) / 2)), "h": np.maximum(x @ w_h + b_h, 0)}


@points(2)
def test_output_mixes_the_new_and_the_old(student, reference, rng):
    """y is t * h + (1 - t) * x, entry by entry."""
    for sizes in ((7, 4), (4, 4), (1, 3)):
        given = draw(rng, *sizes)
        y, cache = student.highway_forward(*given.values())
        with first_divergence(cache, steps(**given)):
            assert_close(y, reference.highway_forward(*given.values())[0], "y", axes=AXES["x"])


@points(4)
@leaves_arguments
def test_gradients(student, reference, rng):
    """Nudging x or any parameter changes y as the gradients say."""
    for sizes in ((7, 4), (3, 3)):
        check_backward(
            student.highway_forward,
            student.highway_backward,
            draw(rng, *sizes),
            reference.highway_forward,
            reference.highway_backward,
            axes=AXES,
            rng=rng,
            redraw=lambda sizes=sizes: draw(rng, *sizes),
        )


def test_a_closed_gate_is_an_identity(student, rng):
    """With a gate that is shut y is x, and dx is dout."""
    given = draw(rng)
    given["b_t"] = np.full(4, -50.0)
    dout = rng.normal(size=(7, 4))
    y, cache = student.highway_forward(*given.values())
    assert_close(y, given["x"], "y behind a gate that is shut")
    assert_close(student.highway_backward(dout, cache)[0], dout, "dx behind a gate that is shut")


def test_an_open_gate_is_a_plain_layer(student, rng):
    """With a gate that is wide open y is the ReLU layer, and dx is that of the ReLU layer."""
    given = draw(rng)
    given["b_t"] = np.full(4, 50.0)
    x, w_h, b_h, _, _ = given.values()
    dout, z = rng.normal(size=(7, 4)), x @ w_h + b_h
    y, cache = student.highway_forward(*given.values())
    assert_close(y, np.maximum(z, 0), "y behind an open gate")
    dx, dw_h, db_h, *_ = student.highway_backward(dout, cache)
    assert_close(dx, (dout * (z > 0)) @ w_h.T, "dx behind an open gate")
    assert_close(dw_h, x.T @ (dout * (z > 0)), "dw_h behind an open gate")
    assert_close(db_h, (dout * (z > 0)).sum(axis=0), "db_h behind an open gate")


def test_gates_far_from_zero(student, reference, rng):
    """Gates that are fed with 1000, of either sign, give finite answers."""
    given = draw(rng)
    given["b_t"] = np.array([1000.0, -1000.0, 0.5, -0.5])
    dout = rng.normal(size=(7, 4))
    y, cache = student.highway_forward(*given.values())
    right_y, right_cache = reference.highway_forward(*given.values())
    assert_close(y, right_y, "y with gates at 1000")
    for name, got, right in zip(
        ("dx", "dw_h", "db_h", "dw_t", "db_t"),
        student.highway_backward(dout, cache),
        reference.highway_backward(dout, right_cache),
    ):
        assert_close(got, right, f"{name} with gates at 1000", atol=1e-10)


def test_a_unit_on_the_kink(student, rng):
    """Where x @ w_h + b_h is exactly 0, nothing passes ReLU."""
    x, dout = np.array([[1.0, 1.0]]), rng.uniform(1, 2, size=(1, 2))
    w_h = np.array([[1.0, 1.0], [-1.0, 1.0]])
    y, cache = student.highway_forward(x, w_h, np.zeros(2), np.zeros((2, 2)), np.zeros(2))
    assert_close(y, np.array([[0.5, 1.5]]), "y with a gate that is half open")
    assert_close(student.highway_backward(dout, cache)[2], np.array([0.0, 0.5 * dout[0, 1]]), "db_h")
