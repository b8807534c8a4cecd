import numpy as np
import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    check_vjp,
    count_parameters,
    leaves_arguments,
    points,
    tensor,
    twins,
)

V, D, H, F, L, K, MAX = 9, 6, 2, 8, 2, 4, 11
AXES = ("text", "class")


def scale(entry):
    return 1.3 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.6


def draw(rng, n=3, t=5):
    lengths = rng.permutation(np.arange(n) % t + 1)
    return torch.tensor(rng.integers(V, size=(n, t))), torch.tensor(lengths)


def pair(student, reference, rng):
    sizes = (V, D, H, F, L, K, MAX)
    return twins(
        student.TransformerClassifier,
        reference.TransformerClassifier,
        *sizes,
        rng=rng,
        probe=draw(rng),
        scale=scale,
        named=True,
    )


@leaves_arguments
@points(3)
def test_logits_match_the_definition(student, reference, rng):
    """With the same weights, logits are those of the definition, for several shapes and lengths."""
    theirs, mine, _ = pair(student, reference, rng)
    for n, t in ((3, 5), (6, 6), (4, MAX), (2, 1)):
        given = draw(rng, n, t)
        assert_close(theirs(*given), mine(*given).detach(), "logits", axes=AXES)


@points(2)
def test_gradients_match_the_definition(student, reference, rng):
    """The gradients of all parameters are those of the definition."""
    theirs, mine, _ = pair(student, reference, rng)
    ids, lengths = draw(rng)
    check_vjp(theirs, mine, {"ids": ids, "lengths": lengths}, [tensor(rng.normal(size=(3, K)))], atol=1e-4)


@points(2)
def test_padding_has_no_influence(student, reference, rng):
    """Neither what stands behind a text nor how much of it changes the logits."""
    theirs, mine, _ = pair(student, reference, rng)
    ids, lengths = draw(rng, 4, 5)
    lengths = torch.tensor([2, 4, 1, 5])
    before = theirs(ids, lengths).detach()
    assert_close(before, mine(ids, lengths).detach(), "logits", axes=AXES)
    other = torch.where(torch.arange(5) < lengths[:, None], ids, (ids + 3) % V)
    assert_close(theirs(other, lengths).detach(), before, "logits with other padding", axes=AXES)
    longer = torch.cat([ids, ids], dim=1)
    assert_close(theirs(longer, lengths).detach(), before, "logits with more padding", axes=AXES)
    alone = torch.cat([theirs(ids[i : i + 1, : lengths[i]], lengths[i : i + 1]).detach() for i in range(4)])
    assert_close(alone, before, "logits of each text alone", axes=AXES)


def test_number_of_parameters(student):
    """The parts and no others: positions are not learned, whatever max_len is."""
    assert_equal(count_parameters(student.TransformerClassifier(30, 16, 4, 20, 3, 5)), 480 + 3 * 1828 + 32 + 85, "parameters")
    assert_equal(
        count_parameters(student.TransformerClassifier(30, 16, 4, 20, 3, 5, 77)), 480 + 3 * 1828 + 32 + 85, "parameters"
    )


def test_what_does_not_fit_is_refused(student, reference, rng):
    """Too many tokens, and lengths below 1 or above T, are ValueErrors that name the argument."""
    model, mine, _ = pair(student, reference, rng)
    ids = torch.tensor(rng.integers(V, size=(2, MAX + 1)))
    given = ids[:, :MAX], torch.tensor([MAX, 1])
    assert_close(model(*given), mine(*given).detach(), "logits of as many tokens as positions", axes=AXES)
    with pytest.raises(ValueError, match="ids"):
        model(ids, torch.tensor([4, 1]))
    for lengths in ([0, 2], [2, 5]):
        with pytest.raises(ValueError, match="lengths"):
            model(ids[:, :4], torch.tensor(lengths))


def test_512_tokens_fit_unless_told_otherwise(student, reference, rng):
    """Without max_len, texts of 512 tokens are read, and 513 are a ValueError that names ids."""
    sizes = (V, 2, 1, 3, 1, K)
    given = draw(rng, 1, 512)
    model, mine, _ = twins(
        student.TransformerClassifier, reference.TransformerClassifier, *sizes, rng=rng, probe=given, scale=scale, named=True
    )
    assert_close(model(*given), mine(*given).detach(), "logits of 512 tokens", axes=AXES)
    with pytest.raises(ValueError, match="ids"):
        model(torch.zeros(1, 513, dtype=torch.long), torch.tensor([3]))
