from autograder.suite import assert_equal


def test_small_layers(student):
    """Width 6 with 2 heads: four matrices of 36 numbers; with biases four times 6 more."""
    assert_equal(student.mha_param_count(6, 2), 144, "the count")
    assert_equal(student.mha_param_count(6, 2, bias=True), 168, "the count with biases")


def test_shared_keys(student):
    """Width 6 with 3 heads of width 2 that share one key and value head: 36 + 12 + 12 + 36."""
    assert_equal(student.mha_param_count(6, 3, n_kv=1), 96, "the count with one shared head")
