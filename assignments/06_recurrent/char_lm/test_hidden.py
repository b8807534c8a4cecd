import numpy as np
import torch
import torch.nn.functional as F

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_shape,
    assert_steps_close,
    assert_true,
    assert_without_decay,
    leave_gradients,
    leaves_arguments,
    load_state,
    load_weights,
    points,
    show_curves,
    threshold,
)


def ids(rng, vocab, shape):
    return torch.tensor(rng.integers(vocab, size=shape))


def twins(student, reference, rng, vocab=6, hidden=5, scale=1.0):
    """The student's model and ours, with the same weights."""
    mine = reference.CharLM(vocab, hidden)
    state = {
        name: torch.tensor(scale * rng.normal(size=entry.shape), dtype=torch.float32)
        for name, entry in mine.state_dict().items()
    }
    mine.load_state_dict(state)
    theirs = student.CharLM(vocab, hidden)
    return theirs, mine, load_weights(theirs, mine, ids(rng, vocab, (2, 3)), named=True)


def load(reference, state, vocab):
    """Our own net with the weights that the student's training returned."""
    return load_state(reference.CharLM(vocab, 64), state)


def losses_of_the_recipe(reference, net, text, steps, rows, window):
    """Each piece is consecutive text; four windows fit into the nine places of a piece, and then it starts again."""
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    length = (len(text) - 1) // rows
    places = np.arange(rows)[:, None] * length + np.arange(window)
    losses, state = [], None
    for step in range(steps):
        turn = step % (length // window)
        at = places + turn * window
        inputs, targets = torch.tensor(text[at]), torch.tensor(text[at + 1])
        loss, state = reference.tbptt_step(net, optimizer, inputs, targets, state if turn else None)
        losses.append(loss)
    return losses


# --- the model --------------------------------------------------------------------------------------------


@points(2)
def test_logits_and_state(student, reference, rng):
    """With the same weights, logits and state are those of embedding, GRU and linear layer, from zeros and from a state."""
    theirs, mine, _ = twins(student, reference, rng)
    for rows, window in ((3, 4), (5, 5)):  # also with as many rows as steps, and as units
        tokens = ids(rng, 6, (rows, window))
        start = torch.tensor(rng.normal(size=(1, rows, 5)), dtype=torch.float32)
        with torch.no_grad():
            wanted = mine(tokens), mine(tokens, start)
        for got, right, when in zip((theirs(tokens), theirs(tokens, start)), wanted, ("zeros", "a state")):
            assert_close(got[0], right[0], f"logits from {when}", axes=("row", "time step", "token"), atol=1e-5)
            assert_close(got[1], right[1], f"state, starting from {when}", atol=1e-5)


def test_reading_in_two_parts(student, reference, rng):
    """Reading a text in two parts, and handing the state over, gives the same logits as in one."""
    theirs, _, _ = twins(student, reference, rng)
    tokens = ids(rng, 6, (2, 7))
    whole, _ = theirs(tokens)
    first, state = theirs(tokens[:, :3])
    second, _ = theirs(tokens[:, 3:], state)
    assert_shape(whole, (2, 7, 6), "logits")
    assert_close(torch.cat([first, second], dim=1), whole, "logits of two parts", atol=1e-5)
    lost, _ = theirs(tokens[:, 3:])
    assert_true(float((lost - second).abs().max()) > 1e-4, "the state makes no difference")


# --- the step ---------------------------------------------------------------------------------------------


@points(2)
def test_a_large_gradient_is_clipped(student, reference, rng):
    """The gradient is clipped before the optimizer uses it: the weights are those of a step with norm max_norm."""
    theirs, mine, loaded = twins(student, reference, rng, scale=2.0)
    inputs, targets = ids(rng, 6, (3, 4)), ids(rng, 6, (3, 4))
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=1.0)
    loss, _ = student.tbptt_step(theirs, optimizer, inputs, targets, None, 0.1)
    right, _ = reference.tbptt_step(mine, torch.optim.SGD(mine.parameters(), lr=1.0), inputs, targets, None, 0.1)
    assert_close(loss, right, "loss", rtol=1e-4)
    held = loaded.weights()
    for name, entry in mine.state_dict().items():
        assert_close(held[name], entry, f"{name} after the step", atol=1e-4)


@points(2)
@leaves_arguments
def test_windows_in_a_row(student, reference, rng):
    """Over three windows that go on from each other, losses, states and weights are right, whatever was in `.grad` before."""
    theirs, mine, loaded = twins(student, reference, rng)
    leave_gradients(theirs)
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=0.3)
    own = torch.optim.SGD(mine.parameters(), lr=0.3)
    state = right_state = None
    for number in range(1, 4):
        inputs, targets = ids(rng, 6, (5, 5)), ids(rng, 6, (5, 5))  # as many rows as steps, and as units
        loss, state = student.tbptt_step(theirs, optimizer, inputs, targets, state, 50.0)
        right, right_state = reference.tbptt_step(mine, own, inputs, targets, right_state, 50.0)
        assert_close(loss, right, f"loss of window {number}", rtol=1e-3)
        assert_close(state, right_state, f"state after window {number}", rtol=1e-3, atol=1e-4)
    held = loaded.weights()
    for name, entry in mine.state_dict().items():
        assert_close(held[name], entry, f"{name} after three windows", rtol=1e-3, atol=1e-3)


