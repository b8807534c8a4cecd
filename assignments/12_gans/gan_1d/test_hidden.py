import numpy as np
import pytest
import torch

from autograder.suite import (
    adam_steps,
    assert_between,
    assert_close,
    assert_equal,
    assert_history,
    assert_true,
    leaves_arguments,
    load_given,
    load_state,
    points,
    show_curves,
    tensor,
    threshold,
)

MISS, NARROW, WIDE = 0.5, 0.4, 2.2
"""Of the better of two runs, in units of the data's standard deviation: the mean's error, and the spread."""


def draw(rng, n, mean, spread):
    return {"x_train": (mean + spread * rng.normal(size=(n, 1))).astype(np.float32)}


def generator(state):
    """The grader's own generator with the weights that came back."""
    with torch.random.fork_rng():
        nn = torch.nn
        net = nn.Sequential(nn.Linear(4, 32), nn.LeakyReLU(0.2), nn.Linear(32, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
    return load_state(net, state)


def made(state, rng, n=4000):
    with torch.no_grad():
        return generator(state)(tensor(rng.normal(size=(n, 4)))).numpy().ravel()


def is_learned(miss, ratio):
    return miss <= MISS and NARROW <= ratio <= WIDE


# --- the optimizers ---------------------------------------------------------------------------------------


def players(student, rng):
    """Generator and discriminator there, and the same ones here."""
    given = load_given(__file__, "players")
    with torch.random.fork_rng():
        mine = given.Maker(3, 2), given.Judge(2)
    theirs = student.given.players.Maker(3, 2), student.given.players.Judge(2)
    for own, there in zip(mine, theirs):
        state = {name: tensor(rng.normal(size=entry.shape)) for name, entry in own.state_dict().items()}
        own.load_state_dict(state)
        there.load_state_dict(state)
    return theirs, mine


@points(2)
def test_optimizers_move_as_the_definition_says(student, reference, rng):
    """Four steps with slopes that change their size and sign: Adam with these betas, and no decay of the weights."""
    theirs, mine = players(student, rng)
    rate = float(rng.uniform(0.01, 0.05))
    there, here = student.gan_optimizers(*theirs, rate), reference.gan_optimizers(*mine, rate)
    fill = load_given(__file__, "players").fill_gradients
    for slope in rng.permutation([1.0, -0.3, 0.1, 2.0]).tolist():
        for player, own, one, other in zip(theirs, mine, there, here):
            student.given.players.fill_gradients(player, slope)
            fill(own, slope)
            one.step()
            other.step()
    for what, player, own in zip(("G", "D"), theirs, mine):
        for name, entry in own.state_dict().items():
            assert_close(player.state_dict()[name], entry, f"{name} of {what}", rtol=1e-5, atol=1e-6)


def test_each_optimizer_has_one_player(student, rng):
    """A step of one optimizer moves all of its own player, and nothing of the other one; the usual rate is 1e-3."""
    for moving in (0, 1):
        theirs, _ = players(student, rng)
        optimizers = student.gan_optimizers(*theirs)
        before = [player.state_dict() for player in theirs]
        for player in theirs:
            student.given.players.fill_gradients(player, 1.0)
        optimizers[moving].step()
        for which, (player, old) in enumerate(zip(theirs, before)):
            for name, entry in player.state_dict().items():
                wanted = old[name] - (1e-3 if which == moving else 0.0)
                assert_close(entry, wanted, f"{name} after a step", rtol=1e-5, atol=1e-6)


def test_rates_are_positive(student, reference, rng):
    """A rate that is not positive raises ValueError."""
    theirs, _ = players(student, rng)
    for rate in (0.0, -1e-3):
        with pytest.raises(ValueError):
            student.gan_optimizers(*theirs, rate)


# --- the loop ---------------------------------------------------------------------------------------------


@leaves_arguments
def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one; there are two losses for every step."""
    data = draw(rng, 200, 1.0, 0.5)
    first, again, other = (student.train_gan_1d(data, seed, steps=5) for seed in (7, 7, 8))
    for name in ("d_loss", "g_loss"):
        assert_equal(len(first["history"][name]), 5, f"number of entries in {name}")
        assert_close(again["history"][name], list(first["history"][name]), f"{name} with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first["history"]["d_loss"], other["history"]["d_loss"]), "another seed gives the same run")


@points(2)
def test_as_many_steps_as_asked(student, rng):
    """After 4 and after 40 steps the generator is where so many steps of Adam lead, and all losses are cross-entropies."""
    data, seed = draw(rng, 400, 3.0, 0.7), int(rng.integers(1 << 31))
    begun, soon, run = (student.train_gan_1d(data, seed, steps=steps) for steps in (1, 4, 40))
    for name in ("d_loss", "g_loss"):
        losses = assert_history(run["history"][name], 40, noisy=False)
        assert_true(bool(np.all(losses > 0)), f"{name} is a mean of cross-entropies, and so it is positive")
    early, late = (adam_steps(begun["state"], then["state"], 1e-3) for then in (soon, run))
    # From step 1 to step 4: 3.2 to 3.5, and twice as much if each step is made twice. To step 40: 61 to 77.
    # Runs that do not begin alike (draws made ahead of the initial weights, say) are more than 100 apart, and tell nothing.
    if early < 60:
        assert_true(2.0 < early < 5.5 and 20 < late < 150, "the weights do not go as far as this many steps of Adam take them")


def test_a_batch_has_128_rows(student, rng):
    """The first batch is drawn from all rows, 128 at a time: the loss changes with each row that it contains, and no other."""
    rows, seed = (0.1 * rng.normal(size=(300, 1))).astype(np.float32), int(rng.integers(1 << 31))

    def losses(steps, changed=None):
        x = rows.copy()
        if changed is not None:
            x[changed] = 500
        return student.train_gan_1d({"x_train": x}, seed, steps=steps)["history"]["d_loss"]

    usual = losses(1)[0]
    drawn = np.array([abs(losses(1, row)[0] - usual) > 1e-6 * abs(usual) for row in range(len(rows))])
    # Of 128 draws with replacement, 104 differ, give or take 4.6 (all 128 without replacement); of 64, at most 64; of 256, 172.
    assert_between(int(drawn.sum()), 79, 148, "the number of different rows in a batch")
    # Of rows that are not in the first batch, 11 more batches leave out one in a hundred.
    longer = losses(12)
    later = [x for x in np.flatnonzero(~drawn)[:20] if not np.allclose(losses(12, x), longer, rtol=1e-6, atol=0)]
    assert_between(len(later), 14, 20, "how many of 20 rows that the first batch left out come in one of the next eleven")
    # Of either half 52 are drawn, give or take 4.5.
    assert_between(np.array([drawn[:150].sum(), drawn[150:].sum()]), 20, 100, "the number of rows from each half of the data")


def test_losses_are_those_of_each_step(student, rng):
    """Every step has a batch of its own, so that losses go up and down from one to the next: none is an average over steps."""
    run = student.train_gan_1d(draw(rng, 400, 3.0, 0.7), int(rng.integers(1 << 31)), steps=200)
    for name in ("d_loss", "g_loss"):
        losses = assert_history(run["history"][name], 200, name, noisy=False)
        # How much a change differs from the one before it. On 60 seeds: reference 0.72 to 1.7, and at most 0.25 for means
        # over all steps so far.
        unrest = np.median(np.abs(np.diff(losses, 2))) / np.median(np.abs(np.diff(losses)))
        assert_true(unrest > 0.4, f"{name} follows too smooth a curve: the history is not the loss of each step")


# --- what comes of it -------------------------------------------------------------------------------------


@points(4)
def test_the_distribution_is_learned(student, rng):
    """The generator has nearly the mean and the spread of the data; the better of two runs counts."""
    mean, spread = float(rng.uniform(2.5, 3.5) * rng.choice([-1, 1])), float(rng.uniform(0.6, 0.8))
    data = draw(rng, 4000, mean, spread)
    found = []
    for _ in range(2):  # a right training may end on an unlucky step; it may then be repeated, with another seed
        run = student.train_gan_1d(data, int(rng.integers(1 << 31)))
        fakes = made(run["state"], rng)
        found.append((abs(float(fakes.mean()) - mean) / spread, float(fakes.std()) / spread))
        if is_learned(*found[-1]):
            break
    losses = assert_history(run["history"]["d_loss"], 1500, "d_loss")
    show_curves(
        {"d_loss": list(losses[: len(losses) // 50 * 50].reshape(-1, 50).mean(axis=1))}, "your d_loss", across="50 steps"
    )
    miss, ratio = max(found, key=lambda pair: (is_learned(*pair), -pair[0]))
    # Reference, 60 single runs: at most 0.16 for the miss, 0.64 to 1.48 for the spread.
    threshold(miss, at_most=MISS, name="error of the mean, in standard deviations (better of two runs)")
    threshold(ratio, at_least=NARROW, name="spread from below, relative to the data (better of two runs)")
    threshold(ratio, at_most=WIDE, name="spread from above, relative to the data (better of two runs)")
