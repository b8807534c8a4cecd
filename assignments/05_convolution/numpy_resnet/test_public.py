import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, gradcheck


def draw(rng, blocks=2, c_in=1, c=3, k=4):
    def conv(c_from, scale):
        return rng.normal(size=(c, c_from, 3, 3)) * scale, rng.normal(size=c) * 0.1

    return {
        "stem": conv(c_in, 0.5),
        "blocks": [(*conv(c, 0.2), *conv(c, 0.2)) for _ in range(blocks)],
        "head": (rng.normal(size=(c, k)), rng.normal(size=k)),
    }


def test_without_weights_every_class_is_as_likely(student, rng):
    """With a head of zeros the loss is log K."""
    params = draw(rng)
    params["head"] = (np.zeros((3, 4)), np.zeros(4))
    loss, _ = student.resnet_loss_and_grads(params, rng.normal(size=(2, 1, 5, 4)), np.array([0, 3]))
    assert_close(loss, float(np.log(4)), "the loss")


def test_shapes(student, rng):
    """The gradients are made like the parameters."""
    params = draw(rng)
    _, grads = student.resnet_loss_and_grads(params, rng.normal(size=(2, 1, 5, 4)), np.array([0, 3]))
    assert_equal(len(grads["blocks"]), 2, "number of blocks")
    for name in ("stem", "head"):
        for entry, grad in zip(params[name], grads[name]):
            assert_shape(grad, entry.shape, f"a gradient of {name}")
    for block, dblock in zip(params["blocks"], grads["blocks"]):
        for entry, grad in zip(block, dblock):
            assert_shape(grad, entry.shape, "a gradient of a block")


def test_gradients_of_stem_and_head(student, rng):
    """Nudging the stem or the head changes your loss as your gradients say, with skips and without."""
    params, x, y = draw(rng), rng.normal(size=(2, 1, 4, 3)), np.array([1, 2])
    for skip in (True, False):
        gradcheck(
            lambda w, b, W, c, skip=skip: student.resnet_loss_and_grads(
                {"stem": (w, b), "blocks": params["blocks"], "head": (W, c)}, x, y, skip
            ),
            lambda dout, grads: tuple(dout * grad for grad in (*grads["stem"], *grads["head"])),
            dict(zip(("w", "b", "W", "c"), (*params["stem"], *params["head"]))),
            rng=rng,
            redraw=lambda: dict(zip(("w", "b", "W", "c"), (*draw(rng)["stem"], *draw(rng)["head"]))),
        )
