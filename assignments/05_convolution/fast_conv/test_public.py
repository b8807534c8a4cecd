import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def image(*numbers):
    side = int(len(numbers) ** 0.5)
    return np.array(numbers, dtype=float).reshape(1, 1, side, side)


def test_known_values(student):
    """The image 0, ..., 15 and the kernel [[1, 2], [3, 4]] give [[34, 44, 54], [74, 84, 94], [114, 124, 134]], plus the
    bias.
    """
    out, _ = student.conv2d_im2col_forward(image(*range(16)), image(1, 2, 3, 4), np.ones(1))
    assert_close(out, image(35, 45, 55, 75, 85, 95, 115, 125, 135), "out")


def test_groups_keep_apart(student):
    """Two channels in two groups, and kernels that add up 2 x 2 pixels: every map knows its own channel only."""
    x = np.stack([np.full((3, 3), 1.0), np.full((3, 3), 10.0)])[None]
    out, _ = student.conv2d_im2col_forward(x, np.ones((2, 1, 2, 2)), np.zeros(2), groups=2)
    assert_close(out, np.stack([np.full((2, 2), 4.0), np.full((2, 2), 40.0)])[None], "out")


def test_gradients_agree_with_your_forward(student, rng):
    """Nudging the inputs of your forward changes its output as your gradients say, with groups, stride and padding."""
    inputs = {"x": rng.normal(size=(2, 4, 5, 6)), "w": rng.normal(size=(6, 2, 3, 2)), "b": rng.normal(size=6)}
    options = {"stride": 2, "pad": 1, "groups": 2}
    assert_shape(student.conv2d_im2col_forward(*inputs.values(), **options)[0], (2, 6, 3, 4), "out")
    gradcheck(student.conv2d_im2col_forward, student.conv2d_im2col_backward, inputs, kwargs=options, rng=rng)
