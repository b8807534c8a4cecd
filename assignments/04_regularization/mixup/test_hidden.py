import numpy as np

from autograder.suite import Rng, assert_between, assert_close, assert_equal, check_mean, points

DRAWS = 150


def draw(rng, n=5, c=4):
    """Soft labels that all differ, a weight away from 1/2, and partners without anyone paired with itself."""
    order = rng.permutation(n)
    perm = np.empty(n, dtype=int)
    perm[order] = np.roll(order, 1)
    x, y = rng.normal(size=(n, 2, 3, 6)), rng.dirichlet(np.ones(c), size=n)
    return x, y, float(rng.uniform(0.6, 0.9)), perm


def lambdas(student, alpha, rng):
    seeds = rng.integers(0, 1 << 40, size=DRAWS)
    return np.array([float(student.sample_lambda(alpha, Rng("numpy", int(seed)))) for seed in seeds])


@points(2)
def test_inputs_and_labels_are_blended(student, reference, rng):
    """Inputs and labels are blended with the same partner and the same weight."""
    for n, c in ((5, 4), (3, 3)):  # also with as many classes as examples
        given = draw(rng, n, c)
        x_mixed, y_mixed = student.mixup(*given)
        right_x, right_y = reference.mixup(*given)
        assert_close(x_mixed, right_x, "x_mixed")
        assert_close(y_mixed, right_y, "y_mixed")


def test_weight_zero_gives_the_partner(student, rng):
    """With weight 0 every example becomes its partner, with weight 1 it stays what it is."""
    x, y, _, perm = draw(rng)
    assert_close(student.mixup(x, y, 0.0, perm), (x[perm], y[perm]), "the blend with weight 0")
    assert_close(student.mixup(x, y, 1.0, perm), (x, y), "the blend with weight 1")


def test_label_rows_sum_to_one(student, rng):
    """A blend of two distributions is a distribution, and lies between the two."""
    x, y, lam, perm = draw(rng)
    _, y_mixed = student.mixup(x, y, lam, perm)
    assert_close(np.sum(y_mixed, axis=1), np.ones(5), "sums of the rows of y_mixed")
    _, hard = student.mixup(x, np.eye(5), lam, perm)
    assert_close(np.max(hard, axis=1), np.full(5, lam), "greatest entries of blended one-hot labels")


def test_cross_entropy_is_blended_too(student, rng):
    """Cross-entropy against the blended label is the same blend of the two cross-entropies."""
    x, y, lam, perm = draw(rng)
    z = rng.normal(size=(5, 4))
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    _, y_mixed = student.mixup(x, y, lam, perm)
    own, partners = -(y * log_p).sum(axis=1), -(y[perm] * log_p).sum(axis=1)
    assert_close(-(y_mixed * log_p).sum(axis=1), lam * own + (1 - lam) * partners, "cross-entropy of each blend")


def test_the_batch_is_left_alone(student, reference, rng):
    """x and y are the same after the call, and the result is right."""
    x, y, lam, perm = draw(rng)
    after = student.call(student.mixup, x, y, lam, perm, return_args=True)
    assert_close(after.args[:2], (x, y), "x and y after the call")
    assert_close(after.result, reference.mixup(x, y, lam, perm), "the result")


def test_lambda_comes_from_the_generator(student, rng):
    """Draws come from the generator that is passed: the same state gives the same draw, another state another."""
    seeds = [int(seed) for seed in rng.choice(1 << 40, size=5, replace=False)]
    first = [float(student.sample_lambda(2.0, Rng("numpy", seed))) for seed in seeds]
    again = [float(student.sample_lambda(2.0, Rng("numpy", seed))) for seed in seeds]
    assert_close(again, first, "lam drawn again")
    assert_equal(len(set(first)), 5, "the number of different draws")


@points(2)
def test_lambda_is_symmetric_about_one_half(student, rng):
    """The mean of lam is 1/2. (A right sampler fails this once in a million runs.)"""
    for alpha in (0.2, 4.0):
        lam = lambdas(student, alpha, rng)
        assert_between(lam, 0.0, 1.0, "lam")
        variance = 1 / (4 * (2 * alpha + 1))
        check_mean(lam, 0.5, np.sqrt(variance), "lam", false_alarm=5e-7)


@points(2)
def test_lambda_has_the_variance_of_the_beta_distribution(student, rng):
    """The variance of lam is 1 / (4 (2 alpha + 1)). (A right sampler fails this once in a million runs.)"""
    for alpha in (0.2, 4.0):
        squares = (lambdas(student, alpha, rng) - 0.5) ** 2
        # 4 (lam - 1/2)^2 follows Beta(1/2, alpha), whose moments are known.
        a, b = 0.5, alpha
        total = a + b
        std = np.sqrt(a * b / (total**2 * (total + 1))) / 4
        skewness = 2 * (b - a) * np.sqrt(total + 1) / ((total + 2) * np.sqrt(a * b))
        excess = 6 * ((a - b) ** 2 * (total + 1) - a * b * (total + 2)) / (a * b * (total + 2) * (total + 3))
        check_mean(
            squares,
            1 / (4 * (2 * alpha + 1)),
            std,
            "the squared deviations of lam from 1/2",
            skewness=skewness,
            kurtosis=3 + excess,
            false_alarm=5e-7,
        )
