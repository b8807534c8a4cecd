import torch

from autograder.suite import assert_equal, assert_shape, assert_true, count_parameters


def test_known_labels(student):
    """With p = 0.3, the samples with u = 0.1 and 0.2 lose their labels."""
    labels, u = torch.tensor([4, 0, 7, 2]), torch.tensor([0.1, 0.9, 0.2, 0.5])
    assert_equal(student.condition_dropout(labels, u, 0.3, 10), torch.tensor([10, 0, 10, 2]), "the labels")


def test_noise_has_the_shape_of_the_image(student):
    """What comes out has the shape of what went in; the label 3 is "no class given"."""
    net = student.ConditionalDenoiser(2, 4, 8, 3)
    found = net(torch.randn(4, 2, 6, 8), torch.tensor([3, 50, 0, 7]), torch.tensor([0, 1, 2, 3]))
    assert_shape(found, (4, 2, 6, 8), "the noise")


def test_number_of_parameters(student):
    """For one channel, base 4, an embedding of 8 numbers and 3 classes there are 2733 parameters."""
    assert_equal(count_parameters(student.ConditionalDenoiser(1, 4, 8, 3)), 2733, "number of parameters")


def test_class_matters(student):
    """The same image as another class gives another guess."""
    net, x, i = student.ConditionalDenoiser(1, 8, 8, 3), torch.randn(1, 1, 8, 8), torch.tensor([5])
    one, other = net(x, i, torch.tensor([0])), net(x, i, torch.tensor([2]))
    assert_true(float((one - other).detach().abs().max()) > 1e-5, "the guess does not depend on the class")
