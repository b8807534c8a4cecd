import numpy as np
import torch

from autograder.suite import (
    adam_steps,
    assert_between,
    assert_close,
    assert_equal,
    assert_history,
    assert_true,
    leave_gradients,
    leaves_arguments,
    load_given,
    load_state,
    points,
    show_curves,
    tensor,
    threshold,
)

K, D_IN, C, N = 3, 2, 5, 6
RIGHT, AWAY = 0.9, 1.2
"""Of the better of two runs: the share of samples nearest to the blob of their class, the largest distance of a mean."""


class Blobs:
    """Four classes on a circle, turned and numbered in secret."""

    def __init__(self, rng):
        self.rng = rng
        turns = 2 * np.pi * (rng.permutation(4) / 4 + rng.random())
        self.centres = 2.0 * np.stack([np.cos(turns), np.sin(turns)], axis=1)

    def draw(self, n):
        y = self.rng.integers(4, size=n)
        x = self.centres[y] + 0.3 * self.rng.normal(size=(n, 2))
        return {"x_train": x.astype(np.float32), "y_train": y}

    def judge(self, x, y):
        """Share of points nearest to the centre of their class, and the largest distance of a class's mean from its centre."""
        nearest = np.linalg.norm(x[:, None] - self.centres, axis=2).argmin(axis=1)
        off = [np.linalg.norm(x[y == k].mean(axis=0) - self.centres[k]) for k in range(4)]
        return float((nearest == y).mean()), float(max(off))


def made(state, y, rng):
    """What the generator that came back draws for the classes y."""
    with torch.random.fork_rng():
        nn = torch.nn
        net = nn.Sequential(nn.Linear(8, 32), nn.LeakyReLU(0.2), nn.Linear(32, 32), nn.LeakyReLU(0.2), nn.Linear(32, 2))
    net = load_state(net, state)
    with torch.no_grad():
        return net(torch.cat([tensor(rng.normal(size=(len(y), 4))), tensor(np.eye(4)[y])], dim=1)).numpy()


# --- the step ---------------------------------------------------------------------------------------------


def players(student, rng):
    """Generator and discriminator there, and the same ones here."""
    given = load_given(__file__, "players")
    with torch.random.fork_rng():
        mine = given.Maker(K + C, D_IN), given.Judge(D_IN + C)
    theirs = student.given.players.Maker(K + C, D_IN), student.given.players.Judge(D_IN + C)
    for own, there in zip(mine, theirs):
        state = {name: tensor(0.8 * rng.normal(size=entry.shape)) for name, entry in own.state_dict().items()}
        own.load_state_dict(state)
        there.load_state_dict(state)
    return theirs, mine


def optimizers(student, theirs, mine, rates):
    return (
        [student.call(torch.optim.SGD, player.parameters(), lr=rate) for player, rate in zip(theirs, rates)],
        [torch.optim.SGD(player.parameters(), lr=rate) for player, rate in zip(mine, rates)],
    )


def batch(rng, n=N):
    z_d, z_g = tensor(rng.normal(size=(2, n, K)))
    return tensor(rng.normal(size=(n, D_IN)) + 1), torch.tensor(rng.permutation(n) % C), z_d, z_g, C


def same(theirs, mine, what):
    found = theirs.state_dict()
    for name, entry in mine.state_dict().items():
        assert_close(found[name], entry, f"{name} of {what}", rtol=1e-4, atol=1e-5)


