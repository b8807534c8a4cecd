import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, definition, leaves_arguments, points


def draw(rng, n=6, d=4, e=5, f=7):
    return rng.normal(size=(n, d)), rng.normal(size=(d, e)), rng.normal(size=(e, d, f)), rng.normal(size=(e, f, d))


@points(2)
def test_routes_match_the_definition(student, reference, rng):
    """Experts and weights are those of the definition, the best first."""
    for sizes, k in (((6, 4, 5), 2), ((5, 5, 5), 3), ((5, 5, 5), 5), ((7, 3, 8), 1), ((4, 3, 6), 6)):
        x, Wg = draw(rng, *sizes)[:2]
        idx, weights = student.moe_router(x, Wg, k)
        right, right_weights = reference.moe_router(x, Wg, k)
        assert_equal(idx.tolist(), right.tolist(), "experts")
        assert_close(weights, right_weights, "weights", axes=("token", "place"))


@definition
def test_equal_logits_go_by_number(student):
    """Of equal logits, the expert with the lower number comes first."""
    x = np.array([[1.0, 2.0, 2.0, 1.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0]])
    idx, weights = student.moe_router(x, np.eye(5), 4)
    assert_equal(idx.tolist(), [[1, 2, 4, 0], [0, 1, 2, 3]], "experts")
    assert_close(weights[1], np.full(4, 0.25), "weights of equal experts")


@definition
def test_all_experts_make_the_whole_softmax(student, rng):
    """With k = E the weights are the softmax over all experts; with fewer they are that softmax, made to sum to 1."""
    x, Wg = draw(rng)[:2]
    p = np.exp(x @ Wg)
    p /= p.sum(axis=1, keepdims=True)
    idx, weights = student.moe_router(x, Wg, 5)
    assert_close(weights, np.take_along_axis(p, np.asarray(idx), axis=1), "weights with k = E")
    idx, weights = student.moe_router(x, Wg, 2)
    kept = np.take_along_axis(p, np.asarray(idx), axis=1)
    assert_close(weights, kept / kept.sum(axis=1, keepdims=True), "weights with k = 2")


def test_large_logits_do_not_overflow(student, reference, rng):
    """Logits in the thousands give weights that sum to 1."""
    x, Wg = draw(rng)[:2]
    _, weights = student.moe_router(2000 * x, Wg, 3)
    assert_close(weights, reference.moe_router(2000 * x, Wg, 3)[1], "weights")


@leaves_arguments
@points(3)
def test_tokens_match_the_definition(student, reference, rng):
    """Each token is the weighted sum of its own experts."""
    for sizes, k in (((6, 4, 5, 7), 2), ((5, 5, 5, 5), 3), ((8, 4, 3, 2), 1), ((3, 4, 6, 2), 6)):
        given = draw(rng, *sizes)
        assert_close(
            student.moe_forward(*given, k), reference.moe_forward(*given, k), "the new tokens", axes=("token", "feature")
        )


@definition
def test_equal_experts_are_one_network(student, rng):
    """If all experts are equal, the result is that of one network, however many are chosen."""
    x, Wg, W1, W2 = draw(rng)
    W1, W2 = np.repeat(W1[:1], 5, axis=0), np.repeat(W2[:1], 5, axis=0)
    right = np.maximum(x @ W1[0], 0) @ W2[0]
    for k in (1, 3, 5):
        assert_close(student.moe_forward(x, Wg, W1, W2, k), right, "the new tokens", axes=("token", "feature"))


def test_experts_that_were_not_chosen_have_no_influence(student, reference, rng):
    """Whatever an expert holds that no token chose, even nan, the result is the same."""
    x, Wg, W1, W2 = draw(rng)
    x, Wg = np.abs(x), Wg.copy()
    Wg[:, 3] = -50.0
    broken = W1.copy()
    broken[3] = np.nan
    got = student.moe_forward(x, Wg, broken, W2, 2)
    assert_close(got, reference.moe_forward(x, Wg, W1, W2, 2), "the new tokens", axes=("token", "feature"))


def test_a_number_that_cannot_be_chosen_is_refused(student, rng):
    """k below 1 or above E is a ValueError that names it."""
    given = draw(rng)
    for k in (0, 6):
        with pytest.raises(ValueError, match="k"):
            student.moe_router(*given[:2], k)
        with pytest.raises(ValueError, match="k"):
            student.moe_forward(*given, k)
