from autograder.suite import assert_equal


def test_a_small_encoder(student):
    """One layer with d = 2 and d_ff = 3: 4 * 6 for the attention, 9 + 8 for the network, 8 for the norms."""
    assert_equal(student.transformer_param_count(2, 3, 1), 49, "number of parameters")


def test_the_first_transformer(student):
    """Six layers on each side with d = 512 and d_ff = 2048, without tables."""
    assert_equal(student.transformer_param_count(512, 2048, 6, 6), 44138496, "number of parameters")


def test_a_small_memory(student):
    """10 parameters take 160 bytes; one layer, one head, 3 tokens of width 4: 18 bytes of map, 48 bytes of cache."""
    assert_equal(tuple(student.transformer_memory(10, 1, 4, 1, 3, 1)), (160, 18, 48), "bytes")
