import numpy as np

from autograder.suite import assert_close, exercise


@exercise("minibatch_sgd")
def test_two_batches(student):
    """Examples pull a number towards 1, 3 and 8; a batch of the first two, then one of the third."""
    targets = np.array([1.0, 3.0, 8.0])
    path = student.minibatch_sgd(
        lambda theta, idx: (theta - targets[idx])[:, None], np.zeros(1), [np.array([0, 1]), np.array([2])], 0.5
    )
    assert_close(path, np.array([[0.0], [1.0], [4.5]]), "the trajectory")


@exercise("minibatch_gradient_variance")
def test_parts_of_different_size(student):
    """Three examples with mean gradient 2 and one with 6 have the mean gradient 3."""
    assert_close(student.accumulate_gradients([np.array([2.0]), np.array([6.0])], [3, 1]), np.array([3.0]), "the gradient")


@exercise("minibatch_gradient_variance")
def test_the_whole_set_has_no_noise(student):
    """A batch of all examples, each drawn once, always has the same gradient."""
    G = np.array([[1.0], [3.0]])
    assert_close(student.minibatch_gradient_variance(G, 2, False), np.zeros(1), "the variance")
    assert_close(student.minibatch_gradient_variance(G, 2, True), np.full(1, 0.5), "the variance with replacement")
