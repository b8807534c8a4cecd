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

LOSS, NEAR = 0.5, 0.3
# Measured apart from the audit: 80 trainings of the reference, one each; 8 of each mistake. The mistakes in drawing leave the
# weights alone; the tests with given noise catch them.
POWER_LOSS = {
    "reference": "80/80 (mean .324, highest .381)",
    "linear-1000-betas": "0/8 (lowest 2.81)",
    "no-time": "0/8 (lowest .659)",
    "x0-target": "0/8 (lowest 3.38)",
    "no-zero-grad": "0/8 (lowest 1.02)",
    "same-noise": "0/8 (lowest .642)",
    "first-weights": "0/8 (lowest .971)",
    "seed-ignored": "8/8 (highest .326)",
}
POWER_PLACES = {
    "reference": "80/80 (always 8)",
    "linear-1000-betas": "8/8",
    "no-time": "5/8 (lowest 7)",
    "x0-target": "0/8 (none)",
    "no-zero-grad": "0/8 (none)",
    "same-noise": "8/8",
    "first-weights": "0/8 (none)",
    "seed-ignored": "8/8",
}
POWER_NEAR = {
    "reference": "80/80 (mean .889, lowest .354, then .696)",
    "linear-1000-betas": "8/8 (lowest .934)",
    "no-time": "4/4 (highest .590)",
    "x0-target": "0/8 (highest .002)",
    "no-zero-grad": "0/8 (highest .002)",
    "same-noise": "4/4 (highest .640)",
    "first-weights": "0/8 (none)",
    "seed-ignored": "8/8 (lowest .840)",
}


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float32)


def shapes(state):
    return [list(entry.shape) for entry in state.values()]


def own_net(reference, hidden=64):
    """Our net. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.PointDenoiser(hidden)


def load(reference, state):
    """Our own net with the weights that the student's training returned, by order and shape."""
    net = own_net(reference)
    own = net.state_dict()
    assert_true(isinstance(state, dict), "`state` is not a state_dict")
    entries = [torch.as_tensor(entry) for entry in state.values()]
    assert_equal([list(e.shape) for e in entries], shapes(own), "shapes of the entries of `state`")
    net.load_state_dict(dict(zip(own, entries)))
    return net


def stand_ins(student, rng, T):
    """The given model there and here: a different line for every step."""
    state = {
        "slope": tensor(rng.uniform(0.3, 1, size=T) * rng.choice([-1, 1], size=T)),
        "offset": tensor(rng.normal(size=T)),
    }
    theirs, mine = (
        student.given.denoisers.StepwiseDenoiser(T),
        load_given(__file__, "denoisers").StepwiseDenoiser(T),
    )
    theirs.load_state_dict(state)
    mine.load_state_dict(state)
    return theirs, mine


class Ring:
    """Eight places on a circle, turned and stretched in secret."""

    def __init__(self, rng):
        self.rng = rng
        turns = 2 * np.pi * (np.arange(8) / 8 + rng.random())
        self.centres = rng.uniform(3.5, 4.0) * np.stack([np.cos(turns), np.sin(turns)], axis=1)

    def draw(self, n):
        chosen = self.centres[self.rng.integers(8, size=n)]
        return (chosen + 0.1 * self.rng.normal(size=(n, 2))).astype(np.float32)

    def hit(self, x):
        """Of points x: the share within 0.4 of a place, and how many places got at least 1 % of the points that way."""
        distances = np.linalg.norm(np.asarray(x)[:, None] - self.centres, axis=2)
        near = distances.min(axis=1) < 0.4
        counts = np.bincount(distances.argmin(axis=1)[near], minlength=8)
        return float(near.mean()), int((counts >= 0.01 * len(x)).sum())


# --- the net ----------------------------------------------------------------------------------------------


@points(2)
def test_net_matches_the_definition(student, reference, rng):
    """With the same weights, the guess is that of the definition, for points at steps of their own."""
    hidden, mine, theirs = 7, own_net(reference, 7), student.PointDenoiser(7)
    own = theirs.state_dict()
    assert_equal(shapes(own), shapes(mine.state_dict()), "shapes of the state_dict's entries")
    state = {name: tensor(0.6 * rng.normal(size=entry.shape)) for name, entry in mine.state_dict().items()}
    mine.load_state_dict(state)
    theirs.load_state_dict(dict(zip(own, state.values())))
    x, i = tensor(2 * rng.normal(size=(hidden + 2, 2))), torch.tensor(rng.permutation(100)[: hidden + 2])
    assert_close(theirs(x, i), mine(x, i).detach(), "the guess", atol=1e-5)


# --- the step ---------------------------------------------------------------------------------------------


@points(2)
def test_steps_go_downhill_on_the_simple_loss(student, reference, rng):
    """Over three steps, losses and weights are those of gradient descent on the simple loss."""
    T = 5
    theirs, mine = stand_ins(student, rng, T)
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=0.3)
    own = torch.optim.SGD(mine.parameters(), lr=0.3)
    alpha_bar = tensor(np.cumprod(rng.uniform(0.6, 0.8, size=T)))
    for _ in range(3):
        x0, noise = tensor(rng.normal(size=(2, 6, 2)) + 1)
        batch = x0, torch.tensor(rng.integers(T, size=6)), noise, alpha_bar
        loss = student.denoiser_step(theirs, optimizer, *batch)
        assert_close(loss, reference.denoiser_step(mine, own, *batch), "the loss", rtol=1e-4)
    for name, entry in mine.state_dict().items():
        assert_close(theirs.state_dict()[name], entry, f"{name} after three steps", rtol=1e-4, atol=1e-5)


