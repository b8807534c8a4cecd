import numpy as np
import pytest
import torch

from autograder.suite import assert_equal, assert_true


def bell(rng, n=300):
    return {"x_train": (2 + 0.5 * rng.normal(size=(n, 1))).astype(np.float32)}


def test_a_short_run(student, rng):
    """Ten steps give ten losses of each player, near ln 4 and ln 2 at the beginning, and a generator with 1249 numbers."""
    run = student.train_gan_1d(bell(rng), 0, steps=10)
    for name, start in (("d_loss", np.log(4)), ("g_loss", np.log(2))):
        losses = run["history"][name]
        assert_equal(len(losses), 10, f"number of entries in {name}")
        assert_true(abs(losses[0] - start) < 0.7, f"the first {name} is far from that of an undecided discriminator")
    assert_equal(sum(entry.numel() for entry in run["state"].values()), 1249, "numbers in the generator's state")


def test_first_steps_of_the_optimizers(student):
    """The first step of Adam moves every weight by the learning rate."""
    G, D = student.given.players.Maker(2, 3), student.given.players.Judge(3)
    before = G.state_dict()
    opt_g, _ = student.gan_optimizers(G, D, 0.25)
    student.given.players.fill_gradients(G, 1.0)
    opt_g.step()
    for name, entry in G.state_dict().items():
        moved = before[name] - entry
        assert_true(bool(torch.allclose(moved, torch.full_like(moved, 0.25), rtol=1e-3)), f"{name} has not moved by lr")


def test_rates_are_positive(student):
    """A learning rate of 0 raises ValueError."""
    G, D = student.given.players.Maker(2, 3), student.given.players.Judge(3)
    with pytest.raises(ValueError):
        student.gan_optimizers(G, D, 0.0)
