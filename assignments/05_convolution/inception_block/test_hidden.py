from autograder.suite import assert_close, assert_equal, check_vjp, count_parameters, points, tensor, twins

SIZES = (4, 2, 3, 5, 2, 6, 7)
BRANCHES = {"1 x 1": slice(0, 2), "3 x 3": slice(2, 7), "5 x 5": slice(7, 13), "pooled": slice(13, 20)}


def scale(entry):
    return 1.4 / max(1, entry[0].numel()) ** 0.5


def pair(student, reference, rng, *sizes):
    probe = [images(rng, sizes[0])]
    return twins(student.InceptionBlock, reference.InceptionBlock, *sizes, rng=rng, probe=probe, scale=scale, named=True)


def images(rng, c=4, n=3, h=6, w=8):
    return tensor(2 * rng.normal(size=(n, c, h, w)) - 0.5)


@points(3)
def test_block_matches_the_definition(student, reference, rng):
    """With the same weights the result is that of the definition."""
    net, mine, _ = pair(student, reference, rng, *SIZES)
    for x in (images(rng), images(rng, 4, 4, 4, 4)):
        assert_close(net(x), mine(x).detach(), "the result", atol=1e-5)


@points(2)
def test_all_branches_equally_wide(student, reference, rng):
    """The branches are in the order of the statement also if all of them have as many channels."""
    net, mine, _ = pair(student, reference, rng, 5, 3, 3, 3, 3, 3, 3)
    x = images(rng, 5)
    assert_close(net(x), mine(x).detach(), "the result", atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The input and every parameter get the gradients of the definition."""
    net, mine, _ = pair(student, reference, rng, *SIZES)
    check_vjp(net, mine, {"x": images(rng)}, [tensor(rng.normal(size=(3, 20, 6, 8)))], rtol=1e-3, atol=1e-4)


@points(2)
def test_each_branch_by_itself(student, reference, rng):
    """Each of the four branches returns its own channels."""
    net, mine, _ = pair(student, reference, rng, *SIZES)
    x = images(rng)
    found, right = net(x), mine(x).detach()
    for name, part in BRANCHES.items():
        assert_close(found[:, part], right[:, part], f"channels of the branch {name}", atol=1e-5)


def test_negative_maps_stay_negative_in_the_pooling(student, reference, rng):
    """The border of the pooling does not count as 0: on maps that are negative everywhere the result is right."""
    net, mine, _ = pair(student, reference, rng, *SIZES)
    x = -1 - images(rng).abs()
    assert_close(net(x), mine(x).detach(), "the result", atol=1e-5)


def test_reductions_save_parameters(student):
    """With reductions the block of the paper has 163696 parameters, without them it would have 393472."""
    assert_equal(count_parameters(student.InceptionBlock(192, 64, 96, 128, 16, 32, 32)), 163696, "number of parameters")
    assert_equal(count_parameters(student.InceptionBlock(*SIZES)), 516, "number of parameters of a small one")
