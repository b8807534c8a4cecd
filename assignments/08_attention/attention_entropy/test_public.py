import numpy as np

from autograder.suite import assert_close, assert_shape


def test_known_values(student):
    """Uniform weights over 4 keys have entropy ln 4, a single key has 0."""
    a = np.array([[0.25, 0.25, 0.25, 0.25], [0.0, 1.0, 0.0, 0.0]])
    assert_close(student.attention_entropy(a), np.array([1.3862943611, 0.0]), "the entropies", atol=1e-9)


def test_one_number_for_each_query(student, rng):
    """Weights of shape (2, 3, 4, 5) give entropies of shape (2, 3, 4)."""
    a = rng.dirichlet(np.ones(5), size=(2, 3, 4))
    assert_shape(student.attention_entropy(a), (2, 3, 4), "the entropies")
