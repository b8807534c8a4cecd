import numpy as np

from autograder.suite import assert_close, assert_shape, exercise


@exercise("softmax_ce_backward")
class TestSoftmaxCrossEntropy:
    def test_shape(self, student, rng):
        """dz has the shape of z."""
        assert_shape(student.softmax_ce_backward(rng.normal(size=(4, 3)), np.array([0, 2, 1, 2])), (4, 3), "dz")

    def test_equal_logits(self, student):
        """Two samples, two classes, equal logits: the right class is pulled up by 1/4, the other pushed down."""
        dz = student.softmax_ce_backward(np.zeros((2, 2)), np.array([0, 1]))
        assert_close(dz, np.array([[-0.25, 0.25], [0.25, -0.25]]), "dz")


@exercise("regression_loss_backward")
class TestRegression:
    def test_squares(self, student):
        """Errors of 3 and -1 in one sample give 6 and -2."""
        got = student.regression_loss_backward(np.array([[5.0, 1.0]]), np.array([[2.0, 2.0]]), "mse")
        assert_close(got, np.array([[6.0, -2.0]]), "dpred")

    def test_absolute_values(self, student):
        """For absolute errors only the side counts."""
        got = student.regression_loss_backward(np.array([[5.0, 1.0]]), np.array([[2.0, 2.0]]), "mae")
        assert_close(got, np.array([[1.0, -1.0]]), "dpred")


@exercise("bce_backward")
class TestBinaryCrossEntropy:
    def test_probability(self, student):
        """A target of 1 met with p = 1/2 gives -2, spread over two samples: -1."""
        got = student.bce_backward(np.array([0.5, 0.5]), np.array([1.0, 0.0]), False)
        assert_close(got, np.array([-1.0, 1.0]), "dx")

    def test_logits(self, student):
        """A logit of 0 says 1/2."""
        got = student.bce_backward(np.array([0.0, 0.0]), np.array([1.0, 0.0]), True)
        assert_close(got, np.array([-0.25, 0.25]), "dx")
