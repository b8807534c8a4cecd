import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_true, load_state


def small_data(rng):
    """Two patterns of 6 pixels, with noise."""
    y = rng.integers(0, 2, size=90)
    x = np.clip(np.eye(6)[3 * y] + 0.1 * rng.random((90, 6)), 0, 1)
    return {"x_train": x.astype(np.float32), "y_train": y}


def test_step_on_a_model_that_knows_nothing(student):
    """With all weights 0 every pixel costs ln 2 and the codes cost nothing."""
    model = student.given.toys.Toy(4, 3)
    model.load_state_dict({name: 0 * entry for name, entry in model.state_dict().items()})
    optimizer = student.call(torch.optim.SGD, model.parameters(), lr=0.1)
    recon, kl = student.vae_step(model, optimizer, torch.rand(5, 4), torch.randn(5, 3))
    assert_close([recon, kl], [4 * np.log(2), 0.0], "recon and kl", rtol=1e-5, atol=1e-6)


def test_training_returns_what_is_asked_for(student, rng):
    """Twenty steps give a history of twenty entries, and the weights of VAE(6, 64, 2), which the grader can load."""
    run = student.train_vae_digits(small_data(rng), 0, k=2, steps=20)
    assert_equal([len(run["history"][name]) for name in ("recon", "kl")], [20, 20], "entries of the history")
    sizes = {"hidden": (64, 6), "mu": (2, 64), "logvar": (2, 64), "wide": (64, 2), "pixels": (6, 64)}
    weights = {f"{name}.weight": torch.zeros(size) for name, size in sizes.items()}
    load_state(weights | {f"{name}.bias": torch.zeros(size[0]) for name, size in sizes.items()}, run["state"])


def test_training_helps(student, rng):
    """After 200 steps the loss is lower than at the start."""
    history = student.train_vae_digits(small_data(rng), 1, k=2, steps=200)["history"]
    loss = np.asarray(history["recon"]) + np.asarray(history["kl"])
    assert_true(loss[-20:].mean() < loss[:20].mean() - 0.5, "the loss has hardly fallen")
