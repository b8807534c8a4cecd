import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_true


def stripes(rng, n=200):
    """Ten classes: class c is bright in six pixels of its own."""
    y = np.arange(n) % 10
    x = rng.uniform(0, 4, size=(n, 64))
    for c in range(10):
        x[np.ix_(y == c, np.arange(6 * c, 6 * c + 6))] += 12
    return x.astype(np.float32), y.astype(np.int64)


def test_a_step(student):
    """With all weights 0, three classes cost ln 3."""
    net = student.call(torch.nn.Linear, 2, 3)
    net.load_state_dict({"weight": torch.zeros(3, 2), "bias": torch.zeros(3)})
    optimizer = student.call(torch.optim.SGD, net.parameters(), lr=0.1)
    loss = student.training_step(net, optimizer, torch.ones(4, 2), torch.tensor([0, 1, 2, 0]))
    assert_close(loss, float(np.log(3)), "the loss", rtol=1e-5)


def test_a_short_training(student, rng):
    """Three epochs on 200 rows are 12 steps, and the loss falls."""
    x, y = stripes(rng)
    run = student.train_mlp_digits({"x_train": x, "y_train": y, "x_test": x[:50], "y_test": y[:50]}, 0, epochs=3)
    losses = run["history"]["loss"]
    assert_equal(len(losses), 12, "number of losses")
    assert_true(losses[-1] < losses[0], "the loss has not fallen")
