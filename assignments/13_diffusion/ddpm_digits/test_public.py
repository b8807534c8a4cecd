import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true


def test_range(student):
    """Black, grey and white are -1, 0 and 1 for the net, and a row becomes a picture."""
    rows = torch.tensor([[0.0], [8.0], [16.0]]).expand(3, 64)
    pictures = student.to_model(rows)
    assert_shape(pictures, (3, 1, 8, 8), "the pictures")
    assert_close(pictures[:, 0, 2, 5], torch.tensor([-1.0, 0.0, 1.0]), "a pixel of each")


def test_training_helps(student, rng):
    """After 60 steps on pictures of one and the same stripe the loss is lower than at the start."""
    rows = np.tile(np.repeat([0.0, 16.0], 4), (50, 8)).astype(np.float32)
    run = student.train_ddpm_digits({"x_train": rows, "y_train": np.zeros(50, dtype=int)}, 0, steps=60)
    losses = run["history"]["loss"]
    assert_equal(len(losses), 60, "number of losses")
    assert_shape(run["beta"], (200,), "beta")
    assert_true(np.mean(losses[-10:]) < np.mean(losses[:5]) - 0.1, "the loss has hardly fallen")
