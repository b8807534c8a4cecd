import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, points, show_map


def draw(rng, shape=(3, 5, 4)):
    """Scores, and a mask in which every row has at least one key and lacks at least one."""
    mask = rng.random(shape) < 0.5
    mask[..., 0] = ~mask[..., -1]
    return rng.normal(size=shape) * 2, mask


@points(2)
def test_allowed_keys_share_the_weight(student, reference, rng):
    """The allowed entries of a row get their softmax among each other, the forbidden ones 0."""
    for shape in ((3, 5, 4), (4, 4, 4)):  # also where lengths are equal
        scores, mask = draw(rng, shape)
        weights = student.masked_softmax(scores, mask)
        show_map(weights[0], "your weights", rows="rows", columns="keys")
        assert_close(weights, reference.masked_softmax(scores, mask), "weights", axes=("batch", "row", "key"))


def test_example_of_the_notes(student):
    """Five scores of which only the first three may be seen get the weights worked out by hand."""
    mask = np.array([True, True, True, False, False])
    weights = student.masked_softmax(np.array([3.0, 5.0, -1.0, 4.0, 3.0]), mask)
    assert_close(weights, np.array([0.118943, 0.878878, 0.002179, 0.0, 0.0]), "weights", atol=1e-6)


def test_equal_scores_share_equally(student):
    """Where all scores are 0 and row i may see the first i + 1 keys, each of these gets 1 / (i + 1)."""
    mask = np.tri(4, dtype=bool)
    weights = student.masked_softmax(np.zeros((4, 4)), mask)
    assert_close(weights, mask / np.arange(1, 5)[:, None], "weights")


def test_forbidden_weights_are_exactly_zero_and_the_rest_sums_to_one(student, rng):
    """Forbidden entries have a weight of exactly 0, and the allowed ones of a row sum to 1."""
    scores, mask = draw(rng)
    weights = student.masked_softmax(scores, mask)
    assert_shape(weights, scores.shape, "weights")
    assert_true(not np.any(weights[~mask]), "a forbidden entry has a weight other than 0")
    assert_close(np.sum(weights, axis=-1), np.ones((3, 5)), "sums of the weights")


@points(2)
def test_forbidden_scores_do_not_matter(student, rng):
    """Whatever stands in the forbidden places, large or infinite, the weights are the same."""
    scores, mask = draw(rng)
    weights = student.masked_softmax(scores, mask)
    assert_true(not np.allclose(weights, weights[..., :1]), "all weights of a row are equal")
    for filling in (1e4, -1e4, np.inf, -np.inf):
        other = student.masked_softmax(np.where(mask, scores, filling), mask)
        assert_close(other, weights, "weights with other scores in the forbidden places")


@points(2)
def test_rows_without_a_key(student, reference, rng):
    """Rows in which nothing is allowed are 0 everywhere, and the other rows are right."""
    scores, mask = draw(rng)
    mask[1, 2:] = False
    weights = student.masked_softmax(scores, mask)
    assert_close(weights, reference.masked_softmax(scores, mask), "weights", axes=("batch", "row", "key"))


def test_large_scores(student, reference, rng):
    """Scores around plus or minus a thousand are no problem."""
    scores, mask = draw(rng)
    for shift in (1000.0, -1000.0):
        weights = student.masked_softmax(scores + shift, mask)
        assert_close(weights, reference.masked_softmax(scores + shift, mask), "weights of large scores")
    spread = np.array([[1000.0, 0.0, -1000.0], [-1000.0, -999.0, 5.0]])
    mask = np.array([[True, True, True], [True, True, False]])
    weights = student.masked_softmax(spread, mask)
    assert_close(weights, reference.masked_softmax(spread, mask), "weights of scores far apart")


def test_a_mask_for_many_rows(student, reference, rng):
    """A mask with fewer axes, or axes of length 1, is used for all rows that it broadcasts to."""
    scores, mask = draw(rng)
    for shared in (mask[0, 0], mask[:, :1], mask[:1]):
        weights = student.masked_softmax(scores, shared)
        assert_close(weights, reference.masked_softmax(scores, shared), "weights with a shared mask")


def test_without_a_mask(student, reference, rng):
    """Without a mask it is the softmax of all scores."""
    scores, _ = draw(rng)
    weights = student.masked_softmax(scores)
    assert_close(weights, reference.masked_softmax(scores), "weights without a mask")
    assert_close(student.masked_softmax(scores, None), weights, "weights with the mask None")


def test_scores_are_left_alone(student, rng):
    """Neither scores nor mask are overwritten."""
    scores, mask = draw(rng)
    after = student.call(student.masked_softmax, scores, mask, return_args=True)
    assert_close(np.sum(after.result, axis=-1), np.ones((3, 5)), "sums of the weights")
    assert_close(after.args[0], scores, "the scores passed in")
    assert_equal(after.args[1], mask, "the mask passed in")
