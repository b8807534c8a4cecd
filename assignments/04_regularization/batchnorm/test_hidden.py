import numpy as np

from autograder.suite import (
    assert_close,
    assert_steps_close,
    assert_true,
    check_backward,
    exercise,
    first_divergence,
    gradcheck,
    leaves_arguments,
    points,
)

AXES = {"x": ("batch", "features"), "gamma": ("features",), "beta": ("features",)}


def draw(rng, n=7, d=4):
    x = rng.normal(size=(n, d)) * rng.uniform(0.5, 3, size=d) + rng.normal(size=d)
    return {"x": x, "gamma": rng.uniform(0.5, 2, size=d), "beta": rng.normal(size=d)}


def steps(x, eps=1e-5):
    """What the statement names on the way to out."""
    mu, var = x.mean(axis=0), x.var(axis=0)
    return {"mu": mu, "var": var, "x_hat": (x - mu) / np.sqrt(var + eps)}


def check_varies(values, name):
    """What is the same for every sample has every symmetry, and says nothing."""
    assert_true(np.ptp(values, axis=0).min() > 1e-9, f"{name} is the same for every sample")


@exercise("batchnorm_forward")
class TestForward:
    @points(2)
    def test_output_is_the_normalised_batch_scaled_and_shifted(self, student, reference, rng):
        """The output is gamma * x_hat + beta."""
        for n, d in ((7, 4), (5, 5)):  # also with as many features as samples
            given = draw(rng, n, d)
            out, cache = student.batchnorm_forward(*given.values())
            with first_divergence(cache, steps(given["x"])):
                assert_close(out, reference.batchnorm_forward(*given.values())[0], "out")

    def test_known_batch(self, student):
        """A small batch worked out by hand comes out right."""
        x = np.array([[1.0, 2.0], [3.0, 6.0], [5.0, 10.0], [7.0, 14.0]])
        out, _ = student.batchnorm_forward(x, np.ones(2), np.zeros(2))
        column = np.array([-1.34163944, -0.44721315, 0.44721315, 1.34163944])
        second = np.array([-1.34164045, -0.44721348, 0.44721348, 1.34164045])
        assert_close(out, np.stack([column, second], axis=1), "out", rtol=2e-8)

    def test_columns_have_mean_beta_and_variance_gamma_squared(self, student, rng):
        """Over the batch, a column of the output has mean beta and standard deviation close to gamma."""
        x, gamma, beta = draw(rng, n=50).values()
        out, _ = student.batchnorm_forward(x, gamma, beta)
        var = x.var(axis=0)
        assert_close(out.mean(axis=0), beta, "mean of the output over the batch")
        assert_close(out.var(axis=0), gamma**2 * var / (var + 1e-5), "variance of the output over the batch")

    def test_scaling_and_shifting_the_input_changes_nothing(self, student, rng):
        """With a tiny eps, the output does not see a change of units of the input."""
        x, gamma, beta = draw(rng).values()
        scale, shift = rng.uniform(2, 5, size=4), rng.normal(size=4)
        out, _ = student.batchnorm_forward(x, gamma, beta, 1e-12)
        moved, _ = student.batchnorm_forward(x * scale + shift, gamma, beta, 1e-12)
        check_varies(out, "out")
        assert_close(moved, out, "out of the rescaled batch", rtol=1e-6)

    def test_eps_stands_under_the_root(self, student, reference, rng):
        """A feature that hardly varies is kept small by eps, which is added to the variance."""
        x, gamma, beta = draw(rng).values()
        x = x * 1e-3
        out, cache = student.batchnorm_forward(x, gamma, beta, eps=0.01)
        expected, _ = reference.batchnorm_forward(x, gamma, beta, eps=0.01)
        with first_divergence(cache, steps(x, eps=0.01)):
            assert_close(out, expected, "out for a small variance")


