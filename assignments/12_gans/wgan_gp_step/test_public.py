import pytest
import torch

from autograder.suite import assert_close, assert_equal, assert_true


def play(student, T, eps=None):
    G, f = student.given.players.Maker(2, 3), student.given.players.Judge(3)
    opt_g = student.call(torch.optim.SGD, G.parameters(), lr=0.1)
    opt_f = student.call(torch.optim.SGD, f.parameters(), lr=0.1)
    before = G.state_dict(), f.state_dict()
    given = torch.randn(T, 4, 3), torch.randn(T, 4, 2), torch.rand(T, 4) if eps is None else eps, torch.randn(6, 2)
    return student.wgan_gp_train_step(G, f, opt_g, opt_f, *given), (G, f), before


def test_what_is_reported(student):
    """There is a loss and a penalty for every step of the critic, and one loss of the generator."""
    found, _, _ = play(student, 5)
    assert_true({"critic_loss", "penalty", "gen_loss"} <= set(found), "a part of the result is missing")
    assert_equal(len(found["critic_loss"]), 5, "number of losses")
    assert_equal(len(found["penalty"]), 5, "number of penalties")
    assert_true(min(found["penalty"]) >= 0, "a penalty is negative")


def test_both_players_move(student):
    """After a round both players have changed."""
    _, players, before = play(student, 2)
    for name, player, old in zip(("G", "f"), players, before):
        moved = max(float((player.state_dict()[key] - old[key]).abs().max()) for key in old)
        assert_true(moved > 0, f"{name} has not changed")


def test_numbers_of_steps_have_to_agree(student):
    """eps for two steps and samples for three raise ValueError."""
    with pytest.raises(ValueError):
        play(student, 3, torch.rand(2, 4))


def test_a_flat_critic(student):
    """A critic with all weights 0 and rate 0 has loss 0 and penalty lam, which is 10."""
    G, f = student.given.players.Maker(2, 3), student.given.players.Judge(3)
    f.load_state_dict({name: torch.zeros_like(entry) for name, entry in f.state_dict().items()})
    opts = [student.call(torch.optim.SGD, player.parameters(), lr=0.0) for player in (G, f)]
    found = student.wgan_gp_train_step(
        G, f, *opts, torch.randn(1, 4, 3), torch.randn(1, 4, 2), torch.rand(1, 4), torch.randn(6, 2)
    )
    assert_close(found["critic_loss"], [0.0], "critic_loss")
    assert_close(found["penalty"], [10.0], "penalty", rtol=1e-5)
