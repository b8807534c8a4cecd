import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    check_vjp,
    count_parameters,
    draw_weights,
    leaves_arguments,
    load_weights,
    own_module,
    points,
    tensor,
    twins,
)

VS, VT, D, H, F, L, MAX = 7, 9, 6, 2, 8, 2, 11
N, S, T = 3, 5, 4
AXES = ("sequence", "position", "token")


def scale(entry):
    return 1.3 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.6


def pair(student, reference, rng, *options, layers=L):
    sizes = (VS, VT, D, H, F, layers, MAX, *options)
    return twins(student.Transformer, reference.Transformer, *sizes, rng=rng, probe=draw(rng), scale=scale, named=True)


def draw(rng, n=N, s=S, t=T, lengths=(5, 2, 4)):
    lengths = lengths if n == N and s == S else rng.integers(1, s + 1, size=n)
    return (
        torch.tensor(rng.integers(VS, size=(n, s))),
        torch.tensor(np.asarray(lengths)),
        torch.tensor(rng.integers(VT, size=(n, t))),
    )


@leaves_arguments
@points(3)
def test_logits_match_the_definition(student, reference, rng):
    """With the same weights, logits are those of the definition, for several shapes."""
    theirs, mine, _ = pair(student, reference, rng)
    for shape in ((N, S, T), (D, D, D), (2, 3, 7)):
        given = draw(rng, *shape)
        assert_close(theirs(*given), mine(*given).detach(), "logits", axes=AXES)


@points(2)
def test_gradients_match_the_definition(student, reference, rng):
    """The gradients of all parameters are those of the definition."""
    theirs, mine, _ = pair(student, reference, rng)
    src, lengths, dec_in = draw(rng)
    dout = tensor(rng.normal(size=(N, T, VT)))
    check_vjp(theirs, mine, {"src": src, "src_len": lengths, "dec_in": dec_in}, [dout], atol=1e-4)


@points(2)
def test_norm_and_activation_reach_every_block(student, reference, rng):
    """With norm="post" there are no last norms, and with act="relu" every block uses it."""
    for options in (("post", "gelu"), ("pre", "relu"), ("post", "relu")):
        theirs, mine, _ = pair(student, reference, rng, *options)
        given = draw(rng)
        assert_close(theirs(*given), mine(*given).detach(), f"logits with {options[0]}-norm and {options[1]}", axes=AXES)


@points(2)
def test_what_must_not_matter(student, reference, rng):
    """Logits do not change with later inputs of the decoder, nor with what stands behind a source."""
    theirs, mine, _ = pair(student, reference, rng)
    src, lengths, dec_in = draw(rng)
    out = theirs(src, lengths, dec_in).detach()
    assert_close(out, mine(src, lengths, dec_in).detach(), "logits", axes=AXES)
    later = dec_in.clone()
    later[:, 2:] = (later[:, 2:] + 3) % VT
    assert_close(theirs(src, lengths, later).detach()[:, :2], out[:, :2], "logits before the inputs that changed", axes=AXES)
    padded = src.clone()
    padded[1, 2:] = (padded[1, 2:] + 2) % VS
    padded[2, 4:] = (padded[2, 4:] + 2) % VS
    assert_close(theirs(padded, lengths, dec_in).detach(), out, "logits with other padding", axes=AXES)
    longer = torch.cat([src, src], dim=1)
    assert_close(theirs(longer, lengths, dec_in).detach(), out, "logits with more padding", axes=AXES)


def test_order_of_the_source_matters(student, reference, rng):
    """Both sides know positions: exchanging two tokens of the source changes the logits of every position."""
    theirs, mine, _ = pair(student, reference, rng)
    src, dec_in = torch.tensor([[1, 2, 3, 4]]), torch.tensor([[1, 2, 3]])
    other = torch.tensor([[2, 1, 3, 4]])
    lengths = torch.tensor([4])
    first, second = theirs(src, lengths, dec_in).detach(), theirs(other, lengths, dec_in).detach()
    assert_close(second, mine(other, lengths, dec_in).detach(), "logits", axes=AXES)
    assert_true(bool(((first - second).abs().amax(dim=-1) > 1e-5).all()), "the order of the source makes no difference")


def loud(entry):
    """Weights with which what is written depends on the source, on all that was written before, and on the place."""
    return 3.0 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.6


