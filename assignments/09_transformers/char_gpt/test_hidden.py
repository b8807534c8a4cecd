import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    count_parameters,
    leaves_arguments,
    load_given,
    points,
    tensor,
    twins,
)

N, T, D, H = 2, 5, 6, 3
V, L, MAX = 7, 2, 9
AXES = ("sequence", "token", "feature")


def scale(entry):
    return 1.3 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.6


def tokens(rng, n=N, t=T):
    return tensor(rng.normal(size=(n, t, D)) * 1.5)


def ids(rng, n=3, t=5):
    return torch.tensor(rng.integers(V, size=(n, t)))


def attention(student, reference, rng):
    return twins(
        student.CausalAttention, reference.CausalAttention, D, H, rng=rng, probe=[tokens(rng)], scale=scale, named=True
    )


def model(student, reference, rng, layers=L):
    sizes = (V, D, H, layers, MAX)
    return twins(student.CharGPT, reference.CharGPT, *sizes, rng=rng, probe=[ids(rng)], scale=scale, named=True)


# --- attention --------------------------------------------------------------------------------------------


@leaves_arguments
@points(3)
def test_attention_matches_the_definition(student, reference, rng):
    """With the same weights, out, keys and values are those of causal attention."""
    theirs, mine, _ = attention(student, reference, rng)
    for n, t in ((N, T), (D, D), (3, 1)):
        x = tokens(rng, n, t)
        (out, past), (right, own) = theirs(x), mine(x)
        assert_close(out, right.detach(), "out", axes=AXES)
        for name, got, wanted in zip(("keys", "values"), past, own):
            assert_close(got, wanted.detach(), name, axes=("sequence", "head", "token", "feature"))


@leaves_arguments
@points(3)
def test_attention_goes_on_where_it_stopped(student, reference, rng):
    """With a past of several tokens and several new ones, out and the new past are those of the definition."""
    theirs, mine, _ = attention(student, reference, rng)
    for t, new in ((3, 4), (4, 1), (1, 2), (3, 3)):
        x = tokens(rng, t=t + new)
        _, past = mine(x[:, :t])
        past = tuple(entry.detach() for entry in past)
        (out, kept), (right, own) = theirs(x[:, t:], past), mine(x[:, t:], past)
        assert_close(out, right.detach(), "out with a past", axes=AXES)
        assert_close(out, mine(x)[0].detach()[:, t:], "out with a past, beside that of the whole sequence", axes=AXES)
        for name, got, wanted in zip(("keys", "values"), kept, own):
            assert_close(got, wanted.detach(), name, axes=("sequence", "head", "token", "feature"))


# --- model ------------------------------------------------------------------------------------------------


@leaves_arguments
@points(3)
def test_logits_match_the_definition(student, reference, rng):
    """With the same weights, the model's logits are those of the definition."""
    theirs, mine, _ = model(student, reference, rng)
    for n, t in ((3, 5), (6, 6), (2, MAX)):
        given = ids(rng, n, t)
        assert_close(theirs(given)[0], mine(given)[0].detach(), "logits", axes=("sequence", "position", "token"))


@points(2)
def test_gradients_match_the_definition(student, reference, rng):
    """The gradients of all parameters are those of the definition."""
    theirs, mine, loaded = model(student, reference, rng)
    given, dout = ids(rng), tensor(rng.normal(size=(3, 5, V)))
    student.given.language.move_along(theirs, given, dout)
    load_given(__file__, "language").move_along(mine, given, dout)
    moved = loaded.weights()
    for name, entry in mine.state_dict().items():
        assert_close(moved[name], entry, f"{name} after a step along its gradient", atol=2e-4)


@leaves_arguments
@points(3)
def test_the_model_goes_on_where_it_stopped(student, reference, rng):
    """Read in pieces, with the past handed on, a text has the logits that it has in one piece."""
    theirs, mine, _ = model(student, reference, rng)
    given = ids(rng, 3, 8)
    whole = mine(given)[0].detach()
    for cuts in ((3, 5, 8), (1, 2, 3, 4, 8), (7, 8)):
        past, start = None, 0
        for end in cuts:
            logits, past = theirs(given[:, start:end], past)
            assert_close(logits, whole[:, start:end], "logits of a piece", axes=("sequence", "position", "token"), atol=1e-4)
            start = end


def test_number_of_parameters(student):
    """The parts and no others."""
    assert_equal(count_parameters(student.CharGPT(34, 64, 4, 2, 64)), 108544, "number of parameters")
    assert_equal(count_parameters(student.CausalAttention(12, 4)), 624, "number of parameters of the attention")


def test_what_does_not_fit_is_refused(student, reference, rng):
    """No heads, heads that do not divide d, and more tokens than positions (the past counts), are ValueErrors that name the
    argument."""
    for heads in (3, 0):
        with pytest.raises(ValueError, match="heads"):
            student.CausalAttention(8, heads)
    student.CausalAttention(8, 1)
    net, mine, _ = model(student, reference, rng, layers=1)
    with pytest.raises(ValueError, match="ids"):
        net(ids(rng, 2, MAX + 1))
    given = ids(rng, 2, MAX - 1)
    logits, past = net(given)
    assert_close(logits, mine(given)[0].detach(), "logits", axes=("sequence", "position", "token"))
    net(ids(rng, 2, 1), past)
    with pytest.raises(ValueError, match="ids"):
        net(ids(rng, 2, 2), past)
