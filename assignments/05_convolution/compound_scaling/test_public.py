from autograder.suite import assert_close


def test_nothing_grows_at_zero(student):
    """With phi = 0 all factors are 1."""
    assert_close(student.compound_scaling(0, 1.2, 1.1, 1.15), (1.0, 1.0, 1.0, 1.0), "the four factors")


def test_by_hand(student):
    """With factors 2, 3 and 5 and phi = 1, the cost grows by 2 * 9 * 25 = 450; so a budget of 450 allows phi = 1."""
    assert_close(student.compound_scaling(1, 2.0, 3.0, 5.0), (2.0, 3.0, 5.0, 450.0), "the four factors")
    assert_close(student.largest_phi(450.0, 2.0, 3.0, 5.0), 1.0, "phi")