@torch.no_grad()
def write(mine, src, lengths, length, seen=slice(None), place=-1):
    """Tokens from 0 on, each chosen by the logits at `place` after the tokens `seen`; and each row's closest decision."""
    written, margins = torch.zeros(len(src), 1, dtype=torch.long), []
    for _ in range(length):
        top = mine(src, lengths, written[:, seen])[:, place].topk(2)
        margins.append(top.values[:, 0] - top.values[:, 1])
        written = torch.cat([written, top.indices[:, :1]], dim=1)
    return written[:, 1:], torch.stack(margins).amin(dim=0)


def all_differ(*texts):
    return len({str(text.tolist()) for text in texts}) == len(texts)


def sure(student, reference, rng, length):
    """Twins and sources for which no decision of the generation is close, and for which every part of the rule matters.

    Row 0 writes the token `eos` second, and then others again. The other rows write `eos` later or never. One token is
    written nowhere. Feeding the last token only, or reading the logits of the first place, gives other tokens, and
    not the same ones.
    """
    mine = own_module(reference.Transformer, VS, VT, D, H, F, 1, MAX)
    for _ in range(1000):
        draw_weights(mine, rng, loud)
        src, lengths, dec_in = draw(rng, 4 * N)
        right, closest = write(mine, src, lengths, length)
        texts = right.tolist()
        for first, text in enumerate(texts):
            eos = text[1]
            long = [i for i, other in enumerate(texts) if eos not in other[:4]]
            rows = [first, *long[:2]]
            if (
                eos not in (0, text[0])
                and set(text[2:]) != {eos}
                and len(rows) == N
                and float(closest[rows].min()) > 1e-2
                and len({0, *text, *texts[rows[1]], *texts[rows[2]]}) < VT
                and all_differ(
                    right[rows, :3],
                    *(write(mine, src[rows], lengths[rows], 3, *how)[0] for how in ((slice(-1, None), -1), (slice(None), 0))),
                )
            ):
                theirs = student.Transformer(VS, VT, D, H, F, 1, MAX)
                load_weights(theirs, mine, src[rows], lengths[rows], dec_in[rows], named=True)
                return theirs, mine, src[rows], lengths[rows], right[rows], eos
    raise AssertionError("no sure model found")


@points(2)
def test_generation_feeds_its_own_tokens(student, reference, rng):
    """Each token written is the one with the greatest logit after all that was written before."""
    theirs, _, src, lengths, written, _ = sure(student, reference, rng, 6)
    unused = next(t for t in range(1, VT) if t not in written.flatten().tolist())
    out = theirs.generate(src, lengths, 0, unused, 6)
    assert_equal(out.tolist(), written.tolist(), "tokens")


@points(2)
def test_generation_ends_with_eos(student, reference, rng):
    """Behind the first eos of a row there is only eos, and the other rows go on."""
    theirs, mine, src, lengths, _, eos = sure(student, reference, rng, 7)
    right = mine.generate(src, lengths, 0, eos, 7)
    out = theirs.generate(src, lengths, bos=0, eos=eos, max_len=7)
    assert_equal(out.tolist(), right.tolist(), "tokens")


def test_number_of_parameters(student):
    """The parts and no others: positions are not learned, and post-norm has no last norms."""
    assert_equal(
        count_parameters(student.Transformer(5, 6, 32, 4, 64, 3, 20)),
        5 * 32 + 6 * 32 + 3 * (8544 + 12832) + 128 + 198,
        "parameters",
    )
    post = student.Transformer(5, 6, 32, 4, 64, 3, 20, "post", "relu")
    assert_equal(count_parameters(post), 5 * 32 + 6 * 32 + 3 * (8544 + 12832) + 198, "parameters with post-norm")


def test_too_long_is_refused(student, reference, rng):
    """A source or an input of the decoder with more than max_len tokens is a ValueError that names it; max_len tokens
    are fine."""
    model, mine, _ = pair(student, reference, rng, layers=1)
    ids = torch.tensor(rng.integers(VS, size=(2, MAX + 1)))
    given = ids[:, :MAX], torch.tensor([MAX, 2]), ids[:, :MAX]
    assert_close(model(*given), mine(*given).detach(), "logits of as many tokens as positions", axes=AXES)
    with pytest.raises(ValueError, match="src"):
        model(ids, torch.tensor([MAX + 1, 2]), ids[:, :3])
    with pytest.raises(ValueError, match="dec_in"):
        model(ids[:, :3], torch.tensor([3, 2]), ids)
