import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_grads_close,
    assert_true,
    count_parameters,
    leaves_arguments,
    load_weights,
    points,
)

D, H, K, N = 7, 9, 3, 5


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def own_net(reference, *sizes):
    """The reference's net. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.VAE(*sizes)


def twins(student, reference, rng):
    """The student's net and the reference's with the same random weights."""
    mine, net = own_net(reference, D, H, K), student.VAE(D, H, K)
    state = {name: tensor(0.7 * rng.normal(size=entry.shape)) for name, entry in mine.state_dict().items()}
    mine.load_state_dict(state)
    load_weights(net, mine, *batch(rng))
    return net, mine.eval()


def batch(rng, n=N):
    """Pixels, and noise away from 0."""
    eps = rng.uniform(0.5, 2, size=(n, K)) * rng.choice([-1.0, 1.0], size=(n, K))
    return tensor(rng.random((n, D))), tensor(eps)


def test_numbers_of_parameters(student):
    """784-512-(20, 20)-512-784 has 835384 parameters, and these are the default sizes."""
    for sizes, count in (((784, 512, 20), 835384), ((64, 32, 5), 4714), ((), 835384)):
        assert_equal(count_parameters(student.VAE(*sizes)), count, "number of parameters")


@points(2)
def test_encoder_matches_the_definition(student, reference, rng):
    """With the same weights, mu and logvar are those of the definition; both take both signs."""
    net, mine = twins(student, reference, rng)
    for n in (40, D):  # also with as many samples as pixels
        x = tensor(3 * rng.normal(size=(n, D)))
        mu, logvar = net.encode(x)
        right_mu, right_logvar = mine.encode(x)
        assert_close(mu, right_mu.detach(), "mu")
        assert_close(logvar, right_logvar.detach(), "logvar")


@points(2)
@leaves_arguments
def test_decoder_matches_the_definition(student, reference, rng):
    """With the same weights, decode gives the logits of the definition, below 0 and above 1 among them."""
    net, mine = twins(student, reference, rng)
    for n in (40, K):  # also with as many codes as latents
        z = tensor(2 * rng.normal(size=(n, K)))
        assert_close(net.decode(z), mine.decode(z).detach(), "logits")


@points(2)
def test_forward_uses_the_noise_that_it_is_given(student, reference, rng):
    """For given noise all three results are those of the definition, in this order."""
    net, mine = twins(student, reference, rng)
    for n in (N, D, K):  # also with as many samples as pixels, or as latents
        x, eps = batch(rng, n)
        got = net(x, eps)
        for name, found, right in zip(("logits", "mu", "logvar"), got, mine(x, eps), strict=True):
            assert_close(found, right.detach(), name)


def test_forward_is_repeatable(student, reference, rng):
    """The same input and noise give the same logits twice, in training and in evaluation mode, and they are right."""
    net, mine = twins(student, reference, rng)
    x, eps = batch(rng)
    for prepare in (net.train, net.eval):
        prepare()
        assert_close(net(x, eps)[0], mine(x, eps)[0].detach(), "logits")
        assert_true(torch.equal(net(x, eps)[0], net(x, eps)[0]), "two passes with the same noise differ")


def test_without_noise_the_mean_is_decoded(student, reference, rng):
    """With eps = 0 the code is mu, so the logits are those of decode(mu)."""
    net, mine = twins(student, reference, rng)
    x, eps = batch(rng)
    logits, mu, _ = net(x, 0 * eps)
    assert_close(logits, mine.decode(mine.encode(x)[0]).detach(), "logits without noise")
    assert_close(logits, net.decode(mu), "logits without noise, against decode(mu)")


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """Through the draw of z, every parameter gets the gradient of the definition."""
    net, mine = twins(student, reference, rng)
    x, eps = batch(rng)
    cotangents = [tensor(rng.normal(size=size)) for size in ((N, D), (N, K), (N, K))]
    got = student.vjp(net, [x, eps], cotangents)
    wanted = torch.autograd.grad(mine(x, eps), list(mine.parameters()), cotangents)
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, wanted)), rtol=1e-3, atol=1e-4)


def test_heads_are_independent(student, reference, rng):
    """Changing the weights of the head for logvar changes logvar and leaves mu as it is."""
    net, mine = twins(student, reference, rng)
    x, eps = batch(rng)
    mine.load_state_dict({n: entry + ("logvar" in n) for n, entry in mine.state_dict().items()})
    load_weights(net, mine, x, eps)
    mu, logvar = net.encode(x)
    right_mu, right_logvar = mine.encode(x)
    assert_close(mu, right_mu.detach(), "mu after the change")
    assert_close(logvar, right_logvar.detach(), "logvar after the change")
