import importlib.util
from functools import lru_cache
from pathlib import Path

import torch

from autograder.suite import (
    assert_between,
    assert_close,
    assert_equal,
    assert_shape,
    assert_true,
    leave_gradients,
    leaves_arguments,
    load_state,
    points,
    threshold,
)

V_SRC, V_TGT, WIDTH = 7, 9, 5
BOS, EOS = 7, 8
N, S, L = 6, 4, 3
WORDS, WORDS_IN_A_SENTENCE = 10, 5


@lru_cache(maxsize=1)
def given():
    """The translator that students are given, for use on this side."""
    path = Path(__file__).parents[1] / "given" / "translators.py"
    spec = importlib.util.spec_from_file_location("given_translators", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def twins(student, rng, telling=lambda net, src: True):
    """A given translator with random weights there, the same one here, and a batch; drawn again until it is `telling`."""
    with torch.random.fork_rng():  # a replay in this process draws from the same random numbers
        mine = given().SumTranslator(V_SRC, V_TGT, WIDTH)
    shapes = {name: w.shape for name, w in mine.state_dict().items()}
    while True:
        state = {name: torch.tensor(rng.normal(size=shape), dtype=torch.float32) for name, shape in shapes.items()}
        mine.load_state_dict(state)
        src = torch.tensor(rng.integers(0, V_SRC, size=(N, S)))
        if telling(mine, src):
            break
    theirs = student.given.translators.SumTranslator(V_SRC, V_TGT, WIDTH)
    theirs.load_state_dict(state)
    return theirs, mine, src, torch.tensor(rng.integers(0, BOS, size=(N, L)))


def permutation(rng):
    return torch.tensor(rng.permutation(WORDS))


def load(reference, state):
    """The grader's own net with the student's weights."""
    with torch.random.fork_rng():
        net = reference.Seq2Seq(WORDS, WORDS + 2, 32, 64)
    return load_state(net.eval(), state)


@points(2)
def test_step_with_teacher_forcing(student, reference, rng):
    """The loss is that of predicting each token, and eos, from what comes before; the weights make its step."""
    theirs, mine, src, tgt = twins(student, rng)
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=0.3)
    loss = student.seq2seq_step(theirs, optimizer, src, tgt, BOS, EOS)
    right = reference.seq2seq_step(mine, torch.optim.SGD(mine.parameters(), lr=0.3), src, tgt, BOS, EOS)
    assert_close(loss, right, "loss", rtol=1e-4)
    for name, w in mine.state_dict().items():
        assert_close(theirs.state_dict()[name], w, f"{name} after the step", rtol=1e-4, atol=1e-5)


def test_three_steps(student, reference, rng):
    """Over three steps each batch counts once, and what was in `.grad` before does not count."""
    theirs, mine, src, tgt = twins(student, rng)
    leave_gradients(theirs)
    optimizer = student.call(torch.optim.SGD, theirs.parameters(), lr=0.1)
    own = torch.optim.SGD(mine.parameters(), lr=0.1)
    for step in range(3):
        batch = (src + step) % V_SRC, (tgt + step) % BOS, BOS, EOS
        if step == 2:  # as many rows as words in a sentence
            batch = src[:S], torch.cat([tgt, tgt[:, :1]], dim=1)[:S], BOS, EOS
        loss = student.seq2seq_step(theirs, optimizer, *batch)
        assert_true(type(loss) is float, "the loss is not a Python float")
        assert_close(loss, reference.seq2seq_step(mine, own, *batch), f"loss of step {step}", rtol=1e-3)


@points(2)
def test_translation_reads_its_own_output(student, reference, rng):
    """Every token is the most probable one given the source and all tokens that the model has put out before."""

    def telling(net, src):
        """The output changes along a row, and is another one than if the model had read bos again and again."""
        right = reference.translate(net, src, BOS, 6)
        with torch.no_grad():
            deaf = net(src, torch.full((N,), S), torch.full((N, 6), BOS)).argmax(dim=2)
        return bool((right != right[:, :1]).any() and (right != deaf).any())

    theirs, mine, src, _ = twins(student, rng, telling)
    found = student.translate(theirs, src, BOS, 6)
    assert_shape(found, (N, 6), "the decoded tokens")
    assert_equal(found, reference.translate(mine, src, BOS, 6), "the decoded tokens")


@leaves_arguments
def test_translation_builds_no_graph(student, reference, rng):
    """While the model translates no graph is built; the tokens are right."""
    theirs, mine, src, _ = twins(student, rng)
    found = student.translate(theirs, src[:S], BOS, S)  # as many rows as words in a sentence
    assert_equal(found, reference.translate(mine, src[:S], BOS, S), "the decoded tokens")
    assert_equal(set(theirs.graphs), {False}, "whether a graph is built")


