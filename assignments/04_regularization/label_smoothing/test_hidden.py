import numpy as np

from autograder.suite import assert_close, gradcheck, points


def draw(rng, n=6, c=4):
    """Labels that do not all agree, logits of moderate size, and an alpha that shows."""
    labels = np.concatenate([rng.permutation(c), rng.integers(0, c, size=n - c)])
    return labels, c, float(rng.uniform(0.1, 0.4)), 2 * rng.normal(size=(n, c))


def log_softmax(z):
    shifted = z - z.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def test_targets(student, reference, rng):
    """The true class has 1 - alpha + alpha / C, every other class alpha / C."""
    for n in (6, 4):  # also with as many classes as samples
        given = draw(rng, n)
        targets, _, _ = student.label_smoothing(*given)
        assert_close(targets, reference.label_smoothing(*given)[0], "targets", axes=("sample", "class"))


def test_targets_are_distributions(student, rng):
    """Every row of the targets sums to 1, and no class is left without probability."""
    labels, c, alpha, z = draw(rng, n=9, c=5)
    targets, _, _ = student.label_smoothing(labels, c, alpha, z)
    assert_close(targets.sum(axis=1), np.ones(9), "sums of the rows of targets")
    assert_close(targets.min(axis=1), np.full(9, alpha / c), "smallest target of each row")


@points(2)
def test_loss_is_the_cross_entropy_against_the_targets(student, reference, rng):
    """The loss is the mean cross-entropy against the smoothed targets."""
    for n in (6, 4):
        given = draw(rng, n)
        _, loss, _ = student.label_smoothing(*given)
        assert_close(loss, reference.label_smoothing(*given)[1], "loss")


def test_loss_of_a_known_batch(student):
    """A small batch has the loss that PyTorch computes for it."""
    z = np.array([[2.0, -1.0, 0.5, 0.0], [0.3, 1.2, -0.7, 0.1], [-2.0, 0.0, 1.0, 3.0]])
    _, loss, _ = student.label_smoothing(np.array([0, 2, 3]), 4, 0.1, z)
    assert_close(loss, 1.12463916, "loss", atol=1e-7)


def test_without_smoothing_it_is_plain_cross_entropy(student, rng):
    """With alpha = 0 the loss is the usual one and dz is (softmax - one-hot) / N."""
    labels, c, _, z = draw(rng)
    log_p = log_softmax(z)
    _, loss, dz = student.label_smoothing(labels, c, 0.0, z)
    assert_close(loss, -log_p[np.arange(6), labels].mean(), "loss without smoothing")
    assert_close(dz, (np.exp(log_p) - np.eye(c)[labels]) / 6, "dz without smoothing")


@points(2)
def test_dz_agrees_with_finite_differences(student, reference, rng):
    """Nudging the logits changes the loss as dz says."""
    labels, c, alpha, z = draw(rng)
    gradcheck(
        lambda z: student.label_smoothing(labels, c, alpha, z)[1],
        lambda dout, z: dout * student.label_smoothing(labels, c, alpha, z)[2],
        {"z": z},
        cache=False,
        reference=lambda z: reference.label_smoothing(labels, c, alpha, z)[1],
        rng=rng,
    )


def test_nothing_pulls_where_the_prediction_is_the_target(student, rng):
    """Logits whose softmax already is the target have no gradient: a smoothed net stops growing there."""
    labels, c, alpha, _ = draw(rng)
    wanted = np.full((6, c), alpha / c)
    wanted[np.arange(6), labels] += 1 - alpha
    _, _, dz = student.label_smoothing(labels, c, alpha, np.log(wanted) + rng.normal(size=(6, 1)))
    assert_close(dz, np.zeros((6, c)), "dz at the best logits", atol=1e-12)


def test_huge_logits_do_not_overflow(student, reference, rng):
    """Logits of a thousand give a finite loss and gradient."""
    labels, c, alpha, z = draw(rng)
    _, loss, dz = student.label_smoothing(labels, c, alpha, 1000 * z)
    _, right_loss, right_dz = reference.label_smoothing(labels, c, alpha, 1000 * z)
    assert_close(loss, right_loss, "loss of huge logits")
    assert_close(dz, right_dz, "dz of huge logits")
