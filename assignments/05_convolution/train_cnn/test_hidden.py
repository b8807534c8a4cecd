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
    leave_gradients,
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


def secret_digits(rng, n_train=1400, in_order=False):
    """Digits turned by a secret angle, with noise and permuted labels: (data for the student, hidden images and labels)."""
    from scipy.ndimage import rotate

    images, labels = digits()
    turned = rotate(images, rng.uniform(-15, 15), axes=(2, 1), reshape=False, order=1)
    x = np.clip(turned + 0.5 * rng.normal(size=turned.shape), 0, 16).astype(np.float32)[:, None]
    y = rng.permutation(10)[labels].astype(np.int64)
    train, hidden = np.split(rng.permutation(len(x)), [n_train])
    if in_order:
        train = train[np.argsort(y[train], kind="stable")]
    return {"x_train": x[train], "y_train": y[train]}, (x[hidden[:397]], y[hidden[:397]])


def loss_on(net, x, y):
    with torch.no_grad():
        return F.cross_entropy(net(tensor(x) / 16), torch.as_tensor(y)).item()


def load(reference, state, x, y):
    """Our own net with the weights that the student's training returned, as they fit these rows best."""
    return load_state(own_module(reference.DigitCNN), state, lambda net: -loss_on(net, x, y))


def share(net, x, y):
    with torch.no_grad():
        return float((net(tensor(x) / 16).argmax(1).numpy() == y).mean())


def scale(entry):
    return 1.5 / max(1, entry[0].numel()) ** 0.5


def pair(student, reference, rng):
    probe = [tensor(rng.normal(size=(3, 1, 8, 8)))]
    return twins(student.DigitCNN, reference.DigitCNN, rng=rng, probe=probe, scale=scale)


# --- the net and the step


@points(2)
def test_net_matches_the_definition(student, reference, rng):
    """With the same weights, the logits and all gradients are those of the definition."""
    net, mine, _ = pair(student, reference, rng)
    x = tensor(rng.normal(size=(10, 1, 8, 8)))  # as many images as classes
    assert_close(net(x), mine(x).detach(), "the logits", atol=1e-5)
    check_vjp(net, mine, {"x": x}, [tensor(rng.normal(size=(10, 10)))], rtol=1e-3, atol=1e-4)


@leaves_arguments
@points(2)
def test_steps_go_downhill_on_the_cross_entropy(student, reference, rng):
    """Over three steps, losses and weights are those of gradient descent, whatever was in `.grad` before."""
    theirs, mine = student.call(torch.nn.Conv2d, 1, 5, (3, 4)), own_module(torch.nn.Conv2d, 1, 5, (3, 4))
    there = student.call(torch.nn.Sequential, theirs, student.call(torch.nn.Flatten))
    here = torch.nn.Sequential(mine, torch.nn.Flatten())
    state = {"0.weight": tensor(rng.normal(size=(5, 1, 3, 4))), "0.bias": tensor(rng.normal(size=5))}
    there.load_state_dict(state)
    here.load_state_dict(state)
    optimizer, own = student.call(torch.optim.SGD, there.parameters(), lr=0.5), torch.optim.SGD(here.parameters(), lr=0.5)
    leave_gradients(there)
    for n in (7, 5, 9):
        x, y = tensor(rng.normal(size=(n, 1, 3, 4))), torch.tensor(rng.permutation(np.arange(n) % 5))
        loss = student.cnn_step(there, optimizer, x, y)
        assert_close(loss, reference.cnn_step(here, own, x, y), "the loss", rtol=1e-4)
    for name, entry in here.state_dict().items():
        assert_close(there.state_dict()[name], entry, f"{name} after three steps", rtol=1e-4, atol=1e-5)


# --- the loop


