import numpy as np

from autograder.suite import assert_between, assert_equal, assert_shape


def draw(rng, n=70, d=3):
    x = rng.uniform(size=(n, d)).astype(np.float32)
    y = (np.arange(n) % 10).astype(np.int64)
    return {"x_train": x, "y_train": y, "x_test": x[:20], "y_test": y[:20]}


def test_numbers_of_parameters(student, rng):
    """3 inputs, 4 hidden units, 10 outputs: 3 * 4 + 4 weights and biases, then 4 * 10 + 10."""
    table = student.mlp_ablation([((4,), "relu"), ((), "gelu")], draw(rng), [0], epochs=0)
    assert_equal([int(n) for n in table["parameters"]], [66, 40], "the numbers of parameters")


def test_the_form_of_the_table(student, rng):
    """Two configurations and three seeds make two rows and three columns."""
    table = student.mlp_ablation([((5,), "relu"), ((5, 4), "leaky")], draw(rng), [1, 2, 3], epochs=1)
    for name in ("accuracy", "loss"):
        assert_shape(table[name], (2, 3), name)
    assert_between(table["accuracy"], 0, 1, "the accuracies")
    assert_equal([len(row) for row in table["states"]], [3, 3], "the numbers of states in the rows")