# --- the loop ---------------------------------------------------------------------------------------------


@leaves_arguments
def test_a_loss_for_each_step(student, rng):
    """The history has one loss for each step, also if reading starts again from the beginning."""
    run = student.train_char_lm(rng.integers(4, size=101), 4, 3, steps=7, rows=4, window=10)
    losses = run["history"]["loss"]
    assert_equal(len(losses), 7, "number of losses")
    assert_true(bool(np.isfinite(losses).all()), "a loss is not finite")


def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one."""
    text = rng.integers(5, size=301)
    first, again, other = (
        student.train_char_lm(text, 5, seed, steps=4, rows=4, window=10)["history"]["loss"] for seed in (7, 7, 8)
    )
    assert_close(again, first, "losses with the same seed", rtol=1e-5)
    assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")


@points(3)
def test_the_run_step_by_step(student, reference, rng):
    """From the weights that the seed gives, every loss is that of the recipe: pieces, windows, targets, state, Adam."""
    for window in (2, 3):  # pieces of 9 tokens: one is left over, none is
        text, seed = rng.integers(5, size=4 * 9 + 3), int(rng.integers(1 << 31))
        settings = {"rows": 4, "window": window}
        start = student.train_char_lm(text, 6, seed, steps=0, **settings)["state"]
        run = student.train_char_lm(text, 6, seed, steps=11, **settings)
        net = load(reference, start, 6)
        unread = net.embed.weight[5].detach().clone()
        expected = losses_of_the_recipe(reference, net, text, steps=11, **settings)
        losses = run["history"]["loss"]
        assert_equal(len(losses), 11, "number of losses")
        names = {f"the loss of step {step}": loss for step, loss in enumerate(expected, start=1)}
        assert_steps_close(list(losses), names, "the losses", rtol=2e-4)
        trained = load(reference, run["state"], 6).state_dict()
        for name, w in trained.items():
            assert_close(w, net.state_dict()[name], f"{name} after the last step", rtol=1e-2, atol=1e-3)
        assert_without_decay(unread, trained["embed.weight"][5], "the weights of a token that is never read")
        away = torch.cat([(w - net.state_dict()[name]).flatten() for name, w in trained.items()]).abs() / 3e-3
        # In learning rates; rounding makes about 1e-5. The median, since a gradient near 0 may have either sign.
        assert_true(float(away.median()) < 0.005, "the last weights are not those of Adam with a constant rate of 3e-3")


# --- what comes of it -------------------------------------------------------------------------------------


def second_order_source(rng, vocab=12):
    """P[a, b, c]: probability of c after a and b, and a function that writes a text."""
    table = rng.dirichlet(np.full(vocab, 0.15), size=(vocab, vocab))
    sums = table.cumsum(axis=2)
    sums[:, :, -1] = 1.0

    def write(length):
        a, b, text = 0, 1, []
        for u in rng.random(length + 50):
            a, b = b, int((sums[a, b] > u).argmax())
            text.append(b)
        return np.array(text[50:])

    return table, write


def bigram_entropy(table):
    """Nats per token of the best model that sees one token back, and of the source itself."""
    vocab = len(table)
    pairs = np.full((vocab, vocab), vocab**-2.0)
    for _ in range(300):
        pairs = np.einsum("ab,abc->bc", pairs, table)

    def mean_surprise(weights, given):
        return -(weights * np.log(np.where(weights > 0, given, 1.0))).sum()

    triples = pairs[:, :, None] * table
    return mean_surprise(pairs, pairs / pairs.sum(axis=1, keepdims=True)), mean_surprise(triples, table)


@points(3)
def test_held_out_text_is_predicted(student, reference, rng):
    """On text never seen, the model gets at least half of the way from the best bigram model to the source itself."""
    table, write = second_order_source(rng)
    text, held_out = write(10_000), torch.tensor(write(4_000))
    run = student.train_char_lm(text, 12, int(rng.integers(1 << 31)), steps=150)
    show_curves({"loss": list(run["history"]["loss"])}, "your training loss", across="step")
    net = load(reference, run["state"], 12)
    with torch.no_grad():
        logits, _ = net(held_out[None, :-1])
        nats = F.cross_entropy(logits[0], held_out[1:]).item()
    bigram, source = bigram_entropy(table)
    threshold(
        (bigram - nats) / (bigram - source),
        at_least=0.5,
        name="the way from the bigram model to the source",
    )
