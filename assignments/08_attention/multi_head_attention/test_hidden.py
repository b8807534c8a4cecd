import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_grads_close,
    assert_true,
    check_rate,
    count_parameters,
    leaves_arguments,
    load_weights,
    points,
    show_map,
)

B, T, S, H, D = 2, 3, 5, 4, 2
E = H * D
MAP_AXES = ("batch", "head", "query", "key")


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def own_layer(reference, *args, **kwargs):
    """The reference's. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.MultiHeadAttention(*args, **kwargs)


def pair(student, reference, rng, e=E, h=H, bias=True, dropout=0.0):
    """The reference's layer and the student's, with the same random weights."""
    mine = own_layer(reference, e, h, bias)
    state = {
        name: tensor(rng.normal(size=entry.shape) * (1.5 / np.sqrt(e) if entry.ndim == 2 else 0.5))
        for name, entry in mine.state_dict().items()
    }
    mine.load_state_dict(state)
    theirs = student.MultiHeadAttention(e, h, bias, dropout)
    load_weights(theirs, mine, *tokens(rng, e=e), named=True)
    return mine.eval(), theirs


def tokens(rng, b=B, e=E, t=T, s=S):
    return tensor(rng.normal(size=(b, t, e))), tensor(rng.normal(size=(b, s, e)))


def some_keys(rng, *shape):
    """A mask in which every query may see three of the five keys."""
    return torch.tensor(rng.permuted(np.tile([True, True, True, False, False], (*shape, 1)), axis=-1))


def check(got, expected):
    out, weights = got
    if isinstance(weights, torch.Tensor) and weights.ndim == 4:
        show_map(
            weights[0].detach().flatten(0, 1).numpy(),
            "your attention weights, one head below the other",
            rows="queries of head 0, of head 1, ...",
            columns="keys",
        )
    assert_close(weights, expected[1].detach(), "weights", axes=MAP_AXES)
    assert_close(out, expected[0].detach(), "out", axes=("batch", "query", "feature"))


@points(3)
def test_output_and_weights_match_the_definition(student, reference, rng):
    """With the same parameters, out and weights are those of the definition."""
    mine, theirs = pair(student, reference, rng)
    theirs.eval()
    for b, t, s in ((B, T, S), (E, E, E)):  # also as many samples and tokens as features
        xq, xkv = tokens(rng, b, t=t, s=s)
        check(theirs(xq, xkv), mine(xq, xkv))


@points(2)
def test_gradients_match_the_definition(student, reference, rng):
    """The gradients of the inputs and of all parameters are those of the definition."""
    mine, theirs = pair(student, reference, rng)
    given = [x.requires_grad_() for x in tokens(rng)]
    dout, dweights = tensor(rng.normal(size=(B, T, E))), tensor(rng.normal(size=(B, H, T, S)))
    got = student.vjp(theirs, given, [dout, dweights])
    wanted = torch.autograd.grad(mine(*given), [*given, *mine.parameters()], [dout, dweights])
    assert_close(got.inputs[0], wanted[0], "gradient of xq", atol=1e-4, axes=("batch", "query", "feature"))
    assert_close(got.inputs[1], wanted[1], "gradient of xkv", atol=1e-4, axes=("batch", "key", "feature"))
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, wanted[2:])), "gradients of the parameters", atol=1e-4)


def test_the_same_as_the_layer_of_torch(student, reference, rng):
    """With its parameters in place, the layer agrees with the one that torch ships."""
    with torch.random.fork_rng():
        known = torch.nn.MultiheadAttention(E, H, batch_first=True)
    state = {name: tensor(rng.normal(size=p.shape)) * 0.5 for name, p in known.state_dict().items()}
    known.load_state_dict(state)
    parts = {}
    for i, name in enumerate("qkv"):
        parts[f"{name}.weight"] = state["in_proj_weight"][i * E : (i + 1) * E]
        parts[f"{name}.bias"] = state["in_proj_bias"][i * E : (i + 1) * E]
    parts |= {"o.weight": state["out_proj.weight"], "o.bias": state["out_proj.bias"]}
    xq, xkv = tokens(rng)
    layer, mine = student.MultiHeadAttention(E, H), own_layer(reference, E, H)
    mine.load_state_dict(parts)
    load_weights(layer, mine, xq, xkv, named=True)
    check(layer(xq, xkv), known(xq, xkv, xkv, average_attn_weights=False))


def test_numbers_of_parameters(student):
    """A wide layer has four square matrices, with or without biases, whatever the number of heads."""
    for heads, bias, count in ((8, True, 1050624), (4, False, 1048576)):
        layer = student.MultiHeadAttention(512, heads, bias=bias)
        assert_equal(count_parameters(layer), count, "number of parameters")


def test_without_biases(student, reference, rng):
    """With bias=False, out and weights are those of the definition as well."""
    mine, theirs = pair(student, reference, rng, bias=False)
    xq, xkv = tokens(rng)
    check(theirs(xq, xkv), mine(xq, xkv))


def test_heads_that_do_not_divide_are_refused(student):
    """A width that the heads do not divide is a ValueError when the layer is made."""
    for width, heads in ((7, 2), (9, 6)):
        with pytest.raises(ValueError):
            student.MultiHeadAttention(width, heads)


@leaves_arguments
def test_one_mask_for_all(student, reference, rng):
    """A mask of shape (T, S) holds for every sample and every head."""
    mine, theirs = pair(student, reference, rng)
    xq, xkv = tokens(rng)
    mask = some_keys(rng, T)
    check(theirs(xq, xkv, mask), mine(xq, xkv, mask))


def test_a_mask_for_each_sample(student, reference, rng):
    """A mask of shape (B, T, S) belongs to the samples, and so does the same mask with shape (B, 1, T, S)."""
    mine, theirs = pair(student, reference, rng)
    xq, xkv = tokens(rng)
    mask = some_keys(rng, B, T)
    expected = mine(xq, xkv, mask)
    check(theirs(xq, xkv, mask.unsqueeze(1)), expected)
    check(theirs(xq, xkv, mask), expected)


def test_as_many_samples_as_heads(student, reference, rng):
    """With as many samples as heads, a mask of shape (B, T, S) still belongs to the samples, not to the heads."""
    mine, theirs = pair(student, reference, rng)
    xq, xkv = tokens(rng, b=H)
    mask = some_keys(rng, H, T)
    mask[0], mask[1] = torch.tensor([1, 1, 1, 0, 0], dtype=bool), torch.tensor([0, 0, 1, 1, 1], dtype=bool)
    check(theirs(xq, xkv, mask), mine(xq, xkv, mask))


@points(2)
def test_a_query_that_may_look_nowhere(student, reference, rng):
    """A query without any allowed key has weight 0 everywhere, and neither outputs nor gradients are nan."""
    mine, theirs = pair(student, reference, rng)
    given = [x.requires_grad_() for x in tokens(rng)]
    mask = some_keys(rng, B, T)
    mask[1, 2] = False
    check(theirs(*(x.detach() for x in given), mask), mine(*given, mask))
    dout, dweights = tensor(rng.normal(size=(B, T, E))), tensor(rng.normal(size=(B, H, T, S)))
    got = student.vjp(theirs, [*given, mask], [dout, dweights])
    wanted = torch.autograd.grad(mine(*given, mask), [*given, *mine.parameters()], [dout, dweights])
    assert_close(got.inputs[0], wanted[0], "gradient of xq", atol=1e-4, axes=("batch", "query", "feature"))
    assert_close(got.inputs[1], wanted[1], "gradient of xkv", atol=1e-4, axes=("batch", "key", "feature"))
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, wanted[2:])), "gradients of the parameters", atol=1e-4)


def test_evaluation_drops_nothing(student, reference, rng):
    """In evaluation mode, a layer with dropout gives what the definition gives without it."""
    mine, theirs = pair(student, reference, rng, dropout=0.6)
    theirs.eval()
    xq, xkv = tokens(rng)
    check(theirs(xq, xkv), mine(xq, xkv))


def test_training_without_dropout_is_repeatable(student, reference, rng):
    """If no dropout is asked for, nothing is dropped in training either."""
    mine, _ = pair(student, reference, rng)
    theirs = student.MultiHeadAttention(E, H)
    xq, xkv = tokens(rng)
    load_weights(theirs, mine, xq, xkv, named=True)
    theirs.train()
    check(theirs(xq, xkv), mine(xq, xkv))


@points(2)
def test_dropout_acts_on_the_weights(student, reference, rng):
    """In training single weights are dropped with the asked probability, the others divided by what is kept."""
    p, heads, keys, b = 0.3, 2, 6, 12
    width = heads * 2 * keys
    mine, theirs = pair(student, reference, rng, e=width, h=heads, dropout=p)
    state = {name: entry.clone() for name, entry in mine.state_dict().items()}
    # Value s of every head is the s-th unit vector, twice, and o changes nothing: out shows the weights that were used.
    for name in ("v", "o"):
        state[f"{name}.weight"], state[f"{name}.bias"] = torch.eye(width), torch.zeros(width)
    mine.load_state_dict(state)
    load_weights(theirs, mine, *tokens(rng, e=width), named=True)
    theirs.train()
    xq = tensor(rng.normal(size=(b, T, width)))
    xkv = torch.eye(keys).repeat(1, 2 * heads).expand(b, keys, width)
    out, weights = theirs(xq, xkv)
    _, expected = mine(xq, xkv)
    assert_close(weights, expected.detach(), "the weights returned", axes=MAP_AXES)
    used, again = out.detach().reshape(b, T, heads, 2, keys).permute(3, 0, 2, 1, 4)
    kept = used != 0
    assert_close(used, kept * expected.detach() / (1 - p), "the weights used", axes=MAP_AXES)
    assert_close(again, used, "what the same weight gives to another feature", axes=MAP_AXES)
    check_rate(int(kept.sum()), kept.numel(), 1 - p, "the share of weights that are kept")
    assert_true(bool((kept.any(-1) & ~kept.all(-1)).any()), "whole queries are dropped, not single weights")
