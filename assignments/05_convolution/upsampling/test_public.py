import numpy as np

from autograder.suite import assert_close, gradcheck


def test_every_pixel_becomes_a_block(student):
    """[[1, 2]] enlarged by 2 is [[1, 1, 2, 2], [1, 1, 2, 2]]."""
    out, _ = student.upsample_nearest(np.array([[1.0, 2.0]])[None, None], 2)
    assert_close(out, np.array([[1.0, 1.0, 2.0, 2.0]] * 2)[None, None], "out")


def test_gradients_agree_with_your_forward(student, rng):
    """Nudging a pixel changes the output of your forward as your gradient says."""
    gradcheck(
        lambda x: student.upsample_nearest(x, 3),
        lambda dout, cache: (student.upsample_nearest_backward(dout, cache),),
        {"x": rng.normal(size=(2, 3, 2, 4))},
        rng=rng,
    )


def test_values_go_to_their_places(student):
    """The values 5 and 7 with the places 1 and 6 in a plane of 2 x 4."""
    out = student.max_unpool2d(np.array([[[[5.0, 7.0]]]]), np.array([[[[1, 6]]]]), (2, 4))
    assert_close(out, np.array([[0.0, 5.0, 0.0, 0.0], [0.0, 0.0, 7.0, 0.0]])[None, None], "the images")
