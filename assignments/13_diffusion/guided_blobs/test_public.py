import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, count_parameters


def test_shapes_and_parameters(student):
    """Points, steps and labels in, noise out; 4 classes and "no class given" make 11074 parameters."""
    net = student.BlobDenoiser(4)
    assert_shape(net(torch.randn(5, 2), torch.arange(5), torch.arange(5)), (5, 2), "the noise")
    assert_equal(count_parameters(net), 11074, "number of parameters")


def test_guided_noise_in_one_step(student):
    """From the origin, with noise 1 for class 0 and 0.4 without a class, w = 2 makes 2.2 of it."""
    model = student.given.denoisers.LabelledDenoiser(1, 2)
    model.load_state_dict({"slope": torch.zeros(1), "offset": torch.tensor([[1.0, 1.0], [0.4, 0.4]])})
    origin, label = torch.zeros(1, 2), torch.tensor([0])
    found = student.draw_guided(model, label, 2.0, origin, torch.ones(1, 1, 2), torch.tensor([0.5]), 1)
    assert_close(found, torch.full((1, 2), -2.2), "the point")


def test_training_helps(student, rng):
    """After 150 steps the loss is lower than at the start."""
    y = rng.integers(4, size=400)
    centres = np.array([[2.0, 0], [0, 2], [-2, 0], [0, -2]])
    data = {"x_train": (centres[y] + 0.1 * rng.normal(size=(400, 2))).astype(np.float32), "y_train": y}
    losses = student.train_guided_blobs(data, 0, steps=150)["history"]["loss"]
    assert_equal(len(losses), 150, "number of losses")
    assert_true(np.mean(losses[-20:]) < np.mean(losses[:20]) - 0.1, "the loss has hardly fallen")
