import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, count_parameters


def stripes(rng, n=100):
    """Eight classes: class c is bright in row c."""
    y = np.arange(n) % 8
    x = rng.uniform(0, 4, size=(n, 1, 8, 8))
    x[np.arange(n), 0, y] += 12
    return {"x_train": x.astype(np.float32), "y_train": y.astype(np.int64)}


def test_the_net(student):
    """Images of 8 x 8 pixels become ten logits each, and the net has 6090 parameters."""
    net = student.DigitCNN()
    assert_shape(net(torch.randn(3, 1, 8, 8)), (3, 10), "the logits")
    assert_equal(count_parameters(net), 6090, "number of parameters")


def test_a_step(student):
    """A net that knows nothing costs ln 10."""
    net = student.call(torch.nn.Sequential, student.call(torch.nn.Flatten), student.call(torch.nn.Linear, 4, 10))
    net.load_state_dict({"1.weight": torch.zeros(10, 4), "1.bias": torch.zeros(10)})
    optimizer = student.call(torch.optim.SGD, net.parameters(), lr=0.1)
    loss = student.cnn_step(net, optimizer, torch.ones(3, 1, 2, 2), torch.tensor([0, 1, 2]))
    assert_close(loss, float(np.log(10)), "the loss", rtol=1e-5)


def test_a_short_training(student, rng):
    """Forty steps give forty losses, and the loss falls."""
    losses = student.train_cnn_digits(stripes(rng), 0, steps=40)["history"]["loss"]
    assert_equal(len(losses), 40, "number of losses")
    assert_true(np.mean(losses[-5:]) < np.mean(losses[:5]) - 0.3, "the loss has hardly fallen")
