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
    signed,
)

BASE, K, N = 2, 3, 4


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float32)


def own_net(reference, *sizes):
    """Our net. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.ConvVAE(*sizes)


def twins(student, reference, rng):
    """The student's net and ours with the same random weights, of a size that keeps the signal alive in all layers."""
    mine, net = own_net(reference, BASE, K), student.ConvVAE(BASE, K)
    state = {
        name: tensor(1.5 * rng.normal(size=entry.shape) / max(1, entry[0].numel()) ** 0.5)
        for name, entry in mine.state_dict().items()
    }
    mine.load_state_dict(state)
    load_weights(net, mine, *batch(rng))
    return net, mine.eval()


def batch(rng, n=N):
    """Pictures, and noise away from 0."""
    return tensor(2 * rng.normal(size=(n, 1, 28, 28))), tensor(signed(rng, (n, K)))


def test_numbers_of_parameters(student):
    """The number of parameters for three choices of the sizes; the first is the default."""
    for sizes, count in (((), 109033), ((8, 10), 27637), ((3, 5), 4787)):
        assert_equal(count_parameters(student.ConvVAE(*sizes)), count, "number of parameters")


@points(2)
@leaves_arguments
def test_encoder_matches_the_definition(student, reference, rng):
    """With the same weights, mu and logvar are those of the definition; both take both signs."""
    net, mine = twins(student, reference, rng)
    for n in (N, K):  # also with as many pictures as latents
        x, _ = batch(rng, n)
        for name, found, right in zip(("mu", "logvar"), net.encode(x), mine.encode(x), strict=True):
            assert_close(found, right.detach(), name, rtol=1e-3, atol=1e-4)


@points(2)
@leaves_arguments
def test_decoder_matches_the_definition(student, reference, rng):
    """With the same weights, decode gives the logits of the definition, below 0 and above 1 among them."""
    net, mine = twins(student, reference, rng)
    for n in (N, K):  # also with as many codes as latents
        z = tensor(2 * rng.normal(size=(n, K)))
        found = net.decode(z)
        assert_shape(found, (n, 1, 28, 28), "logits")
        assert_close(found, mine.decode(z).detach(), "logits", rtol=1e-3, atol=1e-4)


@points(2)
def test_forward_uses_the_noise_that_it_is_given(student, reference, rng):
    """For given noise all three results are those of the definition, in this order."""
    net, mine = twins(student, reference, rng)
    for n in (N, K):  # also with as many pictures as latents
        x, eps = batch(rng, n)
        for name, found, right in zip(("logits", "mu", "logvar"), net(x, eps), mine(x, eps), strict=True):
            assert_close(found, right.detach(), name, rtol=1e-3, atol=1e-4)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """Through the draw of z, every parameter gets the gradient of the definition."""
    net, mine = twins(student, reference, rng)
    x, eps = batch(rng)
    cotangents = [tensor(rng.normal(size=size)) for size in ((N, 1, 28, 28), (N, K), (N, K))]
    got = student.vjp(net, [x, eps], cotangents)
    wanted = torch.autograd.grad(mine(x, eps), list(mine.parameters()), cotangents)
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, wanted)), rtol=2e-3, atol=1e-3)


def test_without_noise_the_mean_is_decoded(student, reference, rng):
    """With eps = 0 the code is mu, so the logits are those of decode(mu)."""
    net, mine = twins(student, reference, rng)
    x, eps = batch(rng)
    logits, mu, _ = net(x, 0 * eps)
    assert_close(logits, mine.decode(mine.encode(x)[0]).detach(), "logits without noise", rtol=1e-3, atol=1e-4)
    assert_close(logits, net.decode(mu), "logits without noise, against decode(mu)", rtol=1e-4, atol=1e-5)


def test_pictures_do_not_mix(student, reference, rng):
    """A picture alone is treated as it is in a batch, in training and in evaluation mode."""
    net, mine = twins(student, reference, rng)
    x, eps = batch(rng)
    right = mine(x, eps)[0].detach()
    for prepare in (net.train, net.eval):
        prepare()
        alone = torch.cat([net(x[n : n + 1], eps[n : n + 1])[0] for n in range(N)])
        assert_close(alone, right, "logits of single pictures", rtol=1e-3, atol=1e-4)


def test_every_pixel_counts(student, reference, rng):
    """Changing one pixel at a corner, at an edge or in the middle changes the code as in the definition."""
    net, mine = twins(student, reference, rng)
    x, _ = batch(rng, 1)
    changed = x.repeat(4, 1, 1, 1)
    for n, (row, column) in enumerate([(0, 0), (27, 27), (13, 0), (14, 15)]):
        changed[n, 0, row, column] += 30.0
    mu = net.encode(changed)[0]
    assert_close(mu, mine.encode(changed)[0].detach(), "mu", rtol=1e-3, atol=1e-4)
    assert_true(float((mu - net.encode(x)[0]).detach().abs().max()) > 1e-3, "no pixel has any influence on mu")
