import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("avgpool2d")
class TestAveragePool:
    def test_known_values(self, student):
        """The means of the four quarters of the image 0, ..., 15 are 2.5, 4.5, 10.5 and 12.5."""
        out, _ = student.avgpool2d_forward(np.arange(16.0).reshape(1, 1, 4, 4), 2)
        assert_close(out, np.array([[2.5, 4.5], [10.5, 12.5]]).reshape(1, 1, 2, 2), "out")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the pixels changes the output of your forward as your gradient says, with overlapping windows too."""
        for stride in (None, 1):
            gradcheck(
                lambda x, stride=stride: student.avgpool2d_forward(x, 2, stride),
                lambda dout, cache: (student.avgpool2d_backward(dout, cache),),
                {"x": rng.normal(size=(2, 3, 4, 5))},
                rng=rng,
            )


@exercise("global_avg_pool")
class TestGlobal:
    def test_known_values(self, student):
        """The mean of the image 0, ..., 5 is 2.5; a gradient of 12 gives every pixel 2."""
        out, cache = student.global_avg_pool(np.arange(6.0).reshape(1, 1, 2, 3))
        assert_close(out, np.array([[2.5]]), "out")
        assert_close(student.global_avg_pool_backward(np.array([[12.0]]), cache), np.full((1, 1, 2, 3), 2.0), "dx")

    def test_shapes(self, student, rng):
        """Maps of shape (2, 3, 4, 5) give (2, 3), and dx has the shape of the maps."""
        out, cache = student.global_avg_pool(rng.normal(size=(2, 3, 4, 5)))
        assert_shape(out, (2, 3), "out")
        assert_shape(student.global_avg_pool_backward(np.ones((2, 3)), cache), (2, 3, 4, 5), "dx")
