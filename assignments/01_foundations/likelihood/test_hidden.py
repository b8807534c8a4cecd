import numpy as np
import pytest

from autograder.suite import assert_close, definition, leaves_arguments, points, signed


def draw(rng, n=6, d=3):
    mu = rng.normal(size=(n, d))
    return mu + signed(rng, (n, d)), mu, rng.uniform(0.3, 3, size=(n, d))


def log_normal_density(y, mu, var):
    return np.log(np.exp(-((y - mu) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var))


@leaves_arguments
@points(2)
def test_the_loss_matches_the_definition(student, reference, rng):
    """The loss is that of the definition, with variances of their own, also with as many samples as outputs."""
    for n, d in ((6, 3), (4, 4), (1, 2), (5, 1)):
        y, mu, var = draw(rng, n, d)
        assert_close(student.gaussian_nll(y, mu, var), reference.gaussian_nll(y, mu, var), "the loss", sizes={"N": n, "D": d})


@definition
def test_the_loss_is_minus_the_log_of_the_density(student, rng):
    """For each sample, the loss is minus the sum of the logarithms of the densities."""
    y, mu, var = draw(rng)
    wanted = -log_normal_density(y, mu, var).sum(axis=1)
    for n in range(3):
        assert_close(
            student.gaussian_nll(y[n : n + 1], mu[n : n + 1], var[n : n + 1]), float(wanted[n]), "the loss of a sample"
        )


def test_the_loss_by_hand(student):
    """y = 1, mean 0, variance 4: the loss that was worked out by hand."""
    one = np.ones((1, 1))
    assert_close(student.gaussian_nll(one, 0 * one, 4 * one), 1.737086, "the loss", atol=1e-6)


def test_with_one_variance_it_is_least_squares(student, rng):
    """With the same variance everywhere, the loss is the squared error over 2 var plus a constant."""
    y, mu, _ = draw(rng)
    var = float(rng.uniform(2, 3))
    squares = float(((y - mu) ** 2).sum(axis=1).mean())
    wanted = squares / (2 * var) + 1.5 * np.log(2 * np.pi * var)
    assert_close(student.gaussian_nll(y, mu, np.full_like(y, var)), float(wanted), "the loss")


def test_variances_that_are_not_positive_are_refused(student, rng):
    """A variance of 0 or below raises ValueError."""
    y, mu, var = draw(rng)
    for bad in (0.0, -1.0):
        var[2, 1] = bad
        with pytest.raises(ValueError):
            student.gaussian_nll(y, mu, var)


@leaves_arguments
@points(2)
def test_fits_match_the_definition(student, reference, rng):
    """The parameters of all four families are those of the definition."""
    for n, d in ((7, 3), (4, 4)):
        data = rng.normal(size=(n, d)) + 2
        mean, var = student.closed_form_mle(data, "gaussian")
        assert_close(mean, data.mean(axis=0), "the mean")
        assert_close(var, ((data - data.mean(axis=0)) ** 2).sum(axis=0) / n, "the variance")
    for n in (7, 8):
        data = rng.exponential(size=n)
        for found, wanted in zip(
            student.closed_form_mle(data, "laplace"), reference.closed_form_mle(data, "laplace"), strict=True
        ):
            assert_close(found, wanted, "location and scale")
    data = rng.permutation(np.arange(9) < rng.integers(2, 8)).astype(float)
    assert_close(student.closed_form_mle(data, "bernoulli"), float(data.mean()), "the probability")
    assert_close(student.closed_form_mle(np.array([3]), "categorical", 4), np.eye(4)[3], "the probabilities after one draw")
    labels = rng.integers(4, size=11)
    assert_close(student.closed_form_mle(labels, "categorical", 6), np.bincount(labels, minlength=6) / 11, "the probabilities")


@definition
def test_no_other_gaussian_fits_better(student, rng):
    """Moving mean or variance a little in either direction makes the data less likely, and the fit itself is exact."""
    data = rng.normal(size=(9, 2)) * [1.0, 3.0] + [5.0, -2.0]
    mean, var = student.closed_form_mle(data, "gaussian")
    assert_close(np.mean(data - mean, axis=0), np.zeros(2), "the slope with respect to the mean", atol=1e-9)
    assert_close(np.mean((data - mean) ** 2, axis=0) / var, np.ones(2), "what the slope of the variance asks for")


@definition
def test_the_location_of_laplace_has_the_least_distances(student, rng):
    """Half of the data lie on either side of the location, and the scale is the mean distance to it."""
    data = rng.exponential(size=15) ** 2
    location, scale = student.closed_form_mle(data, "laplace")
    assert_close(location, float(np.sort(data)[7]), "the location")
    assert_close(scale, float(np.abs(data - np.sort(data)[7]).mean()), "the scale")


def test_one_outlier(student, rng):
    """A wild observation moves the mean of a Gaussian, and leaves the location of a Laplace distribution where it was."""
    data = np.sort(rng.normal(size=9))
    wild = np.append(data[:-1], 1e6)
    assert_close(student.closed_form_mle(wild, "laplace")[0], float(data[4]), "the location with an outlier")
    assert_close(student.closed_form_mle(wild[:, None], "gaussian")[0], np.array([wild.mean()]), "the mean with an outlier")


def test_classes_that_do_not_occur(student, rng):
    """Classes that do not occur have probability 0, the last ones too, and all probabilities sum to 1."""
    labels = rng.permutation([0, 1, 1, 3, 3, 3])
    found = student.closed_form_mle(labels, "categorical", 6)
    assert_close(found, np.array([1, 2, 0, 3, 0, 0]) / 6, "the probabilities")


def test_other_families_are_refused(student, rng):
    """A family that the statement does not name raises ValueError."""
    with pytest.raises(ValueError):
        student.closed_form_mle(rng.normal(size=5), "cauchy")


def test_other_shapes_are_refused(student, rng):
    """Targets, means and variances of different shapes raise ValueError, also where numpy could stretch them."""
    y, mu, var = draw(rng, 4, 2)
    for wrong in ((y, mu[:1], var), (y, mu, var[:, :1]), (y, mu[:, 0], var), (y[:1], mu, var)):
        with pytest.raises(ValueError):
            student.gaussian_nll(*wrong)


@pytest.mark.parametrize(
    ("data", "family", "k"),
    [
        ([0.0, 1.0, 0.5], "bernoulli", None),
        ([-1.0, 1.0, 1.0], "bernoulli", None),
        ([0, 2, 1], "categorical", None),
        ([0, 3, 1], "categorical", 3),
        ([0, -1, 1], "categorical", 3),
    ],
)
def test_data_that_do_not_fit_the_family_are_refused(student, data, family, k):
    """Entries that the family cannot have, and a missing K, raise ValueError."""
    with pytest.raises(ValueError):
        student.closed_form_mle(np.array(data), family, k)
