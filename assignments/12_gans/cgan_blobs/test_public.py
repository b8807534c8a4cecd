import numpy as np
import torch

from autograder.suite import assert_close, assert_equal


def test_losses_of_an_undecided_discriminator(student):
    """A discriminator with all weights 0 and rate 0 says one half: the losses are ln 4 and ln 2."""
    G, D = student.given.players.Maker(2 + 3, 2), student.given.players.Judge(2 + 3)
    D.load_state_dict({name: torch.zeros_like(entry) for name, entry in D.state_dict().items()})
    opts = [student.call(torch.optim.SGD, player.parameters(), lr=0.0) for player in (G, D)]
    given = torch.randn(4, 2), torch.tensor([0, 2, 1, 0]), torch.randn(4, 2), torch.randn(4, 2), 3
    found = student.cgan_train_step(G, D, *opts, *given)
    assert_close(found, (float(np.log(4)), float(np.log(2))), "(d_loss, g_loss)", rtol=1e-5)


def test_a_short_run(student, rng):
    """Ten steps give ten losses of each player, and a generator with 1410 numbers."""
    y = rng.integers(4, size=300)
    data = {"x_train": (np.eye(4)[y][:, :2] + 0.1 * rng.normal(size=(300, 2))).astype(np.float32), "y_train": y}
    run = student.train_cgan_blobs(data, 0, steps=10)
    for name in ("d_loss", "g_loss"):
        assert_equal(len(run["history"][name]), 10, f"number of entries in {name}")
    assert_equal(sum(entry.numel() for entry in run["state"].values()), 1410, "numbers in the generator's state")
