import torch

from autograder.suite import assert_equal, assert_shape, count_parameters


def test_number_of_parameters(student):
    """784-256-128-10 has 235146 parameters; without hidden layers 7850 are left."""
    assert_equal(count_parameters(student.MLPClassifier()), 235146, "number of parameters")
    assert_equal(count_parameters(student.MLPClassifier(hidden=())), 7850, "number of parameters without hidden layers")


def test_images(student):
    """Five images of shape (1, 28, 28) give logits of shape (5, 10)."""
    assert_shape(student.MLPClassifier()(torch.randn(5, 1, 28, 28)), (5, 10), "logits")
