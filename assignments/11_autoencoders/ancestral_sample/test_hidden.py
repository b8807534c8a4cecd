import numpy as np

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    check_chi_square,
    check_mean,
    check_rate,
    check_variance,
    definition,
    points,
    show_curves,
)

N, K, D, C = 6, 2, 3, 4
MANY = 4000
LOGVAR = np.array([-1.2, 0.9, 1.7])


def sigmoid(a):
    return np.exp(-np.logaddexp(0, -a))


def softmax(a):
    e = np.exp(a - a.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def gaussian(student, rng):
    """A decoder with its weights."""
    w, b = rng.normal(size=(K, D)), rng.normal(size=D)
    return student.given.decoders.LinearGaussian(w, b, LOGVAR), w, b


def inside(p):
    """For every class of every feature a noise close to either end of its interval: noise (2C, D) and classes (2C, D)."""
    upper = np.cumsum(p, axis=-1)
    near_ends = np.concatenate([upper - 0.98 * p, upper - 0.02 * p], axis=-1)
    return near_ends.T, np.tile(np.arange(p.shape[-1]), 2)[:, None] * np.ones((1, len(p)), dtype=int)


@definition
@points(2)
def test_gaussian_with_given_noise(student, rng):
    """Normal features: the noise is scaled by the standard deviation and added to the mean."""
    decoder, w, b = gaussian(student, rng)
    for n in (N, K, D):  # also with as many samples as latents, or as features
        z, noise = rng.normal(size=(n, K)), rng.normal(size=(n, D))
        x = student.ancestral_sample(decoder, z, "gaussian", noise)
        assert_close(x, z @ w + b + np.exp(LOGVAR / 2) * noise, "x", axes=("sample", "feature"))


@definition
@points(2)
def test_bernoulli_with_given_noise(student, rng):
    """Zeros and ones: 1 where the noise is below the probability of a 1, and 0 elsewhere."""
    w, b = rng.normal(size=(K, D)), np.array([-1.0, 0.5, 1.5])
    decoder = student.given.decoders.LinearLogits(w, b)
    z = rng.normal(size=(N, K))
    p = sigmoid(z @ w + b)
    z, p = np.tile(z, (4, 1)), np.tile(p, (4, 1))
    share = np.repeat([[0.02], [0.9], [1.1], [1.98]], N, axis=0)  # below p, and as a share of the rest above it
    noise = np.where(share < 1, share * p, p + (share - 1) * (1 - p))
    x = student.ancestral_sample(decoder, z, "bernoulli", noise)
    assert_close(x, np.repeat([[1.0], [0.0]], 2 * N, axis=0) * np.ones(D), "x", axes=("sample", "feature"))


@definition
@points(2)
def test_categorical_with_given_noise(student, rng):
    """Classes: the smallest one at which the cumulative probability exceeds the noise, feature by feature."""
    w, b = rng.normal(size=(K, D, C)) * 0.3, rng.permuted(np.tile([-1.0, -0.3, 0.3, 1.0], (D, 1)), axis=1)
    z = rng.normal(size=K)
    noise, classes = inside(softmax(np.tensordot(z, w, axes=1) + b))
    decoder = student.given.decoders.LinearLogits(w, b)
    x = student.ancestral_sample(decoder, np.tile(z, (2 * C, 1)), "categorical", noise)
    assert_equal(x, classes, "x")


def test_the_codes_are_used_as_they_are(student, rng):
    """The decoder sees the codes that came in, for every family, and no encoder is asked."""
    z, noise = rng.normal(size=(N, K)) + 1.0, np.full((N, D), 0.5)
    decoder, w, b = gaussian(student, rng)
    x = student.ancestral_sample(decoder, z, "gaussian", np.zeros((N, D)))
    assert_close(x, z @ w + b, "x without noise", axes=("sample", "feature"))
    assert_equal(decoder.encoded, 0, "how often the encoder was asked")
    w = np.array([[3.0, -3.0, 3.0], [0.0, 0.0, 0.0]])
    decoder = student.given.decoders.LinearLogits(w, np.zeros(D))
    x = student.ancestral_sample(decoder, z, "bernoulli", noise)
    assert_close(x, (z @ w > 0) * 1.0, "x of a fair comparison", axes=("sample", "feature"))
    assert_equal(decoder.encoded, 0, "how often the encoder was asked")


def test_moments_of_the_data(student, rng):
    """With normal codes and normal noise, x has the mean and the variance of the linear-Gaussian model, in every direction."""
    decoder, w, b = gaussian(student, rng)
    x = student.ancestral_sample(decoder, rng.normal(size=(MANY, K)), "gaussian", rng.normal(size=(MANY, D)))
    covariance = w.T @ w + np.diag(np.exp(LOGVAR))
    for direction in (np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0]), np.ones(D)):
        variance = direction @ covariance @ direction
        line = np.asarray(x, dtype=float) @ direction
        # Five checks of one sample (three of the variance, two of the mean) share a false-alarm rate of 1e-6.
        check_variance(line, variance, name="x in one direction", false_alarm=2e-7)
        if direction[0] == 0:
            check_mean(line, b @ direction, np.sqrt(variance), "x in one direction", false_alarm=2e-7)


