import math
from functools import lru_cache

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from autograder.suite import (
    assert_between,
    assert_close,
    assert_equal,
    assert_true,
    leaves_arguments,
    load_given,
    load_state,
    points,
    threshold,
)


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


# --- data -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def digits():
    from sklearn.datasets import load_digits

    found = load_digits()
    return found.images / 16, found.target


def secret_digits(rng, n_train):
    """Digits turned by a secret angle, pixels and labels permuted, with noise: (data for the student, hidden rows).

    A table of the public data set does not fit them. The hidden rows never leave this process.
    """
    from scipy.ndimage import rotate

    images, labels = digits()
    turned = rotate(images, rng.uniform(-15, 15), axes=(2, 1), reshape=False, order=1)
    x = turned.reshape(len(images), -1)[:, rng.permutation(64)]
    x = (x + 0.03 * rng.normal(size=x.shape)).astype(np.float32)
    y = rng.permutation(10)[labels].astype(np.int64)
    order = rng.permutation(len(x))
    splits = np.split(order, np.cumsum([n_train, 200, 150]))
    data = {}
    for split, rows in zip(("train", "val", "test"), splits):
        data[f"x_{split}"], data[f"y_{split}"] = x[rows], y[rows]
    return data, (x[splits[3]], y[splits[3]])


def blobs(rng, n_train=150):
    """Ten overlapping clouds of points in 12 dimensions."""
    centres = rng.normal(size=(10, 12)) * 1.5
    data = {}
    for split, n in (("train", n_train), ("val", 80), ("test", 70)):
        y = rng.permutation(np.arange(n) % 10)
        data[f"x_{split}"], data[f"y_{split}"] = (centres[y] + rng.normal(size=(n, 12))).astype(np.float32), y
    return data


@lru_cache(maxsize=1)
def given():
    """The nets that students are given, for use on this side."""
    return load_given(__file__, "nets")


def clouds_in_order(rng, n_train=400):
    """Ten clouds far from each other; the training rows are sorted by class."""
    data = blobs(rng, n_train)
    centres = 3 * rng.permutation(np.eye(12))[:10]
    for split in ("train", "val", "test"):
        y = np.sort(data[f"y_{split}"])
        data[f"y_{split}"] = y
        data[f"x_{split}"] = (centres[y] + 0.5 * rng.normal(size=(len(y), 12))).astype(np.float32)
    return data


# --- models -----------------------------------------------------------------------------------------------


def load(reference, state, x, y, loss=None, accuracy=None):
    """The grader's own net with the student's weights, as they fit these rows best, or what was reported of them.

    A net that has hardly learned fits as well with two norms exchanged; the reported number tells which is which.
    """

    def score(net):
        found = measured(net, x, y)
        try:
            told = [abs(f - float(r)) for f, r in zip(found, (loss, accuracy)) if r is not None]
        except (TypeError, ValueError):
            told = []  # no number at all: the comparison says so
        return -told[0] if told else -found[0]

    return load_state(reference.RegularizedNet(x.shape[1], 64, 10).eval(), state, score)


