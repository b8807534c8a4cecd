import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, count_parameters


def two_places(rng):
    """Points around (3, 0) and (-3, 0)."""
    centres = np.array([[3.0, 0.0], [-3.0, 0.0]])[rng.integers(2, size=300)]
    return {"x_train": (centres + 0.1 * rng.normal(size=(300, 2))).astype(np.float32)}


def test_shapes_and_parameters(student):
    """Points in, noise out; with 64 hidden units there are 10754 parameters."""
    model = student.PointDenoiser()
    assert_shape(model(torch.randn(5, 2), torch.arange(5)), (5, 2), "the noise")
    assert_equal(count_parameters(model), 10754, "number of parameters")


def test_one_step_of_drawing(student):
    """With a single step and a model that says 0, each point is divided by sqrt(1 - beta)."""
    silent = student.given.denoisers.StepwiseDenoiser(1)
    silent.load_state_dict({"slope": torch.zeros(1), "offset": torch.zeros(1)})
    x = torch.tensor([[3.0, -6.0]])
    found = student.draw_points(silent, x, torch.ones(1, 1, 2), torch.tensor([0.64]))
    assert_close(found, torch.tensor([[5.0, -10.0]]), "the point")


def test_training_helps(student, rng):
    """After 150 steps the loss is lower than at the start, and there is one number for each step."""
    run = student.train_ddpm_2d(two_places(rng), 0, steps=150)
    losses = run["history"]["loss"]
    assert_equal(len(losses), 150, "number of losses")
    assert_shape(run["beta"], (100,), "beta")
    assert_true(np.mean(losses[-20:]) < np.mean(losses[:20]) - 0.1, "the loss has hardly fallen")
