import numpy as np

from autograder.suite import assert_close, exercise


@exercise("lion_step")
def test_lion_moves_by_its_rate(student):
    """Every parameter moves by the learning rate, whatever the size of its gradient."""
    theta, m = student.lion_step(np.array([1.0, 1.0]), np.zeros(2), np.array([0.001, -50.0]), 0.1)
    assert_close(theta, np.array([0.9, 1.1]), "theta")
    assert_close(m, np.array([0.00001, -0.5]), "m")


@exercise("lars_step")
def test_each_tensor_moves_by_its_share(student):
    """A tensor of length 5 moves by lr * trust * 5, along its own gradient."""
    moved = student.lars_step([np.array([3.0, 4.0]), np.zeros(1)], [np.array([0.0, 9.0]), np.ones(1)], 0.1, trust=0.2)
    assert_close(moved, [np.array([3.0, 3.9]), np.array([-0.1])], "the parameters")


@exercise("muon_step")
def test_a_diagonal_matrix(student):
    """For a diagonal momentum with entries 3 and -2, the move is the learning rate times their signs."""
    theta, v = student.muon_step(np.zeros((2, 2)), np.zeros((2, 2)), np.diag([3.0, -2.0]), 0.1)
    assert_close(theta, np.diag([-0.1, 0.1]), "theta", atol=1e-6)
    assert_close(v, np.diag([3.0, -2.0]), "v")
