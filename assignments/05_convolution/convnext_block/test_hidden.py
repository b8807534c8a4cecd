import torch

from autograder.suite import assert_close, assert_equal, check_vjp, count_parameters, points, tensor, twins


def scale(entry):
    return 1.5 / max(1, entry[0].numel()) ** 0.5


def pair(student, reference, rng, dim):
    probe = [images(rng, dim)]
    return twins(student.ConvNeXtBlock, reference.ConvNeXtBlock, dim, rng=rng, probe=probe, scale=scale, named=True)


def images(rng, c, h=6, w=9, n=2):
    return tensor(1.5 * rng.normal(size=(n, c, h, w)) + rng.normal(size=(c, 1, 1)))


@points(3)
def test_block_matches_the_definition(student, reference, rng):
    """With the same weights the result is that of the definition."""
    for dim in (4, 6):
        net, mine, _ = pair(student, reference, rng, dim)
        for x in (images(rng, dim), images(rng, dim, dim, dim, dim)):
            assert_close(net(x), mine(x).detach(), "the result", atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The input and every parameter get the gradients of the definition."""
    net, mine, _ = pair(student, reference, rng, 5)
    check_vjp(net, mine, {"x": images(rng, 5)}, [tensor(rng.normal(size=(2, 5, 6, 9)))], rtol=1e-3, atol=1e-3)


@points(2)
def test_the_direct_way(student, reference, rng):
    """If pw2 returns 0 the block changes nothing; if it returns a constant for each channel, that is added everywhere."""
    net, mine, loaded = pair(student, reference, rng, 4)
    x = images(rng, 4)
    state = mine.state_dict() | {"pw2.weight": torch.zeros(4, 16)}
    loaded.load(state)
    assert_close(net(x), x + state["pw2.bias"][:, None, None], "the result with a constant", atol=1e-5)
    loaded.load(state | {"pw2.bias": torch.zeros(4)})
    assert_close(net(x), x, "the result", atol=1e-6)


def test_the_activation_is_the_exact_gelu(student, reference, rng):
    """If the norm returns 0 and pw2 hands four units on as they are, the block adds the exact GELU of their biases."""
    net, mine, loaded = pair(student, reference, rng, 4)
    biases = tensor(rng.uniform(-3.0, -2.4, size=16))  # where the exact GELU is about -.01, and the one with tanh off by 4e-4
    quiet = {"norm.weight": torch.zeros(4), "norm.bias": torch.zeros(4), "pw2.bias": torch.zeros(4)}
    state = mine.state_dict() | quiet | {"pw1.bias": biases, "pw2.weight": torch.eye(4, 16)}
    mine.load_state_dict(state)
    loaded.load(state)
    x = torch.zeros(2, 4, 3, 5)
    assert_close(net(x), mine(x).detach(), "what the block adds", atol=1e-6)


def test_the_norm_acts_pixel_by_pixel(student, reference, rng):
    """What the block adds at a pixel depends on the 7 x 7 pixels around it, and on no others."""
    net, mine, _ = pair(student, reference, rng, 4)
    x = images(rng, 4, 12, 11)
    poked = x.clone()
    poked[:, :, 5, 4] += 3.0
    difference = net(poked) - net(x)
    right = (mine(poked) - mine(x)).detach()
    assert_close(difference, right, "what a change of one pixel changes", atol=1e-4)
    reached = (difference.abs().amax(dim=(0, 1)) > 1e-6).tolist()
    wanted = [[2 <= row <= 8 and 1 <= column <= 7 for column in range(11)] for row in range(12)]
    assert_equal(reached, wanted, "which pixels a change of one pixel reaches")


def test_numbers_of_parameters(student):
    """With 96 channels there are 79200 parameters: 50 dim for the window, 2 dim for the norm, 8 dim^2 + 5 dim for the rest."""
    for dim, count in ((96, 79200), (3, 243)):
        assert_equal(count_parameters(student.ConvNeXtBlock(dim)), count, "number of parameters")
