import numpy as np

from autograder.suite import (
    assert_close,
    assert_shape,
    assert_true,
    check_backward,
    first_divergence,
    gradcheck,
    leaves_arguments,
    points,
)

AXES = {"x": ("batch", "channel", "row", "column"), "gamma": ("channel",), "beta": ("channel",)}
SPOTS = (0, 2, 3)


def draw(rng, n=4, c=3, h=2, w=5):
    """Samples, channels and pixels of different size and place, so that every wrong axis shows."""
    x = rng.normal(size=(n, c, h, w))
    for shape in ((n, 1, 1, 1), (1, c, 1, 1), (1, 1, h, w)):
        x = x * rng.uniform(0.7, 1.5, size=shape) + rng.normal(size=shape)
    return {"x": x, "gamma": rng.permutation(np.linspace(0.5, 2, c)), "beta": rng.normal(size=c)}


def steps(x):
    """What the statement names on the way to out."""
    mu, var = x.mean(axis=SPOTS, keepdims=True), x.var(axis=SPOTS, keepdims=True)
    return {"mu": mu, "var": var, "x_hat": (x - mu) / np.sqrt(var + 1e-5)}


@points(2)
def test_output_is_the_normalised_channel_scaled_and_shifted(student, reference, rng):
    """The output is gamma * x_hat + beta, channel by channel."""
    for sizes in ((4, 3, 2, 5), (3, 3, 3, 3)):
        given = draw(rng, *sizes)
        out, cache = student.batchnorm2d_forward(*given.values())
        with first_divergence(cache, steps(given["x"])):
            assert_close(out, reference.batchnorm2d_forward(*given.values())[0], "out", axes=AXES["x"])


def test_equals_batch_norm_of_all_pixels_as_rows(student, rng):
    """With every pixel of every image as a row of C features, it is plain batch normalisation."""
    x, gamma, beta = draw(rng, n=3, c=4).values()
    rows = x.transpose(0, 2, 3, 1).reshape(-1, 4)
    expected = gamma * (rows - rows.mean(axis=0)) / np.sqrt(rows.var(axis=0) + 1e-5) + beta
    out, _ = student.batchnorm2d_forward(x, gamma, beta)
    assert_shape(out, x.shape, "out")
    assert_close(out.transpose(0, 2, 3, 1).reshape(-1, 4), expected, "out as rows of pixels")


def test_channels_have_mean_beta_and_variance_gamma_squared(student, rng):
    """Over batch and pixels, a channel of the output has mean beta and standard deviation close to gamma."""
    x, gamma, beta = draw(rng).values()
    out, _ = student.batchnorm2d_forward(x, gamma, beta)
    var = x.var(axis=SPOTS)
    assert_close(out.mean(axis=SPOTS), beta, "mean of the output of each channel")
    assert_close(out.var(axis=SPOTS), gamma**2 * var / (var + 1e-5), "variance of the output of each channel")


def test_moving_the_pixels_of_a_channel_moves_the_output_along(student, rng):
    """The statistics of a channel do not care which pixel stands where, nor in which image."""
    x, gamma, beta = draw(rng).values()

    def moved(images, order):
        flat = images.transpose(1, 0, 2, 3).reshape(3, -1)[:, order]
        return flat.reshape(3, 4, 2, 5).transpose(1, 0, 2, 3)

    order = rng.permutation(4 * 2 * 5)
    out, _ = student.batchnorm2d_forward(x, gamma, beta)
    again, _ = student.batchnorm2d_forward(np.ascontiguousarray(moved(x, order)), gamma, beta)
    assert_close(again, moved(out, order), "out of the images with moved pixels")
    assert_close(out.mean(axis=SPOTS), beta, "mean of the output of each channel")


def test_eps_stands_under_the_root(student, reference, rng):
    """A channel that hardly varies is kept small by eps, which is added to the variance."""
    x, gamma, beta = draw(rng).values()
    out, _ = student.batchnorm2d_forward(x * 1e-3, gamma, beta, eps=0.01)
    assert_close(out, reference.batchnorm2d_forward(x * 1e-3, gamma, beta, eps=0.01)[0], "out for a small variance")


@points(3)
@leaves_arguments
def test_gradients_match_the_definition(student, reference, rng):
    """dx, dgamma and dbeta are the gradients of the forward pass."""
    for sizes in ((4, 3, 2, 5), (3, 3, 3, 3)):
        check_backward(
            student.batchnorm2d_forward,
            student.batchnorm2d_backward,
            draw(rng, *sizes),
            reference.batchnorm2d_forward,
            reference.batchnorm2d_backward,
            rng=rng,
            axes=AXES,
        )


@points(2)
def test_gradients_agree_with_finite_differences(student, reference, rng):
    """Nudging x, gamma or beta changes the loss as the gradients say."""
    gradcheck(
        student.batchnorm2d_forward,
        student.batchnorm2d_backward,
        draw(rng, n=2, c=5, h=3, w=4),
        reference=reference.batchnorm2d_forward,
        rng=rng,
        axes=AXES,
    )


def test_the_layer_has_two_parameters_a_channel(student, rng):
    """gamma and beta have an entry for each channel whatever the size of the images, and so have their gradients."""
    x, gamma, beta = draw(rng, n=2, c=32, h=3, w=5).values()
    _, cache = student.batchnorm2d_forward(x, gamma, beta)
    dout = rng.normal(size=x.shape)
    _, dgamma, dbeta = student.batchnorm2d_backward(dout, cache)
    assert_shape(dgamma, (32,), "dgamma")
    assert_close(dbeta, np.einsum("nchw->c", dout), "dbeta")


def test_dx_sums_to_zero_over_each_channel(student, rng):
    """Shifting a whole channel changes nothing, so dx sums to zero over batch and pixels."""
    given = draw(rng)
    _, cache = student.batchnorm2d_forward(*given.values())
    dx, _, _ = student.batchnorm2d_backward(rng.normal(size=(4, 3, 2, 5)), cache)
    assert_shape(dx, (4, 3, 2, 5), "dx")
    assert_close(dx.sum(axis=SPOTS), np.zeros(3), "sum of dx over batch and pixels", atol=1e-9)
    assert_true(np.ptp(dx, axis=SPOTS).min() > 1e-9, "dx is the same for all pixels of a channel")
