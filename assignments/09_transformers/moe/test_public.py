import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_shape


def test_the_two_best_of_eight(student):
    """Logits (1, 0, 3, -1, 2, 0, 0, .5): experts 2 and 4 with weights of about .73 and .27."""
    idx, weights = student.moe_router(np.array([[1.0, 0.0, 3.0, -1.0, 2.0, 0.0, 0.0, 0.5]]), np.eye(8), 2)
    assert_equal(np.asarray(idx).tolist(), [[2, 4]], "experts")
    assert_close(weights, np.array([[0.7310585786, 0.2689414214]]), "weights", rtol=1e-8)


def test_shape(student, rng):
    """Five tokens of width 4 stay so."""
    out = student.moe_forward(
        rng.normal(size=(5, 4)), rng.normal(size=(4, 3)), rng.normal(size=(3, 4, 6)), rng.normal(size=(3, 6, 4)), 2
    )
    assert_shape(out, (5, 4), "the new tokens")


def test_too_many_experts(student):
    """Three of two experts cannot be chosen."""
    with pytest.raises(ValueError):
        student.moe_router(np.ones((1, 2)), np.ones((2, 2)), 3)
