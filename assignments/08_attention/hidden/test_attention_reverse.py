import numpy as np
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_shape,
    assert_true,
    points,
    show_map,
    threshold,
)

VOCAB, EMB, HIDDEN, N, S, T = 5, 3, 4, 6, 7, 8

# From `gradmark audit --seeds 200`: 20 trainings of each, and 40 more of the reference. What training forgives, the tests of
# the parts catch.
POWER = {
    "reference": "60/60 (mean .864, lowest .430)",
    "uniform": "0/20 (highest .045)",
    "context-once": "0/20 (highest .045)",
    "softmax-batch": "0/20 (highest .000)",
    "no-attention": "0/20 (highest .007)",
    "peeks": "0/20 (highest .000)",
    "free-running": "20/20 (lowest .190)",
    "state-dropped": "0/20 (highest .000)",
    "start-zero": "20/20 (lowest .637)",
    "clip-late": "20/20 (lowest .158)",
    "no-zero-grad": "0/20 (highest .007)",
    "unpaired": "0/20 (highest .000)",
    "seed-ignored": "20/20 (lowest .532)",
}


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def number(loss):
    return float(torch.as_tensor(loss).detach())


def build(reference, *sizes):
    """The reference's model. Its random weights must not shift the numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.Translator(*sizes)


def shapes(state):
    return dict(sorted((name, list(entry.shape)) for name, entry in state.items()))


def twins(student, reference, rng, scale=0.8):
    """The same random weights there and here."""
    mine, theirs = build(reference, VOCAB, EMB, HIDDEN), student.Translator(VOCAB, EMB, HIDDEN)
    state = {name: tensor(rng.normal(size=entry.shape) * scale) for name, entry in mine.state_dict().items()}
    mine.load_state_dict(state)
    assert_equal(shapes(theirs.state_dict()), shapes(state), "names and shapes of the parameters")
    theirs.load_state_dict(state)
    return theirs, mine


def draw(rng, n=N):
    return torch.tensor(rng.integers(VOCAB, size=(n, S))), torch.tensor(rng.integers(VOCAB, size=(n, T)))


def pairs(rng, n, length, vocab):
    """Sources, and what they are backwards in another alphabet; with some that are kept back."""
    x, alphabet = rng.integers(vocab, size=(n + 400, length)), rng.permutation(vocab)
    x[0] = np.arange(length) % vocab  # the greatest token is there
    y = alphabet[x[:, ::-1]]
    return {"x_train": x[:n].copy(), "y_train": y[:n].copy()}, (x[n:], y[n:])


# --- the parts --------------------------------------------------------------------------------------------


@points(2)
def test_loss_is_that_of_teacher_forcing(student, reference, rng):
    """With the same weights, the loss is the mean cross-entropy with the right tokens fed."""
    theirs, mine = twins(student, reference, rng)
    src, tgt = draw(rng)
    loss = student.translation_loss(theirs, src, tgt)
    assert_close(number(loss), number(reference.translation_loss(mine, src, tgt)), "the loss", rtol=1e-4)


def test_probabilities_of_the_last_token_sum_to_one(student, reference, rng):
    """Whatever stands last in a target is not fed before it is predicted: the probabilities of all choices sum to 1."""
    theirs, _ = twins(student, reference, rng, scale=1.5)
    state = dict(theirs.state_dict())
    state["decoder.out.bias"] = (
        state["decoder.out.bias"] - 1e4 * torch.eye(VOCAB + 1)[VOCAB]
    )  # never the start token
    theirs.load_state_dict(state)
    src, tgt = draw(rng, n=1)
    before = (T - 1) * number(student.translation_loss(theirs, src, tgt[:, :-1]))
    shares = []
    for token in range(VOCAB):
        tgt[0, -1] = token
        shares.append(np.exp(before - T * number(student.translation_loss(theirs, src, tgt))))
    assert_close(float(np.sum(shares)), 1.0, "sum of the probabilities of the last token", atol=2e-3)


def check_weights(theirs, mine, name):
    state = theirs.state_dict()
    for part, entry in mine.state_dict().items():
        assert_close(state[part], entry, f"{part} {name}", rtol=1e-3, atol=1e-4)


@points(2)
def test_a_step_with_a_large_gradient_is_clipped(student, reference, rng):
    """The gradient is clipped before the optimizer uses it: the weights are those of a step with norm max_norm."""
    theirs, mine = twins(student, reference, rng, scale=1.5)
    src, tgt = draw(rng)
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=10.0)
    loss = student.translation_step(theirs, optimizer, src, tgt, 0.01)
    right = reference.translation_step(mine, torch.optim.SGD(mine.parameters(), lr=10.0), src, tgt, 0.01)
    assert_close(loss, right, "the loss", rtol=1e-4)
    check_weights(theirs, mine, "after a clipped step")


@points(2)
def test_several_steps_without_clipping(student, reference, rng):
    """Over three steps, losses and weights are those of the definition, each batch counted once."""
    theirs, mine = twins(student, reference, rng)
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=0.3)
    own = torch.optim.SGD(mine.parameters(), lr=0.3)
    for step in range(3):
        src, tgt = draw(rng)
        loss = student.translation_step(theirs, optimizer, src, tgt, 1e3)
        right = reference.translation_step(mine, own, src, tgt, 1e3)
        assert_close(loss, right, f"the loss of step {step}", rtol=1e-3)
    check_weights(theirs, mine, "after three steps")


def sure(reference, rng, student):
    """Twins and sources for which no decision of the greedy decoder is close."""
    for _ in range(50):
        theirs, mine = twins(student, reference, rng, scale=1.5)
        src, _ = draw(rng, n=3)
        with torch.no_grad():
            (h, s), tok, margins = mine.encode(src), torch.full((3,), VOCAB), []
            for _ in range(T):
                logits, s, _ = mine.decoder.step(tok, s, h)
                top = logits.topk(2, dim=1).values
                margins.append(float((top[:, 0] - top[:, 1]).min()))
                tok = logits.argmax(dim=1)
        if min(margins) > 1e-2:
            return theirs, mine, src
    raise AssertionError("no sure model found")


@points(2)
def test_greedy_decoding_feeds_its_own_tokens(student, reference, rng):
    """With the same weights, tokens and attention weights are those of the definition."""
    theirs, mine, src = sure(reference, rng, student)
    tokens, maps = student.greedy_decode(theirs, src, T)
    right, right_maps = reference.greedy_decode(mine, src, T)
    assert_shape(maps, (3, T, S), "attention weights")
    show_map(np.asarray(maps.detach())[0], "your attention weights", rows="steps", columns="source positions")
    assert_equal(tokens.tolist(), right.tolist(), "tokens")
    assert_close(
        maps.detach(), right_maps, "attention weights", atol=1e-4, axes=("sample", "step", "position")
    )


# --- training ---------------------------------------------------------------------------------------------


def load(reference, state, vocab):
    """The grader's own model with the student's weights."""
    model = build(reference, vocab, 16, 64)
    assert_true(isinstance(state, dict), "`state` is not a state_dict")
    entries = {name: torch.as_tensor(entry) for name, entry in state.items()}
    assert_equal(shapes(entries), shapes(model.state_dict()), "names and shapes of the entries of `state`")
    model.load_state_dict(entries)
    return model


def test_seed_decides(student, reference, rng):
    """The same seed gives the same run, another seed another one; there is a loss for each step."""
    data, _ = pairs(rng, 300, 4, 6)
    runs = [student.train_attention_reverse(data, seed, steps=3) for seed in (7, 7, 8)]
    first, again, other = (list(run["history"]["loss"]) for run in runs)
    assert_equal(len(first), 3, "number of losses")
    load(reference, runs[0]["state"], 6)
    assert_close(again, first, "losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")


def test_losses_start_at_chance_and_fall_below(student, rng):
    """The first loss is about that of guessing; after 60 steps on short sequences it is well below."""
    data, _ = pairs(rng, 500, 4, 6)
    losses = list(student.train_attention_reverse(data, 3, steps=60)["history"]["loss"])
    assert_true(1.5 < losses[0] < 2.6, "the first loss is not about that of guessing")
    assert_true(float(np.mean(losses[-5:])) < 1.4, "after 60 steps the loss is not below 1.4")


@points(4)
def test_hidden_sources_are_read_backwards(student, reference, rng):
    """After 180 steps, at least a tenth of the hidden sources of length 10 is translated without a single error."""
    data, (x, y) = pairs(rng, 6000, 10, 10)
    run = student.train_attention_reverse(data, int(rng.integers(2**31)), steps=180)
    model = load(reference, run["state"], 10)
    tokens, maps = reference.greedy_decode(model, torch.as_tensor(x), 10)
    show_map(maps[0].numpy(), "where your decoder looks", rows="steps", columns="source positions")
    exact = float((tokens.numpy() == y).all(axis=1).mean())
    threshold(exact, at_least=0.1, name="share of hidden sources without an error", power=POWER)
