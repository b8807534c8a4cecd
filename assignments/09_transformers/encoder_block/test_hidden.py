import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    check_rate,
    check_vjp,
    count_parameters,
    leaves_arguments,
    load_weights,
    own_module,
    points,
    tensor,
    twins,
)

N, T, D, H, F = 2, 5, 6, 3, 7
AXES = ("sequence", "token", "feature")


def scale(entry):
    return 1.2 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.7


def pair(student, reference, rng, *options):
    return twins(
        student.EncoderBlock, reference.EncoderBlock, D, H, F, *options, rng=rng, probe=[tokens(rng)], scale=scale, named=True
    )


def tokens(rng, n=N, t=T, d=D):
    return tensor(rng.normal(size=(n, t, d)) * 1.5 + 0.5)


@points(3)
def test_pre_norm_matches_the_definition(student, reference, rng):
    """With the same weights, a pre-norm block gives the tokens of the definition, and all gradients."""
    theirs, mine, _ = pair(student, reference, rng)
    for n, t in ((N, T), (D, D)):
        x = tokens(rng, n, t)
        assert_close(theirs(x), mine(x).detach(), "the new tokens", axes=AXES)
    check_vjp(theirs, mine, {"x": tokens(rng)}, [tokens(rng)], atol=1e-4)


@points(3)
def test_post_norm_matches_the_definition(student, reference, rng):
    """With the same weights, a post-norm block gives the tokens of the definition, and all gradients."""
    theirs, mine, _ = pair(student, reference, rng, "post")
    for n, t in ((N, T), (D, D)):
        x = tokens(rng, n, t)
        assert_close(theirs(x), mine(x).detach(), "the new tokens", axes=AXES)
    check_vjp(theirs, mine, {"x": tokens(rng)}, [tokens(rng)], atol=1e-4)


@points(2)
def test_relu_instead_of_gelu(student, reference, rng):
    """act decides the activation: gelu is exact, relu is relu."""
    for act in ("relu", "gelu"):
        theirs, mine, _ = pair(student, reference, rng, "pre", act)
        x = 3 * tokens(rng)
        assert_close(theirs(x), mine(x).detach(), f"the new tokens with {act}", axes=AXES, rtol=2e-5)


def test_the_same_as_the_layer_of_torch(student, reference, rng):
    """With its parameters in place, the block agrees with the one that torch ships, in both orders."""
    for norm in ("pre", "post"):
        mine = own_module(reference.EncoderBlock, D, H, F, norm)
        theirs = student.EncoderBlock(D, H, F, norm)
        known = own_module(torch.nn.TransformerEncoderLayer, D, H, F, 0.0, "gelu", batch_first=True, norm_first=norm == "pre")
        with torch.no_grad():
            for p in known.parameters():
                p.copy_(tensor(rng.normal(size=p.shape)) * scale(p))
        have, parts = known.state_dict(), {}
        for i, name in enumerate("qkv"):
            parts[f"attn.{name}.weight"] = have["self_attn.in_proj_weight"][i * D : (i + 1) * D]
            parts[f"attn.{name}.bias"] = have["self_attn.in_proj_bias"][i * D : (i + 1) * D]
        names = {"attn.o": "self_attn.out_proj", "ln1": "norm1", "ln2": "norm2", "ff1": "linear1", "ff2": "linear2"}
        for own, other in names.items():
            parts |= {f"{own}.{kind}": have[f"{other}.{kind}"] for kind in ("weight", "bias")}
        mine.load_state_dict(parts)
        x = tokens(rng)
        load_weights(theirs, mine, x, named=True)
        assert_close(theirs(x), known(x).detach(), f"the new tokens, {norm}-norm", axes=AXES)


@leaves_arguments
@points(2)
def test_masks_reach_the_attention(student, reference, rng):
    """Masks for all sequences alike, for each one, and over keys only have the effect of the definition."""
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    real = torch.arange(T) < torch.tensor([[T], [2]])
    for norm in ("pre", "post"):
        theirs, mine, _ = pair(student, reference, rng, norm)
        x = tokens(rng)
        for mask in (causal, causal & real[:, None], real[:, None, None]):
            assert_close(theirs(x, mask), mine(x, mask).detach(), "the new tokens under a mask", axes=AXES)


def test_order_does_not_matter_without_a_mask(student, reference, rng):
    """Permuting the tokens permutes the result, and nothing else."""
    theirs, mine, _ = pair(student, reference, rng)
    x, order = tokens(rng), torch.tensor(rng.permutation(T))
    out = theirs(x)
    assert_close(out, mine(x).detach(), "the new tokens", axes=AXES)
    assert_close(theirs(x[:, order]), out.detach()[:, order], "the new tokens of the permuted sequence", axes=AXES)


def test_number_of_parameters(student):
    """A wide block has the parameters of its parts, and no others."""
    assert_equal(count_parameters(student.EncoderBlock(128, 4, 512)), 198272, "number of parameters")
    assert_equal(count_parameters(student.EncoderBlock(12, 2, 5, "post", "relu", 0.3)), 809, "number of parameters")


@leaves_arguments
@points(2)
def test_dropout_acts_on_both_branches(student, reference, rng):
    """In training, numbers of both branches' outputs are dropped with the asked probability; the way around is not
    touched."""
    p, width, n = 0.3, 40, 30
    theirs = student.EncoderBlock(width, 2, 8, "pre", "gelu", p)
    mine = own_module(reference.EncoderBlock, width, 2, 8, "pre", "gelu", p)
    state = {name: torch.zeros_like(entry) for name, entry in mine.state_dict().items()}
    x = tensor(rng.normal(size=(n, 3, width)))
    for branch, size in (("attn.o.bias", 1.0), ("ff2.bias", 1.0)):
        mine.load_state_dict(state | {branch: torch.full((width,), size)})
        load_weights(theirs, mine, x, named=True)
        theirs.train()
        added = theirs(x).detach() - x  # the branch's output is 1 everywhere
        kept = added.abs() > 0.5
        assert_close(added, kept / (1 - p), "what the branch adds", axes=AXES, atol=1e-5)
        check_rate(int(kept.sum()), kept.numel(), 1 - p, "the share of numbers that are kept")
    theirs.eval()
    assert_close(theirs(x).detach() - x, torch.ones(n, 3, width), "what the branch adds in evaluation mode", atol=1e-5)


def test_unknown_words_are_refused(student):
    """Another norm or activation is a ValueError that names the argument."""
    with pytest.raises(ValueError, match="norm"):
        student.EncoderBlock(6, 2, 8, norm="before")
    with pytest.raises(ValueError, match="act"):
        student.EncoderBlock(6, 2, 8, act="tanh")
