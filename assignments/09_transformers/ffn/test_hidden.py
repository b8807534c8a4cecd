import numpy as np

from autograder.suite import assert_close, check_pair, definition, gradcheck_pair, leaves_arguments, points

AXES = ("sequence", "position", "feature")


def draw(rng, shape=(2, 3, 4), f=5):
    d = shape[-1]
    return {
        "x": rng.normal(size=shape),
        "W1": rng.normal(size=(d, f)),
        "b1": rng.normal(size=f) * 0.5,
        "W2": rng.normal(size=(f, d)),
        "b2": rng.normal(size=d),
    }


@points(2)
def test_output_matches_the_definition(student, reference, rng):
    """out is relu(x W1 + b1) W2 + b2."""
    for shape, f in (((2, 3, 4), 5), ((3, 3, 3), 3)):
        given = draw(rng, shape, f)
        out, _ = student.ffn_forward(*given.values())
        assert_close(out, reference.ffn_forward(*given.values())[0], "out", axes=AXES)


def test_any_number_of_axes(student, reference, rng):
    """One token, a sequence, or a batch of batches: the last axis is the features, and all else is kept."""
    for shape in ((4,), (3, 4), (2, 3, 2, 4)):
        given = draw(rng, shape)
        assert_close(
            student.ffn_forward(*given.values())[0], reference.ffn_forward(*given.values())[0], f"out with {len(shape)} axes"
        )
        check_pair(student, reference, "ffn", draw(rng, shape), rng=rng)


@definition
def test_known_tokens(student):
    """With small whole numbers as weights, two tokens can be worked out by hand."""
    W1, W2 = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]]), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    x = np.array([[[1.0, 2.0], [1.0, -1.0]]])
    out, _ = student.ffn_forward(x, W1, np.array([0.0, 0.5, -1.0]), W2, np.array([0.1, 0.2]))
    assert_close(out, np.array([[[23.6, 30.2], [1.1, 2.2]]]), "out", axes=AXES)


def test_positions_know_nothing_of_each_other(student, reference, rng):
    """If one token changes, only its own output changes; and its gradient comes from its own output alone."""
    given = draw(rng)
    other = given | {"x": given["x"].copy()}
    other["x"][1, 2] += 1.0
    (out, cache), (changed, _) = (student.ffn_forward(*g.values()) for g in (given, other))
    assert_close(changed[1, 2], reference.ffn_forward(*other.values())[0][1, 2], "the token that changed")
    rest = np.ones((2, 3), dtype=bool)
    rest[1, 2] = False
    assert_close(changed[rest], out[rest], "the other tokens")
    dout = np.zeros((2, 3, 4))
    dout[0, 1] = rng.normal(size=4)
    dx = student.ffn_backward(dout, cache)[0]
    rest[:], rest[0, 1] = True, False
    assert_close(dx[rest], np.zeros((5, 4)), "dx of the tokens that the loss does not see")


@leaves_arguments
@points(3)
def test_gradients_match_the_definition(student, reference, rng):
    """All five gradients are those of the definition."""
    check_pair(student, reference, "ffn", draw(rng), rng=rng)
    check_pair(student, reference, "ffn", draw(rng, (3, 3, 3), 3), rng=rng)


@points(2)
def test_gradients_by_differences(student, reference, rng):
    """The gradients are slopes of the loss."""
    gradcheck_pair(student, reference, "ffn", draw(rng), rng=rng)


@definition
def test_the_kink_lets_nothing_through(student):
    """Where a unit is exactly 0, its slope is 0."""
    _, cache = student.ffn_forward(np.zeros((1, 2, 2)), np.eye(2), np.array([0.0, 1.0]), np.eye(2), np.zeros(2))
    dx, _dW1, db1, _dW2, db2 = student.ffn_backward(np.ones((1, 2, 2)), cache)
    assert_close(dx, np.array([[[0.0, 1.0], [0.0, 1.0]]]), "dx")
    assert_close(db1, np.array([0.0, 2.0]), "db1")
    assert_close(db2, np.array([2.0, 2.0]), "db2")
