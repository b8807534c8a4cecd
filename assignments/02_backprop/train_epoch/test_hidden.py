import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from autograder.suite import assert_close, assert_equal, assert_true, leave_gradients, own_module, points, tensor

D, H, C = 5, 7, 3


def batches(rng, sizes):
    """Labels follow from the inputs, and later batches have other inputs: batch means differ from each other."""
    found = []
    for i, n in enumerate(sizes):
        x = rng.normal(size=(n, D)) * 2 + i
        found.append((tensor(x), torch.tensor(np.arange(n) % C)))
    return found


def twins(student, rng, norm=False):
    """A small classifier there and the same one here, with large weights: losses are far from each other."""

    def make():
        middle = [nn.BatchNorm1d(H)] if norm else []
        return nn.Sequential(nn.Linear(D, H), *middle, nn.Tanh(), nn.Linear(H, C))

    mine = own_module(make)
    state = {
        name: tensor(rng.normal(size=entry.shape)) if name.endswith(("weight", "bias")) else entry.clone()
        for name, entry in mine.state_dict().items()
    }
    mine.load_state_dict(state)
    middle = [student.call(nn.BatchNorm1d, H)] if norm else []
    layers = [student.call(nn.Linear, D, H), *middle, student.call(nn.Tanh), student.call(nn.Linear, H, C)]
    theirs = student.call(nn.Sequential, *layers)
    theirs.load_state_dict(state)
    return theirs, mine


def same_state(theirs, mine, when):
    found = theirs.state_dict()
    for name, entry in mine.state_dict().items():
        assert_close(found[name].reshape(entry.shape), entry, f"{name} {when}", rtol=1e-3, atol=1e-4)


@points(3)
def test_parameters_after_an_epoch(student, reference, rng):
    """After an epoch with a smaller last batch, the parameters are those of one step per batch, each with its own gradient."""
    theirs, mine = twins(student, rng)
    loader = batches(rng, (8, 8, 8, 3))
    leave_gradients(theirs)
    student.train_epoch(theirs, loader, F.cross_entropy, student.call(torch.optim.SGD, theirs.parameters(), lr=0.2))
    reference.train_epoch(mine, loader, F.cross_entropy, torch.optim.SGD(mine.parameters(), lr=0.2))
    same_state(theirs, mine, "after the epoch")


def test_parameters_with_adam(student, reference, rng):
    """The same with another optimizer, and for two epochs in a row: nothing is carried over from one batch to the next."""
    theirs, mine = twins(student, rng)
    loader = batches(rng, (6, 6, 4))
    optimizer = student.call(torch.optim.Adam, theirs.parameters(), lr=0.05)
    own = torch.optim.Adam(mine.parameters(), lr=0.05)
    for _ in range(2):
        student.train_epoch(theirs, loader, F.cross_entropy, optimizer)
        reference.train_epoch(mine, loader, F.cross_entropy, own)
    same_state(theirs, mine, "after two epochs")


@points(2)
def test_every_row_counts_the_same(student, rng):
    """The mean loss is over rows, not over batches: a small last batch weighs less."""
    theirs, mine = twins(student, rng)
    loader = batches(rng, (9, 2))
    # With lr = 0 the model stands still, so the mean can be taken over all rows at once.
    loss = student.train_epoch(theirs, loader, F.cross_entropy, student.call(torch.optim.SGD, theirs.parameters(), lr=0.0))
    with torch.no_grad():
        x, y = (torch.cat(part) for part in zip(*loader))
        whole = F.cross_entropy(mine(x), y).item()
    assert_close(loss, whole, "mean loss", rtol=1e-4)
    assert_true(type(loss) is float, "the mean loss is not a Python float")


def test_loss_is_taken_on_the_way(student, reference, rng):
    """The loss of a batch is the one its step was made with, not one measured afterwards."""
    theirs, mine = twins(student, rng)
    loader = batches(rng, (8, 8, 5))
    loss = student.train_epoch(theirs, loader, F.cross_entropy, student.call(torch.optim.SGD, theirs.parameters(), lr=0.5))
    own = reference.train_epoch(mine, loader, F.cross_entropy, torch.optim.SGD(mine.parameters(), lr=0.5))
    assert_close(loss, own, "mean loss", rtol=1e-3)


def test_one_step_for_each_batch(student, rng):
    """The optimizer makes one step for each batch, also for the small one at the end."""
    theirs, _ = twins(student, rng)
    optimizer = student.given.recording.RecordingSGD(theirs.parameters(), 0.1)
    student.train_epoch(theirs, batches(rng, (6, 6, 6, 6, 2)), F.cross_entropy, optimizer)
    assert_equal(list(optimizer.calls).count("step"), 5, "number of steps")


@points(2)
def test_training_mode(student, reference, rng):
    """A model that comes in evaluation mode is trained in training mode: batch normalisation uses the batches."""
    theirs, mine = twins(student, rng, norm=True)
    theirs.eval()
    loader = batches(rng, (8, 8, 4))
    student.train_epoch(theirs, loader, F.cross_entropy, student.call(torch.optim.SGD, theirs.parameters(), lr=0.1))
    reference.train_epoch(mine, loader, F.cross_entropy, torch.optim.SGD(mine.parameters(), lr=0.1))
    assert_true(theirs.training, "after the epoch the model is not in training mode")
    same_state(theirs, mine, "after the epoch")
