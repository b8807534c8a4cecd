import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def draw(rng, n=3, t=4, d=2, h=5):
    def weights():
        return rng.normal(size=(d, h)) / 2, rng.normal(size=(h, h)) / 3, rng.normal(size=h) / 2

    return rng.normal(size=(n, t, d)), weights(), weights()


def test_two_steps_by_hand(student):
    """A unit each way without memory: both halves are tanh of what is read at the same step."""
    x = np.array([[[1.0], [2.0]]])
    weights = (np.ones((1, 1)), np.zeros((1, 1)), np.zeros(1))
    doubled = (2 * np.ones((1, 1)), np.zeros((1, 1)), np.zeros(1))
    out, _ = student.birnn_forward(x, weights, doubled)
    assert_close(out, np.tanh(np.array([[[1.0, 2.0], [2.0, 4.0]]])), "out")


def test_shapes(student, rng):
    """out has both states at every step; every gradient has the shape of its argument."""
    x, fwd, bwd = draw(rng)
    out, cache = student.birnn_forward(x, fwd, bwd, np.array([4, 2, 3]))
    assert_shape(out, (3, 4, 10), "out")
    dx, dfwd, dbwd = student.birnn_backward(np.ones((3, 4, 10)), cache)
    assert_shape(dx, (3, 4, 2), "dx")
    for got, given in zip((*dfwd, *dbwd), (*fwd, *bwd)):
        assert_shape(got, given.shape, "a weight's gradient")


def test_gradients_agree_with_your_forward(student, rng):
    """Nudging x or a weight changes your out as your gradients say."""
    x, fwd, bwd = draw(rng)
    names = ("x", "fwd_wx", "fwd_wh", "fwd_b", "bwd_wx", "bwd_wh", "bwd_b")

    def backward(dout, cache):
        dx, dfwd, dbwd = student.birnn_backward(dout, cache)
        return [dx, *dfwd, *dbwd]

    gradcheck(
        lambda x, *w: student.birnn_forward(x, w[:3], w[3:], np.array([4, 2, 3])),
        backward,
        dict(zip(names, (x, *fwd, *bwd))),
        rng=rng,
        axes={"x": ("sequence", "time step", "feature")},
    )
