import itertools

import numpy as np

from autograder.suite import assert_close, points

N, D, C = 5, 3, 4


def logvars(rng, *shape):
    """Away from 0 on both sides, so that variance, standard deviation and logarithm are never confused."""
    return rng.permutation(np.resize([-1.3, 0.9, 1.6, -0.6], int(np.prod(shape)))).reshape(shape)


@points(2)
def test_gaussian(student, reference, rng):
    """Normal distributions: the logarithm of the density at x, summed over the features."""
    for n in (N, D):  # also with as many samples as features
        x, params = rng.normal(size=(n, D)), (rng.normal(size=(n, D)), logvars(rng, n, D))
        got = student.decoder_log_prob(x, params, "gaussian")
        assert_close(got, reference.decoder_log_prob(x, params, "gaussian"), "ln p", sizes={"features": D})


@points(2)
def test_bernoulli(student, reference, rng):
    """Zeros and ones: the logarithm of the probability of x, summed over the features."""
    x, logits = rng.permutation(np.resize([0.0, 1.0], N * D)).reshape(N, D), rng.normal(size=(N, D)) * 2
    got = student.decoder_log_prob(x, logits, "bernoulli")
    assert_close(got, reference.decoder_log_prob(x, logits, "bernoulli"), "ln p", sizes={"features": D})


@points(2)
def test_categorical(student, reference, rng):
    """Classes: the logarithm of the probability of the class that x names, summed over the features."""
    x, logits = rng.integers(C, size=(N, D)), rng.normal(size=(N, D, C)) * 2
    got = student.decoder_log_prob(x, logits, "categorical")
    assert_close(got, reference.decoder_log_prob(x, logits, "categorical"), "ln p", sizes={"features": D})


def test_known_values(student):
    """One case of each family that was worked out by hand."""
    x, mu, logvar = np.array([[1.0]]), np.zeros((1, 1)), np.log([[4.0]])
    assert_close(
        student.decoder_log_prob(x, (mu, logvar), "gaussian"),
        np.array([-1.737086]),
        "ln p, normal",
        atol=1e-6,
    )
    got = student.decoder_log_prob(np.array([[1.0, 0.0, 1.0]]), np.array([[2.0, -1.0, 0.0]]), "bernoulli")
    assert_close(got, np.array([-1.133337]), "ln p, zeros and ones", atol=1e-6)
    got = student.decoder_log_prob(np.array([[2]]), np.array([[[1.0, 2.0, 3.0]]]), "categorical")
    assert_close(got, np.array([-0.407606]), "ln p, classes", atol=1e-6)


def test_the_density_integrates_to_one(student, rng):
    """Summed over a fine grid of the plane, the normal density times the area of a cell is 1."""
    mu, logvar = rng.normal(size=2), logvars(rng, 4)[:2]
    steps = np.linspace(-8, 8, 33)
    sigma = np.exp(logvar / 2)
    grid = np.array(list(itertools.product(steps, steps))) * sigma + mu
    params = tuple(np.tile(row, (len(grid), 1)) for row in (mu, logvar))
    density = np.exp(student.decoder_log_prob(grid, params, "gaussian"))
    assert_close(np.sum(density) * 0.25 * np.prod(sigma), 1.0, "the integral of the density")


def test_probabilities_of_all_configurations_sum_to_one(student, rng):
    """Over everything that x could be, the probabilities sum to 1, for zeros and ones and for classes."""
    for family, values, logits in (
        ("bernoulli", (0.0, 1.0), rng.normal(size=4) * 2),
        ("categorical", range(C), rng.normal(size=(2, C)) * 2),
    ):
        x = np.array(list(itertools.product(values, repeat=len(logits))))
        p = np.exp(student.decoder_log_prob(x, np.tile(logits, (len(x), *(1,) * logits.ndim)), family))
        assert_close(np.sum(p), 1.0, "the sum of all probabilities")


def test_large_logits(student):
    """Logits of a thousand give finite results, and the right ones."""
    got = student.decoder_log_prob(
        np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        np.array([[1000.0, -1000.0], [1000.0, 0.0], [-1000.0, 900.0]]),
        "bernoulli",
    )
    assert_close(got, np.array([0.0, -1000.0 - np.log(2), -1000.0]), "ln p, zeros and ones", atol=1e-9)
    logits = np.array([[[1000.0, 0.0, -1000.0], [-800.0, -900.0, -800.0]]] * 2)
    got = student.decoder_log_prob(np.array([[0, 2], [2, 1]]), logits, "categorical")
    assert_close(got, np.array([-np.log(2), -2100 - np.log(2)]), "ln p, classes", atol=1e-9)


def test_grey_values(student, reference, rng):
    """Grey values between 0 and 1 are taken as they are."""
    x, logits = rng.uniform(0.1, 0.9, size=(N, D)), rng.normal(size=(N, D)) * 2
    got = student.decoder_log_prob(x, logits, "bernoulli")
    assert_close(got, reference.decoder_log_prob(x, logits, "bernoulli"), "ln p")


def test_one_number_added_to_the_logits_of_a_feature(student, rng):
    """The logits of a feature may be shifted together: its softmax does not see it."""
    x, logits = rng.integers(C, size=(N, D)), rng.normal(size=(N, D, C)) * 2
    got = student.decoder_log_prob(x, logits, "categorical")
    moved = student.decoder_log_prob(x, logits + rng.normal(size=(N, D, 1)) * 3, "categorical")
    assert_close(moved, got, "ln p with shifted logits")
    assert_close(
        got - student.decoder_log_prob((x + 1) % C, logits, "categorical"),
        np.take_along_axis(logits, x[:, :, None], 2).sum(axis=(1, 2))
        - np.take_along_axis(logits, (x[:, :, None] + 1) % C, 2).sum(axis=(1, 2)),
        "the difference of ln p between two x",
    )


def test_the_width_counts(student, rng):
    """Twice as far out and twice as wide costs ln 2 for each feature."""
    u, mu, logvar = rng.normal(size=(N, D)), rng.normal(size=(N, D)), logvars(rng, N, D)
    sigma = np.exp(logvar / 2)
    near = student.decoder_log_prob(mu + sigma * u, (mu, logvar), "gaussian")
    far = student.decoder_log_prob(mu + 2 * sigma * u, (mu, logvar + np.log(4)), "gaussian")
    assert_close(near - far, np.full(N, D * np.log(2)), "the difference of ln p")
