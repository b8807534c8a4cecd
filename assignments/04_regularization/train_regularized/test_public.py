import math

import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_true


def small_data(rng):
    """Three easy blobs of points, in splits of different sizes."""
    centres = rng.normal(size=(3, 6)) * 3
    data = {}
    for split, n in (("train", 90), ("val", 30), ("test", 24)):
        y = rng.integers(0, 3, size=n)
        data[f"x_{split}"], data[f"y_{split}"] = (centres[y] + rng.normal(size=(n, 6))).astype(np.float32), y
    return data


def test_step_with_a_large_gradient_has_length_one(student, rng):
    """With plain SGD and learning rate 1, a step whose gradient is clipped moves the weights by a vector of length 1."""
    model = student.call(torch.nn.Linear, 5, 3)
    before = torch.cat([p.detach().reshape(-1) for p in model.parameters()])
    x = torch.tensor(rng.normal(size=(8, 5)) * 50, dtype=torch.float32)
    student.training_step(model, student.call(torch.optim.SGD, model.parameters(), lr=1.0), x, torch.arange(8) % 3)
    after = torch.cat([p.detach().reshape(-1) for p in model.parameters()])
    assert_close(float((after - before).norm()), 1.0, "length of the step", atol=1e-4)


def test_evaluation_of_a_net_that_knows_nothing(student, rng):
    """A net with equal logits for 4 classes has loss log 4, and predicts the first class."""
    model = student.call(torch.nn.Linear, 5, 4)
    model.load_state_dict({"weight": torch.zeros(4, 5), "bias": torch.zeros(4)})
    x = torch.tensor(rng.normal(size=(8, 5)), dtype=torch.float32)
    loss, accuracy = student.evaluate(model, x, torch.arange(8) % 4)
    assert_close([loss, accuracy], [math.log(4), 0.25], "loss and accuracy", atol=1e-5)


def test_training_returns_what_is_asked_for(student, rng):
    """Four epochs give a history of four entries, and accuracies between 0 and 1."""
    run = student.train_regularized(small_data(rng), 0, epochs=4)
    assert_equal(
        [len(run["history"][key]) for key in ("lr", "train_loss", "val_loss")],
        [4, 4, 4],
        "epochs in the history",
    )
    assert_close(run["history"]["lr"][0], 1e-3, "first learning rate")
    assert_true(0 <= run["val_accuracy"] <= 1 and 0 <= run["test_accuracy"] <= 1, "accuracies lie between 0 and 1")


def test_shape_of_the_grid(student, rng):
    """Two dropout rates and three weight decays give a table of shape (2, 3)."""
    run = student.train_regularized(small_data(rng), 0, epochs=1, grid=([0.1, 0.5], [0.0, 1e-4, 1e-2]))
    assert_equal(list(run["table"].shape), [2, 3], "shape of the table")
