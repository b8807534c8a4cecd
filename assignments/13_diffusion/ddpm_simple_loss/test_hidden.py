import numpy as np
import torch

from autograder.suite import assert_close, assert_shape, assert_true, load_given, points

T, N = 6, 5


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float64)


def signed(rng, shape):
    """Away from 0, of either sign."""
    return tensor(rng.uniform(0.5, 2, size=shape) * rng.choice([-1.0, 1.0], size=shape))


def schedule(rng):
    """alpha_bar with steps that can be told apart."""
    return tensor(np.cumprod(rng.uniform(0.6, 0.8, size=T)))


def models(student, slope, offset):
    """The same stand-in there and here."""
    theirs, mine = (
        student.given.denoisers.StepwiseDenoiser(T).double(),
        load_given(__file__, "denoisers").StepwiseDenoiser(T).double(),
    )
    for model in (theirs, mine):
        model.load_state_dict({"slope": slope, "offset": offset})
    return theirs, mine


def batch(rng, dims=(3,), n=N):
    """Clean data, steps below T - 1 that are not all the same, noise."""
    i = torch.tensor(rng.permutation(np.arange(n) % (T - 1)))
    return signed(rng, (n, *dims)), i, signed(rng, (n, *dims))


@points(2)
def test_loss_of_a_batch(student, reference, rng):
    """Every sample is noised to its own step, and the loss is the mean square of what the guess is off."""
    theirs, mine = models(student, signed(rng, T), signed(rng, T))
    for n in (N, 3):  # also with as many samples as entries in each
        x0, i, noise = batch(rng, n=n)
        alpha_bar = schedule(rng)
        right = reference.ddpm_simple_loss(mine, x0, i, noise, alpha_bar).detach()
        assert_close(student.ddpm_simple_loss(theirs, x0, i, noise, alpha_bar), right, "the loss")


@points(2)
def test_loss_of_images(student, reference, rng):
    """For images, the mean runs over samples, channels, rows and columns."""
    theirs, mine = models(student, signed(rng, T), signed(rng, T))
    x0, i, noise = batch(rng, (2, 4, 3))
    alpha_bar = schedule(rng)
    loss = student.ddpm_simple_loss(theirs, x0, i, noise, alpha_bar)
    assert_shape(loss, (), "the loss of images")
    right = reference.ddpm_simple_loss(mine, x0, i, noise, alpha_bar).detach()
    assert_close(loss, right, "the loss of images")


def test_nothing_is_lost_on_who_knows_the_data(student, rng):
    """If all data are one point, a model that knows it can tell the noise, and its loss is 0."""
    alpha_bar, point = schedule(rng), float(rng.uniform(1, 2))
    slope = 1 / torch.sqrt(1 - alpha_bar)
    knows, _ = models(student, slope, -slope * torch.sqrt(alpha_bar) * point)
    _, i, noise = batch(rng, (3, 2))
    x0 = torch.full_like(noise, point)
    loss = student.ddpm_simple_loss(knows, x0, i, noise, alpha_bar)
    assert_close(loss, torch.zeros((), dtype=torch.float64), "the loss of a model that knows", atol=1e-12)
    wrong, _ = models(student, slope, 0 * slope)
    loss = student.ddpm_simple_loss(wrong, x0, i, noise, alpha_bar)
    shift = alpha_bar[i] / (1 - alpha_bar[i]) * point**2
    assert_close(loss, shift.mean(), "the loss of a model that takes the point for 0")


def test_a_model_that_says_zero_is_charged_the_noise(student, rng):
    """If the guess is always 0, the loss is the mean square of the noise that was given, whatever the data are."""
    silent, _ = models(student, tensor(np.zeros(T)), tensor(np.zeros(T)))
    x0, i, noise = batch(rng, (4,))
    for data in (x0, 3 * x0):
        loss = student.ddpm_simple_loss(silent, data, i, noise, schedule(rng))
        assert_close(loss, (noise**2).mean(), "the loss")


def test_samples_do_not_mix(student, rng):
    """The loss of a batch is the mean of the losses of its samples, each with its own step."""
    theirs, _ = models(student, signed(rng, T), signed(rng, T))
    x0, i, noise = batch(rng, (3, 2), n=4)
    alpha_bar = schedule(rng)
    whole = student.ddpm_simple_loss(theirs, x0, i, noise, alpha_bar)
    parts = [student.ddpm_simple_loss(theirs, x0[n : n + 1], i[n : n + 1], noise[n : n + 1], alpha_bar) for n in range(4)]
    assert_true(float(whole) > 1e-6, "the loss vanishes, although the model is wrong")
    assert_close(whole, torch.stack(parts).mean(), "the loss of the batch, against the mean of its samples")


@points(2)
def test_gradients_reach_the_model(student, reference, rng):
    """The gradients of the model's parameters are those of the loss; steps that do not occur get none."""
    theirs, mine = models(student, signed(rng, T), signed(rng, T))
    inputs = (*batch(rng), schedule(rng))
    got = student.vjp(student.given.denoisers.LossOf(student.ddpm_simple_loss, theirs), list(inputs))
    loss = reference.ddpm_simple_loss(mine, *inputs)
    wanted = torch.autograd.grad(loss, [mine.slope, mine.offset])
    assert_close(got.outputs[0], loss.detach(), "the loss")
    for (name, found), right in zip(got.parameters.items(), wanted):
        assert_true(found is not None, "no gradient reaches the model")
        assert_close(found, right, f"gradient of {name}")
