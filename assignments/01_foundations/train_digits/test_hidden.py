import copy
from functools import lru_cache

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
    leave_gradients,
    leaves_arguments,
    load_state,
    own_module,
    points,
    tensor,
    threshold,
)


@lru_cache(maxsize=1)
def digits():
    from sklearn.datasets import load_digits

    found = load_digits()
    return found.images, found.target


def secret_digits(rng, n_train=1297, in_order=False):
    """Digits turned by a secret angle, pixels and labels permuted, with noise: (data for the student, hidden rows)."""
    from scipy.ndimage import rotate

    images, labels = digits()
    turned = rotate(images, rng.uniform(-15, 15), axes=(2, 1), reshape=False, order=1)
    x = turned.reshape(len(images), -1)[:, rng.permutation(64)]
    x = np.clip(x + 0.5 * rng.normal(size=x.shape), 0, 16).astype(np.float32)
    y = rng.permutation(10)[labels].astype(np.int64)
    order = rng.permutation(len(x))
    train, test, hidden = np.split(order, [n_train, n_train + 150])
    if in_order:
        train = train[np.argsort(y[train], kind="stable")]
    data = {"x_train": x[train], "y_train": y[train], "x_test": x[test], "y_test": y[test]}
    return data, (x[hidden], y[hidden])


def share(net, x, y):
    with torch.no_grad():
        return float((net(tensor(x) / 16).argmax(1).numpy() == y).mean())


def load(reference, state, x, y):
    """Our own net with the weights that the student's training returned, as they fit these rows best."""
    mine = own_module(reference.MLPClassifier, 64, (64, 32), 10)

    def score(net):
        with torch.no_grad():
            return -torch.nn.functional.cross_entropy(net(tensor(x) / 16), torch.as_tensor(y)).item()

    return load_state(mine, state, score)


def linear_twins(student, rng):
    """A linear net there and here with the same weights, and plain gradient descent for both."""
    theirs, mine = student.call(torch.nn.Linear, 5, 4), own_module(torch.nn.Linear, 5, 4)
    state = {"weight": tensor(rng.normal(size=(4, 5))), "bias": tensor(rng.normal(size=4))}
    theirs.load_state_dict(state)
    mine.load_state_dict(state)
    return theirs, mine, student.call(torch.optim.SGD, theirs.parameters(), lr=0.5), torch.optim.SGD(mine.parameters(), lr=0.5)


@leaves_arguments
@points(3)
def test_steps_go_downhill_on_the_cross_entropy(student, reference, rng):
    """Over three steps, losses and weights are those of gradient descent, whatever was in `.grad` before."""
    theirs, mine, optimizer, own = linear_twins(student, rng)
    leave_gradients(theirs)
    for _ in range(3):
        x, y = tensor(2 * rng.normal(size=(7, 5))), torch.tensor(rng.permutation(np.arange(7) % 4))
        loss = student.training_step(theirs, optimizer, x, y)
        assert_close(loss, reference.training_step(mine, own, x, y), "the loss", rtol=1e-4)
    for name, entry in mine.state_dict().items():
        assert_close(theirs.state_dict()[name], entry, f"{name} after three steps", rtol=1e-4, atol=1e-5)


@points(2)
def test_the_first_step(student, reference, rng):
    """The loss of the first batch, and the weights after it, are those of the definition."""
    theirs, mine, optimizer, own = linear_twins(student, rng)
    x, y = tensor(2 * rng.normal(size=(9, 5))), torch.tensor(rng.permutation(np.arange(9) % 4))
    assert_close(
        student.training_step(theirs, optimizer, x, y), reference.training_step(mine, own, x, y), "the loss", rtol=1e-4
    )
    assert_close(theirs.state_dict()["weight"], mine.weight.detach(), "the weights after a step", rtol=1e-4, atol=1e-5)


@leaves_arguments
@points(2)
def test_accuracy_is_the_share_of_right_rows(student, reference, rng):
    """The accuracy is that of the definition, also with as many rows as classes."""
    for n in (30, 4, 5):
        theirs, mine, _, _ = linear_twins(student, rng)
        x, y = tensor(rng.normal(size=(n, 5))), torch.tensor(rng.integers(4, size=n))
        assert_close(student.accuracy(theirs, x, y), reference.accuracy(mine, x, y), "the accuracy", rtol=1e-5, atol=1e-6)


