import numpy as np

from autograder.suite import assert_close


class TestAnnealing:
    def test_half_way(self, student):
        """After half of the warm-up the weight is one half."""
        assert_close(float(student.kl_annealing(50, 100)), 0.5, "the weight")


class TestFreeBits:
    def test_all_above_the_floor(self, student):
        """Where every latent is above the floor it is the plain KL: the sum over latents of the mean over the batch."""
        kl_dim = np.array([[1.0, 2.0, 4.0], [3.0, 2.0, 6.0]])
        assert_close(float(student.free_bits_kl(kl_dim, 0.5)), 9.0, "the KL term")
