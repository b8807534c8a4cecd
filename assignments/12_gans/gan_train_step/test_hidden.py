import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    leave_gradients,
    leaves_arguments,
    load_given,
    points,
    tensor,
)

K, D_IN, N, M = 3, 2, 6, 5


def players(student, rng):
    """Generator and discriminator there, and the same ones here."""
    given = load_given(__file__, "players")
    with torch.random.fork_rng():
        mine = given.Maker(K, D_IN), given.Judge(D_IN)
    theirs = student.given.players.Maker(K, D_IN), student.given.players.Judge(D_IN)
    for own, there in zip(mine, theirs):
        state = {name: tensor(0.8 * rng.normal(size=entry.shape)) for name, entry in own.state_dict().items()}
        own.load_state_dict(state)
        there.load_state_dict(state)
    return theirs, mine


def optimizers(student, theirs, mine, rates):
    """For (G, D), there and here."""
    return (
        [student.call(torch.optim.SGD, player.parameters(), lr=rate) for player, rate in zip(theirs, rates)],
        [torch.optim.SGD(player.parameters(), lr=rate) for player, rate in zip(mine, rates)],
    )


def batch(rng, n=N, m=M):
    return tensor(rng.normal(size=(n, D_IN)) + 1), tensor(rng.normal(size=(n, K))), tensor(rng.normal(size=(m, K)) - 0.5)


def same(theirs, mine, what):
    found = theirs.state_dict()
    for name, entry in mine.state_dict().items():
        assert_close(found[name], entry, f"{name} of {what}", rtol=1e-4, atol=1e-6)


@points(2)
@leaves_arguments
def test_one_round_matches_the_definition(student, reference, rng):
    """Both losses, and the weights of both players after one round."""
    for sizes in ((N, M), (K, K), (D_IN, K)):
        theirs, mine = players(student, rng)
        there, here = optimizers(student, theirs, mine, (0.4, 0.3))
        x = batch(rng, *sizes)
        found = student.gan_train_step(*theirs, *there, *x)
        assert_close(found, reference.gan_train_step(*mine, *here, *x), "(d_loss, g_loss)", rtol=1e-4)
        same(theirs[1], mine[1], "D")
        same(theirs[0], mine[0], "G")


@points(2)
def test_several_rounds(student, reference, rng):
    """Over three rounds every batch counts once: nothing of an earlier round is added to a later one."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.3, 0.2))
    for _ in range(3):
        x = batch(rng)
        found = student.gan_train_step(*theirs, *there, *x)
        assert_close(found, reference.gan_train_step(*mine, *here, *x), "(d_loss, g_loss)", rtol=1e-3)
    same(theirs[1], mine[1], "D")
    same(theirs[0], mine[0], "G")


@pytest.mark.parametrize("player", ["G", "D"])
def test_what_was_left_in_grad(student, reference, rng, player):
    """Gradients that somebody left in one of the players do not count, from the first round on."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.3, 0.2))
    leave_gradients(theirs["GD".index(player)])
    x = batch(rng)
    found = student.gan_train_step(*theirs, *there, *x)
    assert_close(found, reference.gan_train_step(*mine, *here, *x), "(d_loss, g_loss)", rtol=1e-4)
    same(theirs[1], mine[1], "D")
    same(theirs[0], mine[0], "G")


@points(2)
def test_who_changes_when(student, reference, rng):
    """With rate 0 for one player only the other one changes, parameter by parameter, and as the definition says."""
    for rates, name, moving, still in (((0.0, 0.3), "D", 1, 0), ((0.3, 0.0), "G", 0, 1)):
        theirs, mine = players(student, rng)
        before = theirs[still].state_dict()
        there, here = optimizers(student, theirs, mine, rates)
        x = batch(rng)
        student.gan_train_step(*theirs, *there, *x)
        reference.gan_train_step(*mine, *here, *x)
        same(theirs[moving], mine[moving], name)
        for key, entry in theirs[still].state_dict().items():
            assert_equal(entry, before[key], f"{key} of the player whose rate is 0")


@points(2)
def test_one_gradient_goes_back_through_the_generator(student, reference, rng):
    """The discriminator's loss stops before the generator: in one round a single gradient comes back through it."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.3, 0.2))
    x = batch(rng)
    found = student.gan_train_step(*theirs, *there, *x)
    assert_close(found, reference.gan_train_step(*mine, *here, *x), "(d_loss, g_loss)", rtol=1e-4)
    assert_equal(theirs[0].passes, 1, "how often a gradient came back through G")


def test_each_step_has_its_own_latents(student, reference, rng):
    """The discriminator's step depends on z_d alone, the generator's loss on z_g."""
    theirs, mine = players(student, rng)
    x, z_d, z_g = batch(rng)
    found = []
    for latents in ((z_d, z_g), (z_d, z_g + 1), (z_d - 1, z_g)):
        there, here = optimizers(student, theirs, mine, (0.0, 0.0))
        found.append(student.gan_train_step(*theirs, *there, x, *latents))
        right = reference.gan_train_step(*mine, *here, x, *latents)
        assert_close(found[-1], right, "(d_loss, g_loss)", rtol=1e-4)
    assert_close(found[1][0], found[0][0], "d_loss with another z_g", rtol=1e-5)
    assert_close(found[2][1], found[0][1], "g_loss with another z_d", rtol=1e-5)


def test_the_generator_meets_the_new_discriminator(student, reference, rng):
    """The generator's loss is measured after the discriminator's step: a large step of D shows in it."""
    theirs, mine = players(student, rng)
    x = batch(rng)
    for rate in (0.0, 2.0):
        there, here = optimizers(student, theirs, mine, (0.0, rate))
        g_loss = student.gan_train_step(*theirs, *there, *x)[1]
        assert_close(g_loss, reference.gan_train_step(*mine, *here, *x)[1], "g_loss", rtol=1e-4)


def test_logits_of_any_size(student, reference, rng):
    """A discriminator that is sure of itself gives finite losses, and the generator still moves."""
    theirs, mine = players(student, rng)
    state = {name: entry.clone() for name, entry in mine[1].state_dict().items()}
    state["last.weight"], state["last.bias"] = 300 * state["last.weight"], torch.full((1,), -3000.0)
    theirs[1].load_state_dict(state)
    mine[1].load_state_dict(state)
    there, here = optimizers(student, theirs, mine, (1e-3, 0.0))
    x = batch(rng)
    found = student.gan_train_step(*theirs, *there, *x)
    assert_close(found, reference.gan_train_step(*mine, *here, *x), "(d_loss, g_loss)", rtol=1e-4)
    same(theirs[0], mine[0], "G")
