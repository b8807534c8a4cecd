import numpy as np

from autograder.suite import assert_between, assert_close, assert_true, points

B, H, T, S = 2, 3, 4, 5
AXES = ("batch", "head", "query")


def draw(rng, *shape):
    """Rows that sum to 1, without zeros, and not all alike."""
    a = rng.uniform(0.05, 1, size=shape)
    a[..., 0] += np.arange(shape[-2])
    return a / a.sum(axis=-1, keepdims=True)


@points(2)
def test_entropy_of_every_query(student, reference, rng):
    """Every query of every head has the entropy of its own weights."""
    for shape in ((B, H, T, S), (3, 3, 3, S)):  # also where lengths are equal
        a = draw(rng, *shape)
        assert_close(student.attention_entropy(a), reference.attention_entropy(a), "the entropies", axes=AXES)


def test_a_single_map(student, reference, rng):
    """One map of shape (T, S) gives T entropies, also where T equals S."""
    for shape in ((T, S), (S, S)):
        a = draw(rng, *shape)
        assert_close(student.attention_entropy(a), reference.attention_entropy(a), "the entropies")


def test_known_row(student):
    """A row worked out by hand comes out right, in nats."""
    assert_close(student.attention_entropy(np.array([[0.5, 0.25, 0.25]])), np.array([1.0397207708]), "the entropy")


def test_between_a_single_key_and_all_alike(student, rng):
    """Uniform rows have the logarithm of the number of keys, one-hot rows 0, all others lie between."""
    a = draw(rng, T, S)
    a[0], a[1] = 1 / S, np.eye(S)[2]
    entropies = student.attention_entropy(a)
    assert_close(entropies[:2], np.array([np.log(S), 0.0]), "entropies of a uniform and of a one-hot row")
    assert_between(entropies, 0.0, float(np.log(S)) + 1e-12, "the entropies")


def test_zero_weights_count_nothing(student, reference, rng):
    """Keys that get no weight change nothing, and nothing is nan; a query that looks nowhere has entropy 0."""
    a = draw(rng, B, H, T, S)
    padded = np.insert(a, [1, S], 0.0, axis=-1)
    padded[1, 2, 3] = 0.0
    expected = reference.attention_entropy(a)
    expected[1, 2, 3] = 0.0
    assert_close(student.attention_entropy(padded), expected, "the entropies with zero weights", axes=AXES)


def test_the_order_of_the_keys_does_not_matter(student, rng):
    """Exchanging keys leaves every entropy as it is; exchanging queries exchanges them."""
    a = draw(rng, B, H, T, S)
    entropies = student.attention_entropy(a)
    assert_true(np.ptp(entropies, axis=-1).min() > 1e-9, "the entropies of all queries are the same")
    assert_close(student.attention_entropy(a[..., ::-1]), entropies, "the entropies, keys exchanged", axes=AXES)
    turned = student.attention_entropy(a[:, :, ::-1])
    assert_close(turned, entropies[..., ::-1], "the entropies, queries exchanged", axes=AXES)
