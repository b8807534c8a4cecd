import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
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

N, T, S, D, H, F = 2, 4, 5, 6, 3, 7
AXES = ("sequence", "token", "feature")


def scale(entry):
    return 1.2 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.7


def pair(student, reference, rng, *options):
    probe = [tokens(rng), tokens(rng, t=S)]
    return twins(student.DecoderBlock, reference.DecoderBlock, D, H, F, *options, rng=rng, probe=probe, scale=scale, named=True)


def tokens(rng, n=N, t=T):
    return tensor(rng.normal(size=(n, t, D)) * 1.5 + 0.5)


@leaves_arguments
@points(3)
def test_pre_norm_matches_the_definition(student, reference, rng):
    """With the same weights, a pre-norm block gives the tokens of the definition, and all gradients."""
    theirs, mine, _ = pair(student, reference, rng)
    for n, t, s in ((N, T, S), (D, D, D), (3, 5, 2)):
        x, memory = tokens(rng, n, t), tokens(rng, n, s)
        assert_close(theirs(x, memory), mine(x, memory).detach(), "the new tokens", axes=AXES)
    check_vjp(theirs, mine, {"x": tokens(rng), "memory": tokens(rng, t=S)}, [tokens(rng)], atol=1e-4)


@points(3)
def test_post_norm_matches_the_definition(student, reference, rng):
    """With the same weights, a post-norm block gives the tokens of the definition, and all gradients."""
    theirs, mine, _ = pair(student, reference, rng, "post")
    for n, t, s in ((N, T, S), (D, D, D)):
        x, memory = tokens(rng, n, t), tokens(rng, n, s)
        assert_close(theirs(x, memory), mine(x, memory).detach(), "the new tokens", axes=AXES)
    check_vjp(theirs, mine, {"x": tokens(rng), "memory": tokens(rng, t=S)}, [tokens(rng)], atol=1e-4)


def test_relu_instead_of_gelu(student, reference, rng):
    """act decides the activation."""
    for act in ("relu", "gelu"):
        theirs, mine, _ = pair(student, reference, rng, "pre", act)
        x, memory = 3 * tokens(rng), tokens(rng, t=S)
        assert_close(theirs(x, memory), mine(x, memory).detach(), f"the new tokens with {act}", axes=AXES, rtol=2e-5)


@points(2)
def test_the_future_is_not_seen(student, reference, rng):
    """What comes out before token t does not change with token t, and from t on it does."""
    for norm in ("pre", "post"):
        theirs, mine, _ = pair(student, reference, rng, norm)
        x, memory = tokens(rng), tokens(rng, t=S)
        other = x.clone()
        other[:, 2] += tensor(rng.normal(size=(N, D)))
        out, changed = theirs(x, memory).detach(), theirs(other, memory).detach()
        assert_close(changed, mine(other, memory).detach(), "the new tokens", axes=AXES)
        assert_close(changed[:, :2], out[:, :2], "tokens before the one that changed", axes=AXES)
        assert_true(
            bool(((changed - out)[:, 2:].abs().amax(dim=-1) > 1e-4).all()), "later tokens do not see the one that changed"
        )


@leaves_arguments
@points(2)
def test_padding_of_the_memory_is_not_seen(student, reference, rng):
    """Where mem_mask is False, the memory has no influence; all the rest of it is seen by every token, the first
    included."""
    theirs, mine, _ = pair(student, reference, rng)
    x, memory = tokens(rng), tokens(rng, t=S)
    mask = torch.tensor([[True] * S, [True, True, True, False, False]])
    out = theirs(x, memory, mask).detach()
    assert_close(out, mine(x, memory, mask).detach(), "the new tokens under a mask", axes=AXES)
    other = memory.clone()
    other[1, 3:] += 3.0
    assert_close(theirs(x, other, mask).detach(), out, "the new tokens with other padding", axes=AXES)
    other = memory.clone()
    other[0, S - 1] += 3.0
    moved = (theirs(x, other, mask).detach() - out)[0].abs().amax(dim=-1)
    assert_true(bool((moved > 1e-4).all()), "some tokens do not see the end of the memory")


def test_as_many_sequences_as_tokens(student, reference, rng):
    """A mask over the memory belongs to the sequences, also if there are as many of them as tokens and as heads."""
    theirs, mine, _ = pair(student, reference, rng)
    x, memory = tokens(rng, 3, 3), tokens(rng, 3, 3)
    mask = torch.tensor([[True, False, False], [True, True, False], [True, True, True]])
    assert_close(theirs(x, memory, mask), mine(x, memory, mask).detach(), "the new tokens under a mask", axes=AXES)


def test_number_of_parameters(student):
    """A wide block has the parameters of its parts, and no others."""
    assert_equal(count_parameters(student.DecoderBlock(128, 4, 512)), 264576, "number of parameters")


def test_dropout_acts_on_the_three_branches(student, reference, rng):
    """In training, numbers of each branch's output are dropped with the asked probability; the way around is not
    touched."""
    p, width, n = 0.3, 40, 30
    theirs = student.DecoderBlock(width, 2, 8, "pre", "gelu", p)
    mine = own_module(reference.DecoderBlock, width, 2, 8)
    state = {name: torch.zeros_like(entry) for name, entry in mine.state_dict().items()}
    x, memory = (tensor(rng.normal(size=(n, 3, width))) for _ in range(2))
    for branch in ("self_attn.o.bias", "cross_attn.o.bias", "ff2.bias"):
        mine.load_state_dict(state | {branch: torch.ones(width)})
        load_weights(theirs, mine, x, memory, named=True)
        theirs.train()
        added = theirs(x, memory).detach() - x
        kept = added.abs() > 0.5
        assert_close(added, kept / (1 - p), "what the branch adds", axes=AXES, atol=1e-5)
        check_rate(int(kept.sum()), kept.numel(), 1 - p, "the share of numbers that are kept")
        theirs.eval()
        assert_close(theirs(x, memory), mine(x, memory).detach(), "the new tokens in evaluation mode", atol=1e-5)


def test_unknown_words_are_refused(student):
    """Another norm or activation is a ValueError that names the argument."""
    with pytest.raises(ValueError, match="norm"):
        student.DecoderBlock(6, 2, 8, norm="both")
    with pytest.raises(ValueError, match="act"):
        student.DecoderBlock(6, 2, 8, act="swish")
