from functools import lru_cache

import numpy as np
import torch
import torch.nn.functional as F

from autograder.suite import (
    assert_between,
    assert_close,
    assert_equal,
    assert_history,
    assert_true,
    check_vjp,
    leaves_arguments,
    load_state,
    own_module,
    points,
    show_curves,
    tensor,
    threshold,
    twins,
)

# --- data and nets


@lru_cache(maxsize=1)
def digits():
    from sklearn.datasets import load_digits

    found = load_digits()
    return found.images, found.target


def secret_digits(rng, n_train=1400):
    """Digits turned by a secret angle, with noise and permuted labels: (data for the student, hidden images and labels).

    The rows come sorted by class, so that batches which are not drawn at random teach one class after the other.
    """
    from scipy.ndimage import rotate

    images, labels = digits()
    turned = rotate(images, rng.uniform(-10, 10), axes=(2, 1), reshape=False, order=1)
    x = np.clip(turned + 0.3 * rng.normal(size=turned.shape), 0, 16).astype(np.float32)[:, None]
    y = rng.permutation(10)[labels].astype(np.int64)
    train, hidden = np.split(rng.permutation(len(x)), [n_train])
    train = train[np.argsort(y[train], kind="stable")]
    return {"x_train": x[train], "y_train": y[train]}, (x[hidden[:397]], y[hidden[:397]])


def load(reference, state, x, y, skip, blocks=12):
    """Our own net with the weights that the student's training returned, as they fit these rows best."""

    def score(net):
        with torch.no_grad():
            return -F.cross_entropy(net(tensor(x) / 16), torch.as_tensor(y)).item()

    return load_state(own_module(reference.DeepNet, skip, blocks), state, score)


def share(net, x, y):
    with torch.no_grad():
        return float((net(tensor(x) / 16).argmax(1).numpy() == y).mean())


def scale(entry):
    return 1.2 / max(1, entry[0].numel()) ** 0.5


# --- the net


