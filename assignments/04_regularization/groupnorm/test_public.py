import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def test_known_values(student):
    """Four channels of one pixel in two groups: 1 and 3 become -1 and 1, and so do 10 and 50."""
    x = np.array([1.0, 3.0, 10.0, 50.0]).reshape(1, 4, 1, 1)
    out, _ = student.groupnorm_forward(x, np.ones(4), np.zeros(4), 2, 0.0)
    assert_close(out, np.array([-1.0, 1.0, -1.0, 1.0]).reshape(1, 4, 1, 1), "out")


def test_shapes(student, rng):
    """out and dx have the shape of x, dgamma and dbeta have an entry for each channel."""
    x = rng.normal(size=(2, 6, 3, 4))
    out, cache = student.groupnorm_forward(x, np.ones(6), np.zeros(6), 3)
    assert_shape(out, x.shape, "out")
    for name, grad, shape in zip(("dx", "dgamma", "dbeta"), student.groupnorm_backward(x, cache), (x.shape, (6,), (6,))):
        assert_shape(grad, shape, name)


def test_gradients_agree_with_your_forward(student, rng):
    """Nudging the inputs of your forward changes its output as your gradients say."""
    inputs = {"x": rng.normal(size=(2, 4, 2, 3)), "gamma": rng.uniform(1, 2, size=4), "beta": rng.normal(size=4)}
    gradcheck(student.groupnorm_forward, student.groupnorm_backward, inputs, args=(2,), rng=rng)
