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


def players(student, rng, scale=0.8):
    """Generator and critic there, and the same ones here."""
    given = load_given(__file__, "players")
    with torch.random.fork_rng():
        mine = given.Maker(K, D), given.Judge(D)
    theirs = student.given.players.Maker(K, D), student.given.players.Judge(D)
    for own, there in zip(mine, theirs):
        state = {name: tensor(scale * rng.normal(size=entry.shape)) for name, entry in own.state_dict().items()}
        own.load_state_dict(state)
        there.load_state_dict(state)
    return theirs, mine


def batch(rng, n=N, m=M):
    return tensor(rng.normal(size=(n, D)) + 1), tensor(rng.normal(size=(m, K)))


def same(theirs, mine, what):
    found = theirs.state_dict()
    for name, entry in mine.state_dict().items():
        assert_close(found[name], entry, f"{name} of the {what}", rtol=1e-4, atol=1e-6)


@points(2)
def test_every_entry_is_clamped(student, reference, rng):
    """Entries beyond the bounds come to the nearest bound, weights and biases of all layers; all others stay."""
    for c in (0.3, 1.0):
        (_, theirs), (_, mine) = players(student, rng)
        student.clip_weights(theirs, c)
        reference.clip_weights(mine, c)
        same(theirs, mine, "critic")
        inside = [float((entry.abs() < c).float().mean()) for entry in mine.state_dict().values()]
        assert_true(max(inside) > 0, "no entry lies inside the bounds")


def test_inside_nothing_changes(student, reference, rng):
    """With wide bounds nothing moves, to the last bit; with narrow ones something does."""
    (_, theirs), (_, mine) = players(student, rng)
    before = theirs.state_dict()
    student.clip_weights(theirs, 1000.0)
    for name, entry in theirs.state_dict().items():
        assert_equal(entry, before[name], f"{name} with wide bounds")
    student.clip_weights(theirs, 0.1)
    reference.clip_weights(mine, 0.1)
    same(theirs, mine, "critic")


def test_gradients_are_left_alone(student, reference, rng):
    """The weights are clamped, and a gradient that is there stays: the next step goes as far as it would have."""
    (_, theirs), (_, mine) = players(student, rng)
    leave_gradients(theirs)
    student.clip_weights(theirs, 0.4)
    student.call(torch.optim.SGD, theirs.parameters(), lr=0.5).step()
    reference.clip_weights(mine, 0.4)
    with torch.no_grad():
        for parameter in mine.parameters():
            parameter -= 0.5
    same(theirs, mine, "critic")


@points(2)
@leaves_arguments
def test_steps_match_the_definition(student, reference, rng):
    """Over three steps, losses and weights are those of a step and a clip, whatever was in `.grad` before."""
    (G, critic), (own_g, own_critic) = players(student, rng)
    optimizer = student.call(torch.optim.SGD, critic.parameters(), lr=0.3)
    own = torch.optim.SGD(own_critic.parameters(), lr=0.3)
    leave_gradients(critic)
    for c, n, m in ((0.9, N, M), (0.5, D, K), (0.7, M, N)):
        x, z = batch(rng, n, m)
        loss = student.wgan_clip_step(G, critic, optimizer, x, z, c)
        right = reference.wgan_clip_step(own_g, own_critic, own, x, z, c)
        assert_close(loss, right, "the loss", rtol=1e-4, atol=1e-6)
    same(critic, own_critic, "critic")


@points(2)
def test_clipped_after_the_step(student, rng):
    """However far a step goes, the critic ends inside the bounds; the usual bound is 0.01."""
    (G, critic), _ = players(student, rng)
    optimizer = student.call(torch.optim.SGD, critic.parameters(), lr=50.0)
    x, z = batch(rng)
    for c in (0.2, None):
        student.wgan_clip_step(G, critic, optimizer, x, z, *([] if c is None else [c]))
        top = max(float(entry.abs().max()) for entry in critic.state_dict().values())
        assert_close(top, c or 0.01, "the largest weight", rtol=1e-5)


@points(2)
def test_only_the_critic_learns(student, reference, rng):
    """The generator stays as it is, and no gradient comes back through it; the loss is that of the definition."""
    (G, critic), (own_g, own_critic) = players(student, rng)
    x, z = batch(rng)
    optimizer = student.call(torch.optim.SGD, critic.parameters(), lr=0.1)
    loss = student.wgan_clip_step(G, critic, optimizer, x, z, 0.5)
    right = reference.wgan_clip_step(own_g, own_critic, torch.optim.SGD(own_critic.parameters(), lr=0.1), x, z, 0.5)
    assert_close(loss, right, "the loss", rtol=1e-4, atol=1e-6)
    assert_equal(G.passes, 0, "how often a gradient came back through the generator")
    same(G, own_g, "generator")


def test_downhill(student, rng):
    """With bounds that do not matter, a small step lowers the loss by the rate times the squared slope."""
    (G, critic), _ = players(student, rng)
    x, z = batch(rng)
    optimizer = student.call(torch.optim.SGD, critic.parameters(), lr=1e-2)
    losses = [student.wgan_clip_step(G, critic, optimizer, x, z, 100.0) for _ in range(4)]
    assert_true(bool(np.all(np.diff(losses) < 0)), "the loss does not fall from step to step")


def test_bounds_are_positive(student, rng):
    """A bound that is not positive raises ValueError, and the critic stays as it is."""
    (G, critic), (_, own) = players(student, rng)
    x, z = batch(rng)
    optimizer = student.call(torch.optim.SGD, critic.parameters(), lr=0.1)
    for c in (0.0, -0.5):
        with pytest.raises(ValueError):
            student.clip_weights(critic, c)
        with pytest.raises(ValueError):
            student.wgan_clip_step(G, critic, optimizer, x, z, c)
    same(critic, own, "critic")


def test_batches_have_rows(student, rng):
    """No real sample, or no latent, raises ValueError, and the critic stays as it is."""
    (G, critic), (_, own) = players(student, rng)
    x, z = batch(rng)
    optimizer = student.call(torch.optim.SGD, critic.parameters(), lr=0.1)
    for bad in ((x[:0], z), (x, z[:0])):
        with pytest.raises(ValueError):
            student.wgan_clip_step(G, critic, optimizer, *bad, 100.0)
    same(critic, own, "critic")
