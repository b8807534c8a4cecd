from autograder.suite import assert_equal, definition, points


def seen_by_one_output(layers):
    """Input places on which output 0, and output 1, of a chain depend, followed back tap by tap."""
    reached = []
    for start in (0, 1):
        places = {start}
        for k, stride, dilation in reversed(layers):
            places = {i * stride + u * dilation for i in places for u in range(k)}
        reached.append(places)
    first, second = (min(places) for places in reached)
    return max(reached[0]) - first + 1, second - first


def draw(rng, length):
    """Kernels, strides and dilations of which none is 1 throughout."""
    layers = [tuple(int(rng.integers(low, high)) for low, high in ((2, 6), (1, 4), (1, 4))) for _ in range(length)]
    return [(3, 2, 2), *layers, (4, 3, 1)]


@points(2)
def test_matches_the_recursion(student, reference, rng):
    """Every layer adds its span times the jump of the layers before it."""
    for length in (0, 1, 3):
        layers = draw(rng, length)
        fields, jump = student.receptive_field(layers)
        expected, expected_jump = reference.receptive_field(layers)
        assert_equal(list(fields), expected, "receptive fields")
        assert_equal(jump, expected_jump, "the jump")


@definition
@points(2)
def test_field_is_the_reach_of_one_output(student, rng):
    """The receptive field is the width of the input that one output depends on; the jump is the way to the next one's."""
    layers = draw(rng, 2)
    fields, jump = student.receptive_field(layers)
    assert_equal(len(fields), len(layers), "number of receptive fields")
    for depth in range(1, len(layers) + 1):
        width, _ = seen_by_one_output(layers[:depth])
        assert_equal(fields[depth - 1], width, "pixels that one output depends on")
    assert_equal(jump, seen_by_one_output(layers)[1], "pixels from one output's first pixel to the next one's")


@definition
def test_well_known_nets(student):
    """LeNet-5 ends at 32 pixels and AlexNet's last pooling at 195."""
    lenet = [(5, 1, 1), (2, 2, 1), (5, 1, 1), (2, 2, 1), (5, 1, 1)]
    assert_equal(list(student.receptive_field(lenet)[0]), [5, 6, 14, 16, 32], "receptive fields of LeNet-5")
    alexnet = [(11, 4, 1), (3, 2, 1), (5, 1, 1), (3, 2, 1), (3, 1, 1), (3, 1, 1), (3, 1, 1), (3, 2, 1)]
    expected = [11, 19, 51, 67, 99, 131, 163, 195]
    assert_equal(list(student.receptive_field(alexnet)[0]), expected, "receptive fields of AlexNet")


@definition
def test_doubling_dilations(student, rng):
    """With dilations 1, 2, 4, ... the receptive field grows like 1 + (k - 1)(2^L - 1)."""
    k = int(rng.integers(2, 6))
    fields, jump = student.receptive_field([(k, 1, 2**i) for i in range(5)])
    assert_equal(list(fields), [1 + (k - 1) * (2 ** (i + 1) - 1) for i in range(5)], "receptive fields")
    assert_equal(jump, 1, "the jump")


@definition
def test_no_layer(student, rng):
    """Without layers there is no field, and the jump is 1; a 1 x 1 layer sees one pixel."""
    fields, jump = student.receptive_field([])
    assert_equal((list(fields), jump), ([], 1), "fields and jump of no layer")
    stride = int(rng.integers(2, 5))
    fields, jump = student.receptive_field([(1, stride, 1)])
    assert_equal((list(fields), jump), ([1], stride), "field and jump of a 1 x 1 layer")
