import numpy as np
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    load_given,
    points,
    show_curves,
    threshold,
)

T, LABELS = 6, 4
# Measured apart from the audit: 120 trainings of the reference, 10 of each mistake that changes the weights. The tests of the
# step and of drawing catch the others, and too many dropped labels.
POWER_PLAIN = {
    "reference": "120/120 (mean .910, lowest .840)",
    "no-dropout": "10/10 (lowest .887)",
    "keep-prob": "10/10 (lowest .797)",
    "zero-null": "10/10 (lowest .805)",
    "no-zero-grad": "0/10 (highest .268)",
    "seed-ignored": "10/10 (lowest .885)",
}
POWER_GAIN = {
    "reference": "120/120 (mean .090, lowest .048)",
    "no-dropout": "4/10 (lowest -.503)",
    "keep-prob": "10/10 (lowest .093)",
    "zero-null": "5/10 (lowest -.495)",
    "no-zero-grad": "7/10",
    "seed-ignored": "10/10 (lowest .070)",
}
POWER_SPREAD = {
    "reference": "120/120 (mean .464, highest .579)",
    "no-dropout": "1/10 (lowest .692)",
    "keep-prob": "10/10 (highest .606)",
    "zero-null": "1/10 (lowest .541)",
    "no-zero-grad": "0/10 (NaN)",
    "seed-ignored": "10/10 (highest .566)",
}
POWER_NULL = {
    "reference": "120/120 (mean .393, highest .421)",
    "no-dropout": "0/10 (lowest .554)",
    "keep-prob": "10/10 (highest .408)",
    "zero-null": "0/10 (lowest .529)",
    "no-zero-grad": "0/10 (lowest .965)",
    "seed-ignored": "10/10 (highest .421)",
}


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float32)


def shapes(state):
    return [list(entry.shape) for entry in state.values()]


def own_net(reference, *sizes):
    """Our net. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.BlobDenoiser(*sizes)


def load(reference, state):
    """Our own net with the weights that the student's training returned, by order and shape."""
    net = own_net(reference, 4)
    own = net.state_dict()
    assert_true(isinstance(state, dict), "`state` is not a state_dict")
    entries = [torch.as_tensor(entry) for entry in state.values()]
    assert_equal([list(e.shape) for e in entries], shapes(own), "shapes of the entries of `state`")
    net.load_state_dict(dict(zip(own, entries)))
    return net


def stand_ins(student, rng):
    """The given model there and here; labels are far apart, and the last one is "no class given"."""
    offset = np.stack(
        [np.arange(LABELS) + rng.uniform(0.3, 0.7, size=LABELS), rng.normal(size=LABELS)], axis=1
    )
    state = {"slope": tensor(rng.uniform(0.3, 0.9, size=T)), "offset": tensor(offset)}
    theirs, mine = (
        student.given.denoisers.LabelledDenoiser(T, LABELS),
        load_given(__file__, "denoisers").LabelledDenoiser(T, LABELS),
    )
    theirs.load_state_dict(state)
    mine.load_state_dict(state)
    return theirs, mine


class Blobs:
    """Four classes on a circle that overlap a little, turned and numbered in secret."""

    def __init__(self, rng):
        self.rng = rng
        turns = 2 * np.pi * (rng.permutation(4) / 4 + rng.random())
        self.centres = 1.5 * np.stack([np.cos(turns), np.sin(turns)], axis=1)

    def draw(self, n):
        y = self.rng.integers(4, size=n)
        x = self.centres[y] + 0.6 * self.rng.normal(size=(n, 2))
        return {"x_train": x.astype(np.float32), "y_train": y}

    def judge(self, x, y):
        """Share of points that are nearest to the centre of their class, and their typical spread within a class.

        The spread is a median, since guidance now and then throws a few points far away.
        """
        x = np.asarray(x)
        nearest = np.linalg.norm(x[:, None] - self.centres, axis=2).argmin(axis=1)
        classes = [x[y == k] for k in range(4)]
        spread = [np.median(np.linalg.norm(c - np.median(c, axis=0), axis=1)) for c in classes]
        return float((nearest == y).mean()), float(np.mean(spread))


