import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_shape,
    assert_true,
    check_vjp,
    count_parameters,
    points,
    tensor,
    twins,
)


def scale(entry):
    return 1.5 / max(1, entry[0].numel()) ** 0.5


def pair(student, reference, rng, *sizes):
    probe = [images(rng, sizes[0], *([2 ** sizes[3] * 2] * 2 if len(sizes) > 3 else (8, 12)))]
    return twins(student.UNet, reference.UNet, *sizes, rng=rng, probe=probe, scale=scale)


def alive(state):
    """The same weights with positive biases: no layer is silent for every image, as happens once in a hundred draws."""
    return {name: entry.abs() + 0.5 if name.endswith("bias") else entry for name, entry in state.items()}


def images(rng, c, h=8, w=12, n=2):
    return tensor(1.5 * rng.normal(size=(n, c, h, w)))


@points(3)
def test_net_matches_the_definition(student, reference, rng):
    """With the same weights the scores are those of the definition."""
    net, mine, _ = pair(student, reference, rng, 2, 3, 2, 2)
    for x in (images(rng, 2), images(rng, 2, 4, 4)):
        assert_close(net(x), mine(x).detach(), "the scores", atol=1e-5)


@points(2)
def test_one_level_and_three(student, reference, rng):
    """The scores are right with one level and with three."""
    for depth, (h, w) in ((1, (6, 4)), (3, (8, 16))):
        net, mine, _ = pair(student, reference, rng, 1, 2, 3, depth)
        x = images(rng, 1, h, w)
        found = net(x)
        assert_shape(found, (2, 2, h, w), "the scores")
        assert_close(found, mine(x).detach(), "the scores", atol=1e-5)


def test_default_sizes(student, reference, rng):
    """Without further arguments there are two levels, with 8 and 16 channels, and the scores are right."""
    net, mine, _ = pair(student, reference, rng, 1, 2)
    x = images(rng, 1)
    assert_close(net(x), mine(x).detach(), "the scores", atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The images and every parameter get the gradients of the definition."""
    net, mine, _ = pair(student, reference, rng, 2, 3, 2, 2)
    check_vjp(net, mine, {"x": images(rng, 2)}, [tensor(rng.normal(size=(2, 3, 8, 12)))], rtol=2e-3, atol=1e-3)


@points(2)
def test_bridges_carry_what_the_middle_loses(student, reference, rng):
    """With all ways up shut, the scores still depend on the image, over the bridges alone, as the definition says."""
    net, mine, loaded = pair(student, reference, rng, 2, 3, 3, 2)
    state = {name: 0 * entry if name.startswith("up") else entry for name, entry in alive(mine.state_dict()).items()}
    mine.load_state_dict(state)
    loaded.load(state)
    x = images(rng, 2)
    found = net(x)
    assert_true(float((found - net(-x)).abs().max()) > 1e-3, "nothing of the image comes over the bridges")
    assert_close(found, mine(x).detach(), "the scores without the ways up", atol=1e-5)


def test_scores_take_all_values(student, reference, rng):
    """A head with large weights gives large scores of either sign: nothing stands behind it."""
    net, mine, loaded = pair(student, reference, rng, 2, 2, 3, 1)
    signs = mine.head.weight[:1].detach().sign()
    state = alive(mine.state_dict()) | {"head.weight": 40 * torch.cat([signs, -signs]), "head.bias": torch.zeros(2)}
    mine.load_state_dict(state)
    loaded.load(state)
    x = images(rng, 2)
    found = net(x)
    assert_close(found, mine(x).detach(), "large scores", atol=1e-3)
    assert_true(float(found.max()) > 2 and float(found.min()) < -2, "the scores stay within narrow bounds")


def test_a_u_has_a_level(student):
    """Without levels there is no U, so depth 0 raises ValueError; with one level and base 4 there are 1650 parameters."""
    with pytest.raises(ValueError):
        student.UNet(1, 2, depth=0)
    assert_equal(count_parameters(student.UNet(1, 2, 4, 1)), 1650, "number of parameters")


def test_numbers_of_parameters(student):
    """For three channels and five classes there are 29501 parameters, with three levels from 3 channels on 17121."""
    for sizes, count in (((3, 5), 29501), ((2, 3, 3, 3), 17121)):
        assert_equal(count_parameters(student.UNet(*sizes)), count, "number of parameters")
