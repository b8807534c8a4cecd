import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters


def test_number_of_parameters(student):
    """A net 784-256-256-10 has 270346 parameters."""
    assert_equal(count_parameters(student.RegularizedNet()), 270346, "number of parameters")


def test_logits_have_a_row_for_each_sample(student, rng):
    """12 samples with 7 features and 4 classes give logits of shape (12, 4), in both modes."""
    net = student.RegularizedNet(d=7, h=9, c=4, p=0.5)
    x = torch.tensor(rng.normal(size=(12, 7)), dtype=torch.float32)
    assert_shape(net(x), (12, 4), "logits in training mode")
    net.eval()
    assert_shape(net(x), (12, 4), "logits in evaluation mode")


def test_evaluation_is_repeatable(student, rng):
    """In evaluation mode the same input gives the same output twice."""
    net = student.RegularizedNet(d=7, h=9, c=4, p=0.5)
    x = torch.tensor(rng.normal(size=(12, 7)), dtype=torch.float32)
    net.eval()
    assert_close(net(x), net(x), "the second output")
