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
    assert_shape,
    assert_true,
    leaves_arguments,
    load_state,
    own_module,
    points,
    tensor,
    threshold,
)

ACTIVATIONS = {"relu": torch.nn.ReLU, "leaky": torch.nn.LeakyReLU, "gelu": torch.nn.GELU}


@lru_cache(maxsize=1)
def digits():
    from sklearn.datasets import load_digits

    found = load_digits()
    return found.images, found.target


def secret_digits(rng, side):
    """Digits with pixels and labels permuted, sorted by class, in the size that is asked for: (data, hidden rows)."""
    from scipy.ndimage import zoom

    images, labels = digits()
    if side != 8:
        images = zoom(images, (1, side / 8, side / 8), order=1)
    x = images.reshape(len(images), -1)[:, rng.permutation(side * side)]
    x = np.clip(x / 16 + 0.05 * rng.normal(size=x.shape), 0, 1).astype(np.float32)
    y = rng.permutation(10)[labels].astype(np.int64)
    train, test, hidden = np.split(rng.permutation(len(x)), [900, 1300])
    train = train[np.argsort(y[train], kind="stable")]
    data = {"x_train": x[train], "y_train": y[train], "x_test": x[test], "y_test": y[test]}
    return data, (x[hidden], y[hidden])


def small_task(rng, n=200, m=150, d=12, size=2.0):
    """Rows whose class a linear rule decides: (data for the student)."""
    x = (size * rng.normal(size=(n + m, d))).astype(np.float32)
    y = (x @ rng.normal(size=(d, 10))).argmax(axis=1).astype(np.int64)
    return {"x_train": x[:n], "y_train": y[:n], "x_test": x[n:], "y_test": y[n:]}


def load(reference, config, state, x, y):
    """Our own net with the weights of a cell, as they fit these rows best."""
    hidden, act = config
    mine = own_module(reference.MLPClassifier, x.shape[1], hidden, 10, ACTIVATIONS[act])
    return load_state(mine, state, lambda net: -cost(net, x, y))


def cost(net, x, y):
    with torch.no_grad():
        return torch.nn.functional.cross_entropy(net(tensor(x)), torch.as_tensor(y)).item()


def share(net, x, y):
    with torch.no_grad():
        return float((net(tensor(x)).argmax(1).numpy() == y).mean())


def seed(rng):
    return int(rng.integers(1 << 31))


@leaves_arguments
@points(3)
def test_the_numbers_of_parameters(student, reference, rng):
    """With 784 inputs, each configuration has the weights and biases of all its layers, the output layer included."""
    nets = [(1024,), (256, 128), (256, 128, 64), (64, 64, 64, 64), (), (int(rng.integers(3, 30)),)]
    configs = [(nets[i], "relu") for i in rng.permutation(len(nets))]
    data = small_task(rng, 4, 3, 784)
    wanted = reference.mlp_ablation(configs, data, [0], epochs=0)["parameters"]
    found = student.mlp_ablation(configs, data, [0], epochs=0)["parameters"]
    assert_equal([int(n) for n in found], wanted, "the numbers of parameters")


@points(3)
@pytest.mark.parametrize("columns", [3, 2])
def test_each_cell_is_that_of_its_net(student, reference, rng, columns):
    """In each cell, accuracy and loss are those of the returned net on the test rows, also in a square table."""
    data, configs = small_task(rng), [((9,), "gelu"), ((11, 8), "leaky")]
    table = student.mlp_ablation(configs, data, [seed(rng) for _ in range(columns)], epochs=2)
    wanted = np.zeros((2, 2, columns))
    for i, config in enumerate(configs):
        for j in range(columns):
            net = load(reference, config, table["states"][i][j], data["x_test"], data["y_test"])
            wanted[:, i, j] = cost(net, data["x_test"], data["y_test"]), share(net, data["x_test"], data["y_test"])
    assert_shape(table["loss"], (2, columns), "the losses")
    assert_close(table["loss"], wanted[0], "the losses", rtol=1e-4)
    assert_close(table["accuracy"], wanted[1], "the accuracies", rtol=0, atol=1e-5)


@points(2)
@pytest.mark.parametrize("act", list(ACTIVATIONS))
def test_the_activation_is_the_one_asked_for(student, reference, rng, act):
    """The loss is that of a net with the activation of its row, for each of the three."""
    data, config = small_task(rng, size=6.0), ((16, 12), act)
    table = student.mlp_ablation([config], data, [seed(rng)], epochs=1)
    net = load(reference, config, table["states"][0][0], data["x_test"], data["y_test"])
    assert_close(float(table["loss"][0][0]), cost(net, data["x_test"], data["y_test"]), "the loss", rtol=1e-4)


@points(3)
def test_a_cell_is_the_same_in_every_table(student, reference, rng):
    """A cell does not depend on the cells before it: alone, or with its seed given twice, it is the same."""
    data, first, second = small_task(rng), ((9,), "relu"), ((7, 6), "gelu")
    s, t = (int(v) for v in rng.choice(1 << 31, size=2, replace=False))
    full = student.mlp_ablation([first, first, second], data, [s, t, t], epochs=2)
    loss = np.asarray(full["loss"], dtype=float)
    net = load(reference, second, full["states"][2][1], data["x_test"], data["y_test"])
    assert_close(float(loss[2, 1]), cost(net, data["x_test"], data["y_test"]), "the loss of a cell", rtol=1e-4)
    assert_close(loss[:, 2], loss[:, 1], "the losses with the same seed", rtol=1e-5)
    assert_close(loss[1], loss[0], "the losses of the same configuration", rtol=1e-5)
    alone = student.mlp_ablation([second], data, [t], epochs=2)
    assert_close(float(alone["loss"][0][0]), float(loss[2, 1]), "the loss of a cell that stands alone", rtol=1e-5)
    assert_true(not np.allclose(loss[:, 0], loss[:, 1], rtol=1e-5), "another seed gives the same net")


