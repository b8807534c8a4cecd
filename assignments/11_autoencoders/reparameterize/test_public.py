import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("reparameterize")
class TestForward:
    def test_known_value(self, student):
        """With variances 1 and 9 (logarithms 0 and ln 9), noise 1 moves z by 1 and by 3 away from mu."""
        z, _ = student.reparameterize(np.array([[5.0, 0.0]]), np.log([[1.0, 9.0]]), np.ones((1, 2)))
        assert_close(z, np.array([[6.0, 3.0]]), "z")

    def test_shape(self, student, rng):
        """z has the shape of mu."""
        z, _ = student.reparameterize(*rng.normal(size=(3, 4, 2)))
        assert_shape(z, (4, 2), "z")


@exercise("reparameterize_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """dmu and dlogvar have the shape of mu."""
        _, cache = student.reparameterize(*rng.normal(size=(3, 4, 2)))
        dmu, dlogvar = student.reparameterize_backward(rng.normal(size=(4, 2)), cache)
        assert_shape(dmu, (4, 2), "dmu")
        assert_shape(dlogvar, (4, 2), "dlogvar")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging mu or logvar, with the noise held fixed, changes your z as your gradients say."""
        mu, logvar, eps = rng.normal(size=(3, 4, 2))
        gradcheck(
            student.reparameterize,
            student.reparameterize_backward,
            {"mu": mu, "logvar": logvar},
            args=(eps,),
            rng=rng,
        )
