from autograder.suite import (
    assert_close,
    assert_equal,
    assert_shape,
    check_vjp,
    count_parameters,
    leaves_arguments,
    points,
    tensor,
    twins,
)


def scale(entry):
    return 1.5 / max(1, entry[0].numel()) ** 0.5


def pair(student, reference, rng, *sizes):
    probe = [images(rng, sizes[0])]
    return twins(student.FullyConvNet, reference.FullyConvNet, *sizes, rng=rng, probe=probe, scale=scale, named=True)


def images(rng, c, h=8, w=12, n=3):
    return tensor(1.5 * rng.normal(size=(n, c, h, w)))


@points(3)
def test_scores_match_the_definition(student, reference, rng):
    """With the same weights the scores are those of the definition, for images of several sizes."""
    net, mine, _ = pair(student, reference, rng, 2, 5, 4)
    for h, w in ((8, 12), (4, 4), (5, 11), (32, 17)):
        for n in (3, 5):  # also with as many images as classes
            x = images(rng, 2, h, w, n)
            assert_close(net(x), mine(x).detach(), "the scores", atol=1e-5)


@leaves_arguments
@points(2)
def test_maps_match_the_definition(student, reference, rng):
    """`maps` returns the scores of all places, before the mean, for images of several sizes."""
    net, mine, _ = pair(student, reference, rng, 2, 5)
    for h, w, size in ((8, 12, (2, 3)), (4, 4, (1, 1)), (9, 14, (3, 4))):
        x = images(rng, 2, h, w)
        found = net.maps(x)
        assert_shape(found, (3, 5, *size), "the maps")
        assert_close(found, mine.maps(x).detach(), "the maps", atol=1e-5)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The images and every parameter get the gradients of the definition."""
    net, mine, _ = pair(student, reference, rng, 2, 4, 3)
    check_vjp(net, mine, {"x": images(rng, 2)}, [tensor(rng.normal(size=(3, 4)))], rtol=1e-3, atol=1e-4)


@points(2)
def test_maps_move_with_the_image(student, reference, rng):
    """If the image moves by 4 pixels, the maps move by one, away from the border."""
    net, mine, _ = pair(student, reference, rng, 1, 3)
    wide = images(rng, 1, 24, 28)
    maps, moved = net.maps(wide[:, :, :20, :24]), net.maps(wide[:, :, 4:, 4:])
    assert_close(maps[:, :, 2:, 2:], mine.maps(wide[:, :, :20, :24]).detach()[:, :, 2:, 2:], "the maps", atol=1e-5)
    assert_close(moved[:, :, 1:-1, 1:-1], maps[:, :, 2:, 2:], "the maps of the moved image, inside", atol=1e-4)


def test_numbers_of_parameters(student):
    """For three channels and ten classes there are 1562 parameters, whatever the images are."""
    assert_equal(count_parameters(student.FullyConvNet(3, 10)), 1562, "number of parameters")
    assert_equal(count_parameters(student.FullyConvNet(1, 3, 2)), 111, "number of parameters of a small one")
