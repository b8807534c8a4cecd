import numpy as np
import torch

from autograder.suite import (
    adam_steps,
    assert_between,
    assert_close,
    assert_equal,
    assert_history,
    assert_true,
    leaves_arguments,
    load_state,
    points,
    show_curves,
    tensor,
    threshold,
)

MODES, SLICED = 7, 0.45
"""Of the better of two runs: modes that are covered, and the sliced Wasserstein distance from new data."""


class Ring:
    """Eight places on a circle, turned in secret."""

    def __init__(self, rng):
        self.rng = rng
        turns = 2 * np.pi * (np.arange(8) / 8 + rng.random())
        self.centres = 2.0 * np.stack([np.cos(turns), np.sin(turns)], axis=1)

    def draw(self, n):
        chosen = self.centres[self.rng.integers(8, size=n)]
        return (chosen + 0.1 * self.rng.normal(size=(n, 2))).astype(np.float32)

    def modes(self, x):
        """How many places got at least 2 % of the points within 0.5."""
        away = np.linalg.norm(x[:, None] - self.centres, axis=2)
        counts = np.bincount(away.argmin(axis=1)[away.min(axis=1) <= 0.5], minlength=8)
        return int((counts >= 0.02 * len(x)).sum())


def sliced(x, y):
    """The mean Wasserstein-1 distance of the shadows in 32 directions; the sets have one size."""
    angles = np.pi * np.arange(32) / 32
    lines = np.stack([np.cos(angles), np.sin(angles)])
    return float(np.abs(np.sort(x @ lines, axis=0) - np.sort(y @ lines, axis=0)).mean())


def made(state, rng, n=2000):
    with torch.random.fork_rng():
        nn = torch.nn
        net = nn.Sequential(nn.Linear(8, 64), nn.LeakyReLU(0.2), nn.Linear(64, 64), nn.LeakyReLU(0.2), nn.Linear(64, 2))
    net = load_state(net, state)
    with torch.no_grad():
        return net(tensor(rng.normal(size=(n, 8)))).numpy()


@points(2)
@leaves_arguments
def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one; there are three numbers for every step."""
    data = {"x_train": Ring(rng).draw(300)}
    first, again, other = (student.train_wgan_gp_ring(data, seed, steps=4)["history"] for seed in (7, 7, 8))
    for name in ("critic_loss", "penalty", "gen_loss"):
        assert_equal(len(first[name]), 4, f"number of entries in {name}")
        assert_close(again[name], list(first[name]), f"{name} with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first["gen_loss"], other["gen_loss"]), "another seed gives the same run")


@points(2)
def test_as_many_steps_as_asked(student, rng):
    """After 4 and after 40 steps the generator is where so many steps of Adam lead, and the penalty is charged."""
    data, seed = {"x_train": Ring(rng).draw(400)}, int(rng.integers(1 << 31))
    begun, soon, run = (student.train_wgan_gp_ring(data, seed, steps=steps) for steps in (1, 4, 40))
    for name in ("critic_loss", "penalty", "gen_loss"):
        assert_history(run["history"][name], 40, noisy=False)
    assert_true(min(run["history"]["penalty"]) > 0, "no penalty is charged")
    early, late = (adam_steps(begun["state"], then["state"], 5e-3) for then in (soon, run))
    # From step 1 to step 4: 3.2 to 3.5, and twice as much if each step is made twice. To step 40: 18 to 24.
    # Runs that do not begin alike (draws made ahead of the initial weights, say) are more than 100 apart, and tell nothing.
    if early < 60:
        assert_true(2.0 < early < 5.5 and 8 < late < 60, "the weights do not go as far as this many steps of Adam take them")


def test_losses_are_those_of_each_step(student, rng):
    """Every step has batches of its own, so that the losses of one step and the next differ: none is an average over steps."""
    run = student.train_wgan_gp_ring({"x_train": Ring(rng).draw(400)}, int(rng.integers(1 << 31)), steps=100)
    losses = assert_history(run["history"]["critic_loss"], 100, "critic_loss", noisy=False)
    # On 40 seeds: reference 0.19 to 0.53, means over five steps at most 0.10, means over all steps so far at most 0.01.
    change = float(np.median(np.abs(np.diff(losses)[50:])))
    assert_true(change > 0.12, "critic_loss changes too little from step to step: the history is not the loss of each step")


@points(2)
def test_every_step_of_the_critic_has_its_own_rows(student, rng):
    """In the first step five batches of 128 rows are drawn: most rows of a small set have an influence on the losses."""
    rows, seed = (0.1 * rng.normal(size=(300, 2))).astype(np.float32), int(rng.integers(1 << 31))

    def first_losses(changed=None):
        x = rows.copy()
        if changed is not None:
            x[changed] = 3
        told = student.train_wgan_gp_ring({"x_train": x}, seed, steps=1)["history"]
        return np.array([float(told[name][0]) for name in ("critic_loss", "gen_loss")])

    usual = first_losses()
    asked = rng.choice(300, size=120, replace=False)
    distinct = sum(bool(np.any(np.abs(first_losses(row) - usual) > 1e-7)) for row in asked)
    # 640 draws with replacement reach 88 % of 300 rows: 106 of 120, give or take 3.5; 128 draws reach 42.
    assert_between(distinct, 90, 120, "how many of 120 rows have an influence")


@points(5)
def test_the_ring_is_learned(student, rng):
    """Trained on a ring of eight clusters, the generator covers at least seven, in the better of two runs."""
    ring = Ring(rng)
    data = {"x_train": ring.draw(4000)}
    best = (0, np.inf)
    for _ in range(2):  # a right training may end on an unlucky step; it may then be repeated, with another seed
        run = student.train_wgan_gp_ring(data, int(rng.integers(1 << 31)))
        fakes = made(run["state"], rng)
        found = ring.modes(fakes), sliced(fakes, ring.draw(2000))
        best = max(best, found, key=lambda pair: (pair[0] >= MODES and pair[1] <= SLICED, pair[0], -pair[1]))
        if found[0] >= MODES and found[1] <= SLICED:
            break
    losses = assert_history(run["history"]["critic_loss"], 400, "critic_loss")
    show_curves(
        {"critic_loss": list(losses[: len(losses) // 20 * 20].reshape(-1, 20).mean(axis=1))},
        "your critic_loss",
        across="20 steps",
    )
    # Reference, 60 single runs: 8 modes in all, sliced distance 0.133 to 0.204.
    threshold(best[0], at_least=MODES, name="number of clusters that are covered (better of two runs)")
    threshold(best[1], at_most=SLICED, name="sliced Wasserstein distance from new data (better of two runs)")
