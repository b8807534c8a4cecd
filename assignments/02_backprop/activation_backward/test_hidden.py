import numpy as np

from autograder.suite import (
    assert_between,
    assert_close,
    assert_true,
    exercise,
    gradcheck,
    leaves_arguments,
    points,
)


def away_from_zero(rng, shape):
    """Both signs for certain, and no entry near 0."""
    signs = np.resize([1.0, -1.0], int(np.prod(shape)))
    return rng.uniform(0.3, 2, size=shape) * rng.permutation(signs).reshape(shape)


def sigmoid(z):
    return 0.5 * (1 + np.tanh(0.5 * z))


@exercise("activation_backward")
class TestElementwise:
    @points(2)
    def test_gradient_agrees_with_differences(self, student, rng):
        """Nudging z changes the output as dz says, for any shape."""
        for shape in [(3, 5), (4, 4), (2, 3, 4)]:
            gradcheck(
                lambda z: (np.sin(2 * z) + z**3, z),
                lambda dout, z: student.elementwise_backward(dout, z, lambda z: 2 * np.cos(2 * z) + 3 * z**2),
                {"z": rng.normal(size=shape)},
                rng=rng,
            )

    @points(2)
    @leaves_arguments
    def test_same_as_a_diagonal_jacobian(self, student, rng):
        """dz is the transposed diagonal Jacobian times dout."""
        z, dout = away_from_zero(rng, 6), away_from_zero(rng, 6)
        dz = student.elementwise_backward(dout, z, np.cos)
        assert_close(dz, np.diag(np.cos(z)).T @ dout, "dz")

    def test_squares_by_hand(self, student):
        """For squares of the outputs of a small layer, dz is what was worked out by hand."""
        z = np.array([[0.0, 1.0], [2.0, 3.0]]) @ np.ones((2, 2))
        dz = student.elementwise_backward(np.ones((2, 2)), z, lambda z: 2 * z)
        assert_close(dz, np.array([[2.0, 2.0], [10.0, 10.0]]), "dz")

    def test_each_entry_for_itself(self, student, rng):
        """Where dout is 0, dz is 0, whatever the other entries are."""
        z, dout = away_from_zero(rng, (3, 4)), away_from_zero(rng, (3, 4))
        dout[1, 2] = 0.0
        dz = student.elementwise_backward(dout, z, lambda z: 1 + z**2)
        assert_close(dz[1, 2], 0.0, "dz where dout is 0")
        assert_true(np.count_nonzero(dz) == 11, "dz is 0 where neither dout nor the slope is")


@exercise("activation_backward")
class TestSigmoid:
    @points(2)
    def test_gradient_agrees_with_differences(self, student, rng):
        """Nudging z changes the sigmoid as dz says."""
        gradcheck(
            lambda z: (sigmoid(z), sigmoid(z)),
            student.sigmoid_backward,
            {"z": away_from_zero(rng, (3, 4))},
            rng=rng,
        )

    @points(2)
    @leaves_arguments
    def test_slope_in_terms_of_the_output(self, student, reference, rng):
        """From the output of the sigmoid alone, also far from 0, dz is right."""
        s, dout = sigmoid(3 * away_from_zero(rng, (2, 5))), away_from_zero(rng, (2, 5))
        assert_close(student.sigmoid_backward(dout, s), reference.sigmoid_backward(dout, s), "dz")

    def test_at_most_a_quarter_passes(self, student, rng):
        """dz is at most a quarter of dout, and exactly that where the sigmoid is 1/2."""
        s, dout = sigmoid(away_from_zero(rng, 20)), away_from_zero(rng, 20)
        s[7] = 0.5
        share = student.sigmoid_backward(dout, s) / dout
        assert_between(share, 0, 0.25 + 1e-12, "dz / dout")
        assert_close(share[7], 0.25, "dz / dout where s is 1/2")

    def test_symmetric(self, student, rng):
        """The sigmoid rises as steeply at -z as at z; where it has reached 0 or 1, nothing passes."""
        s, dout = sigmoid(away_from_zero(rng, 6)), away_from_zero(rng, 6)
        dz = student.sigmoid_backward(dout, s)
        assert_true(np.abs(dz).min() > 1e-9, "dz is 0 where the slope is not")
        assert_close(student.sigmoid_backward(dout, 1 - s), dz, "dz at -z")
        assert_close(student.sigmoid_backward(np.ones(2), np.array([0.0, 1.0])), np.zeros(2), "dz at the ends")


