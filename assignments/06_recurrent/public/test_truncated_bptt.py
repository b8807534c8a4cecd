from autograder.suite import assert_close, assert_shape


def draw(rng, n=3, t=5, d=2, h=4):
    x, h0 = rng.normal(size=(n, t, d)), rng.normal(size=(n, h)) / 2
    wx, wh, b = rng.normal(size=(d, h)), rng.normal(size=(h, h)) / 2, rng.normal(size=h) / 2
    return x, h0, wx, wh, b, rng.normal(size=(n, t, h))


def test_shapes(student, rng):
    """The gradients have the shapes of the weights."""
    dwx, dwh, db = student.truncated_bptt(*draw(rng), 2)
    for grad, shape, name in ((dwx, (2, 4), "dwx"), (dwh, (4, 4), "dwh"), (db, (4,), "db")):
        assert_shape(grad, shape, name)


def test_one_chunk_is_your_backward(student, rng):
    """With chunks longer than the sequence nothing is cut off: the gradients are those of your rnn_backward."""
    *given, dh = draw(rng)
    _, cache = student.rnn_forward(*given)
    expected = student.rnn_backward(dh, cache)[2:]
    for got, right, name in zip(student.truncated_bptt(*given, dh, 9), expected, ("dwx", "dwh", "db")):
        assert_close(got, right, name)
