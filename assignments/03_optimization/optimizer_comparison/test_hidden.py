from functools import lru_cache

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    leave_gradients,
    leaves_arguments,
    load_state,
    points,
    tensor,
    threshold,
)

NAMES = ("sgd", "momentum", "adam", "adamw")


@lru_cache(maxsize=1)
def digits():
    from sklearn.datasets import load_digits

    found = load_digits()
    return found.images / 16, found.target


def secret_digits(rng):
    """Digits turned by a secret angle, pixels and labels permuted, with noise: (data for the student, hidden rows)."""
    from scipy.ndimage import rotate

    images, labels = digits()
    turned = rotate(images, rng.uniform(-15, 15), axes=(2, 1), reshape=False, order=1)
    x = turned.reshape(len(images), -1)[:, rng.permutation(64)]
    x = (x + 0.03 * rng.normal(size=x.shape)).astype(np.float32)
    y = rng.permutation(10)[labels].astype(np.int64)
    train, test, hidden = np.split(rng.permutation(len(x)), [1097, 1297])
    data = {"x_train": x[train], "y_train": y[train], "x_test": x[test], "y_test": y[test]}
    return data, (x[hidden], y[hidden])


def clouds(rng, n=150):
    """Ten clouds of points in 64 dimensions, the training rows sorted by class."""
    centres = 2 * rng.permutation(np.eye(64))[:10]
    y = np.concatenate([np.sort(rng.integers(0, 10, size=n)), rng.integers(0, 10, size=80)])
    x = (centres[y] + 0.5 * rng.normal(size=(len(y), 64))).astype(np.float32)
    return {"x_train": x[:n], "y_train": y[:n], "x_test": x[n:], "y_test": y[n:]}


def own_net():
    return nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))


def accuracy(state, x, y):
    net = load_state(own_net(), state, lambda net: -F.cross_entropy(net(torch.as_tensor(x)), torch.as_tensor(y)).item())
    with torch.no_grad():
        return (net(torch.as_tensor(x)).argmax(dim=1) == torch.as_tensor(y)).float().mean().item()


def small_nets(student, rng, n=12):
    """A small net there, the same one here, rows and batches of several sizes."""
    mine = nn.Sequential(nn.Linear(6, 7), nn.Tanh(), nn.Linear(7, 4))
    state = {name: tensor(rng.normal(size=entry.shape)) for name, entry in mine.state_dict().items()}
    mine.load_state_dict(state)
    parts = [student.call(nn.Linear, 6, 7), student.call(nn.Tanh), student.call(nn.Linear, 7, 4)]
    theirs = student.call(nn.Sequential, *parts)
    theirs.load_state_dict(state)
    x, y = tensor(rng.normal(size=(n, 6))), torch.tensor(rng.permutation(np.arange(n) % 4))
    batches = [torch.tensor(rng.permutation(n)[:size]) for size in (5, 5, 2, 6, 3)]
    return theirs, mine, x, y, batches


@points(2)
@pytest.mark.parametrize("name", NAMES)
def test_each_optimizer_step_by_step(student, reference, rng, name):
    """Losses and weights after a few steps are those of the named optimizer with its settings."""
    theirs, mine, x, y, batches = small_nets(student, rng, 6 if name == "sgd" else 12)
    leave_gradients(theirs)
    got = student.run_optimizer(theirs, name, x, y, batches)
    assert_close(got, reference.run_optimizer(mine, name, x, y, batches), "the losses", rtol=1e-4)
    for key, entry in mine.state_dict().items():
        assert_close(theirs.state_dict()[key], entry, f"{key} after five steps", rtol=2e-5, atol=1e-6)


def test_other_names_are_refused(student, rng):
    """An optimizer of another name raises a ValueError."""
    theirs, _, x, y, batches = small_nets(student, rng)
    with pytest.raises(ValueError):
        student.run_optimizer(theirs, "adagrad", x, y, batches)