@exercise("activation_backward")
class TestTanh:
    @points(2)
    def test_gradient_agrees_with_differences(self, student, rng):
        """Nudging z changes tanh as dz says."""
        gradcheck(
            lambda z: (np.tanh(z), np.tanh(z)),
            student.tanh_backward,
            {"z": away_from_zero(rng, (3, 4))},
            rng=rng,
        )

    @points(2)
    @leaves_arguments
    def test_slope_in_terms_of_the_output(self, student, reference, rng):
        """From the output of tanh alone, also far from 0, dz is right."""
        t, dout = np.tanh(1.5 * away_from_zero(rng, (2, 5))), away_from_zero(rng, (2, 5))
        assert_close(student.tanh_backward(dout, t), reference.tanh_backward(dout, t), "dz")

    def test_all_passes_at_zero_and_nothing_at_the_ends(self, student, rng):
        """Where tanh is 0 dz is dout; where it has reached 1 or -1, dz is 0."""
        dout = away_from_zero(rng, 3)
        dz = student.tanh_backward(dout, np.array([0.0, 1.0, -1.0]))
        assert_close(dz, np.array([dout[0], 0.0, 0.0]), "dz")

    def test_symmetric(self, student, rng):
        """tanh rises as steeply at -z as at z."""
        t, dout = np.tanh(away_from_zero(rng, 6)), away_from_zero(rng, 6)
        dz = student.tanh_backward(dout, t)
        assert_true(np.abs(dz).min() > 1e-9, "dz is 0 where the slope is not")
        assert_close(student.tanh_backward(dout, -t), dz, "dz at -z")


@exercise("activation_backward")
class TestRelu:
    @points(2)
    def test_gradient_agrees_with_differences(self, student, rng):
        """Away from 0, nudging z changes the output as dz says, for any slope on the negative side."""
        for alpha in [0.1, 0.0, 2.0, -0.5]:
            gradcheck(
                lambda z, alpha=alpha: (np.where(z > 0, z, alpha * z), z),
                lambda dout, z, alpha=alpha: student.relu_backward(dout, z, alpha),
                {"z": away_from_zero(rng, (3, 4))},
                rng=rng,
            )

    def test_plain_relu(self, student, rng):
        """Without an alpha, dz is dout where z is positive, and 0 where it is negative."""
        z, dout = away_from_zero(rng, (2, 5)), away_from_zero(rng, (2, 5))
        assert_close(student.relu_backward(dout, z), dout * (z > 0), "dz")

    @points(2)
    def test_at_the_kink(self, student, rng):
        """At z = 0 the slope is alpha: 0 for plain ReLU."""
        dout = away_from_zero(rng, 4)
        z = np.array([0.0, -1.0, 1.0, 0.0])
        plain, leaky = student.relu_backward(dout, z), student.relu_backward(dout, z, 0.25)
        assert_close(plain, dout * np.array([0, 0, 1, 0]), "dz with a z of 0")
        assert_close(leaky, dout * np.array([0.25, 0.25, 1, 0.25]), "dz with a z of 0 and an alpha")

    @leaves_arguments
    def test_dout_is_left_alone(self, student, reference, rng):
        """dz is right, and dout and z are as they were."""
        z, dout = away_from_zero(rng, (2, 5)), away_from_zero(rng, (2, 5))
        assert_close(student.relu_backward(dout, z, 0.3), reference.relu_backward(dout, z, 0.3), "dz")


@exercise("prelu_backward")
class TestPrelu:
    @points(2)
    def test_gradients_agree_with_differences(self, student, rng):
        """Away from 0, nudging z or alpha changes the output as dz and dalpha say."""
        for shape in [(3, 4), (4, 4), (2, 3, 5), (6,)]:
            gradcheck(
                lambda z, alpha: np.where(z > 0, z, alpha * z),
                lambda dout, z, alpha: student.prelu_backward(dout, z, float(alpha)),
                {"z": away_from_zero(rng, shape), "alpha": rng.uniform(0.1, 0.5)},
                cache=False,
                rng=rng,
            )

    @points(2)
    def test_both_gradients(self, student, reference, rng):
        """dz and dalpha are right for slopes of either sign, and for a slope of 0."""
        for alpha in (0.25, 0.0, -0.5, 2.0):
            z, dout = away_from_zero(rng, (3, 5)), away_from_zero(rng, (3, 5))
            dz, dalpha = student.prelu_backward(dout, z, alpha)
            right_dz, right_dalpha = reference.prelu_backward(dout, z, alpha)
            assert_close(dz, right_dz, "dz")
            assert_close(float(dalpha), right_dalpha, "dalpha")

    def test_positive_inputs_leave_alpha_alone(self, student, rng):
        """Where all z are positive, dz is dout and alpha gets no gradient; where one is negative, alpha gets one from it."""
        z, dout = rng.uniform(0.5, 2, size=6), away_from_zero(rng, 6)
        dz, dalpha = student.prelu_backward(dout, z, 0.3)
        assert_close(dz, dout, "dz where all z are positive")
        assert_close(float(dalpha), 0.0, "dalpha where all z are positive", atol=1e-12)
        z[2] = -1.5
        assert_close(float(student.prelu_backward(dout, z, 0.3)[1]), -1.5 * dout[2], "dalpha of one negative z")

    def test_at_the_kink(self, student, rng):
        """At z = 0 the slope is alpha."""
        dout = away_from_zero(rng, 4)
        dz, dalpha = student.prelu_backward(dout, np.array([0.0, -1.0, 1.0, 0.0]), 0.25)
        assert_close(dz, dout * np.array([0.25, 0.25, 1, 0.25]), "dz with a z of 0")
        assert_close(float(dalpha), -dout[1], "dalpha with a z of 0")