@points(3)
@leaves_arguments
def test_rounds_match_the_definition(student, reference, rng):
    """Over three rounds losses and weights are those of the definition, whatever was in `.grad` before."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.3, 0.2))
    for player in theirs:
        leave_gradients(player)
    for n in (N, D_IN, K):
        x = batch(rng, n)
        found = student.cgan_train_step(*theirs, *there, *x)
        assert_close(found, reference.cgan_train_step(*mine, *here, *x), "(d_loss, g_loss)", rtol=1e-4)
    same(theirs[1], mine[1], "D")
    same(theirs[0], mine[0], "G")


@points(2)
def test_who_changes_when(student, reference, rng):
    """With rate 0 for one player only the other one changes, and a single gradient comes back through G in a round."""
    for rates, name, moving, still in (((0.0, 0.3), "D", 1, 0), ((0.3, 0.0), "G", 0, 1)):
        theirs, mine = players(student, rng)
        before = theirs[still].state_dict()
        there, here = optimizers(student, theirs, mine, rates)
        x = batch(rng)
        student.cgan_train_step(*theirs, *there, *x)
        reference.cgan_train_step(*mine, *here, *x)
        same(theirs[moving], mine[moving], name)
        for key, entry in theirs[still].state_dict().items():
            assert_equal(entry, before[key], f"{key} of the player whose rate is 0")
        assert_equal(theirs[0].passes, 1, "how often a gradient came back through G")


def test_every_class_counts(student, reference, rng):
    """Another class of one row changes both losses, as in the definition."""
    theirs, mine = players(student, rng)
    there, here = optimizers(student, theirs, mine, (0.0, 0.0))
    x, y, *rest = batch(rng)
    other = y.clone()
    other[2] = (other[2] + 1) % C
    found = [student.cgan_train_step(*theirs, *there, x, labels, *rest) for labels in (y, other)]
    right = [reference.cgan_train_step(*mine, *here, x, labels, *rest) for labels in (y, other)]
    assert_close(found, right, "(d_loss, g_loss) for two choices of the classes", rtol=1e-4)


# --- the loop ---------------------------------------------------------------------------------------------


@leaves_arguments
def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one; there are two losses for every step."""
    data = Blobs(rng).draw(300)
    first, again, other = (student.train_cgan_blobs(data, seed, steps=5)["history"] for seed in (7, 7, 8))
    for name in ("d_loss", "g_loss"):
        assert_equal(len(first[name]), 5, f"number of entries in {name}")
        assert_close(again[name], list(first[name]), f"{name} with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first["d_loss"], other["d_loss"]), "another seed gives the same run")


def test_as_many_steps_as_asked(student, rng):
    """After 4 and after 40 steps the generator is where so many steps of Adam lead."""
    data, seed = Blobs(rng).draw(400), int(rng.integers(1 << 31))
    begun, soon, run = (student.train_cgan_blobs(data, seed, steps=steps) for steps in (1, 4, 40))
    for name in ("d_loss", "g_loss"):
        assert_history(run["history"][name], 40, noisy=False)
    early, late = (adam_steps(begun["state"], then["state"], 1e-3) for then in (soon, run))
    # From step 1 to step 4: 3.2 to 3.5, and twice as much if each step is made twice. To step 40: 61 to 77.
    # Runs that do not begin alike (draws made ahead of the initial weights, say) are more than 100 apart, and tell nothing.
    if early < 60:
        assert_true(2.0 < early < 5.5 and 20 < late < 150, "the weights do not go as far as this many steps of Adam take them")


def test_a_batch_has_128_rows(student, rng):
    """The first batch is drawn from all rows, 128 at a time: the loss changes with each row that it contains, and no other."""
    rows, seed = (0.1 * rng.normal(size=(300, 2))).astype(np.float32), int(rng.integers(1 << 31))

    def losses(steps, changed=None):
        x = rows.copy()
        if changed is not None:
            x[changed] = 500
        return student.train_cgan_blobs({"x_train": x, "y_train": np.arange(300) % 4}, seed, steps=steps)["history"]["d_loss"]

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
    run = student.train_cgan_blobs(Blobs(rng).draw(400), int(rng.integers(1 << 31)), steps=200)
    for name in ("d_loss", "g_loss"):
        losses = assert_history(run["history"][name], 200, name, noisy=False)
        # How much a change differs from the one before it. On 60 seeds: reference 1.1 to 2.3, and at most 0.33 for means
        # over all steps so far.
        unrest = np.median(np.abs(np.diff(losses, 2))) / np.median(np.abs(np.diff(losses)))
        assert_true(unrest > 0.6, f"{name} follows too smooth a curve: the history is not the loss of each step")


# --- what comes of it -------------------------------------------------------------------------------------


@points(4)
def test_points_belong_to_their_class(student, rng):
    """Points drawn for a class lie at the blob of that class; the better of two runs counts."""
    blobs = Blobs(rng)
    data, y = blobs.draw(3000), np.arange(1200) % 4
    best = (-1.0, np.inf)
    for _ in range(2):  # a right training may end on an unlucky step; it may then be repeated, with another seed
        run = student.train_cgan_blobs(data, int(rng.integers(1 << 31)))
        right, away = blobs.judge(made(run["state"], y, rng), y)
        best = max(best, (right, away), key=lambda pair: (pair[0] >= RIGHT and pair[1] <= AWAY, pair[0]))
        if right >= RIGHT and away <= AWAY:
            break
    losses = assert_history(run["history"]["d_loss"], 1500, "d_loss")
    show_curves(
        {"d_loss": list(losses[: len(losses) // 50 * 50].reshape(-1, 50).mean(axis=1))}, "your d_loss", across="50 steps"
    )
    # Reference, 60 single runs: share 1.0 in all, farthest mean 0.16 to 0.77.
    threshold(best[0], at_least=RIGHT, name="share of points nearest to the blob of their class (better of two runs)")
    threshold(best[1], at_most=AWAY, name="distance of a class's mean from its blob, the largest (better of two runs)")
