import numpy as np
import torch

from autograder.suite import (
    assert_between,
    assert_close,
    assert_shape,
    assert_steps_close,
    assert_true,
    leaves_arguments,
    load_weights,
    points,
    show_map,
)

N, S, VOCAB, EMB, HIDDEN = 3, 6, 7, 4, 5
LENGTHS = torch.tensor([4, 6, 2])


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def own(reference, rng, sizes=(VOCAB, EMB, HIDDEN)):
    """The reference with weights of a size at which it matters where it looks. No global random number is used up."""
    with torch.random.fork_rng():
        decoder = reference.AttentionDecoder(*sizes)
    state = {name: tensor(rng.normal(size=entry.shape) * 0.7) for name, entry in decoder.state_dict().items()}
    state["va.weight"] = state["va.weight"] * 3
    decoder.load_state_dict(state)
    return decoder


def twins(student, reference, rng, sizes=(VOCAB, EMB, HIDDEN)):
    """The same weights there and here."""
    mine, theirs = own(reference, rng, sizes), student.AttentionDecoder(*sizes)
    vocab, _, hidden = sizes
    load_weights(theirs, mine, *draw(rng, hidden=hidden, vocab=vocab), method="step", named=True)
    return theirs, mine


def draw(rng, n=N, s=S, hidden=HIDDEN, vocab=VOCAB):
    tokens = torch.tensor(rng.permutation(vocab)[:n])
    return tokens, tensor(rng.normal(size=(n, hidden))), tensor(rng.normal(size=(n, s, hidden)) * 1.5)


def padding(lengths=LENGTHS, s=S):
    return torch.arange(s) < lengths[:, None]


def check(got, right):
    """In the order in which they are computed: where do the two part?"""
    logits, state, alpha = got
    with torch.no_grad():
        show_map(np.asarray(alpha.detach()), "your weights alpha", rows="samples", columns="source positions")
    expected = dict(zip(("alpha", "the new state", "logits"), (right[2], right[1], right[0])))
    assert_steps_close(
        (alpha.detach(), state.detach(), logits.detach()),
        {name: entry.detach() for name, entry in expected.items()},
        atol=1e-5,
    )


def test_layers_have_the_names_and_shapes_of_the_statement(student, reference, rng):
    """Under the names of the formulas there are layers of the right sizes; scores have no biases."""
    twins(student, reference, rng)
    sizes = 4, 6, 3
    theirs, mine = twins(student, reference, rng, sizes)
    for name, entry in mine.named_parameters():
        layer, leaf = name.split(".")
        assert_shape(getattr(getattr(theirs, layer), leaf).detach(), tuple(entry.shape), name)


@leaves_arguments
@points(3)
def test_a_step_matches_the_definition(student, reference, rng):
    """With the same weights, alpha, the new state and the logits are those of the definition."""
    theirs, mine = twins(student, reference, rng)
    given = (*draw(rng), padding())
    check(theirs.step(*given), mine.step(*given))


def test_without_a_mask_all_positions_are_read(student, reference, rng):
    """Without a mask every position of the source takes part."""
    theirs, mine = twins(student, reference, rng)
    given = draw(rng)
    check(theirs.step(*given), mine.step(*given))
    check(theirs.step(*given, None), mine.step(*given, None))


@points(2)
def test_several_steps_in_a_row(student, reference, rng):
    """Three steps, each from the state of the one before: every step looks anew."""
    theirs, mine = twins(student, reference, rng)
    (tokens, s, h), mask = draw(rng), padding()
    own_s = s
    for step in range(3):
        got = theirs.step((tokens + step) % VOCAB, s, h, mask)
        right = mine.step((tokens + step) % VOCAB, own_s, h, mask)
        check(got, right)
        s, own_s = got[1].detach(), right[1].detach()


@points(2)
def test_padding_of_the_source_has_no_effect(student, reference, rng):
    """Weights of padded positions are 0, the others sum to 1, and whatever stands there changes nothing."""
    theirs, _ = twins(student, reference, rng)
    (tokens, s, h), mask = draw(rng), padding()
    first = theirs.step(tokens, s, h, mask)
    alpha = first[2].detach()
    assert_shape(alpha, (N, S), "alpha")
    assert_between(alpha, 0, 1 + 1e-6, "alpha")
    assert_true(bool((alpha[~mask] == 0).all()), "a padded position has a weight other than 0")
    assert_close(alpha.sum(1), torch.ones(N), "sums of alpha")
    assert_true(not torch.allclose(first[0], first[0][:1]), "the logits are the same for every sample")
    other = torch.where(mask[:, :, None], h, tensor(rng.normal(size=h.shape) * 20))
    check(theirs.step(tokens, s, other, mask), first)
    longer = torch.cat([h, tensor(rng.normal(size=(N, 2, HIDDEN)))], dim=1)
    logits, _, _ = theirs.step(tokens, s, longer, padding(s=S + 2))
    assert_close(logits.detach(), first[0].detach(), "logits with more padding", atol=1e-5)


def test_an_empty_source(student, reference, rng):
    """A source without any token has weights of 0 and a context of 0; the other samples are not disturbed."""
    theirs, mine = twins(student, reference, rng)
    given = (*draw(rng), padding(torch.tensor([4, 0, 6])))
    check(theirs.step(*given), mine.step(*given))


@points(2)
def test_gradients_reach_state_and_source(student, reference, rng):
    """Gradients with respect to the old state and the encoder's states are those of the definition."""
    theirs, mine = twins(student, reference, rng)
    (tokens, s, h), mask = draw(rng), padding()
    dout = [tensor(rng.normal(size=shape)) for shape in ((N, VOCAB), (N, HIDDEN), (N, S))]
    got = student.vjp(theirs.step, [tokens, s, h, mask], dout)
    s, h = s.clone().requires_grad_(True), h.clone().requires_grad_(True)
    ds, dh = torch.autograd.grad(mine.step(tokens, s, h, mask), [s, h], dout)
    assert_close(got.inputs[1], ds, "gradient of s", atol=1e-4, axes=("sample", "feature"))
    assert_close(got.inputs[2], dh, "gradient of h", atol=1e-4, axes=("sample", "position", "feature"))


def test_samples_do_not_see_each_other(student, reference, rng):
    """One sample alone gets what it gets in a batch that has as many samples as positions and features."""
    theirs, mine = twins(student, reference, rng)
    tokens, s, h = draw(rng, n=5, s=5)
    mask = padding(torch.tensor([2, 5, 3, 1, 4]), 5)
    batch = theirs.step(tokens, s, h, mask)
    check(batch, mine.step(tokens, s, h, mask))
    alone = theirs.step(tokens[2:3], s[2:3], h[2:3], mask[2:3])
    check(alone, [part[2:3] for part in batch])


def test_the_look_does_not_depend_on_the_token(student, reference, rng):
    """The weights come from the state before the step: another token changes state and logits, not alpha."""
    theirs, _ = twins(student, reference, rng)
    (tokens, s, h), mask = draw(rng), padding()
    _, state, alpha = theirs.step(tokens, s, h, mask)
    _, other_state, other = theirs.step((tokens + 1) % VOCAB, s, h, mask)
    assert_true(not torch.allclose(state, other_state), "the new state does not depend on the token")
    assert_true(float((alpha.max(1)[0] - alpha[:, :2].min(1)[0]).min()) > 1e-6, "all weights are equal")
    assert_close(other.detach(), alpha.detach(), "alpha with another token")
