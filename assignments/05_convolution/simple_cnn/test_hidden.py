import numpy as np

from autograder.suite import assert_close, assert_true, definition, gradcheck, points


def draw(rng, n=4, c=2, h=4, w=6, f=3, k=5):
    params = {
        "w": rng.normal(size=(f, c, 3, 3)) / 2,
        "b": rng.normal(size=f),
        "W": rng.normal(size=(f * (h // 2) * (w // 2), k)) / 2,
        "c": rng.normal(size=k),
    }
    return params, rng.normal(size=(n, c, h, w)), rng.integers(0, k, size=n)


@points(2)
def test_loss_matches_the_definition(student, reference, rng):
    """The loss is the mean cross-entropy of the net's scores."""
    for sizes in ({}, {"n": 4, "c": 4, "h": 4, "w": 4, "f": 4, "k": 4}, {"n": 1}):
        given = draw(rng, **sizes)
        loss, _ = student.cnn_loss_and_grads(*given)
        assert_close(loss, reference.cnn_loss_and_grads(*given)[0], "the loss")


@points(4)
def test_gradients_match_the_definition(student, reference, rng):
    """The gradients of all four parameters are right."""
    for sizes in ({}, {"n": 4, "c": 4, "h": 4, "w": 4, "f": 4, "k": 4}):
        given = draw(rng, **sizes)
        _, grads = student.cnn_loss_and_grads(*given)
        expected = reference.cnn_loss_and_grads(*given)[1]
        for name in ("c", "W", "b", "w"):
            assert_close(grads[name], expected[name], f"the gradient of {name}")


def as_pair(code, x, y):
    """The loss as a function of the four parameters, with its gradients in the place of a cache."""
    return (
        lambda w, b, W, c: code.cnn_loss_and_grads({"w": w, "b": b, "W": W, "c": c}, x, y),
        lambda dout, grads: tuple(dout * grads[name] for name in ("w", "b", "W", "c")),
    )


@points(2)
def test_gradients_agree_with_differences_of_the_loss(student, reference, rng):
    """Nudging any parameter changes the loss as its gradient says."""
    params, x, y = draw(rng)
    right, _ = as_pair(reference, x, y)
    gradcheck(*as_pair(student, x, y), params, reference=right, rng=rng, redraw=lambda: draw(rng)[0])


@definition
def test_without_weights(student, rng):
    """With all parameters 0 the loss is log K, and only c has a gradient: the share of each class, less what was asked for."""
    params, x, y = draw(rng, n=6, k=3)
    y = np.array([0, 1, 1, 2, 2, 2])
    loss, grads = student.cnn_loss_and_grads({name: np.zeros_like(entry) for name, entry in params.items()}, x, y)
    assert_close(loss, float(np.log(3)), "the loss")
    assert_close(grads["c"], np.array([1, 0, -1]) / 6, "the gradient of c")
    assert_close(grads["w"], np.zeros_like(params["w"]), "the gradient of w", atol=1e-12)


@definition
def test_large_scores(student, reference, rng):
    """Scores of a thousand do no harm: the loss is finite and right, also if one image has far larger scores than the
    others.
    """
    params, x, _ = draw(rng, k=3)
    params["W"] = np.zeros_like(params["W"])
    params["c"] = np.array([1000.0, 0.0, -1000.0])
    loss, grads = student.cnn_loss_and_grads(params, x, np.array([0, 0, 1, 2]))
    assert_close(loss, 750.0, "the loss")
    assert_close(grads["c"], np.array([0.5, -0.25, -0.25]), "the gradient of c")
    params, x, y = draw(rng)
    x[0] *= 1e4
    assert_close(student.cnn_loss_and_grads(params, x, y)[0], reference.cnn_loss_and_grads(params, x, y)[0], "the loss")


def test_twenty_steps_lower_the_loss(student, rng):
    """Twenty steps down the gradient lower the loss."""
    params, x, y = draw(rng, n=8)
    losses = []
    for _ in range(20):
        loss, grads = student.cnn_loss_and_grads(params, x, y)
        losses.append(float(loss))
        params = {name: params[name] - 0.02 * np.asarray(grads[name]) for name in params}
    assert_true(losses[-1] < losses[0], "the loss does not fall")
    assert_true(bool(np.isfinite(losses).all()), "the loss is not a number")
