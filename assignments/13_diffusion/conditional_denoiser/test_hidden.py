import numpy as np
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_grads_close,
    assert_shape,
    assert_true,
    count_parameters,
    leaves_arguments,
    load_weights,
    points,
)

C_IN, BASE, T_DIM, CLASSES = 2, 3, 6, 4


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float32)


def own_net(reference, *sizes):
    """Our net. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.ConditionalDenoiser(*sizes)


def twins(student, reference, rng, change=lambda name, entry: entry):
    """The student's net and ours with the same random weights."""
    sizes = C_IN, BASE, T_DIM, CLASSES
    mine, theirs = own_net(reference, *sizes), student.ConditionalDenoiser(*sizes)
    state = {
        name: tensor(rng.normal(size=entry.shape) / (1 if "label" in name else max(1, entry[0].numel()) ** 0.5))
        for name, entry in mine.state_dict().items()
    }
    mine.load_state_dict(state)
    loaded = load_weights(theirs, mine, *batch(rng))  # which layer is which shows best before some are silent
    mine.load_state_dict({name: change(name, entry) for name, entry in state.items()})
    loaded.load(mine.state_dict())
    return theirs, mine


def batch(rng, height=8, width=4):
    """Images, steps and labels: every class once, and "no class given"."""
    n = CLASSES + 1
    x = tensor(2 * rng.normal(size=(n, C_IN, height, width)))
    return x, torch.tensor(rng.permutation(200)[:n]), torch.tensor(rng.permutation(n))


def draw(rng, n=40, p=0.5):
    """Labels, and numbers on both sides of p, the first of them above it."""
    u = rng.permutation(np.concatenate([rng.uniform(0, p, size=n // 2), rng.uniform(p, 1, size=n - n // 2)]))
    u[0] = rng.uniform(p + 0.01, 1)
    return torch.tensor(rng.integers(1, 7, size=n)), tensor(u)


@points(2)
@leaves_arguments
def test_labels_are_hidden_where_u_is_below_p(student, reference, rng):
    """Each sample loses its label by its own u, and the others keep theirs."""
    for p, null in ((0.5, 7), (0.2, 11)):
        labels, u = draw(rng, p=p)
        found = student.condition_dropout(labels, u, p, null)
        assert_equal(found, reference.condition_dropout(labels, u, p, null), "the labels")


def test_the_share_that_is_hidden(student, rng):
    """All labels are hidden for p = 1, none for p = 0, not even where u is 0, and none where u equals p."""
    labels, u = torch.tensor(rng.integers(1, 7, size=12)), tensor(rng.uniform(0, 1, size=12))
    u[3], u[5] = 0.0, 0.25
    assert_equal(student.condition_dropout(labels, u, 1.0, 9), torch.full((12,), 9), "the labels for p = 1")
    assert_equal(student.condition_dropout(labels, u, 0.0, 9), labels, "the labels for p = 0")
    found = student.condition_dropout(labels, u, 0.25, 9)
    assert_equal(found[5], labels[5], "the label of a sample whose u is p")
    assert_equal(found, torch.where(u < 0.25, 9, labels), "the labels for p = 0.25")


def test_labels_are_there_for_the_next_epoch(student, rng):
    """The labels that were passed in still have all their classes afterwards."""
    labels, u = draw(rng)
    after = student.call(student.condition_dropout, labels, u, 0.5, 7, return_args=True)
    assert_equal(after.result, torch.where(u < 0.5, 7, labels), "the labels to train with")
    assert_equal(after.args[0], labels, "the labels as passed in")


@points(3)
@leaves_arguments
def test_net_matches_the_definition(student, reference, rng):
    """With the same weights the guess is that of the definition, each image with its own step and class."""
    theirs, mine = twins(student, reference, rng)
    x, i, y = batch(rng)
    assert_close(theirs(x, i, y), mine(x, i, y).detach(), "the guess", rtol=1e-3, atol=1e-4)


def test_sizes_divisible_by_two(student, reference, rng):
    """Pictures of 28, of 8 and of 6 by 10 pixels: the guess has their size, and is right."""
    theirs, mine = twins(student, reference, rng)
    for height, width in ((28, 28), (8, 8), (6, 10)):
        x, i, y = batch(rng, height, width)
        found = theirs(x, i, y)
        assert_shape(found, tuple(x.shape), "the guess")
        assert_close(found, mine(x, i, y).detach(), "the guess", rtol=1e-3, atol=1e-4)


@points(2)
def test_every_row_of_the_table_learns(student, reference, rng):
    """The image and every parameter get the gradients of the definition; the row for "no class given" is no exception."""
    theirs, mine = twins(student, reference, rng)
    x, i, y = batch(rng)
    leaf, dout = x.clone().requires_grad_(), tensor(rng.normal(size=x.shape))
    got = student.vjp(theirs, [x, i, y], [dout])
    dx, *wanted = torch.autograd.grad(mine(leaf, i, y), [leaf, *mine.parameters()], dout)
    assert_close(got.inputs[0], dx, "gradient of x", rtol=2e-3, atol=1e-3)
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, wanted)), rtol=2e-3, atol=1e-3)


def test_each_image_has_its_own_class(student, reference, rng):
    """The guess changes with the class and with the step, and an image alone is treated as in a batch."""
    theirs, mine = twins(student, reference, rng)
    x, i, y = batch(rng)
    together = theirs(x, i, y)
    assert_true(float((together - theirs(x, i, CLASSES - y)).abs().max()) > 1e-3, "the guess does not depend on the class")
    assert_true(float((together - theirs(x, 199 - i, y)).abs().max()) > 1e-3, "the guess does not depend on the step")
    alone = torch.cat([theirs(x[n : n + 1], i[n : n + 1], y[n : n + 1]) for n in range(len(x))])
    assert_close(alone, mine(x, i, y).detach(), "guesses for single images", rtol=1e-3, atol=1e-4)


def test_without_the_table_the_class_is_unknown(student, reference, rng):
    """With a table of zeros all classes give the same guess, and it is that of the definition."""

    def silent(name, entry):
        return 0 * entry if "label" in name else entry

    theirs, mine = twins(student, reference, rng, silent)
    x, i, y = batch(rng)
    found = theirs(x, i, y)
    assert_close(found, theirs(x, i, CLASSES - y), "the guess for other classes", rtol=1e-5, atol=1e-6)
    assert_close(found, mine(x, i, y).detach(), "the guess", rtol=1e-3, atol=1e-4)


def test_numbers_of_parameters(student):
    """The number of parameters for three choices of the sizes; "no class given" has a row of its own."""
    for sizes, count in (((1, 16, 32, 10), 41297), ((3, 4, 6, 2), 2739), ((1, 8, 32, 10), 12073)):
        assert_equal(count_parameters(student.ConditionalDenoiser(*sizes)), count, "number of parameters")