@points(3)
def test_a_short_run_step_by_step(student, reference, rng):
    """From 64 rows every batch is all of them, so losses and weights are those of Adam with learning rate 2e-3."""
    data, _ = secret_digits(rng, 64)
    seed = int(rng.integers(1 << 31))
    start, run = (student.train_cnn_digits(data, seed, steps=steps) for steps in (0, 5))
    losses = assert_history(run["history"]["loss"], 5, "loss", noisy=False)
    assert_equal(len(start["history"]["loss"]), 0, "number of losses without steps")
    x, y = tensor(data["x_train"]) / 16, torch.as_tensor(data["y_train"])
    net = load(reference, start["state"], data["x_train"], data["y_train"])
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    right = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        right.append(loss.item())
    assert_close(np.asarray(losses, dtype=float), np.array(right), "the losses", rtol=1e-4)
    end = load(reference, run["state"], data["x_train"], data["y_train"])
    away = torch.cat([(a - b).detach().flatten() for a, b in zip(end.parameters(), net.parameters())]).abs() / 2e-3
    # In learning rates: rounding makes about 1e-4, AdamW .005, a step that is missing 1. The median, since a gradient near 0
    # may have either sign.
    assert_true(float(away.median()) < 1e-3, "the last weights are not those of five steps of Adam with learning rate 2e-3")


@points(2)
def test_a_batch_has_64_different_rows(student, reference, rng):
    """From 65 rows every batch leaves one out, and not always the same one."""
    data, _ = secret_digits(rng, 65)
    seed = int(rng.integers(1 << 31))
    runs = [student.train_cnn_digits(data, seed, steps=steps) for steps in range(6)]
    losses = assert_history(runs[-1]["history"]["loss"], 5, "loss", noisy=False)
    x, y = tensor(data["x_train"]) / 16, torch.as_tensor(data["y_train"])
    candidates = []
    for run, loss in zip(runs, losses):
        net = load(reference, run["state"], data["x_train"], data["y_train"])
        with torch.no_grad():
            each = F.cross_entropy(net(x), y, reduction="none").double()
        without = ((each.sum() - each) / 64).numpy()
        candidates.append({int(row) for row in np.flatnonzero(np.abs(without - float(loss)) < 5e-6)})
    assert_true(all(candidates), "the losses are not means over 64 different rows")
    assert_true(not set.intersection(*candidates), "every step takes the same rows")


@leaves_arguments
def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one; a longer run begins like a shorter one."""
    data, _ = secret_digits(rng, 200)
    first, again, other = (student.train_cnn_digits(data, seed, steps=5)["history"]["loss"] for seed in (7, 7, 8))
    assert_close(list(again), list(first), "losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")
    longer = student.train_cnn_digits(data, 7, steps=9)["history"]["loss"]
    assert_equal(len(longer), 9, "number of losses")
    assert_close(list(longer)[:5], list(first), "the first losses of a longer run", rtol=1e-4)


def test_the_first_losses_are_those_of_small_inputs(student, rng):
    """Pixels divided by 16 make small logits, so an untrained net costs about ln 10."""
    data, _ = secret_digits(rng, 300)
    first = float(student.train_cnn_digits(data, int(rng.integers(1 << 31)), steps=1)["history"]["loss"][0])
    assert_between(first, 2.2, 2.5, "the first loss")


@points(2)
def test_sorted_rows_are_mixed(student, reference, rng):
    """Also if the training rows are sorted by class, three of four hidden digits are recognised after 150 steps."""
    data, hidden = secret_digits(rng, in_order=True)
    run = student.train_cnn_digits(data, int(rng.integers(1 << 31)), steps=150)
    net = load(reference, run["state"], *hidden)
    threshold(share(net, *hidden), at_least=0.75, name="accuracy on hidden digits, from sorted rows")


@points(4)
def test_hidden_digits_are_recognised(student, reference, rng, size):
    """After 400 steps at least 90 % of digits that were never shown are recognised."""
    data, hidden = secret_digits(rng)
    run = student.train_cnn_digits(data, int(rng.integers(1 << 31)), steps=size.get("steps", 400))
    show_curves({"loss": list(run["history"]["loss"])[::5]}, "your loss", across="5 steps")
    threshold(share(load(reference, run["state"], *hidden), *hidden), at_least=0.9, name="accuracy on hidden digits")