@points(2)
def test_each_step_is_one_step_of_adam(student, reference, rng):
    """Adam moves no weight further than its learning rate in a step, and some weight nearly as far in each of three."""
    mapping, seed = permutation(rng), int(rng.integers(1 << 31))
    start, one, three = (
        load(reference, student.train_seq2seq_reverse(mapping, seed, steps=n)["state"]).state_dict() for n in (0, 1, 3)
    )

    def moved(end):
        """The greatest change of a weight, in learning rates."""
        return max(float((end[name].double() - w.double()).abs().max()) for name, w in start.items()) / 5e-3

    assert_between(moved(one), 0.98, 1.02, "the greatest change of a weight in one step, in learning rates")
    assert_between(moved(three), 2.3, 3.05, "the greatest change of a weight in three steps, in learning rates")


def test_losses_are_those_of_new_sources(student, reference, rng):
    """The loss of a step is that of the weights before it on 64 sources, and a longer run begins like a shorter one."""
    mapping, seed = permutation(rng), int(rng.integers(1 << 31))
    for steps in (0, 25, 160):
        short, long = (student.train_seq2seq_reverse(mapping, seed, steps=n) for n in (steps, steps + 6))
        losses = list(long["history"]["loss"])
        assert_equal(len(losses), steps + 6, "number of losses")
        assert_close(losses[:steps], list(short["history"]["loss"]), "the first losses of a longer run", rtol=1e-4)
        mean, error = loss_on_new_sources(load(reference, short["state"]), mapping, rng)
        assert_between(losses[steps] - mean, -6 * error, 6 * error, "the next loss, against that of other sources")


def loss_on_new_sources(net, mapping, rng, sentences=2000):
    """Mean over many sources, and the standard error of a mean over 64 of them."""
    src = torch.tensor(rng.integers(0, WORDS, size=(sentences, WORDS_IN_A_SENTENCE)))
    tgt, edge = mapping[src].flip(1), torch.full((sentences, 1), WORDS)
    lengths = torch.full((sentences,), WORDS_IN_A_SENTENCE)
    with torch.no_grad():
        logits = net(src, lengths, torch.cat([edge, tgt], dim=1))
    target = torch.cat([tgt, edge + 1], dim=1)
    each = torch.nn.functional.cross_entropy(logits.transpose(1, 2), target, reduction="none").mean(dim=1)
    return float(each.mean()), float(each.std()) / 8


def test_a_batch_has_64_sources(student, reference, rng):
    """A step draws 64 sources of five words, all words equally likely, and moves the embeddings of those words alone."""
    words, seed = 4000, int(rng.integers(1 << 31))
    mapping = torch.tensor(rng.permutation(words))
    before, after = (_source_words(reference, student, mapping, seed, steps) for steps in (0, 1))
    distinct = int((before != after).any(dim=1).sum())
    # Of 320 draws, 308 differ, give or take 4; of 160, at most 160; of 640, 591.
    assert_between(distinct, 270, 420, "the number of different words in a batch")


def _source_words(reference, student, mapping, seed, steps):
    """The source's embeddings after some steps."""
    state = student.train_seq2seq_reverse(mapping, seed, steps=steps)["state"]
    with torch.random.fork_rng():
        net = reference.Seq2Seq(len(mapping), len(mapping) + 2, 32, 64)
    return load_state(net.eval(), state).src_emb.weight.detach()


def test_every_parameter_is_trained(student, reference, rng):
    """After some steps all parameters, those of the encoder among them, have moved; without a step none has."""
    mapping, seed = permutation(rng), int(rng.integers(1 << 31))
    start, again, end = (
        load(reference, student.train_seq2seq_reverse(mapping, seed, steps=n)["state"]).state_dict() for n in (0, 0, 3)
    )
    for name, w in start.items():
        assert_close(again[name], w, f"{name} before training, with the same seed", rtol=1e-6)
        moved = float((end[name].double() - w.double()).abs().max())
        assert_true(moved > 1e-6, f"{name} is the same before and after training")


@leaves_arguments
def test_seed_decides(student, rng):
    """The same seed gives the same run, another seed another one; there is a loss for every step."""
    mapping = permutation(rng)
    first, again, other = (student.train_seq2seq_reverse(mapping, seed, steps=4)["history"]["loss"] for seed in (5, 5, 6))
    assert_equal(len(first), 4, "number of losses")
    assert_close(again, list(first), "losses with the same seed", rtol=1e-4)
    assert_true(abs(first[0] - other[0]) > 1e-6, "another seed gives the same run")
    assert_true(abs(first[0] - first[1]) > 1e-6, "the loss does not change")


@points(4)
def test_hidden_sentences_are_translated(student, reference, rng):
    """Of 500 sentences in a language of its own, at least 60 % are translated without a single error, eos included."""
    mapping = permutation(rng)
    run = student.train_seq2seq_reverse(mapping, int(rng.integers(1 << 31)))
    src = torch.tensor(rng.integers(0, WORDS, size=(500, WORDS_IN_A_SENTENCE)))
    right = torch.cat([mapping[src].flip(1), torch.full((500, 1), WORDS + 1)], dim=1)
    found = reference.translate(load(reference, run["state"]), src, WORDS, WORDS_IN_A_SENTENCE + 1)
    exact = (found == right).all(dim=1).float().mean().item()
    threshold(exact, at_least=0.6, name="share of hidden sentences translated without error")
