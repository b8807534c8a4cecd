import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def draw(rng, n=4, c=2, h=4, w=6, f=3, k=5):
    params = {
        "w": rng.normal(size=(f, c, 3, 3)),
        "b": rng.normal(size=f),
        "W": rng.normal(size=(f * h * w // 4, k)) / 3,
        "c": rng.normal(size=k),
    }
    return params, rng.normal(size=(n, c, h, w)), rng.integers(0, k, size=n)


def test_without_weights_every_class_is_as_likely(student, rng):
    """With all parameters 0 the loss is log K."""
    params, x, y = draw(rng)
    loss, _ = student.cnn_loss_and_grads({name: 0 * entry for name, entry in params.items()}, x, y)
    assert_close(loss, float(np.log(5)), "the loss")


def test_shapes(student, rng):
    """Every gradient has the shape of its parameter."""
    params, x, y = draw(rng)
    _, grads = student.cnn_loss_and_grads(params, x, y)
    for name, entry in params.items():
        assert_shape(grads[name], entry.shape, f"the gradient of {name}")


def test_gradients_agree_with_your_loss(student, rng):
    """Nudging any parameter changes your loss as your gradients say."""
    params, x, y = draw(rng)
    gradcheck(
        lambda w, b, W, c: student.cnn_loss_and_grads({"w": w, "b": b, "W": W, "c": c}, x, y),
        lambda dout, grads: tuple(dout * grads[name] for name in params),
        params,
        rng=rng,
        redraw=lambda: draw(rng)[0],
    )
