import torch

from autograder.suite import assert_close

SHAPES = ((8, 4), (8,), (3, 8), (3,))


def draw(rng):
    x = torch.from_numpy(rng.normal(size=(16, 4))).float()
    y = torch.from_numpy(rng.integers(0, 3, size=16))
    return x, y, [torch.from_numpy(rng.normal(size=shape) * 0.5).float() for shape in SHAPES]


def loss_of(weights, x, y):
    w1, b1, w2, b2 = weights
    return torch.nn.functional.cross_entropy(torch.relu(x @ w1.T + b1) @ w2.T + b2, y)


def test_five_steps_match_the_reference(student, reference, rng):
    x, y, weights = draw(rng)
    trained, expected = student.train_mlp(x, y, weights, 0.1), reference.train_mlp(x, y, weights, 0.1)
    for name, got, want in zip(("w1", "b1", "w2", "b2"), trained, expected):
        assert_close(got, want, name)


def test_the_loss_falls(student, rng):
    x, y, weights = draw(rng)
    trained = student.train_mlp(x, y, weights, 0.1)
    assert loss_of(trained, x, y) < loss_of(weights, x, y)


def test_no_step_changes_nothing(student, rng):
    x, y, weights = draw(rng)
    for got, want in zip(student.train_mlp(x, y, weights, 0.1, 0), weights):
        assert_close(got, want, "weights")