@points(3)
def test_nets_match_the_definition(student, reference, rng):
    """With the same weights, the logits are those of the definition, with direct ways and without."""
    for skip in (True, False):
        x = tensor(rng.normal(size=(10, 1, 8, 8)))  # as many images as classes
        net, mine, _ = twins(student.DeepNet, reference.DeepNet, skip, 2, 5, rng=rng, probe=[x], scale=scale)
        assert_close(net(x), mine(x).detach(), "the logits", atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The images and every parameter get the gradients of the definition."""
    for skip in (True, False):
        x = tensor(rng.normal(size=(3, 1, 8, 8)))
        net, mine, _ = twins(student.DeepNet, reference.DeepNet, skip, 2, 4, rng=rng, probe=[x], scale=scale)
        check_vjp(net, mine, {"x": x}, [tensor(rng.normal(size=(3, 10)))], rtol=1e-3, atol=1e-4)


@points(2)
def test_first_weights(student, reference, rng):
    """Weights begin with a standard deviation of 0.7 sqrt(2 / fan_in), biases at 0."""
    data, hidden = secret_digits(rng, 100)
    state = student.train_deep_residual(data, int(rng.integers(1 << 31)), steps=0)["state"]
    found = load(reference, state, *hidden, True).state_dict()
    right = own_module(reference.DeepNet).state_dict()
    assert_equal(len(found), len(right), "number of weights and biases")
    ratios = []
    for name, entry in found.items():
        if name.endswith("bias"):
            assert_close(entry, torch.zeros_like(entry), "a bias before training", atol=1e-9)
        elif "stem" not in name and "head" not in name:
            ratios.append(float(entry.std()) / (0.7 * (2 / entry[0].numel()) ** 0.5))
    # Each has 2304 numbers, so its standard deviation is off by 1.5 %; five times that is allowed.
    assert_between(np.array(ratios), 0.92, 1.08, "the spread of the first weights, beside what is asked for")


# --- the loop


@leaves_arguments
@points(2)
def test_a_short_run_step_by_step(student, reference, rng):
    """With 64 rows each batch is all of them, so losses and weights are those of Adam with learning rate 1e-3."""
    data, _ = secret_digits(rng, 64)
    seed = int(rng.integers(1 << 31))
    for skip in (True, False):
        start, run = (student.train_deep_residual(data, seed, skip, steps, 2) for steps in (0, 4))
        losses = assert_history(run["history"]["loss"], 4, "loss", noisy=False)
        x, y = tensor(data["x_train"]) / 16, torch.as_tensor(data["y_train"])
        net = load(reference, start["state"], data["x_train"], data["y_train"], skip, 2)
        optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
        right = []
        for _ in range(4):
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x), y)
            loss.backward()
            optimizer.step()
            right.append(loss.item())
        assert_close(np.asarray(losses, dtype=float), np.array(right), "the losses", rtol=1e-4)
        end = load(reference, run["state"], data["x_train"], data["y_train"], skip, 2)
        away = torch.cat([(a - b).detach().flatten() for a, b in zip(end.parameters(), net.parameters())]).abs() / 1e-3
        # In learning rates: rounding makes about 1e-4; AdamW .002 and more in weights of .1.
        assert_true(float(away.median()) < 1e-3, "the last weights are not those of four steps of Adam with learning rate 1e-3")


@points(2)
def test_rows_are_drawn_anew(student, reference, rng):
    """A batch has no more than 64 rows, and they are drawn from all rows: if there are more of them, the losses are others."""
    data, _hidden = secret_digits(rng, 65)
    seed = int(rng.integers(1 << 31))
    twice = {name: np.concatenate([rows, rows]) for name, rows in data.items()}
    one, other = (np.asarray(student.train_deep_residual(part, seed, True, 6, 1)["history"]["loss"]) for part in (data, twice))
    assert_history(one, 6, "loss", noisy=False)
    assert_true(not np.allclose(one, other, rtol=1e-6), "twice as many rows make no difference to the batches")
    gaps = []
    for steps in range(4):
        state = student.train_deep_residual(data, seed, True, steps, 1)["state"]
        net = load(reference, state, data["x_train"], data["y_train"], True, 1)
        with torch.no_grad():
            everyone = F.cross_entropy(net(tensor(data["x_train"]) / 16), torch.as_tensor(data["y_train"])).item()
        gaps.append(abs(float(one[steps]) - everyone))
    # The row that a batch of 64 leaves out moves the loss by about .003, and by .0014 in at least one of four steps. Rounding
    # makes 1e-6.
    assert_true(max(gaps) > 2e-5, "from 65 rows, a batch has all of them")


@leaves_arguments
def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one; with one seed, both kinds of nets begin alike."""
    data, _ = secret_digits(rng, 200)
    first, again, other = (student.train_deep_residual(data, seed, True, 4, 2)["history"]["loss"] for seed in (7, 7, 8))
    assert_close(list(again), list(first), "losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")
    states = [student.train_deep_residual(data, 5, skip, 0, 2)["state"] for skip in (True, False)]
    for name, entry in states[0].items():
        assert_close(states[1][name], entry, "the first weights without direct ways")


# --- what comes of it

GOOD, BAD = 0.55, 0.45


@points(3)
def test_with_direct_ways_it_learns(student, reference, rng, size):
    """With direct ways, more than half of the hidden digits are recognised after 200 steps, also if the rows come sorted."""
    data, hidden = secret_digits(rng)
    for _ in range(2):  # an unlucky run gets a second one
        run = student.train_deep_residual(data, int(rng.integers(1 << 31)), True, size.get("steps", 200))
        show_curves({"loss": list(run["history"]["loss"])[::4]}, "your loss", across="4 steps")
        found = share(load(reference, run["state"], *hidden, True), *hidden)
        if found >= GOOD:
            break
    threshold(found, at_least=GOOD, name="accuracy on hidden digits, with direct ways")


@points(3)
def test_without_direct_ways_it_does_not(student, reference, rng):
    """Without direct ways, the same layers recognise less than half of the hidden digits after 100 steps, although the steps
    are made.
    """
    data, hidden = secret_digits(rng)
    for _ in range(2):  # a lucky run gets a second one
        run = student.train_deep_residual(data, int(rng.integers(1 << 31)), False, 100)
        assert_history(run["history"]["loss"], 100)
        found = share(load(reference, run["state"], *hidden, False), *hidden)
        if found <= BAD:
            break
    threshold(found, at_most=BAD, name="accuracy on hidden digits, without direct ways")
