import numpy as np
import torch
import torch.nn.functional as F

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_grads_close,
    assert_shape,
    assert_true,
    count_parameters,
    load_weights,
    points,
)

N, T_DIM, HEIGHT, WIDTH = 3, 5, 4, 6
SIZES = ((4, 6), (6, 6), (16, 24), (1, 4))
"""With 2 groups and with 8, with and without a convolution on the way around, and a single channel."""


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float32)


def own_block(reference, *sizes):
    """Our block. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.TimeResBlock(*sizes)


def twins(student, reference, rng, c_in, c_out, change=lambda name, entry: entry):
    """The student's block and ours with the same random weights."""
    mine, theirs = own_block(reference, c_in, c_out, T_DIM), student.TimeResBlock(c_in, c_out, T_DIM)
    state = {
        name: tensor(rng.normal(size=entry.shape) / max(1, entry[0].numel()) ** 0.5)
        for name, entry in mine.state_dict().items()
    }
    mine.load_state_dict(state)
    loaded = load_weights(theirs, mine, *batch(rng, c_in))  # which layer is which shows best before some are silent
    mine.load_state_dict({name: change(name, entry) for name, entry in state.items()})
    loaded.load(mine.state_dict())
    return theirs, mine


def batch(rng, c_in, n=N):
    """Images and embeddings, with entries of either sign and means away from 0."""
    images = rng.normal(size=(n, c_in, HEIGHT, WIDTH)) + rng.normal(size=(n, c_in, 1, 1))
    return tensor(images), tensor(2 * rng.normal(size=(n, T_DIM)))


@points(3)
def test_blocks_match_the_definition(student, reference, rng):
    """With the same weights the result is that of the definition, for several numbers of channels."""
    for c_in, c_out in SIZES:
        theirs, mine = twins(student, reference, rng, c_in, c_out)
        for n in (N, T_DIM):  # also with as many images as numbers in an embedding
            x, t_emb = batch(rng, c_in, n)
            assert_close(theirs(x, t_emb), mine(x, t_emb).detach(), "the result", rtol=1e-4, atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """Image, embedding and every parameter get the gradients of the definition."""
    theirs, mine = twins(student, reference, rng, 4, 6)
    x, t_emb = (part.requires_grad_() for part in batch(rng, 4))
    dout = tensor(rng.normal(size=(N, 6, HEIGHT, WIDTH)))
    got = student.vjp(theirs, [x.detach(), t_emb.detach()], [dout])
    dx, dt, *wanted = torch.autograd.grad(mine(x, t_emb), [x, t_emb, *mine.parameters()], dout)
    assert_close(got.inputs[0], dx, "gradient of x", rtol=1e-3, atol=1e-4)
    assert_true(got.inputs[1] is not None, "no gradient reaches the embedding")
    assert_close(got.inputs[1], dt, "gradient of t_emb", rtol=1e-3, atol=1e-4)
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, wanted)), rtol=1e-3, atol=1e-4)


@points(2)
def test_without_the_second_convolution_the_way_around_is_left(student, reference, rng):
    """If the second convolution gives 0, the result is x itself, or its 1x1 convolution where channels change."""

    def silent(name, entry):
        return 0 * entry if name.startswith("conv2") else entry

    theirs, _ = twins(student, reference, rng, 6, 6, silent)
    x, t_emb = batch(rng, 6)
    assert_close(theirs(x, t_emb), x, "the result", rtol=1e-5)
    theirs, mine = twins(student, reference, rng, 4, 6, silent)
    x, t_emb = batch(rng, 4)
    assert_close(theirs(x, t_emb), mine.skip(x).detach(), "the result where channels change", rtol=1e-4, atol=1e-5)


def test_time_is_added_channel_by_channel(student, reference, rng):
    """Between the convolutions a channel gets one number for all of its pixels, from the embedding of its own sample."""

    def plain(name, entry):
        """The first convolution gives 0, so that only the time reaches the second norm."""
        return 0 * entry if name.startswith("conv1") else entry

    theirs, mine = twins(student, reference, rng, 6, 6, plain)
    x, t_emb = batch(rng, 6)
    added = theirs(x, t_emb) - x
    assert_shape(added, (N, 6, HEIGHT, WIDTH), "what is added to x")
    flat = mine.time(F.silu(t_emb))[:, :, None, None].expand(N, 6, HEIGHT, WIDTH)
    right = mine.conv2(F.silu(mine.norm2(flat))).detach()
    assert_close(added, right, "what is added to x", rtol=1e-4, atol=1e-4)
    assert_close(added[:1], theirs(x[:1], t_emb[:1]) - x[:1], "the first sample alone", rtol=1e-4, atol=1e-4)


def test_samples_do_not_mix(student, reference, rng):
    """Each sample is worked on by itself: alone or in a batch, in training and in evaluation mode, the result is the same."""
    theirs, mine = twins(student, reference, rng, 16, 6)
    x, t_emb = batch(rng, 16)
    right = mine(x, t_emb).detach()
    for prepare in (theirs.train, theirs.eval):
        prepare()
        alone = torch.cat([theirs(x[n : n + 1], t_emb[n : n + 1]) for n in range(N)])
        assert_close(alone, right, "results of single samples", rtol=1e-4, atol=1e-5)


def test_numbers_of_parameters(student):
    """From 16 to 32 channels, with an embedding of 64 numbers, there are 16608 parameters; from 1 to 4 with 5 there are 230."""
    for sizes, count in (((16, 32, 64), 16608), ((1, 4, 5), 230)):
        assert_equal(count_parameters(student.TimeResBlock(*sizes)), count, "number of parameters")
