import numpy as np
import pytest

from autograder.suite import assert_close, assert_steps_close, points

NAMES = ("dwx", "dwh", "db")


def draw(rng, n=3, t=7, d=2, h=4):
    """An orthogonal Wh and a start away from 0: what lies many steps back still counts."""
    x = rng.normal(size=(n, t, d))
    h0 = rng.uniform(0.3, 0.9, size=(n, h)) * rng.choice([-1, 1], size=(n, h))
    wx, wh = rng.normal(size=(d, h)) / 2, np.linalg.qr(rng.normal(size=(h, h)))[0]
    return x, h0, wx, wh, rng.uniform(0.1, 0.4, size=h), rng.normal(size=(n, t, h))


def immediate(x, h0, wx, wh, b, dh):
    """Every step by itself, its old state a constant."""
    state, total = h0, [0, 0, 0]
    for t in range(x.shape[1]):
        new = np.tanh(x[:, t] @ wx + state @ wh + b)
        da = dh[:, t] * (1 - new**2)
        terms = (x[:, t].T @ da, state.T @ da, da.sum(axis=0))
        total, state = [a + term for a, term in zip(total, terms)], new
    return total


def compare(got, expected):
    assert_steps_close(got, dict(zip(NAMES, expected)), "the gradients")


@points(2)
@pytest.mark.parametrize("k", [2, 3, 5])
def test_chunks_with_a_shorter_last_one(student, reference, rng, k):
    """Gradients stop at the start of each chunk, and the states run through; the last chunk may be shorter."""
    given = draw(rng)
    compare(student.truncated_bptt(*given, k), reference.truncated_bptt(*given, k))


@points(2)
def test_chunks_that_fit(student, reference, rng):
    """The same where the chunks have equal length."""
    for sizes, k in (((3, 6, 2, 4), 3), ((4, 4, 4, 4), 2)):  # also where all lengths are equal
        given = draw(rng, *sizes)
        compare(student.truncated_bptt(*given, k), reference.truncated_bptt(*given, k))


def test_chunks_as_long_as_the_sequence(student, reference, rng):
    """With k = T, and with any greater k, nothing is cut off."""
    *given, dh = draw(rng)
    full = reference.rnn_backward(dh, reference.rnn_forward(*given)[1])[2:]
    for k in (7, 20):
        for got, right, name in zip(student.truncated_bptt(*given, dh, k), full, NAMES, strict=True):
            assert_close(got, right, f"{name} without truncation")


def test_chunks_of_a_single_step(student, rng):
    """With k = 1 only what each step does by itself is left, from the states of the whole sequence."""
    given = draw(rng)
    compare(student.truncated_bptt(*given, 1), immediate(*given))


@pytest.mark.parametrize(
    ("k", "expected"),
    [
        (1, (0.787868, 1.103891, 3.747089)),
        (2, (1.925393, 1.103891, 4.884614)),
        (3, (1.568274, 1.549151, 6.185665)),
    ],
)
def test_one_unit_by_hand(student, k, expected):
    """A single unit over three steps, cut off after one, two and three, as worked out by hand."""
    got = student.truncated_bptt(
        np.array([[[1.0], [-1.0], [2.0]]]),
        np.zeros((1, 1)),
        np.array([[0.5]]),
        np.array([[0.8]]),
        np.array([0.1]),
        np.array([[[1.0], [2.0], [3.0]]]),
        k,
    )
    shapes = ((1, 1), (1, 1), (1,))
    for mine, right, shape, name in zip(got, expected, shapes, NAMES, strict=True):
        assert_close(mine, np.full(shape, right), name, atol=2e-6)


def test_an_error_in_the_first_chunk_stays_there(student, reference, rng):
    """If the loss sees only the last chunk, its gradients are those of that chunk alone, read from the state before it."""
    x, h0, wx, wh, b, dh = draw(rng)
    dh[:, :4] = 0
    h, _ = reference.rnn_forward(x, h0, wx, wh, b)
    _, cache = reference.rnn_forward(x[:, 4:], h[:, 3], wx, wh, b)
    compare(student.truncated_bptt(x, h0, wx, wh, b, dh, 4), reference.rnn_backward(dh[:, 4:], cache)[2:])
