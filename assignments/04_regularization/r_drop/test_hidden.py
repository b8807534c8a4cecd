import numpy as np

from autograder.suite import assert_close, points


def draw(rng, n=6, c=4):
    """Two passes that disagree in every row, and an alpha that shows."""
    z1, z2 = rng.normal(size=(n, c)), rng.normal(size=(n, c))
    return z1, z2, rng.integers(0, c, size=n), float(rng.uniform(0.5, 3))


def mean_ce(z, labels):
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(labels)), labels].mean()


@points(3)
def test_loss(student, reference, rng):
    """The loss is the mean cross-entropy of both passes plus alpha times their symmetric divergence."""
    for n in (6, 4):  # also with as many classes as samples
        given = draw(rng, n)
        assert_close(student.r_drop_loss(*given), reference.r_drop_loss(*given), "loss")


def test_known_disagreement(student):
    """For two pairs of distributions worked out by hand the weighted disagreement is right."""
    z1 = np.log(np.array([[0.7, 0.2, 0.1], [0.1, 0.7, 0.2]]))
    z2 = np.log(np.array([[0.5, 0.3, 0.2], [0.2, 0.5, 0.3]]))
    labels = np.array([0, 2])
    term = student.r_drop_loss(z1, z2, labels, 2.0) - student.r_drop_loss(z1, z2, labels, 0.0)
    assert_close(term, 2 * 0.088578, "twice the disagreement", atol=2e-6)


def test_the_passes_are_interchangeable(student, rng):
    """Which of the two passes came first does not matter."""
    z1, z2, labels, alpha = draw(rng)
    swapped = student.r_drop_loss(z2, z1, labels, alpha)
    assert_close(swapped, student.r_drop_loss(z1, z2, labels, alpha), "loss with the passes exchanged")


def test_equal_passes_cost_the_cross_entropy(student, rng):
    """Where both passes agree, the loss is the cross-entropy, whatever alpha is."""
    z, _, labels, alpha = draw(rng)
    assert_close(student.r_drop_loss(z, z, labels, alpha), mean_ce(z, labels), "loss of equal passes")


def test_without_alpha_it_is_the_mean_of_both_cross_entropies(student, rng):
    """With alpha = 0 both passes are trained alike, each with half the weight."""
    z1, z2, labels, _ = draw(rng)
    expected = (mean_ce(z1, labels) + mean_ce(z2, labels)) / 2
    assert_close(student.r_drop_loss(z1, z2, labels, 0.0), expected, "loss with alpha = 0")


def test_a_shift_of_all_logits_of_a_row_changes_nothing(student, rng):
    """Softmax does not see a number added to all logits of a row, not even a huge one."""
    z1, z2, labels, alpha = draw(rng)
    plain = student.r_drop_loss(z1, z2, labels, alpha)
    shifts = rng.choice([-1000.0, 1000.0], size=(2, 6, 1))
    moved = student.r_drop_loss(z1 + shifts[0], z2 + shifts[1], labels, alpha)
    assert_close(moved, plain, "loss of the shifted logits", rtol=1e-6)


def test_huge_logits_do_not_overflow(student, reference, rng):
    """Logits of a thousand, far apart from each other, give a finite loss."""
    z1, z2, labels, alpha = draw(rng)
    z1, z2 = 1000 * z1, 1000 * z2
    expected = reference.r_drop_loss(z1, z2, labels, alpha)
    assert_close(student.r_drop_loss(z1, z2, labels, alpha), expected, "loss of huge logits")
