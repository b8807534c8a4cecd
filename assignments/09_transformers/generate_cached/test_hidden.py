import numpy as np
import pytest
import torch

from autograder.suite import assert_equal, draw_weights, leaves_arguments, load_given, own_module, points, tensor

V = 8


def models(student, rng):
    """The given model there and here, with the same weights."""
    mine = own_module(load_given(__file__, "language").PastProbe, V)
    state = draw_weights(mine, rng, 1.5)
    theirs = student.given.language.PastProbe(V)
    theirs.load_state_dict(state)
    return theirs, mine


def prompts(rng, n=3, t=4):
    return torch.tensor(rng.integers(V, size=(n, t)))


@torch.no_grad()
def sure_prompts(rng, mine, n, t, steps):
    """Prompts for which no greatest logit is close to the second."""
    for _ in range(200):
        ids = start = prompts(rng, n, t)
        least = np.inf
        for _ in range(steps):
            top = mine(ids)[0][:, -1].topk(2)
            least = min(least, float((top.values[:, 0] - top.values[:, 1]).min()))
            ids = torch.cat([ids, top.indices[:, :1]], dim=1)
        if least > 1e-3:
            return start
    raise AssertionError("no sure prompts found")


def numbers(rng, reference, mine, ids, n, **options):
    """Random numbers for which no draw is close to a border, so that the last digit of a probability decides nothing, and
    every option makes a difference."""

    def write(u, **chosen):
        return reference.generate_cached(mine, ids, n, tensor(u), **chosen)

    for _ in range(300):
        u = rng.random((len(ids), n))
        out = write(u, **options)
        shaken = [write(np.clip(u + e, 0, 0.999999), **options) for e in (-1e-4, 1e-4)]
        without = [write(u, **{k: v for k, v in options.items() if k != option}) for option in options]
        if all(torch.equal(other, out) for other in shaken) and not any(torch.equal(other, out) for other in without):
            return tensor(u)
    raise AssertionError("no sure numbers found")


@leaves_arguments
@points(3)
def test_greedy_writing(student, reference, rng):
    """Without u each new token is the one with the greatest logit at the last position; the prompt comes first."""
    theirs, mine = models(student, rng)
    for n, t, steps in ((3, 2, 5), (6, 2, 4), (2, 1, 4), (4, 4, 1)):
        ids = sure_prompts(rng, mine, n, t, steps)
        got = student.generate_cached(theirs, ids, steps)
        assert_equal(got.tolist(), reference.generate_cached(mine, ids, steps).tolist(), "prompts and what follows")


@points(2)
def test_the_same_as_without_a_cache(student, reference, rng):
    """What is written is what the model writes if it reads everything anew for each token."""
    theirs, mine = models(student, rng)
    ids = start = sure_prompts(rng, mine, 3, 3, 6)
    with torch.no_grad():
        for _ in range(6):
            ids = torch.cat([ids, mine(ids)[0][:, -1:].argmax(dim=-1)], dim=1)
    assert_equal(reference.generate_cached(mine, start, 6).tolist(), ids.tolist(), "what the reference writes")
    assert_equal(student.generate_cached(theirs, start, 6).tolist(), ids.tolist(), "prompts and what follows")


@points(2)
def test_every_token_is_fed_once(student, reference, rng):
    """The prompt is fed once, then one token in each call; the last token written is not fed, and no graph is built."""
    theirs, mine = models(student, rng)
    ids = sure_prompts(rng, mine, 3, 5, 4)
    got = student.generate_cached(theirs, ids, 4)
    assert_equal(got.tolist(), reference.generate_cached(mine, ids, 4).tolist(), "prompts and what follows")
    assert_equal(list(theirs.fed), [5, 1, 1, 1], "numbers of tokens that the model was fed")
    assert_equal(int(theirs.with_graph), 0, "calls of the model that built a graph")


@leaves_arguments
@points(3)
def test_drawing(student, reference, rng):
    """With u each new token is drawn with the numbers of its own step and row, at any temperature and top_k."""
    theirs, mine = models(student, rng)
    for rows, options in ((6, {}), (3, {"temperature": 2.5}), (3, {"temperature": 2.0, "top_k": 2})):
        ids = prompts(rng, rows)
        u = numbers(rng, reference, mine, ids, 6, **options)
        got = student.generate_cached(theirs, ids, 6, u, **options)
        assert_equal(got.tolist(), reference.generate_cached(mine, ids, 6, u, **options).tolist(), "prompts and what follows")


def test_what_does_not_fit_is_refused(student, rng):
    """An empty prompt, or numbers of another shape, is a ValueError that names the argument."""
    theirs, _ = models(student, rng)
    with pytest.raises(ValueError, match="ids"):
        student.generate_cached(theirs, prompts(rng, 2, 0), 2)
    for shape in ((3, 2), (2, 4)):
        with pytest.raises(ValueError, match="u"):
            student.generate_cached(theirs, prompts(rng, 3, 2), 4, tensor(rng.random(shape)))
