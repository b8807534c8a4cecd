import numpy as np
import pytest

from autograder.suite import assert_close


def test_perfect_least_squares(student):
    """With scores 1 for real samples and 0 for fakes, the discriminator has loss 0 and the generator 1/2."""
    d_loss, g_loss = student.lsgan_losses(np.ones(3), np.zeros(2))
    assert_close(d_loss, 0.0, "d_loss")
    assert_close(g_loss, 0.5, "g_loss")


def test_a_critic(student):
    """Real samples score 4 on average, fakes 1: the critic's loss is -3, the generator's -1."""
    critic_loss, gen_loss = student.wgan_losses(np.array([3.0, 5.0]), np.array([1.0, 2.0, 0.0]))
    assert_close(critic_loss, -3.0, "critic_loss")
    assert_close(gen_loss, -1.0, "gen_loss")


def test_empty_batch(student):
    """A batch without samples raises ValueError."""
    with pytest.raises(ValueError):
        student.wgan_losses(np.ones(3), np.zeros(0))
