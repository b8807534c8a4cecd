import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape, assert_true, leaves_arguments, points

N, T, DS, DH, A = 2, 5, 3, 4, 6
SIZES = (N, T), (DH, DH)  # also as many states as memories and features


def draw(rng, ds=DS, dh=DH, n=N, t=T):
    return rng.normal(size=(n, ds)), rng.normal(size=(n, t, dh))


def test_dot_is_the_product_with_each_memory(student, reference, rng):
    """ "dot": the products of the state with each of its own memories, not scaled and not normalised."""
    for n, t in SIZES:
        s, h = draw(rng, ds=DH, n=n, t=t)
        assert_close(student.luong_scores(s, h, "dot"), reference.luong_scores(s, h, "dot"), "dot e")


@points(2)
def test_general_goes_through_the_matrix(student, reference, rng):
    """ "general": the matrix leads from the space of the states to that of the memories."""
    w = rng.normal(size=(DS, DH))
    for n, t in SIZES:
        s, h = draw(rng, n=n, t=t)
        right = reference.luong_scores(s, h, "general", w)
        assert_close(student.luong_scores(s, h, "general", w), right, "general e")


@leaves_arguments
@points(2)
def test_concat_is_a_small_network(student, reference, rng):
    """ "concat": state and memory, in this order, go through one hidden layer."""
    w, v = rng.normal(size=(DS + DH, A)) * 0.7, rng.normal(size=A)
    for n, t in SIZES:
        s, h = draw(rng, n=n, t=t)
        right = reference.luong_scores(s, h, "concat", w, v)
        assert_close(student.luong_scores(s, h, "concat", w, v), right, "concat e")
    assert_close(student.luong_scores(s, h, kind="concat", v=v, w=w), right, "concat e by keywords")


def test_general_by_hand(student):
    """A matrix that is not symmetric, with as many columns as rows: the scores worked out by hand."""
    s, h = np.array([[1.0, 0.0]]), np.array([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]])
    e = student.luong_scores(s, h, "general", np.array([[1.0, 2.0], [0.0, 1.0]]))
    assert_close(e, np.array([[1.0, 2.0, 3.0]]), "general e")


def test_five_words_by_hand(student):
    """Three queries over the same five words: the products worked out by hand."""
    words = np.array([[0.1, 0, 2], [5, 4, 3], [-4, 0, -3], [-0.2, 0, 1], [5, -3, -4]])
    queries = np.array([[5.0, 0, 0], [5, 4, 0], [0, 0, 0]])
    wanted = np.array([[0.5, 25, -20, -1, 25], [0.5, 41, -20, -1, 13], [0, 0, 0, 0, 0]])
    e = student.luong_scores(queries, np.tile(words, (3, 1, 1)), "dot")
    assert_close(e, wanted, "dot e")


def test_general_with_the_identity_is_dot(student, rng):
    """With the identity for a matrix, "general" is "dot"; a memory that is twice as long gets twice the score."""
    s, h = draw(rng, ds=DH)
    dot = student.luong_scores(s, h, "dot")
    assert_close(dot[1, 2], float(np.dot(s[1], h[1, 2])), "one of the dot scores")
    assert_close(student.luong_scores(s, h, "general", np.eye(DH)), dot, "general e with the identity")
    assert_close(student.luong_scores(s, 2 * h, "dot"), 2 * dot, "dot e of memories twice as long")


def test_general_is_linear_in_state_and_memory(student, rng):
    """ "general": scores of a sum of states are the sums of the scores, and the same for the memories."""
    s, h = draw(rng)
    other_s, other_h = draw(rng)
    w = rng.normal(size=(DS, DH))
    e = student.luong_scores(s, h, "general", w)
    assert_shape(e, (N, T), "general e")
    assert_true(np.ptp(e, axis=1).min() > 1e-9, "the scores are the same at every position")
    assert_close(
        student.luong_scores(s + other_s, h, "general", w),
        e + student.luong_scores(other_s, h, "general", w),
        "general e of a sum of states",
    )
    assert_close(
        student.luong_scores(s, h + 2 * other_h, "general", w),
        e + 2 * student.luong_scores(s, other_h, "general", w),
        "general e of a sum of memories",
    )


def test_concat_scores_are_bounded(student, rng):
    """ "concat": however large the weights W are, a score is at most the sum of |v|, and W = 0 gives 0."""
    s, h = draw(rng)
    w, v = rng.normal(size=(DS + DH, A)), rng.normal(size=A)
    small = student.luong_scores(s, h, "concat", w, v)
    assert_shape(small, (N, T), "concat e")
    assert_true(np.ptp(small, axis=1).min() > 1e-9, "the scores are the same at every position")
    e = student.luong_scores(s, h, "concat", 1e3 * w, v)
    assert_true(np.abs(e).max() <= np.abs(v).sum() + 1e-9, "a concat score exceeds the sum of |v|")
    assert_close(student.luong_scores(s, h, "concat", 0 * w, v), np.zeros((N, T)), "concat e with W = 0")


def test_order_in_concat_where_both_have_the_same_width(student, reference, rng):
    """ "concat" with state and memory of equal width, where their order shows in the numbers only."""
    s, h = draw(rng, ds=DH)
    w, v = rng.normal(size=(2 * DH, A)) * 0.7, rng.normal(size=A)
    right = reference.luong_scores(s, h, "concat", w, v)
    assert_close(student.luong_scores(s, h, "concat", w, v), right, "concat e")


def test_general_with_a_square_matrix(student, reference, rng):
    """ "general" with state and memory of equal width, where a transposed matrix shows in the numbers only."""
    s, h = draw(rng, ds=DH)
    w = rng.normal(size=(DH, DH))
    assert_close(student.luong_scores(s, h, "general", w), reference.luong_scores(s, h, "general", w), "general e")


def test_another_kind_is_refused(student, rng):
    """A kind that does not exist raises a ValueError."""
    s, h = draw(rng, ds=DH)
    with pytest.raises(ValueError):
        student.luong_scores(s, h, "cosine", np.eye(DH), np.ones(DH))
