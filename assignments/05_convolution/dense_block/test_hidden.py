from autograder.suite import (
    assert_close,
    assert_equal,
    check_vjp,
    count_parameters,
    fill_weights,
    own_module,
    points,
    tensor,
    twins,
)


def scale(entry):
    return 1.5 / max(1, entry[0].numel()) ** 0.5


def pair(student, reference, rng, *sizes):
    probe = [images(rng, sizes[0])]
    return twins(student.DenseBlock, reference.DenseBlock, *sizes, rng=rng, probe=probe, scale=scale, named=True)


def images(rng, c, h=5, w=6, n=3):
    return tensor(1.5 * rng.normal(size=(n, c, h, w)))


@points(3)
def test_block_matches_the_definition(student, reference, rng):
    """With the same weights the result is that of the definition."""
    for sizes in ((4, 2, 3), (2, 3, 1), (3, 3, 3)):
        net, mine, _ = pair(student, reference, rng, *sizes)
        for x in (images(rng, sizes[0]), images(rng, sizes[0], sizes[0], sizes[0], sizes[0])):
            assert_close(net(x), mine(x).detach(), "the result", atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The input and every parameter get the gradients of the definition."""
    net, mine, _ = pair(student, reference, rng, 4, 2, 3)
    check_vjp(net, mine, {"x": images(rng, 4)}, [tensor(rng.normal(size=(3, 10, 5, 6)))], rtol=1e-3, atol=1e-4)


@points(2)
def test_every_layer_sees_all_earlier_ones(student, reference, rng):
    """Each new group of channels is the one that the definition makes of all channels before it."""
    net, mine, _ = pair(student, reference, rng, 3, 2, 4)
    x = images(rng, 3)
    out, right = net(x), mine(x).detach()
    assert_close(out[:, :3], x, "the channels of the input", atol=1e-6)
    for layer in range(4):
        part = slice(3 + 2 * layer, 5 + 2 * layer)
        assert_close(out[:, part], right[:, part], f"the channels of layer {layer}", atol=1e-5)


def test_no_layer_at_all(student, reference, rng):
    """Without layers the block returns x; with one, x and one group of channels."""
    x = images(rng, 4)
    assert_close(student.DenseBlock(4, 3, 0)(x), x, "the result without layers")
    net, mine, _ = pair(student, reference, rng, 4, 3, 1)
    assert_close(net(x), mine(x).detach(), "the result with one layer", atol=1e-5)


def test_numbers_of_parameters(student):
    """Layer l has (9 (c_in + l growth) + 1) growth parameters: for 64, 32 and 6 layers that makes 249024."""
    assert_equal(count_parameters(student.DenseBlock(64, 32, 6)), 249024, "number of parameters")
    assert_equal(count_parameters(student.DenseBlock(5, 4, 3)), 984, "number of parameters of a small one")


def alike(student, reference, rng, *sizes):
    """Both blocks with all weights alike, so that none has to be loaded, and images that are positive everywhere."""
    net, mine = student.DenseBlock(*sizes), own_module(reference.DenseBlock, *sizes)
    fill_weights(net, 0.1)
    for parameter in mine.parameters():
        parameter.data.fill_(0.1)
    x = images(rng, sizes[0]).abs()
    assert_close(net(x), mine(x).detach(), "the result, with all weights alike", atol=1e-5)


def test_all_weights_alike(student, reference, rng):
    """With all weights alike, the result depends on what each layer sees only, and it is right."""
    alike(student, reference, rng, 4, 2, 3)


def test_all_weights_alike_and_equal_widths(student, reference, rng):
    """With all weights alike and as many new channels as old ones, the result is right, too."""
    alike(student, reference, rng, 2, 2, 4)
