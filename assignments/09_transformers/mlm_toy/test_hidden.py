import numpy as np
import torch

from autograder.suite import (
    adam_steps,
    assert_between,
    assert_close,
    assert_equal,
    assert_history,
    assert_true,
    draw_weights,
    leave_gradients,
    leaves_arguments,
    load_given,
    load_state,
    own_module,
    points,
    threshold,
    twins,
)

RATE = 5e-3


def scale(entry):
    return 1.3 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.6


def counting(rng, n, T=12, vocab=11):
    """Rows that count in a circle of tokens in a secret order, in steps of 1, 2 or 3."""
    start, step = rng.integers(vocab, size=(n, 1)), rng.integers(1, 4, size=(n, 1))
    return rng.permutation(vocab)[(start + step * np.arange(T)) % vocab]


def load(reference, state, vocab, x):
    """Our own model with the weights that the student's training returned, as they fit these rows best."""
    mine = own_module(reference.MaskedLM, vocab, 32, 4, 2, x.shape[1])
    return load_state(mine, state, lambda model: -gap_loss(model, vocab, x))


@torch.no_grad()
def guesses(model, vocab, x, rng):
    """Logits at places that were hidden, and what stood there."""
    hidden = rng.random(x.shape) < 0.15
    hidden[:, 0] |= ~hidden.any(axis=1)
    logits = model(torch.as_tensor(np.where(hidden, vocab, x)))
    return logits[torch.as_tensor(hidden)], torch.as_tensor(x[hidden])


def gap_loss(model, vocab, x):
    logits, right = guesses(model, vocab, x, np.random.default_rng(0))
    return float(torch.nn.functional.cross_entropy(logits, right))


# --- the model and the step -------------------------------------------------------------------------------


@points(2)
def test_logits_match_the_definition(student, reference, rng):
    """With the same weights, logits are those of the definition; every position sees all others."""
    ids = torch.tensor(rng.integers(8, size=(3, 5)))
    theirs, mine, _ = twins(student.MaskedLM, reference.MaskedLM, 7, 6, 2, 2, 9, rng=rng, probe=[ids], scale=scale, named=True)
    for shape in ((3, 5), (6, 6), (2, 9)):
        ids = torch.tensor(rng.integers(8, size=shape))
        assert_close(theirs(ids), mine(ids).detach(), "logits", axes=("row", "position", "token"))


@leaves_arguments
@points(2)
def test_steps_go_downhill(student, reference, rng):
    """Over three steps, losses and weights are those of gradient descent; gradients left over do not count."""
    mine = own_module(load_given(__file__, "toys").Bigram, 8, 7)
    state = draw_weights(mine, rng, 0.8)
    theirs = student.given.toys.Bigram(8, 7)
    theirs.load_state_dict(state)
    optimizer, own = student.call(torch.optim.SGD, theirs.parameters(), lr=0.5), torch.optim.SGD(mine.parameters(), lr=0.5)
    leave_gradients(theirs)
    for n in (5, 4, 6):
        inputs, labels = torch.tensor(rng.integers(8, size=(n, 4))), rng.integers(7, size=(n, 4))
        labels = torch.tensor(np.where(rng.random((n, 4)) < 0.6, -100, labels))
        labels[0, 0] = 3
        loss = student.mlm_step(theirs, optimizer, inputs, labels)
        assert_close(loss, reference.mlm_step(mine, own, inputs, labels), "the loss", rtol=1e-4)
    assert_close(theirs.state_dict()["table"], mine.state_dict()["table"], "weights after three steps", rtol=1e-4, atol=1e-5)


# --- the loop ---------------------------------------------------------------------------------------------


@leaves_arguments
def test_seed_decides(student, reference, rng):
    """The same seed gives the same run, another seed another one; there is a loss for each step."""
    x = counting(rng, 300, 8, 5)
    runs = [student.train_mlm_toy({"x_train": x, "vocab": 5}, seed, steps=3) for seed in (7, 7, 8)]
    first, again, other = (list(run["history"]["loss"]) for run in runs)
    assert_equal(len(first), 3, "number of losses")
    load(reference, runs[0]["state"], 5, x)
    assert_close(again, first, "losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")


