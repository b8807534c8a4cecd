import torch

from autograder.suite import assert_equal, assert_shape, count_parameters


def test_shapes(student):
    """Images of 32 x 32 pixels become rows of logits, with one block and with five."""
    for blocks in (1, 3, 5):
        net = student.build_cnn(filters=4, blocks=blocks, classes=7)
        assert_shape(net(torch.randn(2, 3, 32, 32)), (2, 7), "the logits")


def test_numbers_of_parameters(student):
    """The default net has 94986 parameters; two blocks of 4 and 8 filters, for one channel and three classes, have 387."""
    assert_equal(count_parameters(student.build_cnn()), 94986, "number of parameters")
    assert_equal(count_parameters(student.build_cnn(3, 4, 2, 1, 3)), 387, "number of parameters of a small net")
