import numpy as np
import torch

from autograder.suite import assert_close, assert_true


def players(student):
    G, D = student.given.players.Maker(2, 3), student.given.players.Judge(3)
    return (
        G,
        D,
        student.call(torch.optim.SGD, G.parameters(), lr=0.1),
        student.call(torch.optim.SGD, D.parameters(), lr=0.1),
    )


def test_losses_of_an_undecided_discriminator(student):
    """A discriminator with all weights 0 and rate 0 says one half: the losses are ln 4 and ln 2."""
    G, D, opt_g, _ = players(student)
    D.load_state_dict({name: torch.zeros_like(entry) for name, entry in D.state_dict().items()})
    still = student.call(torch.optim.SGD, D.parameters(), lr=0.0)
    d_loss, g_loss = student.gan_train_step(G, D, opt_g, still, torch.randn(4, 3), torch.randn(4, 2), torch.randn(5, 2))
    assert_close(d_loss, float(np.log(4)), "d_loss", rtol=1e-5)
    assert_close(g_loss, float(np.log(2)), "g_loss", rtol=1e-5)


def test_both_players_move(student):
    """After one round the weights of both players have changed."""
    G, D, opt_g, opt_d = players(student)
    before = G.state_dict(), D.state_dict()
    student.gan_train_step(G, D, opt_g, opt_d, torch.randn(4, 3), torch.randn(4, 2), torch.randn(5, 2))
    for name, old, player in zip(("G", "D"), before, (G, D)):
        moved = max(float((player.state_dict()[key] - old[key]).abs().max()) for key in old)
        assert_true(moved > 0, f"{name} has not changed")