def test_frequencies_of_ones(student, rng):
    """With uniform noise a feature is 1 as often as its probability says."""
    logits = np.array([-1.5, 0.8, 2.0])
    decoder = student.given.decoders.LinearLogits(np.zeros((K, D)), logits)
    x = student.ancestral_sample(decoder, rng.normal(size=(MANY, K)), "bernoulli", rng.random((MANY, D)))
    for column, p in zip(np.asarray(x).T, sigmoid(logits)):
        assert_true(np.isin(column, (0.0, 1.0)).all(), "something else than 0 and 1 is drawn")
        check_rate(int(column.sum()), MANY, p, "the share of ones", false_alarm=1e-6 / 3)


def test_frequencies_of_classes(student, rng):
    """With uniform noise every class is drawn as often as its probability says."""
    logits = rng.permutation(np.array([-1.0, 0.0, 0.7, 1.2]))
    decoder = student.given.decoders.LinearLogits(np.zeros((K, 1, C)), logits[None])
    x = student.ancestral_sample(decoder, rng.normal(size=(MANY, K)), "categorical", rng.random((MANY, 1)))
    seen = np.array([np.count_nonzero(np.asarray(x) == c) for c in range(C)])
    show_curves({"yours": seen / MANY}, "how often you draw each class", across="class")
    assert_true(seen.sum() == MANY, "something else than classes is drawn")
    check_chi_square(seen, softmax(logits), "the classes")


def test_large_logits(student):
    """With logits of a thousand the outcome is certain."""
    decoder = student.given.decoders.LinearLogits(np.zeros((K, D)), np.array([1000.0, -1000.0, 1000.0]))
    z = np.ones((2, K))
    x = student.ancestral_sample(decoder, z, "bernoulli", np.array([[0.9, 0.05, 0.05], [0.1, 0.9, 0.9]]))
    assert_close(x, np.array([[1.0, 0.0, 1.0]] * 2), "x")
    logits = np.array([[0.0, -1000.0, 1000.0], [-900.0, -800.0, -1000.0]])
    decoder = student.given.decoders.LinearLogits(np.zeros((K, 2, 3)), logits)
    x = student.ancestral_sample(decoder, z, "categorical", np.array([[0.1, 0.1], [0.9, 0.6]]))
    assert_equal(x, np.array([[2, 1], [2, 1]]), "x")


def test_borders(student):
    """Noise of exactly the probability gives 0, and exactly a border of two classes gives the upper one."""
    decoder = student.given.decoders.LinearLogits(np.zeros((K, 2)), np.zeros(2))
    x = student.ancestral_sample(decoder, np.ones((1, K)), "bernoulli", np.array([[0.5, 0.0]]))
    assert_close(x, np.array([[0.0, 1.0]]), "x")
    decoder = student.given.decoders.LinearLogits(np.zeros((K, 3, 4)), np.zeros((3, 4)))
    x = student.ancestral_sample(decoder, np.ones((1, K)), "categorical", np.array([[0.25, 0.0, 0.5]]))
    assert_equal(x, np.array([[1, 0, 2]]), "x")