@points(2)
@leaves_arguments
def test_all_start_alike(student, reference, rng):
    """All four start from the same weights and see the same first batch: their first losses are equal."""
    result = student.optimizer_comparison(clouds(rng), int(rng.integers(1 << 31)), epochs=2)
    first = [result[name]["losses"][0] for name in NAMES]
    assert_close(first, [first[0]] * 4, "the first losses", atol=1e-5)
    start = student.optimizer_comparison(clouds(rng), int(rng.integers(1 << 31)), epochs=0)
    for name in NAMES[1:]:
        for key, entry in start["sgd"]["state"].items():
            assert_close(start[name]["state"][key], entry, f"{key} before the first step")


@points(2)
def test_all_see_the_same_batches(student, reference, rng):
    """All four make the same number of steps, and while they have hardly moved, each batch costs them about the same."""
    data = clouds(rng, 75)
    data["x_train"] = data["x_train"] * np.linspace(0.1, 30, 75, dtype=np.float32)[:, None]  # rows of very different cost
    result = student.optimizer_comparison(data, int(rng.integers(1 << 31)), epochs=1)
    assert_equal([len(result[name]["losses"]) for name in NAMES], [3] * 4, "the number of steps")
    one, other = result["adam"]["losses"], result["adamw"]["losses"]
    assert_close(one, other, "the losses of Adam and AdamW in the first epoch", rtol=1e-2)


def test_an_epoch_takes_every_row(student, reference, rng):
    """150 rows in batches of 32 are five steps an epoch, the last one smaller; the order is a new one in each epoch."""
    result = student.optimizer_comparison(clouds(rng), 3, epochs=4)
    assert_equal([len(result[name]["losses"]) for name in NAMES], [20] * 4, "the number of steps")
    sgd = np.array(result["sgd"]["losses"]).reshape(4, 5)
    assert_true(float(np.ptp(np.argsort(sgd, axis=1), axis=0).max()) > 0, "each epoch has the same batches in the same order")


def test_the_seed_decides(student, reference, rng):
    """The same seed gives the same result, another seed another one."""
    data, seed = clouds(rng), int(rng.integers(1 << 30))
    one, two, three = (student.optimizer_comparison(data, s, epochs=1)["adam"]["losses"] for s in (seed, seed, seed + 1))
    assert_close(one, two, "the losses with the same seed")
    assert_true(abs(float(one[0]) - float(three[0])) > 1e-7, "another seed changes nothing")


def test_one_step_for_each_loss(student, reference, rng):
    """From a loss to the next, plain SGD makes one step: the loss falls by about the rate times the squared gradient."""
    data = clouds(rng, 30)  # one batch holds all rows
    sgd = student.optimizer_comparison(data, int(rng.integers(1 << 31)), epochs=3)["sgd"]
    net, x, y = own_net(), torch.as_tensor(data["x_train"]), torch.as_tensor(data["y_train"])
    net = load_state(net, sgd["state"], lambda net: -F.cross_entropy(net(x), y).item())
    loss = F.cross_entropy(net(x), y)
    squared = sum(float((g**2).sum()) for g in torch.autograd.grad(loss, list(net.parameters())))
    fall = (float(sgd["losses"][-1]) - loss.item()) / (0.01 * squared)
    assert_true(0.7 < fall < 1.4, "the loss after the last step does not fit the last loss: is there one step for each batch?")


@points(2)
def test_states_and_accuracies_belong_together(student, reference, rng):
    """The test accuracy that is reported is that of the weights that are returned, on the test rows."""
    data = clouds(rng)
    result = student.optimizer_comparison(data, int(rng.integers(1 << 31)), epochs=3)
    for name in NAMES:
        wanted = accuracy(result[name]["state"], data["x_test"], data["y_test"])
        assert_close(float(result[name]["test_accuracy"]), wanted, f"the test accuracy of {name}", atol=1e-6)


@points(3)
def test_the_race(student, reference, rng):
    """On hidden digits, Adam and AdamW do well, momentum nearly as well, and plain SGD has hardly begun."""
    data, hidden = secret_digits(rng)
    result = student.optimizer_comparison(data, int(rng.integers(1 << 31)))
    reached = {name: accuracy(result[name]["state"], *hidden) for name in NAMES}
    threshold(min(reached["adam"], reached["adamw"]), at_least=0.7, name="accuracy of Adam and AdamW on hidden digits")
    threshold(reached["momentum"] - reached["sgd"], at_least=0.15, name="how much better momentum is than plain SGD")
