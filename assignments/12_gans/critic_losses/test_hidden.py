import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, leaves_arguments, points

N, M = 4, 6


def draw(rng):
    """Scores far below 0 and far above 1 among them."""
    return 2 * rng.normal(size=N) + 1.5, 3 * rng.normal(size=M) - 1


@points(2)
def test_least_squares_match_the_definition(student, reference, rng):
    """Both least-squares losses, on raw scores."""
    scores = draw(rng)
    right = reference.lsgan_losses(*scores)
    for name, got, wanted in zip(("d_loss", "g_loss"), student.lsgan_losses(*scores), right, strict=True):
        assert_close(got, wanted, name)


@points(2)
@leaves_arguments
def test_critic_losses_match_the_definition(student, reference, rng):
    """Both Wasserstein losses, on raw scores."""
    scores = draw(rng)
    right = reference.wgan_losses(*scores)
    for name, got, wanted in zip(("critic_loss", "gen_loss"), student.wgan_losses(*scores), right, strict=True):
        assert_close(got, wanted, name)


def test_known_least_squares(student):
    """Real scores 0.8 and 1.2, fake scores 0.1 and -0.3, as worked out by hand."""
    d_loss, g_loss = student.lsgan_losses(np.array([0.8, 1.2]), np.array([0.1, -0.3]))
    assert_close(d_loss, 0.045, "d_loss")
    assert_close(g_loss, 0.625, "g_loss")


@points(2)
def test_a_constant_in_the_critic(student, rng):
    """Adding a constant to all scores leaves the critic's loss as it is, and takes the constant off the generator's."""
    real, fake = draw(rng)
    critic_loss, gen_loss = student.wgan_losses(real, fake)
    assert_true(abs(critic_loss) > 1e-6, "the critic's loss vanishes")
    more = student.wgan_losses(real + 7, fake + 7)
    assert_close(more[0], critic_loss, "critic_loss with a constant")
    assert_close(more[1], np.asarray(gen_loss) - 7, "gen_loss with a constant")


def test_linear_in_the_scores(student, rng):
    """Scores that are ten times as large make losses that are ten times as large, and turning their sign turns the loss's."""
    real, fake = draw(rng)
    once = student.wgan_losses(real, fake)
    assert_true(abs(once[0]) > 1e-6, "the critic's loss vanishes")
    for factor in (10.0, -1.0):
        got = student.wgan_losses(factor * real, factor * fake)
        assert_close(got, [factor * part for part in once], "losses of scaled scores")


def test_extreme_scores_are_fine(student):
    """Scores of a million give finite losses; least squares punish scores that are too good."""
    far = np.array([1e6, -1e6])
    assert_close(student.lsgan_losses(far, far)[0], 0.5 * (1e12 + 1) + 0.5e12, "d_loss")
    assert_close(student.wgan_losses(far, np.array([1e6]))[0], 1e6, "critic_loss")
    good, better = (student.lsgan_losses(np.array([s]), np.zeros(1))[0] for s in (1.0, 4.0))
    assert_true(better > good + 1, "a score of 4 for a real sample costs no more than a score of 1")


def test_batches_of_different_sizes(student, rng):
    """Both sides count alike: fakes that come three times each leave all losses as they are."""
    real, fake = draw(rng)
    for function in (student.lsgan_losses, student.wgan_losses):
        once = function(real, fake)
        assert_true(abs(once[0]) > 1e-6, "the loss vanishes")
        assert_close(function(real, np.tile(fake, 3)), list(once), "losses with three copies of each fake")


def test_empty_batches(student):
    """A batch without samples raises ValueError, on either side; a batch of one does not."""
    one = np.ones(1)
    assert_close(student.wgan_losses(3 * one, one)[0], -2.0, "critic_loss")
    for function in (student.lsgan_losses, student.wgan_losses):
        for scores in ((one, np.zeros(0)), (np.zeros(0), one)):
            with pytest.raises(ValueError):
                function(*scores)
