import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, points

N, C, H, W = 2, 3, 4, 5


def draw(rng, n=N, c=C, h=H, w=W):
    """Channels with means and spreads of their own."""
    return rng.normal(size=(n, c, 1, 1)) + rng.uniform(0.5, 2, size=(n, c, 1, 1)) * rng.normal(size=(n, c, h, w))


@points(3)
def test_matches_the_definition(student, reference, rng):
    """Content and style with different statistics in every sample and channel; also where all lengths are equal."""
    for sizes in ((N, C, H, W), (3, 3, 3, 3)):
        x, y = draw(rng, *sizes), draw(rng, *sizes)
        assert_close(student.adain(x, y), reference.adain(x, y), "the result")
        assert_close(student.adain(x, y, 0.5), reference.adain(x, y, 0.5), "the result for a larger eps")


@points(2)
def test_statistics_are_those_of_the_style(student, rng):
    """With a tiny eps, mean and variance of each channel are those of the style."""
    x, y = draw(rng), draw(rng, h=3, w=7)
    out = np.asarray(student.adain(x, y, 1e-14))
    assert_close(out.mean(axis=(2, 3)), y.mean(axis=(2, 3)), "means of the channels")
    assert_close(out.var(axis=(2, 3)), y.var(axis=(2, 3)), "variances of the channels")


def test_known_numbers(student):
    """The pixels 1 to 4 in the style of 10, 10, 20, 20, as worked out by hand."""
    x, y = np.arange(1.0, 5).reshape(1, 1, 2, 2), np.array([10.0, 10, 20, 20]).reshape(1, 1, 2, 2)
    right = np.array([8.291796, 12.763932, 17.236068, 21.708204]).reshape(1, 1, 2, 2)
    assert_close(student.adain(x, y, 1e-14), right, "the result", atol=1e-6)


def test_contrast_of_the_content_does_not_matter(student, reference, rng):
    """Content that is brighter or has more contrast gives the same result; its own style gives it back."""
    x, y = draw(rng), draw(rng)
    first = student.adain(x, y, 1e-13)
    assert_true(float(np.ptp(np.asarray(first))) > 0.1, "the result has no contrast")
    assert_close(student.adain(3 * x + 2, y, 1e-13), first, "the result for other contrast", rtol=1e-7)
    assert_close(student.adain(x, x), x, "the image in its own style")


def test_samples_do_not_mix(student, reference, rng):
    """A sample alone is treated as it is in a batch."""
    x, y = draw(rng), draw(rng)
    alone = np.concatenate([student.adain(x[n : n + 1], y[n : n + 1]) for n in range(N)])
    assert_close(alone, reference.adain(x, y), "results of single samples")


def test_channels_without_contrast(student):
    """Content without contrast becomes the mean of the style, and a style without contrast leaves next to none."""
    flat, y = np.full((1, 2, 3, 3), 7.0), np.arange(18.0).reshape(1, 2, 3, 3)
    mean = np.broadcast_to(y.mean(axis=(2, 3), keepdims=True), y.shape)
    assert_close(student.adain(flat, y), mean, "the result for flat content")
    out = np.asarray(student.adain(y, flat))
    assert_close(out.mean(axis=(2, 3)), np.full((1, 2), 7.0), "means for a flat style")
    assert_true(0 < float(np.ptp(out)) < 0.05, "the contrast for a flat style is not that of eps")


def test_bad_arguments(student, reference, rng):
    """Other numbers of samples or channels, and an eps that is not positive, raise ValueError."""
    x, y = draw(rng), draw(rng)
    assert_close(student.adain(x, y), reference.adain(x, y), "the result")
    for bad in ((x, y[:1]), (x, y[:, :1]), (x[:1], y), (x, y, 0.0), (x, y, -1e-5)):
        with pytest.raises(ValueError):
            student.adain(*bad)
