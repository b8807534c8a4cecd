import numpy as np

from autograder.suite import (
    assert_close,
    assert_true,
    check_backward,
    exercise,
    first_divergence,
    gradcheck,
    points,
)

AXES = {"x": ("batch", "time", "features"), "gamma": ("features",), "beta": ("features",)}


def draw(rng, lead=(3, 5), d=4):
    """Rows of different size and place, and gammas that differ from each other."""
    x = rng.normal(size=(*lead, d)) * rng.uniform(0.5, 3, size=(*lead, 1)) + rng.normal(size=(*lead, 1))
    return {"x": x, "gamma": rng.permutation(np.linspace(0.5, 2, d)), "beta": rng.normal(size=d)}


def steps(x):
    """What the statement names on the way to out."""
    mu, var = x.mean(axis=-1, keepdims=True), x.var(axis=-1, keepdims=True)
    return {"mu": mu, "var": var, "x_hat": (x - mu) / np.sqrt(var + 1e-5)}


def check_not_constant(values, name):
    """What is the same everywhere has every symmetry, and says nothing."""
    assert_true(np.ptp(values, axis=-1).min() > 1e-9, f"{name} does not vary from feature to feature")


@exercise("layernorm_forward")
class TestForward:
    @points(2)
    def test_output_is_the_normalised_vector_scaled_and_shifted(self, student, reference, rng):
        """The output is gamma * x_hat + beta, for inputs with one, two and three axes."""
        for lead in ((3, 5), (6,), (), (4, 4)):  # the last one with as many features as vectors
            given = draw(rng, lead)
            out, cache = student.layernorm_forward(*given.values())
            with first_divergence(cache, steps(given["x"])):
                assert_close(out, reference.layernorm_forward(*given.values())[0], "out")

    def test_known_vector(self, student):
        """A vector worked out by hand comes out right."""
        x = np.array([[1.0, 2.0, 3.0, 4.0], [4.0, 2.0, 3.0, 1.0], [-1.0, -2.0, -3.0, -4.0]])
        a, b = 1.341641, 0.447214
        out, _ = student.layernorm_forward(x, np.ones(4), np.zeros(4), 0.0)
        assert_close(out, np.array([[-a, -b, b, a], [a, -b, b, -a], [a, b, -b, -a]]), "out", atol=1e-6)

    def test_every_vector_has_mean_zero_and_variance_one(self, student, rng):
        """Before scale and shift, each vector has mean 0 and variance 1 over its features."""
        x = draw(rng, d=7)["x"]
        out, _ = student.layernorm_forward(x, np.ones(7), np.zeros(7), 1e-12)
        assert_close(out.mean(axis=-1), np.zeros((3, 5)), "mean of the output over the features", atol=1e-8)
        assert_close(out.var(axis=-1), np.ones((3, 5)), "variance of the output over the features", rtol=1e-6)

    def test_scaling_and_shifting_a_vector_changes_nothing(self, student, rng):
        """With a tiny eps, the output does not see a change of units of one vector."""
        x, gamma, beta = draw(rng).values()
        scale, shift = rng.uniform(2, 5, size=(3, 5, 1)), rng.normal(size=(3, 5, 1))
        out, _ = student.layernorm_forward(x, gamma, beta, 1e-12)
        moved, _ = student.layernorm_forward(x * scale + shift, gamma, beta, 1e-12)
        assert_close(moved, out, "out of the rescaled vectors", rtol=1e-6)
        check_not_constant(out, "out")

    def test_a_sample_does_not_see_the_rest_of_the_batch(self, student, reference, rng):
        """One sample alone is normalised just as within a batch."""
        x, gamma, beta = draw(rng).values()
        whole, _ = student.layernorm_forward(x, gamma, beta)
        alone, _ = student.layernorm_forward(x[1:2], gamma, beta)
        assert_close(alone, whole[1:2], "out of one sample alone")
        assert_close(alone, reference.layernorm_forward(x[1:2], gamma, beta)[0], "out of one sample alone")

    def test_eps_stands_under_the_root(self, student, reference, rng):
        """A vector that hardly varies is kept small by eps, which is added to the variance."""
        x, gamma, beta = draw(rng).values()
        x = x * 1e-3
        for eps in ((), (0.01,)):
            out, _ = student.layernorm_forward(x, gamma, beta, *eps)
            assert_close(out, reference.layernorm_forward(x, gamma, beta, *eps)[0], "out for a small variance")

    def test_the_input_is_left_alone(self, student, reference, rng):
        """The output is right, and x, gamma and beta are the same after the call."""
        given = list(draw(rng).values())
        after = student.call(student.layernorm_forward, *given, return_args=True)
        assert_close(after.args[:3], given, "the arguments after the call")
        assert_close(after.result[0], reference.layernorm_forward(*given)[0], "out")


@exercise("layernorm_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx, dgamma and dbeta are the gradients of the forward pass, for an input of three axes."""
        for lead in ((3, 5), (4, 4)):
            check_backward(
                student.layernorm_forward,
                student.layernorm_backward,
                draw(rng, lead),
                reference.layernorm_forward,
                reference.layernorm_backward,
                rng=rng,
                axes=AXES,
            )

    @points(2)
    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging x, gamma or beta changes the loss as the gradients say, for an input of two axes."""
        gradcheck(
            student.layernorm_forward,
            student.layernorm_backward,
            draw(rng, lead=(7,), d=5),
            reference=reference.layernorm_forward,
            rng=rng,
        )

    def test_every_vector_of_dx_sums_to_zero(self, student, rng):
        """Shifting a whole vector changes nothing, so dx sums to zero over its features."""
        _, cache = student.layernorm_forward(*draw(rng).values())
        dx, _, _ = student.layernorm_backward(rng.normal(size=(3, 5, 4)), cache)
        assert_close(np.sum(dx, axis=-1), np.zeros((3, 5)), "sum of dx over the features", atol=1e-9)
        check_not_constant(dx, "dx")

    def test_dx_is_orthogonal_to_the_normalised_input(self, student, rng):
        """Scaling a whole vector changes nothing either, so dx is orthogonal to x_hat (as eps goes to 0)."""
        x, gamma, beta = draw(rng, d=6).values()
        _, cache = student.layernorm_forward(x, gamma, beta, 1e-12)
        dx, _, _ = student.layernorm_backward(rng.normal(size=(3, 5, 6)), cache)
        x_hat = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
        assert_close(np.sum(dx * x_hat, axis=-1), np.zeros((3, 5)), "sum of dx * x_hat", atol=1e-7)
        check_not_constant(dx, "dx")

    def test_gamma_and_beta_collect_from_all_vectors(self, student, rng):
        """gamma and beta are shared by all vectors, so their gradients are sums over all leading axes."""
        x, gamma, beta = draw(rng, lead=(3, 2, 5)).values()
        _, cache = student.layernorm_forward(x, gamma, beta)
        dout = rng.normal(size=(3, 2, 5, 4))
        x_hat = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
        _, dgamma, dbeta = student.layernorm_backward(dout, cache)
        assert_close(dgamma, np.einsum("abcd,abcd->d", dout, x_hat), "dgamma")
        assert_close(dbeta, np.einsum("abcd->d", dout), "dbeta")
