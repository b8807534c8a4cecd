import pytest

from autograder.suite import assert_equal, assert_true, points


@points(2)
@pytest.mark.parametrize("sizes", [(12, 3, 5, 3), (10, 6, 4, 2), (7, 4, 9, 1)], ids=["all", "two", "one"])
def test_all_sizes_given(student, reference, sizes):
    """Widths and numbers of heads that have nothing to do with each other give the count of the four matrices."""
    d_model, n_heads, d_head, n_kv = sizes
    for bias in (False, True):
        expected = reference.mha_param_count(d_model, n_heads, d_head, n_kv, bias)
        assert_equal(student.mha_param_count(d_model, n_heads, d_head, n_kv, bias), expected, "the count")


def test_well_known_widths(student):
    """Layers of the sizes that well-known models have get the counts that are known of them."""
    for d, heads, count in ((256, 4, 262144), (512, 8, 1048576), (768, 12, 2359296), (1024, 16, 4194304)):
        assert_equal(student.mha_param_count(d, heads), count, "the count")
    assert_equal(student.mha_param_count(512, 8, bias=True), 1050624, "the count with biases")


def test_multi_query(student):
    """With a single head of keys and values, shared by all queries, their two matrices are narrow."""
    assert_equal(student.mha_param_count(512, 8, n_kv=1), 589824, "the count with one shared head")
    assert_equal(student.mha_param_count(12, 4, n_kv=1, bias=True), 390, "the count with one shared head and biases")


def test_the_number_of_heads_does_not_matter_by_default(student):
    """More heads are narrower heads: the count stays the same, and is not zero."""
    counts = [student.mha_param_count(24, heads) for heads in (1, 2, 3, 8)]
    assert_equal(counts, [counts[0]] * 4, "the counts for 1, 2, 3 and 8 heads")
    assert_true(counts[0] > 0, "the count is not positive")


def test_wide_heads(student):
    """Heads may have a width of their own; then the queries are wider or narrower than the tokens."""
    assert_equal(student.mha_param_count(6, 2, d_head=5), 240, "the count")
    assert_equal(student.mha_param_count(6, 2, 5, bias=True), 276, "the count with biases")