def measured(net, x, y):
    with torch.no_grad():
        logits, y = net(torch.as_tensor(x)), torch.as_tensor(y)
        return F.cross_entropy(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def plain_accuracy(data, hidden, seed):
    """What an MLP of the same size reaches with Adam in the same 30 epochs and nothing else."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
        optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
        x, y = torch.as_tensor(data["x_train"]), torch.as_tensor(data["y_train"])
        for _ in range(30):
            for rows in torch.randperm(len(x)).split(64):
                optimizer.zero_grad()
                F.cross_entropy(net(x[rows]), y[rows]).backward()
                optimizer.step()
    return measured(net, *hidden)[1]


def twins(student, rng, scale=1.0):
    """A small net with batch normalisation there, the same one here, and a batch."""
    mine = nn.Sequential(nn.Linear(6, 7), nn.BatchNorm1d(7), nn.ReLU(), nn.Linear(7, 4))
    state = {name: entry.clone() for name, entry in mine.state_dict().items()}
    for name, entry in state.items():
        if entry.is_floating_point() and "running" not in name:
            state[name] = tensor(rng.normal(size=entry.shape) * scale)
    mine.load_state_dict(state)
    linear, norm = student.call(nn.Linear, 6, 7), student.call(nn.BatchNorm1d, 7)
    parts = [linear, norm, student.call(nn.ReLU), student.call(nn.Linear, 7, 4)]
    theirs = student.call(nn.Sequential, *parts)
    theirs.load_state_dict(state)
    x, y = tensor(rng.normal(size=(11, 6)) * 2), torch.tensor(rng.permutation(np.arange(11) % 4))
    return theirs, mine, x, y


# --- the step ---------------------------------------------------------------------------------------------


@points(2)
def test_step_with_a_large_gradient_is_clipped(student, reference, rng):
    """The gradient is clipped before the optimizer uses it: the weights are those of a step with norm max_norm."""
    theirs, mine, x, y = twins(student, rng, scale=3.0)
    loss = student.training_step(theirs, student.call(torch.optim.SGD, theirs.parameters(), lr=0.5), x, y, 0.1, 0.01)
    right = reference.training_step(mine, torch.optim.SGD(mine.parameters(), lr=0.5), x, y, 0.1, 0.01)
    assert_close(loss, right, "loss", rtol=1e-4)
    for name, entry in mine.state_dict().items():
        assert_close(
            theirs.state_dict()[name].reshape(entry.shape),
            entry,
            f"{name} after the step",
            rtol=1e-5,
            atol=1e-5,
        )


@points(2)
def test_several_steps_without_clipping(student, reference, rng):
    """Over three steps, loss and weights are those of the smoothed loss, each batch counted once, and none from before."""
    theirs, mine, x, y = twins(student, rng)
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=0.1)
    own = torch.optim.SGD(mine.parameters(), lr=0.1)
    # A step of length 0 leaves a gradient behind.
    student.given.nets.fit(theirs, student.call(torch.optim.SGD, theirs.parameters(), lr=0.0), x, y, 1)
    given().fit(mine, torch.optim.SGD(mine.parameters(), lr=0.0), x, y, 1)
    for step in range(3):
        loss = student.training_step(theirs, optimizer, x + step, y, 0.3, 1e3)
        assert_close(loss, reference.training_step(mine, own, x + step, y, 0.3, 1e3), f"loss of step {step}", rtol=1e-3)
    for name, entry in mine.state_dict().items():
        assert_close(
            theirs.state_dict()[name].reshape(entry.shape),
            entry,
            f"{name} after three steps",
            rtol=1e-3,
            atol=1e-4,
        )


def test_step_trains_in_training_mode(student, rng):
    """The step puts the model into training mode, also if it comes in evaluation mode."""
    theirs, _, x, y = twins(student, rng)
    theirs.eval()
    student.training_step(theirs, student.call(torch.optim.SGD, theirs.parameters(), lr=0.1), x, y)
    assert_true(theirs.training, "after the step the model is not in training mode")


@points(2)
def test_evaluation_is_plain_cross_entropy(student, rng):
    """The loss that is reported is not smoothed, and is taken in evaluation mode."""
    theirs, mine, x, y = twins(student, rng)
    for n in (11, 6):  # also with as many rows as features
        wanted = measured(mine.eval(), x[:n], y[:n])
        assert_close(student.evaluate(theirs, x[:n], y[:n]), wanted, "loss and accuracy", rtol=1e-4)


def test_evaluation_builds_no_graph(student, rng):
    """While the model is evaluated, no graph is built; loss and accuracy are right."""
    with torch.random.fork_rng():
        mine = given().Watched(6, 4)
    mine.load_state_dict({name: tensor(rng.normal(size=w.shape)) for name, w in mine.state_dict().items()})
    theirs = student.given.nets.Watched(6, 4)
    theirs.load_state_dict(mine.state_dict())
    x, y = tensor(rng.normal(size=(9, 6))), torch.tensor(rng.integers(0, 4, size=9))
    assert_close(student.evaluate(theirs, x, y), measured(mine, x, y), "loss and accuracy", rtol=1e-4)
    assert_equal(set(theirs.graphs), {False}, "whether a graph is built")


# --- the loop ---------------------------------------------------------------------------------------------


@leaves_arguments
def test_learning_rate_follows_the_cosine_epoch_by_epoch(student, rng):
    """The learning rate falls along a cosine once an epoch, not once a batch."""
    lr = student.train_regularized(blobs(rng), 3, epochs=6)["history"]["lr"]
    assert_close(
        lr,
        [1e-3 * (1 + math.cos(math.pi * e / 6)) / 2 for e in range(6)],
        "learning rate of each epoch",
        rtol=1e-5,
    )


@points(2)
def test_validation_decides_when_to_stop_and_what_to_return(student, reference, rng):
    """Training stops `patience` epochs after the lowest validation loss, and returns the weights of that epoch."""
    data = blobs(rng)
    data["y_val"] = (data["y_val"] + 1) % 10  # learning the training rows makes these worse and worse
    epochs, patience = 14, 3
    run = student.train_regularized(data, 5, p=0.1, epochs=epochs, patience=patience)
    losses = list(run["history"]["val_loss"])
    best = int(np.argmin(losses))
    assert_equal(len(losses), min(epochs, best + 1 + patience), "number of epochs that were run")
    rows = data["x_val"], data["y_val"]
    loss, accuracy = measured(load(reference, run["state"], *rows, loss=losses[best]), *rows)
    assert_close(losses[best], loss, "the lowest validation loss, against that of `state`", rtol=1e-3)
    assert_close(run["val_accuracy"], accuracy, "val_accuracy, against that of `state`", atol=1e-5)


def test_reported_test_accuracy_belongs_to_the_returned_weights(student, reference, rng):
    """test_accuracy is that of the weights in `state`, on the test rows."""
    data = blobs(rng)
    data["y_val"] = (data["y_val"] + 1) % 10  # so that the best epoch is an early one
    run = student.train_regularized(data, 6, p=0.1, epochs=8)
    rows = data["x_test"], data["y_test"]
    _, accuracy = measured(load(reference, run["state"], *rows, accuracy=run["test_accuracy"]), *rows)
    assert_close(run["test_accuracy"], accuracy, "test_accuracy", atol=1e-5)


@points(2)
def test_every_training_row_counts_in_a_new_order(student, reference, rng):
    """Though the training rows come sorted by class, an epoch mixes them, and classes from first to last are learned."""
    data = clouds_in_order(rng)
    run = student.train_regularized(data, int(rng.integers(1 << 31)), p=0.1, epochs=10)
    net = load(reference, run["state"], data["x_test"], data["y_test"])
    with torch.no_grad():
        right = (net(torch.as_tensor(data["x_test"])).argmax(1).numpy() == data["y_test"]).reshape(10, -1)
    lowest = min(float(right[:5].mean()), float(right[5:].mean()))
    threshold(lowest, at_least=0.7, name="accuracy on either half of the classes")


def test_history_is_what_happened(student, reference, rng):
    """An epoch of one batch is one step: what the history says of the second is what the weights after the first show."""
    data, seed = blobs(rng, n_train=50), int(rng.integers(1 << 31))
    first, both = (student.train_regularized(data, seed, p=0.0, epochs=n) for n in (1, 2))
    net = load(reference, first["state"], data["x_val"], data["y_val"])
    after, _ = measured(net, data["x_val"], data["y_val"])
    undropped = reference.RegularizedNet(12, 64, 10, 0.0)
    undropped.load_state_dict(net.state_dict())
    with torch.no_grad():
        logits = undropped.train()(torch.as_tensor(data["x_train"]))
        loss = F.cross_entropy(logits, torch.as_tensor(data["y_train"]), label_smoothing=0.1).item()
    history = both["history"]
    lengths = {name: len(history[name]) for name in ("lr", "train_loss", "val_loss")}
    assert_equal(lengths, dict.fromkeys(lengths, 2), "lengths of the lists")
    assert_close(history["val_loss"][0], after, "the validation loss after the first epoch", rtol=1e-3)
    assert_close(history["train_loss"][1], loss, "the training loss of the second epoch", rtol=1e-3)
    again = first["history"]["train_loss"][0]
    assert_close(again, history["train_loss"][0], "the first training loss of a shorter run", rtol=1e-5)
    if history["val_loss"][1] < history["val_loss"][0]:  # so that `state` is that of the second epoch
        last = load(reference, both["state"], data["x_val"], data["y_val"]).state_dict()
        moved = max(float((last[name] - p.detach()).abs().max()) for name, p in net.named_parameters())
        assert_between(moved / 5e-4, 0.9, 1.1, "the greatest change of a weight in a step, in learning rates")


def test_an_epoch_has_one_step_for_each_batch(student, reference, rng):
    """The batch normalisation of the returned net has counted the batches: three of at most 64 in an epoch of 150 rows."""
    seen = []
    for n_train in (150, 60):  # a net that was tried out when it was made has counted that, too
        data = blobs(rng, n_train)
        run = student.train_regularized(data, 4, epochs=1)
        load(reference, run["state"], data["x_val"], data["y_val"])
        counts = [int(w) for name, w in run["state"].items() if name.endswith("num_batches_tracked")]
        seen.append(np.array(counts))
        assert_equal(len(run["history"]["train_loss"]), 1, "number of epochs")
    more = (seen[0] - seen[1]).tolist()
    assert_equal(more, [2] * len(more), "batches that 150 rows make beyond those of 60, as the norms have counted")


def test_weights_decay_as_they_are_told(student, reference, rng):
    """With a decay of 100, one step of AdamW leaves nine tenths of each weight, beside the step itself."""
    data, seed = blobs(rng, n_train=50), int(rng.integers(1 << 31))
    kept, decayed = (
        load(
            reference,
            student.train_regularized(data, seed, p=0.0, weight_decay=decay, epochs=1)["state"],
            data["x_val"],
            data["y_val"],
        ).state_dict()["hidden1.0.weight"]
        for decay in (0.0, 100.0)
    )
    assert_close(decayed, 0.9 * kept, "weights of the first layer with decay, against 0.9 of those without", atol=3e-4)


def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one."""
    data = blobs(rng)
    first, again, other = (student.train_regularized(data, seed, epochs=2)["history"]["val_loss"] for seed in (7, 7, 8))
    assert_close(again, first, "validation losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")


@points(2)
def test_table_has_a_row_for_each_dropout_rate(student, rng):
    """Entry (i, j) of the table is the validation accuracy with the i-th dropout rate and the j-th decay."""
    data = blobs(rng)
    dropouts, decays = [0.1, 0.9], [0.0, 1e-4, 300.0]
    table = np.asarray(student.train_regularized(data, 9, epochs=6, grid=(dropouts, decays))["table"])
    assert_equal(list(table.shape), [2, 3], "shape of the table")
    for i, j in ((0, 0), (0, 2), (1, 0)):
        run = student.train_regularized(data, 9, p=dropouts[i], weight_decay=decays[j], epochs=6)
        assert_close(table[i, j], run["val_accuracy"], f"entry ({i}, {j})", atol=1e-5)


# --- what comes of it -------------------------------------------------------------------------------------


@points(3)
def test_hidden_digits_are_recognised(student, reference, rng):
    """With the whole recipe, at least 92 % of digits never seen are recognised."""
    data, hidden = secret_digits(rng, 1097)
    run = student.train_regularized(data, int(rng.integers(1 << 31)))
    _, accuracy = measured(load(reference, run["state"], *hidden), *hidden)
    threshold(accuracy, at_least=0.92, name="accuracy on hidden digits")


@points(2)
def test_a_hundred_labels_go_further_than_with_a_plain_net(student, reference, rng):
    """With 100 labels and 30 epochs, the recipe beats a plain MLP of the same size, in the mean of four draws."""
    draws = [(*secret_digits(rng, 100), int(rng.integers(1 << 31))) for _ in range(4)]
    # All calls of the student first: what is trained on this side must not use up their time.
    states = [student.train_regularized(data, seed)["state"] for data, _, seed in draws]
    margins = []
    for (data, hidden, seed), state in zip(draws, states):
        _, accuracy = measured(load(reference, state, *hidden), *hidden)
        margins.append(accuracy - plain_accuracy(data, hidden, seed))
    threshold(float(np.mean(margins)), at_least=0.0, name="accuracy above a plain MLP's")
