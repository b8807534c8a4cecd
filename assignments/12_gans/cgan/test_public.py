import numpy as np
import pytest
import torch

from autograder.suite import assert_close, assert_shape, exercise


@exercise("cgan_inputs")
class TestInputs:
    def test_latent_and_class(self, student):
        """The latent (0.5, -1) for class 2 of 3 becomes (0.5, -1, 0, 0, 1)."""
        found = student.cgan_generator_input(torch.tensor([[0.5, -1.0]]), torch.tensor([2]), 3)
        assert_close(found, torch.tensor([[0.5, -1.0, 0.0, 0.0, 1.0]]), "the input")

    def test_one_more_channel(self, student):
        """Images with 2 channels get a third one."""
        found = student.cgan_discriminator_input(torch.randn(4, 2, 3, 5), torch.tensor([0, 1, 1, 0]), torch.randn(2, 15))
        assert_shape(found, (4, 3, 3, 5), "the input")

    def test_unknown_class(self, student):
        """A class that does not exist raises ValueError."""
        with pytest.raises(ValueError):
            student.cgan_generator_input(torch.zeros(1, 2), torch.tensor([3]), 3)


@exercise("cgan_d_loss")
class TestLoss:
    def test_undecided(self, student):
        """A discriminator that always says one half has loss ln 4."""
        x = np.ones((3, 2))
        assert_close(student.cgan_d_loss(lambda x, y: np.zeros(len(x)), x, x, np.arange(3)), np.log(4), "the loss")

    def test_classes_go_along(self, student):
        """D gets the classes in both calls."""
        asked = []

        def judge(x, y):
            asked.append(np.array(y))
            return np.zeros(len(x))

        student.cgan_d_loss(judge, np.ones((3, 2)), np.zeros((3, 2)), np.array([2, 0, 1]))
        assert_close([a.tolist() for a in asked], [[2, 0, 1], [2, 0, 1]], "the classes that D was asked about")
