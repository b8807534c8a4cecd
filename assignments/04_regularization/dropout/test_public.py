import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("dropout_forward")
class TestForward:
    def test_known_values(self, student):
        """With p_drop = 0.5, survivors are doubled and the others become 0."""
        out, _ = student.dropout_forward(np.array([1.0, 2.0, 3.0]), 0.5, np.array([1.0, 0.0, 1.0]), True)
        assert_close(out, np.array([2.0, 0.0, 6.0]), "out")

    def test_shape(self, student, rng):
        """The output has the shape of the input."""
        x = rng.normal(size=(4, 3))
        out, _ = student.dropout_forward(x, 0.2, np.ones((4, 3)), True)
        assert_shape(out, (4, 3), "out")


@exercise("dropout_backward")
class TestBackward:
    def test_shape(self, student, rng):
        """dx has the shape of x."""
        _, cache = student.dropout_forward(rng.normal(size=(4, 3)), 0.2, np.ones((4, 3)), True)
        assert_shape(student.dropout_backward(rng.normal(size=(4, 3)), cache), (4, 3), "dx")

    def test_gradient_agrees_with_your_forward(self, student, rng):
        """Nudging the input of your forward changes its output as your gradient says."""
        mask = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
        x = rng.normal(size=(2, 3))
        gradcheck(student.dropout_forward, student.dropout_backward, {"x": x}, args=(0.25, mask, True), rng=rng)


@exercise("dropout_weight_scaling")
class TestWeightScaling:
    def test_shapes(self, student, rng):
        """The parameters keep their shapes."""
        w, b = student.dropout_weight_scaling(rng.normal(size=(4, 3)), rng.normal(size=3), 0.3)
        assert_shape(w, (4, 3), "w")
        assert_shape(b, (3,), "b")

    def test_mean_of_one_unit(self, student):
        """An input 1 with weight 2 that is there half of the time contributes 1 on average."""
        w, b = student.dropout_weight_scaling(np.array([[2.0]]), np.array([5.0]), 0.5)
        assert_close(w + b, np.array([[6.0]]), "the test-time output")