# --- drawing ----------------------------------------------------------------------------------------------


@points(2)
def test_drawing_with_given_noise(student, reference, rng):
    """For given noise the points are those of the definition: every step with its own i and its own noise, none at the end."""
    T = 6
    theirs, mine = stand_ins(student, rng, T)
    x, noises = tensor(rng.normal(size=(4, 2))), tensor(rng.normal(size=(T, 4, 2)) + 1)
    beta = tensor(rng.uniform(0.1, 0.4, size=T))
    right = reference.draw_points(mine, x, noises, beta)
    assert_close(student.draw_points(theirs, x, noises, beta), right, "the points", rtol=1e-3, atol=1e-4)


@points(2)
def test_one_point_is_found_again(student, rng):
    """If all data are one point and the model knows it, drawing ends exactly there, whatever the noise is."""
    T, n, point = 8, 5, float(rng.uniform(1, 2))
    beta = tensor(rng.uniform(0.1, 0.4, size=T))
    alpha_bar = torch.cumprod(1 - beta, dim=0)
    slope = 1 / torch.sqrt(1 - alpha_bar)
    knows = student.given.denoisers.StepwiseDenoiser(T)
    knows.load_state_dict({"slope": slope, "offset": -slope * torch.sqrt(alpha_bar) * point})
    noises = tensor(rng.uniform(0.5, 2, size=(T, n, 2)))
    found = student.draw_points(knows, tensor(rng.normal(size=(n, 2))), noises, beta)
    assert_close(found, torch.full((n, 2), point), "the points", rtol=1e-3)


# --- the loop ---------------------------------------------------------------------------------------------


def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one; there is a loss for every step."""
    data = {"x_train": Ring(rng).draw(200)}
    first, again, other = (
        student.train_ddpm_2d(data, seed, steps=5)["history"]["loss"] for seed in (7, 7, 8)
    )
    assert_equal(len(first), 5, "number of losses")
    assert_close(again, list(first), "losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")


def test_everything_is_drawn_anew(student, rng):
    """With one training point nothing but steps and noise changes, and the loss goes down unevenly."""
    data = {"x_train": Ring(rng).draw(1)}
    loss = np.asarray(student.train_ddpm_2d(data, int(rng.integers(1 << 31)), steps=40)["history"]["loss"])
    assert_true(np.isfinite(loss).all() and np.ptp(loss) > 1e-3, "the loss does not change during training")
    # How much a change differs from the one before it. On 60 seeds: reference 0.90 to 3.4, same-noise 0.08 to 0.23.
    unrest = np.median(np.abs(np.diff(loss, 2))) / np.median(np.abs(np.diff(loss)))
    assert_true(unrest > 0.4, "the loss falls as smoothly as if steps and noise were always the same")


def test_betas_lead_to_noise(student, rng):
    """beta rises linearly as the recipe says, and of the data next to nothing is left at the end."""
    beta = student.train_ddpm_2d({"x_train": Ring(rng).draw(50)}, 3, steps=1)["beta"]
    assert_close(torch.as_tensor(beta), tensor(1e-3 + np.arange(100) / 99 * (0.12 - 1e-3)), "beta", rtol=1e-4)


# --- what comes of it -------------------------------------------------------------------------------------


def measured(reference, run, ring, rng):
    """The loss on new points, the clusters that points are drawn from, and the share of points that are in one."""
    net = load(reference, run["state"])
    beta = torch.linspace(1e-3, 0.12, 100)
    alpha_bar = torch.cumprod(1 - beta, dim=0)
    i = torch.arange(4000) % 100
    with torch.no_grad():
        x0, noise = tensor(ring.draw(4000)), tensor(rng.normal(size=(4000, 2)))
        loss = reference.ddpm_simple_loss(net, x0, i, noise, alpha_bar).item()
    start, noises = tensor(rng.normal(size=(500, 2))), tensor(rng.normal(size=(100, 500, 2)))
    near, places = ring.hit(reference.draw_points(net, start, noises, beta))
    return loss, places, near


@points(5)
def test_the_ring_comes_out_of_noise(student, reference, rng):
    """Trained on a ring of eight clusters, the net guesses the noise in new points, and points drawn with it form the ring."""
    ring = Ring(rng)
    data = {"x_train": ring.draw(2000)}
    for _ in range(
        2
    ):  # a right training may end on an unlucky step; it may then be repeated, with another seed
        run = student.train_ddpm_2d(data, int(rng.integers(1 << 31)))
        loss, places, near = measured(reference, run, ring, rng)
        if loss <= LOSS and places == 8 and near >= NEAR:
            break
    losses = np.asarray(run["history"]["loss"], dtype=float)
    show_curves(
        {"loss": list(losses[: len(losses) // 50 * 50].reshape(-1, 50).mean(axis=1))},
        "your loss",
        across="50 steps",
    )
    threshold(loss, at_most=LOSS, name="the loss on new points", power=POWER_LOSS)
    threshold(places, at_least=8, name="number of clusters that points are drawn from", power=POWER_PLACES)
    threshold(near, at_least=NEAR, name="share of points that are drawn in a cluster", power=POWER_NEAR)