@points(2)
def test_all_rows_take_part(student, reference, rng):
    """Rows at the end of the data are learned as well as those at its beginning."""
    # A row is one token again and again: the first half has the tokens 0 to 2, the second 3 to 5.
    x = np.repeat(np.concatenate([rng.integers(0, 3, size=1500), rng.integers(3, 6, size=1500)])[:, None], 6, axis=1)
    run = student.train_mlm_toy({"x_train": x, "vocab": 6}, int(rng.integers(2**31)), steps=40)
    assert_history(run["history"]["loss"], 40, noisy=False)
    model = load(reference, run["state"], 6, x[::20])
    halves = [gap_loss(model, 6, part) for part in (x[:300], x[-300:])]
    threshold(max(halves), at_most=0.7, name="the loss on that half of the rows which was learned less well")


def test_as_many_steps_as_asked(student, reference, rng):
    """After 25 steps the weights are where 25 steps of Adam lead, and no step is longer than Adam's."""
    x, seed = counting(rng, 2000, 6, 5), int(rng.integers(2**31))
    one, two, soon, run = (student.train_mlm_toy({"x_train": x, "vocab": 5}, seed, steps=steps) for steps in (1, 2, 4, 25))
    assert_history(run["history"]["loss"], 25, noisy=False)
    early, late = (adam_steps(one["state"], then["state"], RATE) for then in (soon, run))
    if early < 20:
        assert_true(2.3 < early < 5.5 and 8 < late < 37, "the weights do not go as far as this many steps of Adam take them")
        moved = [np.abs(np.asarray(two["state"][k]) - np.asarray(one["state"][k])).max() for k in one["state"]]
        assert_true(max(moved) < 1.4 * RATE, "a step moves a weight by more than Adam does with this learning rate")
    else:
        loss = gap_loss(load(reference, run["state"], 5, x[::10]), 5, x[::10])
        threshold(loss, at_least=0.4, name="the loss after 25 steps")
        threshold(loss, at_most=1.75, name="the loss after 25 steps")


def table(state, rows):
    """The table with this many rows, whatever the student calls it."""
    found = [np.asarray(entry) for entry in state.values() if np.ndim(entry) == 2 and len(entry) == rows]
    assert_equal(len(found), 1, f"number of tables with {rows} rows in the state")
    return found[0]


def first_table(student, x, seed, steps=1, vocab=2600):
    run = student.train_mlm_toy({"x_train": x, "vocab": vocab}, seed, steps=steps)
    return table(run["state"], vocab + 1)


def test_a_batch_has_64_rows(student, rng):
    """A step learns from 64 rows: it moves the embeddings of the tokens that they contain."""
    # Rows are long: one in which nothing is hidden teaches nothing, and of 24 tokens some almost always are.
    tokens, seed = rng.permutation(9600).reshape(2, 200, 24), int(rng.integers(2**31))
    first, second = (first_table(student, x, seed, vocab=9600) for x in tokens)
    moved = (first != second).any(axis=1)
    seen = int((moved[tokens[0]].mean(axis=1) > 0.5).sum())  # most tokens of a row are seen as they are
    # Of 64 draws with replacement, 55 differ, give or take 3 (all 64 without replacement); of 32, at most 32; of 128,
    # 95.
    assert_between(seen, 42, 78, "the number of different rows in a batch")


def test_tokens_that_never_occur_learn_nothing(student, rng):
    """Nothing changes the embedding of a token that is never shown: Adam has no weight decay."""
    x, seed = rng.integers(20, size=(200, 6)), int(rng.integers(2**31))
    begun, later = (first_table(student, x, seed, steps)[20:2600] for steps in (1, 4))
    assert_true(bool(np.isfinite(later).all() and later.std() > 0), "the table holds no numbers")
    # A few of them are shown as random tokens. AdamW moves them all.
    still = float((begun == later).all(axis=1).mean())
    assert_true(still > 0.9, "tokens that were never shown have moved")


@points(4)
def test_gaps_are_filled(student, reference, rng, size):
    """After training, at least 80 % of the hidden tokens of new rows are guessed."""
    x = counting(rng, 4000)
    steps = size.get("steps", 250)
    run = student.train_mlm_toy({"x_train": x[:3500], "vocab": 11}, int(rng.integers(2**31)), steps=steps)
    assert_history(run["history"]["loss"], steps)
    logits, right = guesses(load(reference, run["state"], 11, x[3500:]), 11, x[3500:], rng)
    share = float((logits.argmax(dim=1) == right).float().mean())
    threshold(share, at_least=0.8, name="share of hidden tokens that are guessed")
