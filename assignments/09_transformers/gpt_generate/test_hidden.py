import numpy as np
import pytest
import torch

from autograder.suite import assert_equal, draw_weights, leaves_arguments, load_given, own_module, points, tensor

V, D, MAX = 9, 6, 5


def models(student, rng):
    """The given model there and here, with the same weights."""
    mine = own_module(load_given(__file__, "language").WindowModel, V, D, MAX).eval()
    state = draw_weights(mine, rng, 1.5)
    theirs = student.given.language.WindowModel(V, D, MAX)
    theirs.load_state_dict(state)
    return theirs, mine


def prompts(rng, n=3, t=4):
    return torch.tensor(rng.integers(V, size=(n, t)))


def numbers(rng, reference, mine, ids, n, **options):
    """Random numbers for which no draw is close to a border, so that the last digit of a probability decides nothing, and
    every option makes a difference."""

    def write(u, **chosen):
        return reference.gpt_generate(mine, ids, n, MAX, tensor(u), **chosen)

    for _ in range(300):
        u = rng.random((len(ids), n))
        out = write(u, **options)
        shaken = [write(np.clip(u + e, 0, 0.999999), **options) for e in (-1e-4, 1e-4)]
        without = [write(u, **{k: v for k, v in options.items() if k != option}) for option in options]
        if all(torch.equal(other, out) for other in shaken) and not any(torch.equal(other, out) for other in without):
            return tensor(u)
    raise AssertionError("no sure numbers found")


def sure_prompts(rng, mine, n, t, steps):
    """Prompts for which no greatest logit is close to the second."""
    for _ in range(200):
        ids = start = prompts(rng, n, t)
        least = np.inf
        with torch.no_grad():
            for _ in range(steps):
                top = mine(ids[:, -MAX:])[:, -1].topk(2)
                least = min(least, float((top.values[:, 0] - top.values[:, 1]).min()))
                ids = torch.cat([ids, top.indices[:, :1]], dim=1)
        if least > 1e-3:
            return start
    raise AssertionError("no sure prompts found")


@points(3)
def test_greedy_writing(student, reference, rng):
    """Without u each new token is the one with the greatest logit at the last position; the prompt comes first."""
    theirs, mine = models(student, rng)
    theirs.eval()
    for n, t, steps in ((5, 2, 3), (2, 1, 4), (4, 4, 1)):
        ids = sure_prompts(rng, mine, n, t, steps)
        got = student.gpt_generate(theirs, ids, steps, MAX)
        assert_equal(got.tolist(), reference.gpt_generate(mine, ids, steps, MAX).tolist(), "prompts and what follows")


@points(2)
def test_beyond_the_window(student, reference, rng):
    """Beyond max_len the model reads the last max_len tokens; prompts may be longer than that."""
    theirs, mine = models(student, rng)
    theirs.eval()
    for t, steps in ((3, 8), (7, 3), (MAX, 2)):
        ids = sure_prompts(rng, mine, 3, t, steps)
        got = student.gpt_generate(theirs, ids, steps, max_len=MAX)
        assert_equal(got.tolist(), reference.gpt_generate(mine, ids, steps, MAX).tolist(), "prompts and what follows")
    counter, own, ids = student.given.language.Counter(V), load_given(__file__, "language").Counter(V), prompts(rng)
    got = student.gpt_generate(counter, ids, 3, 1)
    assert_equal(got.tolist(), reference.gpt_generate(own, ids, 3, 1).tolist(), "what a model writes that reads one token")


@leaves_arguments
@points(3)
def test_drawing(student, reference, rng):
    """With u each new token is drawn with the numbers of its own step and row, at any temperature and top_k."""
    theirs, mine = models(student, rng)
    theirs.eval()
    for rows, options in ((6, {}), (3, {"temperature": 2.5}), (3, {"temperature": 2.0, "top_k": 2})):
        ids = prompts(rng, rows)
        u = numbers(rng, reference, mine, ids, 6, **options)
        got = student.gpt_generate(theirs, ids, 6, MAX, u, **options)
        assert_equal(got.tolist(), reference.gpt_generate(mine, ids, 6, MAX, u, **options).tolist(), "prompts and what follows")


def test_the_mode_is_put_back(student, reference, rng):
    """A model in training mode writes as in evaluation mode, and is in training mode afterwards; the other way round,
    too."""
    theirs, mine = models(student, rng)
    ids = sure_prompts(rng, mine, 3, 4, 4)
    right = reference.gpt_generate(mine, ids, 4, MAX).tolist()
    for training in (True, False):
        theirs.train(training)
        assert_equal(student.gpt_generate(theirs, ids, 4, MAX).tolist(), right, "what a model in either mode writes")
        assert_equal(bool(theirs.training), training, "whether the model is in training mode afterwards")


def test_no_graph_is_kept(student, reference, rng):
    """What the model computes while writing has no graph."""
    probe, own = student.given.language.GraphProbe(V), load_given(__file__, "language").GraphProbe(V)
    ids = prompts(rng)
    right = reference.gpt_generate(own, ids, 3, MAX).tolist()
    assert_equal(student.gpt_generate(probe, ids, 3, MAX).tolist(), right, "prompts and what follows")
    assert_equal(int(probe.with_graph), 0, "calls of the model that built a graph")
    assert_equal(int(probe.calls), 3, "calls of the model")


def test_what_does_not_fit_is_refused(student, rng):
    """An empty prompt, or numbers of another shape, is a ValueError that names the argument."""
    theirs, _ = models(student, rng)
    with pytest.raises(ValueError, match="ids"):
        student.gpt_generate(theirs, prompts(rng, 2, 0), 2, MAX)
    for shape in ((3, 2), (2, 4)):
        with pytest.raises(ValueError, match="u"):
            student.gpt_generate(theirs, prompts(rng, 3, 2), 4, MAX, tensor(rng.random(shape)))