@exercise("batchnorm_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx, dgamma and dbeta are the gradients of the forward pass."""
        for n, d in ((7, 4), (5, 5)):
            check_backward(
                student.batchnorm_forward,
                student.batchnorm_backward,
                draw(rng, n, d),
                reference.batchnorm_forward,
                reference.batchnorm_backward,
                rng=rng,
                axes=AXES,
            )

    @points(2)
    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging x, gamma or beta changes the loss as the gradients say."""
        gradcheck(
            student.batchnorm_forward,
            student.batchnorm_backward,
            draw(rng, n=6, d=5),
            reference=reference.batchnorm_forward,
            rng=rng,
            axes=AXES,
        )

    def test_dx_sums_to_zero_over_the_batch(self, student, rng):
        """Shifting a whole feature changes nothing, so dx sums to zero over the batch."""
        given = draw(rng)
        _, cache = student.batchnorm_forward(*given.values())
        dx, _, _ = student.batchnorm_backward(rng.normal(size=(7, 4)), cache)
        check_varies(dx, "dx")
        assert_close(np.sum(dx, axis=0), np.zeros(4), "sum of dx over the batch", atol=1e-9)

    def test_dx_is_orthogonal_to_the_normalised_input(self, student, rng):
        """Scaling a whole feature changes nothing either, so dx is orthogonal to x_hat (as eps goes to 0)."""
        x, gamma, beta = draw(rng).values()
        _, cache = student.batchnorm_forward(x, gamma, beta, 1e-12)
        dx, _, _ = student.batchnorm_backward(rng.normal(size=(7, 4)), cache)
        check_varies(dx, "dx")
        x_hat = (x - x.mean(axis=0)) / x.std(axis=0)
        assert_close(np.sum(dx * x_hat, axis=0), np.zeros(4), "sum of dx * x_hat over the batch", atol=1e-8)


@exercise("batchnorm_running_stats")
class TestRunningStats:
    @points(2)
    def test_a_sequence_of_batches(self, student, reference, rng):
        """After several batches the running mean and variance are their moving averages."""
        mine = theirs = (np.zeros(3), np.ones(3))
        for n in (5, 8, 3):
            x = rng.normal(size=(n, 3)) * 2 + 1
            mine, theirs = (
                student.batchnorm_running_stats(mine, x, 0.2),
                reference.batchnorm_running_stats(theirs, x, 0.2),
            )
        assert_steps_close(mine, dict(zip(("mean", "variance"), theirs)), "stats")

    def test_a_tenth_is_the_usual_weight(self, student, reference, rng):
        """Without a momentum, the new batch has the weight 0.1."""
        past, x = (rng.normal(size=3), rng.uniform(1, 2, size=3)), rng.normal(size=(6, 3))
        mean, variance = reference.batchnorm_running_stats(past, x)
        stats = student.batchnorm_running_stats(past, x)
        assert_steps_close(stats, {"mean": mean, "variance": variance}, "stats")

    def test_old_statistics_are_left_alone(self, student, rng):
        """The statistics that came in are not overwritten."""
        mean, var = rng.normal(size=3), rng.uniform(1, 2, size=3)
        after = student.call(student.batchnorm_running_stats, (mean, var), rng.normal(size=(6, 3)), return_args=True)
        assert_close(after.args[0], (mean, var), "the statistics passed in")

    def test_they_converge_to_the_population(self, student, rng):
        """Seeing the same batch again and again, the running statistics become its own."""
        x = rng.normal(size=(9, 3)) * 3 + 2
        stats = (np.zeros(3), np.ones(3))
        for _ in range(60):
            stats = student.batchnorm_running_stats(stats, x, 0.5)
        assert_close(stats, (x.mean(axis=0), x.var(axis=0)), "stats after many steps")

    def test_momentum_one_forgets_and_zero_keeps(self, student, rng):
        """With momentum 1 only the batch counts, with momentum 0 only the past."""
        x, past = rng.normal(size=(6, 3)), (rng.normal(size=3), rng.uniform(1, 2, size=3))
        assert_close(student.batchnorm_running_stats(past, x, 0.0), past, "stats with momentum 0")
        assert_close(
            student.batchnorm_running_stats(past, x, 1.0),
            (x.mean(axis=0), x.var(axis=0)),
            "stats with momentum 1",
        )

    @points(2)
    @leaves_arguments
    def test_inference_uses_the_running_statistics(self, student, reference, rng):
        """At test time the running statistics take the place of the batch's."""
        for n in (7, 4):
            x, gamma, beta = draw(rng, n=n).values()
            stats = (rng.normal(size=4), rng.uniform(1e-5, 2, size=4))
            out = student.batchnorm_inference(x, stats, gamma, beta, eps=1e-3)
            assert_close(out, reference.batchnorm_inference(x, stats, gamma, beta, eps=1e-3), "out")

    def test_inference_with_a_tiny_variance(self, student, reference, rng):
        """Without an eps, 1e-5 is added to the variance."""
        x, gamma, beta = draw(rng).values()
        stats = (rng.normal(size=4), rng.uniform(1e-6, 1e-5, size=4))
        expected = reference.batchnorm_inference(x, stats, gamma, beta)
        assert_close(student.batchnorm_inference(x, stats, gamma, beta), expected, "out for a tiny variance")

    def test_inference_does_not_depend_on_the_rest_of_the_batch(self, student, rng):
        """One sample alone gets the same output as within a batch."""
        x, gamma, beta = draw(rng).values()
        stats = (rng.normal(size=4), rng.uniform(0.5, 2, size=4))
        whole = student.batchnorm_inference(x, stats, gamma, beta)
        assert_close(student.batchnorm_inference(x[2:3], stats, gamma, beta), whole[2:3], "out of one sample alone")