# --- the net ----------------------------------------------------------------------------------------------


def test_net_matches_the_definition(student, reference, rng):
    """With the same weights, the guess is that of the definition, for all labels, "no class given" among them."""
    mine, theirs = own_net(reference, 3, 7), student.BlobDenoiser(3, 7)
    own = theirs.state_dict()
    assert_equal(shapes(own), shapes(mine.state_dict()), "shapes of the state_dict's entries")
    state = {name: tensor(0.6 * rng.normal(size=entry.shape)) for name, entry in mine.state_dict().items()}
    mine.load_state_dict(state)
    theirs.load_state_dict(dict(zip(own, state.values())))
    x, i, y = tensor(2 * rng.normal(size=(8, 2))), torch.tensor(rng.permutation(100)[:8]), torch.arange(8) % 4
    assert_close(theirs(x, i, y), mine(x, i, y).detach(), "the guess", atol=1e-5)


# --- the step ---------------------------------------------------------------------------------------------


@points(2)
def test_steps_with_dropped_labels(student, reference, rng):
    """Over three steps losses and weights are right: labels are dropped where u is below p, and nowhere else."""
    theirs, mine = stand_ins(student, rng)
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=0.3)
    own = torch.optim.SGD(mine.parameters(), lr=0.3)
    alpha_bar = tensor(np.cumprod(rng.uniform(0.6, 0.8, size=T)))
    for p in (0.5, 0.1, 0.3):
        x0, noise = tensor(rng.normal(size=(2, 8, 2)))
        y, i = torch.tensor(rng.permutation(8) % (LABELS - 1)), torch.tensor(rng.integers(T, size=8))
        u = tensor(rng.permutation([0.02, 0.06, 0.15, 0.25, 0.45, 0.55, 0.8, 0.95]))
        batch = x0, y, i, noise, u, alpha_bar, LABELS - 1, p
        loss = student.guided_step(theirs, optimizer, *batch)
        assert_close(loss, reference.guided_step(mine, own, *batch), "the loss", rtol=1e-4)
    for name, entry in mine.state_dict().items():
        assert_close(theirs.state_dict()[name], entry, f"{name} after three steps", rtol=1e-4, atol=1e-5)


def test_one_label_in_ten_by_default(student, reference, rng):
    """Where p is not given, labels are dropped below 0.1; the labels that came in stay as they are."""
    theirs, mine = stand_ins(student, rng)
    x0, noise = tensor(rng.normal(size=(2, 4, 2)))
    y, i = torch.tensor(rng.permutation(4) % (LABELS - 1)), torch.tensor(rng.integers(T, size=4))
    u = tensor(rng.permutation([0.01, 0.09, 0.11, 0.7]))
    batch = x0, y, i, noise, u, tensor(np.cumprod(rng.uniform(0.6, 0.8, size=T))), LABELS - 1
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=0.1)
    after = student.call(student.guided_step, theirs, optimizer, *batch, return_args=True)
    right = reference.guided_step(mine, torch.optim.SGD(mine.parameters(), lr=0.1), *batch)
    assert_close(after.result, right, "the loss", rtol=1e-4)
    assert_equal(after.args[3], y, "the labels that were passed in")


# --- drawing ----------------------------------------------------------------------------------------------


@points(2)
def test_drawing_with_given_noise(student, reference, rng):
    """For given noise and several strengths the points are those of the definition, each with its own label."""
    theirs, mine = stand_ins(student, rng)
    x, noises = tensor(rng.normal(size=(5, 2))), tensor(rng.normal(size=(T, 5, 2)) + 1)
    y, beta = torch.tensor(rng.permutation(5) % (LABELS - 1)), tensor(rng.uniform(0.1, 0.4, size=T))
    for w in (0.0, 1.0, 2.5):
        right = reference.draw_guided(mine, y, w, x, noises, beta, LABELS - 1)
        found = student.draw_guided(theirs, y, w, x, noises, beta, LABELS - 1)
        assert_close(found, right, "the points", rtol=1e-3, atol=1e-4)