@points(3)
def test_every_cell_has_the_same_budget(student, rng):
    """300 rows are 5 steps an epoch: from one epoch to five, every net moves by about as many steps of Adam."""
    data = small_task(rng, 300)
    configs, s = [((20,), "relu"), ((14, 12, 10), "leaky"), ((16, 11), "gelu"), ((), "relu")], seed(rng)
    begun = student.mlp_ablation(configs, data, [s], epochs=1)["states"]
    ended = student.mlp_ablation(configs, data, [s], epochs=5)["states"]
    for before, after in zip(begun, ended, strict=True):
        assert_between(float(adam_steps(before[0], after[0], 1e-3)), 10, 30, "about the number of steps of Adam in four epochs")


@points(2)
def test_two_steps_of_adam(student, reference, rng):
    """65 rows are a batch of 64 and one of a single row: from the weights of the seed, two steps of Adam lead to the result."""
    data, config, s = small_task(rng, 65), ((9, 8), "gelu"), seed(rng)
    start, end = (student.mlp_ablation([config], data, [s], epochs=epochs)["states"][0][0] for epochs in (0, 1))
    rows = data["x_train"], data["y_train"]
    replay_epoch(load(reference, config, start, *rows), None, rows, load(reference, config, end, *rows))


def test_every_epoch_has_its_own_order(student, reference, rng):
    """Of 65 rows, it is not the same one that is left for the second batch of every epoch."""
    data, config, s = small_task(rng, 65), ((9, 8), "gelu"), seed(rng)
    rows = data["x_train"], data["y_train"]
    states = [student.mlp_ablation([config], data, [s], epochs=epochs)["states"][0][0] for epochs in range(5)]
    net, moments, last = load(reference, config, states[0], *rows), None, []
    for state in states[1:]:
        row, net, moments = replay_epoch(net, moments, rows, load(reference, config, state, *rows))
        last.append(row)
    assert_true(len(set(last)) > 1, "the order of the rows is the same in every epoch")


def replay_epoch(net, moments, rows, wanted):
    """Which row was left for the second batch, judging by the weights afterwards; the net and Adam after both steps."""
    tried = (two_steps(net, moments, *rows, last) for last in range(len(rows[0])))
    found = [((flat(new) - flat(wanted)).abs() / 1e-3, last, new, kept) for last, (new, kept) in enumerate(tried)]
    away, row, *after = min(found, key=lambda one: float(one[0].mean()))
    # In learning rates: rounding makes about 1e-4, AdamW .002. The median, since a gradient near 0 may have either sign.
    assert_true(
        float(away.median()) < 1e-3,
        "the weights are not those of two steps of Adam, whichever row came last",
    )
    return row, *after


def flat(net):
    return torch.cat([p.detach().double().flatten() for p in net.parameters()])


def two_steps(net, moments, x, y, last):
    """A copy of the net after a batch of all rows but one, and a batch of that one; and what Adam remembers then."""
    x, y, net = tensor(x), torch.as_tensor(y), copy.deepcopy(net)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    if moments is not None:
        optimizer.load_state_dict(copy.deepcopy(moments))
    others = torch.arange(len(x)) != last
    for batch in (others, ~others):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(net(x[batch]), y[batch]).backward()
        optimizer.step()
    return net, optimizer.state_dict()


@points(2)
def test_sorted_rows_are_mixed(student, reference, rng, size):
    """Also if the training rows are sorted by class, a wide layer recognises 80 % of hidden digits after five epochs."""
    data, hidden = secret_digits(rng, size.get("side", 8))
    config = ((256,), "relu")
    states = student.mlp_ablation([config], data, [seed(rng), seed(rng)], epochs=5)["states"][0]
    accuracies = [share(load(reference, config, state, *hidden), *hidden) for state in states]
    threshold(float(np.mean(accuracies)), at_least=0.8, name="accuracy on hidden digits, from sorted rows")


@points(2)
def test_wide_nets_and_narrow_ones(student, reference, rng, size):
    """From rows that are sorted by class, a wide layer learns the digits; four narrow ones do worse on the same budget."""
    data, hidden = secret_digits(rng, size.get("side", 8))
    configs, epochs = [((256,), "relu"), ((16, 16, 16, 16), "relu")], size.get("epochs", 14)
    table = student.mlp_ablation(configs, data, [seed(rng), seed(rng)], epochs=epochs)
    nets = [load(reference, configs[0], state, *hidden) for state in table["states"][0]]
    threshold(min(share(net, *hidden) for net in nets), at_least=0.85, name="accuracy of the wide net on hidden digits")
    wide, narrow = np.asarray(table["accuracy"], dtype=float).mean(axis=1)
    assert_true(wide > narrow, "the narrow net is not worse than the wide one")


def test_other_activations_are_refused(student, rng):
    """An activation that the statement does not name raises ValueError, wherever it stands in the list."""
    data = small_task(rng, 20, 5)
    for wrong in ([((4,), "swish")], [((4,), "relu"), ((4,), "Relu")]):
        with pytest.raises(ValueError):
            student.mlp_ablation(wrong, data, [1], epochs=1)


def test_fewer_epochs_than_none_are_refused(student, rng):
    """A negative number of epochs raises ValueError."""
    with pytest.raises(ValueError):
        student.mlp_ablation([((4,), "relu")], small_task(rng, 20, 5), [1], epochs=-1)
