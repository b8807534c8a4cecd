import pytest
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_shape,
    check_vjp,
    count_parameters,
    points,
    tensor,
    twins,
)


def scale(entry):
    return 1.4 / max(1, entry[0].numel()) ** 0.5


def pair(student, reference, rng, *sizes):
    return twins(student.VGGBlock, reference.VGGBlock, *sizes, rng=rng, probe=[images(rng, sizes[1])], scale=scale, named=True)


def images(rng, c, n=2, h=8, w=6):
    return tensor(rng.normal(size=(n, c, h, w)))


@points(3)
def test_block_matches_the_definition(student, reference, rng):
    """With the same weights the result is that of the definition, for one to three convolutions."""
    for sizes in ((1, 3, 5), (2, 3, 4), (3, 4, 4)):
        net, mine, _ = pair(student, reference, rng, *sizes)
        for x in (images(rng, sizes[1]), images(rng, 4, 4, 4, 4)[:, : sizes[1]]):
            assert_close(net(x), mine(x).detach(), "the result", atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The input and every parameter get the gradients of the definition."""
    net, mine, _ = pair(student, reference, rng, 3, 3, 4)
    check_vjp(net, mine, {"x": images(rng, 3)}, [tensor(rng.normal(size=(2, 4, 4, 3)))], rtol=1e-3, atol=1e-4)


def test_odd_sizes(student, reference, rng):
    """A row or column that is left over is dropped by the pooling: 7 x 9 becomes 3 x 4, and 2 x 3 a single pixel."""
    net, mine, _ = pair(student, reference, rng, 2, 3, 5)
    tiny = images(rng, 3, h=2, w=3)
    assert_close(net(tiny), mine(tiny).detach(), "the result for 2 x 3 pixels", atol=1e-5)
    x = images(rng, 3, h=7, w=9)
    assert_shape(net(x), (2, 5, 3, 4), "the result")
    assert_close(net(x), mine(x).detach(), "the result", atol=1e-5)


def test_two_layers_see_five_pixels(student, reference, rng):
    """Behind two convolutions and the pooling, a value depends on 6 x 6 pixels of the input, and on no others."""
    net, _, loaded = pair(student, reference, rng, 2, 1, 1)
    loaded.load({name: entry.abs() + 0.1 for name, entry in loaded.weights().items()})
    x = torch.ones(1, 1, 12, 12)
    got = net(x)
    reached = torch.zeros(12, 12, dtype=torch.bool)
    for row in range(12):
        poked = x.clone()
        poked[0, 0, row, 5] += 1.0
        reached[row, 5] = bool((net(poked)[0, 0, 2, 2] - got[0, 0, 2, 2]).abs() > 1e-5)
    assert_equal([int(i) for i in reached[:, 5].nonzero()[:, 0]], list(range(2, 8)), "rows that one value depends on")


def test_every_convolution_has_its_relu(student, reference, rng):
    """If all biases are far below 0, nothing is left of the image behind the first ReLU, and the result is 0."""
    net, mine, loaded = pair(student, reference, rng, 2, 3, 4)
    state = {name: entry.clone() for name, entry in mine.state_dict().items()}
    state["convs.0.bias"] -= 100.0
    state["convs.1.bias"] = state["convs.1.bias"].abs() + 0.5
    loaded.load(state)
    out = net(images(rng, 3))
    expected = state["convs.1.bias"][:, None, None].expand(2, 4, 4, 3)
    assert_close(out, expected, "the result behind a silent layer", atol=1e-5)


def test_a_block_needs_a_convolution(student):
    """A block without convolutions raises ValueError; one with a single one has 9 c_in c_out + c_out parameters."""
    with pytest.raises(ValueError):
        student.VGGBlock(0, 3, 3)
    assert_equal(count_parameters(student.VGGBlock(1, 3, 5)), 140, "number of parameters")