def test_strength_minus_one_forgets_the_class(student, rng):
    """With w = -1 all classes give the same points, with w = 0 the label for "no class given" has no influence."""
    theirs, _ = stand_ins(student, rng)
    x, noises = tensor(rng.normal(size=(3, 2))), tensor(rng.normal(size=(T, 3, 2)))
    beta = tensor(rng.uniform(0.1, 0.4, size=T))
    draw = [
        [student.draw_guided(theirs, torch.full((3,), k), w, x, noises, beta, null) for k, null in cases]
        for w, cases in ((-1.0, ((0, 3), (2, 3))), (0.0, ((0, 3), (0, 2), (2, 3))))
    ]
    assert_close(draw[0][0], draw[0][1], "points of two classes with w = -1", rtol=1e-3, atol=1e-4)
    assert_close(
        draw[1][1], draw[1][0], "points with w = 0 for two ways to say no class", rtol=1e-3, atol=1e-4
    )
    assert_true(
        float((draw[1][2] - draw[1][0]).abs().max()) > 1e-2, "with w = 0 the class makes no difference"
    )


# --- the loop ---------------------------------------------------------------------------------------------


def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one; there is a loss for every step."""
    data = Blobs(rng).draw(300)
    first, again, other = (
        student.train_guided_blobs(data, seed, steps=5)["history"]["loss"] for seed in (7, 7, 8)
    )
    assert_equal(len(first), 5, "number of losses")
    assert_close(again, list(first), "losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")


# --- what comes of it -------------------------------------------------------------------------------------


@points(4)
def test_guidance_sharpens(student, reference, rng):
    """Points drawn for a class mostly belong to it; guidance makes this surer and the points less different from each other."""
    blobs = Blobs(rng)
    run = student.train_guided_blobs(blobs.draw(2000), int(rng.integers(1 << 31)), steps=800)
    losses = np.asarray(run["history"]["loss"], dtype=float)
    show_curves(
        {"loss": list(losses[: len(losses) // 20 * 20].reshape(-1, 20).mean(axis=1))},
        "your loss",
        across="20 steps",
    )
    net = load(reference, run["state"])
    beta, y = torch.linspace(1e-3, 0.12, 100), np.arange(400) % 4
    start, noises = tensor(rng.normal(size=(400, 2))), tensor(rng.normal(size=(100, 400, 2)))

    def drawn(w):
        return reference.draw_guided(net, torch.tensor(y), w, start, noises, beta, 4)

    (plain, spread), (guided, narrow) = blobs.judge(drawn(0.0), y), blobs.judge(drawn(3.0), y)
    threshold(plain, at_least=0.75, name="share of points in their class at w = 0", power=POWER_PLAIN)
    threshold(guided - plain, at_least=0.0, name="what w = 3 adds to this share", power=POWER_GAIN)
    threshold(narrow / spread, at_most=0.7, name="spread at w = 3, relative to w = 0", power=POWER_SPREAD)
    hidden = blobs.draw(2000)
    with torch.no_grad():
        i, noise = torch.arange(2000) % 100, tensor(rng.normal(size=(2000, 2)))
        kept = torch.cumprod(1 - beta, dim=0)[i][:, None]
        x_i = kept.sqrt() * tensor(hidden["x_train"]) + (1 - kept).sqrt() * noise
        null_loss = ((net(x_i, i, torch.full((2000,), 4)) - noise) ** 2).mean().item()
    threshold(null_loss, at_most=0.47, name="the loss on new points without a class", power=POWER_NULL)