@leaves_arguments
def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one."""
    data, _ = secret_digits(rng, 300)
    first, again, other = (student.train_mlp_digits(data, seed, epochs=1)["history"]["loss"] for seed in (7, 7, 8))
    assert_equal(len(first), 5, "number of losses")
    assert_close(again, list(first), "losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")


@points(2)
def test_every_row_once_an_epoch(student, rng):
    """300 rows are 5 steps an epoch: one epoch and four more move the weights by about as many steps of Adam."""
    data, _ = secret_digits(rng, 300)
    begun = student.train_mlp_digits(data, 3, epochs=1)
    run = student.train_mlp_digits(data, 3, epochs=5)
    assert_history(run["history"]["loss"], 25)
    assert_close(list(run["history"]["loss"])[:5], list(begun["history"]["loss"]), "the losses of the first epoch", rtol=1e-4)
    steps = adam_steps(begun["state"], run["state"], 1e-3)
    assert_between(float(steps), 10, 30, "about the number of steps of Adam in four epochs")


@points(2)
def test_a_short_run_step_by_step(student, reference, rng):
    """65 rows are a batch of 64 and one of a single row, another one in each epoch; losses and weights are those of Adam."""
    data, _ = secret_digits(rng, 65)
    seed = int(rng.integers(1 << 31))
    start, run = (student.train_mlp_digits(data, seed, epochs=epochs) for epochs in (0, 5))
    losses = list(run["history"]["loss"])
    assert_equal(len(losses), 10, "number of losses in five epochs")
    x, y = tensor(data["x_train"]) / 16, torch.as_tensor(data["y_train"])
    net = load(reference, start["state"], data["x_train"], data["y_train"])
    guessed = share(net, data["x_test"], data["y_test"])
    assert_close(float(start["test_accuracy"]), guessed, "the accuracy before training", rtol=0, atol=0.01)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    last = []
    for epoch in range(5):
        row = row_of_the_last_batch(net, optimizer, x, y, losses[2 * epoch : 2 * epoch + 2])
        assert_true(row is not None, "the losses are not those of 64 rows and of the row that is left")
        last.append(row)
    assert_true(len(set(last)) > 1, "the order of the rows is the same in every epoch")
    end = load(reference, run["state"], data["x_train"], data["y_train"])
    away = torch.cat([(a - b).detach().flatten() for a, b in zip(end.parameters(), net.parameters())]).abs() / 1e-3
    # In learning rates: rounding makes about 1e-5, AdamW .005. The median, since a gradient near 0 may have either sign.
    assert_true(float(away.median()) < 1e-3, "the last weights are not those of ten steps of Adam with learning rate 1e-3")


def row_of_the_last_batch(net, optimizer, x, y, losses):
    """Which row was left for the second batch, judging by the two losses; the net then has made both steps."""
    before = copy.deepcopy((net.state_dict(), optimizer.state_dict()))
    with torch.no_grad():
        each = torch.nn.functional.cross_entropy(net(x), y, reduction="none").double()
    without = (each.sum() - each) / (len(x) - 1)
    for row in (without - losses[0]).abs().argsort()[:8].tolist():  # the first loss tells a few, the second decides
        net.load_state_dict(before[0])
        optimizer.load_state_dict(copy.deepcopy(before[1]))
        others = torch.arange(len(x)) != row
        found = []
        for rows in (others, ~others):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(net(x[rows]), y[rows])
            loss.backward()
            optimizer.step()
            found.append(loss.item())
        if np.allclose(found, losses, rtol=1e-4, atol=1e-5):
            return row
    return None


def test_fewer_epochs_than_none_are_refused(student, rng):
    """A negative number of epochs raises ValueError."""
    data, _ = secret_digits(rng, 65)
    with pytest.raises(ValueError):
        student.train_mlp_digits(data, 1, epochs=-1)


def test_the_first_losses_are_those_of_small_inputs(student, rng):
    """Pixels divided by 16 make small logits, so an untrained net costs about ln 10."""
    data, _ = secret_digits(rng, 300)
    first = float(student.train_mlp_digits(data, int(rng.integers(1 << 31)), epochs=1)["history"]["loss"][0])
    assert_between(first, 2.2, 2.45, "the first loss")


@points(2)
def test_the_reported_accuracy_is_that_of_the_test_rows(student, reference, rng):
    """The accuracy that is returned is the one of the returned weights on the test rows."""
    data, hidden = secret_digits(rng, 200)
    data["y_test"] = np.roll(data["y_test"], 1)  # wrong labels: nothing can be good at them
    run = student.train_mlp_digits(data, int(rng.integers(1 << 31)), epochs=12)
    assert_history(run["history"]["loss"], 48)
    net = load(reference, run["state"], *hidden)
    assert_close(float(run["test_accuracy"]), share(net, data["x_test"], data["y_test"]), "the accuracy", rtol=0, atol=0.02)


@points(2)
def test_sorted_rows_are_mixed(student, reference, rng):
    """Also if the training rows are sorted by class, at least 78 % of hidden digits are recognised after 12 epochs."""
    data, hidden = secret_digits(rng, 1297, in_order=True)
    run = student.train_mlp_digits(data, int(rng.integers(1 << 31)), epochs=12)
    threshold(
        share(load(reference, run["state"], *hidden), *hidden),
        at_least=0.78,
        name="accuracy on hidden digits, from sorted rows",
    )


@points(3)
def test_hidden_digits_are_recognised(student, reference, rng):
    """After 20 epochs at least 86 % of digits that were never shown are recognised."""
    data, hidden = secret_digits(rng)
    run = student.train_mlp_digits(data, int(rng.integers(1 << 31)))
    threshold(share(load(reference, run["state"], *hidden), *hidden), at_least=0.86, name="accuracy on hidden digits")
