import numpy as np
import torch

from autograder.suite import assert_close, assert_equal


def small_data(rng, n=70):
    y = rng.integers(0, 3, size=2 * n)
    x = (np.eye(64)[y * 7] + 0.1 * rng.normal(size=(2 * n, 64))).astype(np.float32)
    return {"x_train": x[:n], "y_train": y[:n], "x_test": x[n:], "y_test": y[n:]}


def test_one_step_of_sgd(student):
    """A step of SGD moves the bias by 0.01 times its gradient."""
    model = student.call(torch.nn.Linear, 2, 2)
    model.load_state_dict({"weight": torch.zeros(2, 2), "bias": torch.zeros(2)})
    losses = student.run_optimizer(model, "sgd", torch.zeros(3, 2), torch.zeros(3, dtype=torch.int64), [torch.arange(3)])
    assert_close(losses, [float(np.log(2))], "the losses", atol=1e-6)
    assert_close(model.bias, torch.tensor([0.005, -0.005]), "the bias after the step")


def test_what_is_returned(student, rng):
    """Two epochs of 70 rows in batches of 32 are six steps for each of the four optimizers."""
    result = student.optimizer_comparison(small_data(rng), 0, epochs=2)
    assert_equal(sorted(result), ["adam", "adamw", "momentum", "sgd"], "the names")
    assert_equal([len(result[name]["losses"]) for name in sorted(result)], [6, 6, 6, 6], "the number of losses")
