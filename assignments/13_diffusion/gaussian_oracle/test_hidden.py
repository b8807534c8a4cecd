import numpy as np

from autograder.suite import assert_close, leaves_arguments, points

AXES = ("sample", "row", "column")


def levels(rng, steps):
    """alpha_bar of a schedule with variances between 0.05 and 0.4, in no order."""
    beta = rng.permutation(np.linspace(0.05, 0.4, steps)) * rng.uniform(0.9, 1.1, size=steps)
    return np.cumprod(1 - beta)


@points(2)
def test_expected_noise_matches_the_definition(student, reference, rng):
    """For pictures at different steps, the expected noise is that of the statement."""
    for shape in ((4, 2, 3), (4, 4, 4)):  # also where lengths are equal
        alpha_bar = levels(rng, 6)
        x, i = rng.normal(size=shape), np.array([5, 0, 3, 1])
        mu0, var0 = rng.uniform(0.5, 1.5), rng.uniform(0.2, 0.6)
        out = student.gaussian_oracle_eps(x, i, alpha_bar, mu0, var0)
        assert_close(out, reference.gaussian_oracle_eps(x, i, alpha_bar, mu0, var0), "eps", axes=AXES)


@points(2)
def test_what_is_left_of_the_noise_has_nothing_to_do_with_x(student, rng):
    """Averaged over all data and noises, the error of the prediction is 0, and uncorrelated with x: no line predicts better."""
    alpha_bar = levels(rng, 5)
    mu0, var0 = rng.uniform(0.5, 1.5), rng.uniform(0.2, 0.6)
    # Three nodes of Gauss and Hermite give all moments up to the fifth exactly.
    nodes, weights = np.array([-np.sqrt(3), 0.0, np.sqrt(3)]), np.array([1.0, 4.0, 1.0]) / 6
    z, eps = (grid.ravel() for grid in np.meshgrid(nodes, nodes))
    weight = np.outer(weights, weights).ravel()
    for i in (0, 2, 4):
        x = np.sqrt(alpha_bar[i]) * (mu0 + np.sqrt(var0) * z) + np.sqrt(1 - alpha_bar[i]) * eps
        out = np.asarray(student.gaussian_oracle_eps(x[:, None], np.full(9, i), alpha_bar, mu0, var0))[:, 0]
        error = eps - out
        moments = np.array([weight @ error, weight @ (error * x)])
        assert_close(moments, np.zeros(2), "mean of the error, and its product with x", atol=1e-9)


@points(2)
def test_one_point_as_data(student, rng):
    """If the data are one picture, without any spread, the noise in x is found exactly."""
    alpha_bar = levels(rng, 7)
    picture = rng.normal(size=(2, 3))
    eps, i = rng.normal(size=(4, 2, 3)), np.array([6, 2, 0, 3])
    share = alpha_bar[i][:, None, None]
    x = np.sqrt(share) * picture + np.sqrt(1 - share) * eps
    assert_close(student.gaussian_oracle_eps(x, i, alpha_bar, picture, 0.0), eps, "eps", axes=AXES)


def test_standard_normal_data(student, rng):
    """Standard normal data stay so at every step, and the expected noise is the noise's factor in x, times x."""
    alpha_bar = levels(rng, 5)
    x, i = rng.normal(size=(5, 3)), rng.permutation(5)
    out = student.gaussian_oracle_eps(x, i, alpha_bar, 0.0, 1.0)
    assert_close(out, np.sqrt(1 - alpha_bar[i])[:, None] * x, "eps", axes=("sample", "entry"))


@leaves_arguments
def test_every_entry_with_its_own_mean_and_variance(student, rng):
    """Mean and variance may be arrays of the shape of a sample; each entry is then predicted by its own."""
    alpha_bar = levels(rng, 4)
    mu0, var0 = rng.normal(size=3) + 1, rng.uniform(0.2, 2.0, size=3)
    x, i = rng.normal(size=(4, 3)), np.array([2, 3, 0, 1])
    out = np.asarray(student.gaussian_oracle_eps(x, i, alpha_bar, mu0, var0))
    single = [student.gaussian_oracle_eps(x[:, [d]], i, alpha_bar, mu0[d], var0[d]) for d in range(3)]
    assert_close(out, np.concatenate(single, axis=1), "eps, entry by entry", axes=("sample", "entry"))
    share = alpha_bar[i][:, None]
    expected = np.sqrt(1 - share) * (x - np.sqrt(share) * mu0) / (share * var0 + 1 - share)
    assert_close(out, expected, "eps", axes=("sample", "entry"))


def test_known_value(student):
    """With half of the variance left, an x worked out by hand gets its expected noise."""
    out = student.gaussian_oracle_eps(np.array([[3.0]]), np.array([1]), np.array([0.9, 0.5]), np.sqrt(2), 3.0)
    assert_close(out, np.array([[np.sqrt(0.5)]]), "eps")
