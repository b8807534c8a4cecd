import numpy as np

from autograder.suite import assert_close, assert_shape, assert_true, exercise, gradcheck, points


def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


@exercise("softmax_jacobian")
class TestJacobian:
    @points(2)
    def test_every_sample_has_its_own_matrix(self, student, reference, rng):
        """For each sample the matrix is that of its own probabilities."""
        for shape in ((5, 3), (4, 4)):  # also with as many classes as samples
            p = softmax(rng.normal(size=shape))
            assert_close(student.softmax_jacobian(p), reference.softmax_jacobian(p), "the Jacobians")

    @points(2)
    def test_agrees_with_differences(self, student, rng):
        """Nudging a logit moves the probabilities as its column says."""
        z, h = rng.normal(size=4), 1e-5
        steps = h * np.eye(4)
        measured = (softmax(z + steps) - softmax(z - steps)).T / (2 * h)
        assert_close(student.softmax_jacobian(softmax(z)[None])[0], measured, "the Jacobian", atol=1e-9)

    def test_rows_and_columns_sum_to_zero(self, student, rng):
        """The probabilities keep summing to 1, and a shift of all logits changes nothing: rows and columns sum to 0."""
        jacobian = student.softmax_jacobian(softmax(rng.normal(size=(3, 4))))
        assert_shape(jacobian, (3, 4, 4), "the Jacobians")
        assert_true(np.abs(jacobian).min() > 1e-9, "some entries of the Jacobians are 0")
        assert_close(np.sum(jacobian, axis=1), np.zeros((3, 4)), "sums of the columns", atol=1e-12)
        assert_close(np.sum(jacobian, axis=2), np.zeros((3, 4)), "sums of the rows", atol=1e-12)

    def test_a_larger_logit_gives_a_larger_probability(self, student, rng):
        """The matrices are symmetric, positive on the diagonal and negative elsewhere, and have no negative eigenvalue."""
        jacobian = student.softmax_jacobian(softmax(rng.normal(size=(3, 4))))
        assert_shape(jacobian, (3, 4, 4), "the Jacobians")
        assert_close(np.swapaxes(jacobian, 1, 2), jacobian, "the transposed Jacobians")
        off = ~np.eye(4, dtype=bool)
        assert_true(np.all(jacobian[:, ~off] > 0), "an entry on the diagonal is not positive")
        assert_true(np.all(jacobian[:, off] < 0), "an entry off the diagonal is not negative")
        assert_true(np.linalg.eigvalsh(jacobian).min() > -1e-12, "an eigenvalue is negative")


@exercise("softmax_backward")
class TestBackward:
    @points(2)
    def test_gradient_agrees_with_differences(self, student, rng):
        """Nudging the logits changes the loss as dz says."""
        gradcheck(
            lambda z: (softmax(z), softmax(z)),
            student.softmax_backward,
            {"z": rng.normal(size=(5, 3))},
            rng=rng,
        )

    @points(2)
    def test_same_as_the_jacobian_product(self, student, rng):
        """For each sample, dz is the transposed Jacobian times dout."""
        p, dout = softmax(rng.normal(size=(4, 6))), rng.normal(size=(4, 6))
        wanted = np.stack([(np.diag(row) - np.outer(row, row)).T @ up for row, up in zip(p, dout)])
        assert_close(student.softmax_backward(dout, p), wanted, "dz")

    def test_rows_sum_to_zero(self, student, rng):
        """Raising all logits of a sample changes nothing, so its dz sums to 0."""
        dz = student.softmax_backward(rng.normal(size=(4, 3)), softmax(rng.normal(size=(4, 3))))
        assert_true(np.ptp(dz, axis=1).min() > 1e-9, "dz is the same for every class")
        assert_close(np.sum(dz, axis=1), np.zeros(4), "sums of dz over the classes", atol=1e-12)

    def test_only_differences_of_dout_count(self, student, rng):
        """Adding a number to all of a sample's dout changes nothing: probabilities move only against each other."""
        p, dout = softmax(rng.normal(size=(4, 3))), rng.normal(size=(4, 3))
        dz = student.softmax_backward(dout, p)
        assert_true(np.ptp(dz, axis=1).min() > 1e-9, "dz is the same for every class")
        assert_close(student.softmax_backward(dout + rng.normal(size=(4, 1)), p), dz, "dz after the shift", atol=1e-9)

    def test_rows_are_independent(self, student, reference, rng):
        """A sample's dz does not depend on the rest of the batch, even where there are as many samples as classes."""
        p, dout = softmax(rng.normal(size=(3, 3))), rng.normal(size=(3, 3))
        whole = student.softmax_backward(dout, p)
        assert_close(whole, reference.softmax_backward(dout, p), "dz")
        assert_close(student.softmax_backward(dout[1:2], p[1:2]), whole[1:2], "dz of one sample alone")
