import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, check_pair, gradcheck_pair, leaves_arguments, points

AXES = {"x": ("sample", "channel", "row", "column"), "gamma": ("channel",), "beta": ("channel",)}
SIZES = ((2, 6, 3, 5), 3), ((4, 4, 4, 4), 2)  # also with axes that are equally long


def draw(rng, shape=(2, 6, 3, 5)):
    """Channels of different size and place in every sample, and gammas that differ from each other."""
    n, c = shape[:2]
    x = rng.normal(size=shape) * rng.uniform(0.5, 3, size=(n, c, 1, 1)) + rng.normal(size=(n, c, 1, 1))
    return {"x": x, "gamma": rng.permutation(np.linspace(0.5, 2, c)), "beta": rng.normal(size=c)}


@points(2)
def test_output_is_normalised_by_sample_and_group(student, reference, rng):
    """Every group of neighbouring channels of every sample has its own mean and variance."""
    for shape, groups in SIZES:
        given = draw(rng, shape)
        out, _ = student.groupnorm_forward(*given.values(), groups)
        assert_close(out, reference.groupnorm_forward(*given.values(), groups)[0], "out", axes=AXES["x"])


def test_one_group_and_as_many_groups_as_channels(student, rng):
    """One group normalises a sample as a whole; as many groups as channels normalise each channel by itself."""
    x = draw(rng)["x"]
    for groups, axes in ((1, (1, 2, 3)), (6, (2, 3))):
        out, _ = student.groupnorm_forward(x, np.ones(6), np.zeros(6), groups, 1e-12)
        right = (x - x.mean(axis=axes, keepdims=True)) / x.std(axis=axes, keepdims=True)
        assert_close(out, right, f"out with {groups} groups", axes=AXES["x"])


def test_a_sample_does_not_see_the_rest_of_the_batch(student, reference, rng):
    """One sample alone is normalised just as within a batch."""
    x, gamma, beta = draw(rng, (3, 6, 2, 4)).values()
    whole, _ = student.groupnorm_forward(x, gamma, beta, 2)
    alone, _ = student.groupnorm_forward(x[1:2], gamma, beta, 2)
    assert_close(alone, whole[1:2], "out of one sample alone")
    assert_close(alone, reference.groupnorm_forward(x[1:2], gamma, beta, 2)[0], "out of one sample alone")


def test_eps_stands_under_the_root(student, reference, rng):
    """Channels that hardly vary are kept small by eps, which is added to the variance."""
    x, gamma, beta = draw(rng).values()
    for eps in ((), (0.01,)):
        out, _ = student.groupnorm_forward(x * 1e-3, gamma, beta, 2, *eps)
        assert_close(out, reference.groupnorm_forward(x * 1e-3, gamma, beta, 2, *eps)[0], "out for a small variance")


def test_groups_that_do_not_divide_are_refused(student, reference, rng):
    """Six channels cannot be cut into four groups: a ValueError. Into three they can."""
    given = list(draw(rng).values())
    out, _ = student.groupnorm_forward(*given, 3)
    assert_close(out, reference.groupnorm_forward(*given, 3)[0], "out")
    with pytest.raises(ValueError):
        student.groupnorm_forward(*given, 4)


@leaves_arguments
@points(3)
def test_gradients_match_the_definition(student, reference, rng):
    """dx, dgamma and dbeta are the gradients of the forward pass."""
    for shape, groups in SIZES:
        check_pair(student, reference, "groupnorm", draw(rng, shape), args=(groups,), rng=rng, axes=AXES)


@points(2)
def test_gradients_agree_with_finite_differences(student, reference, rng):
    """Nudging x, gamma or beta changes the loss as the gradients say, for one, two and six groups."""
    for groups in (1, 2, 6):
        gradcheck_pair(student, reference, "groupnorm", draw(rng, (2, 6, 2, 3)), args=(groups,), rng=rng, axes=AXES)


def test_dx_of_a_group_sums_to_zero(student, reference, rng):
    """Shifting a whole group changes nothing, so dx sums to zero over its channels and pixels."""
    given = draw(rng)
    _, cache = student.groupnorm_forward(*given.values(), 3)
    dout = rng.normal(size=(2, 6, 3, 5))
    dx, _, dbeta = student.groupnorm_backward(dout, cache)
    assert_close(dbeta, dout.sum(axis=(0, 2, 3)), "dbeta")
    assert_true(np.ptp(dx, axis=(1, 2, 3)).min() > 1e-9, "dx is the same everywhere")
    assert_close(np.reshape(dx, (2, 3, -1)).sum(axis=2), np.zeros((2, 3)), "sum of dx over a group", atol=1e-9)
