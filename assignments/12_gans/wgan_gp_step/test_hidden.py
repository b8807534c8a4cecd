import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    leave_gradients,
    leaves_arguments,
    load_given,
    points,
    tensor,
)

K, D, N, M = 3, 2, 6, 5


def players(student, rng):
    """Generator and critic there, and the same ones here."""
    given = load_given(__file__, "players")
    with torch.random.fork_rng():
        mine = given.Maker(K, D), given.Judge(D)
    theirs = student.given.players.Maker(K, D), student.given.players.Judge(D)
    for own, there in zip(mine, theirs):
        state = {name: tensor(0.8 * rng.normal(size=entry.shape)) for name, entry in own.state_dict().items()}
        own.load_state_dict(state)
        there.load_state_dict(state)
    return theirs, mine


def optimizers(student, theirs, mine, rates):
    """For (G, f), there and here."""
    return (
        [student.call(torch.optim.SGD, player.parameters(), lr=rate) for player, rate in zip(theirs, rates)],
        [torch.optim.SGD(player.parameters(), lr=rate) for player, rate in zip(mine, rates)],
    )


def batch(rng, T, n=N, m=M):
    return (
        tensor(rng.normal(size=(T, n, D)) + 1),
        tensor(rng.normal(size=(T, n, K))),
        tensor(rng.choice([0.05, 0.2, 0.7, 0.95], size=(T, n))),
        tensor(rng.normal(size=(m, K)) - 0.5),
    )


def same_numbers(found, right):
    for name, values in right.items():
        assert_true(name in found, f"{name} is missing")
        assert_close(found[name], values, name, rtol=1e-3, atol=1e-5)


def same_weights(theirs, mine, what):
    found = theirs.state_dict()
    for name, entry in mine.state_dict().items():
        assert_close(found[name], entry, f"{name} of {what}", rtol=1e-3, atol=1e-5)


@points(3)
@leaves_arguments
def test_a_round_matches_the_definition(student, reference, rng):
    """Losses, penalties and the weights of both players after five steps of the critic and one of the generator."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.2, 0.02))
    x = batch(rng, 5)
    lam = float(rng.uniform(2, 6))
    for player in theirs:
        leave_gradients(player)
    same_numbers(student.wgan_gp_train_step(*theirs, *there, *x, lam), reference.wgan_gp_train_step(*mine, *here, *x, lam))
    same_weights(theirs[1], mine[1], "f")
    same_weights(theirs[0], mine[0], "G")


@points(2)
def test_other_numbers_of_steps(student, reference, rng):
    """As many steps of the critic as there are batches; over three rounds every batch counts once; lam is 10 by default."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.1, 0.01))
    for T, n, m in ((1, N, M), (3, 3, 3), (2, N, M)):
        x = batch(rng, T, n, m)
        same_numbers(student.wgan_gp_train_step(*theirs, *there, *x), reference.wgan_gp_train_step(*mine, *here, *x))
    same_weights(theirs[1], mine[1], "f")
    same_weights(theirs[0], mine[0], "G")


@points(2)
def test_who_changes_when(student, reference, rng):
    """With rate 0 for one player only the other one changes, parameter by parameter, and as the definition says."""
    for rates, name, moving, still in (((0.0, 0.02), "f", 1, 0), ((0.3, 0.0), "G", 0, 1)):
        theirs, mine = players(student, rng)
        before = theirs[still].state_dict()
        there, here = optimizers(student, theirs, mine, rates)
        x = batch(rng, 3)
        student.wgan_gp_train_step(*theirs, *there, *x)
        reference.wgan_gp_train_step(*mine, *here, *x)
        same_weights(theirs[moving], mine[moving], name)
        for key, entry in theirs[still].state_dict().items():
            assert_equal(entry, before[key], f"{key} of the player whose rate is 0")


def test_one_gradient_goes_back_through_the_generator(student, reference, rng):
    """The critic's loss stops before the generator: a single gradient comes back through it in a round."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.1, 0.02))
    x = batch(rng, 4)
    same_numbers(student.wgan_gp_train_step(*theirs, *there, *x), reference.wgan_gp_train_step(*mine, *here, *x))
    assert_equal(theirs[0].passes, 1, "how often a gradient came back through G")


def test_without_a_penalty_the_critic_gets_steeper(student, reference, rng):
    """With lam = 0 the penalty is 0 and the losses fall from step to step on one batch; both are those of the definition."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.0, 0.02))
    reals, zs, eps, z_g = batch(rng, 1)
    x = reals.repeat(6, 1, 1), zs.repeat(6, 1, 1), eps.repeat(6, 1), z_g
    found = student.wgan_gp_train_step(*theirs, *there, *x, 0.0)
    same_numbers(found, reference.wgan_gp_train_step(*mine, *here, *x, 0.0))
    assert_true(bool(np.all(np.diff(found["critic_loss"]) < 0)), "the critic's loss does not fall from step to step")


def test_numbers_of_steps_have_to_agree(student, reference, rng):
    """Different numbers of steps, and no latents for the generator, raise ValueError, and nobody moves."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.1, 0.1))
    reals, zs, eps, z_g = batch(rng, 3)
    for bad in ((reals, zs[:2], eps), (reals[:2], zs, eps), (reals, zs, eps[:1])):
        with pytest.raises(ValueError):
            student.wgan_gp_train_step(*theirs, *there, *bad, z_g)
    with pytest.raises(ValueError):
        student.wgan_gp_train_step(*theirs, *there, reals, zs, eps, z_g[:0])
    x = reals, zs, eps, z_g
    same_numbers(student.wgan_gp_train_step(*theirs, *there, *x), reference.wgan_gp_train_step(*mine, *here, *x))
