import torch

from autograder.suite import assert_close


def tensor(*rows):
    return torch.tensor(rows, dtype=torch.float32)


class TestStraightThrough:
    def test_value(self, student):
        """The value is that of the codes."""
        z_e, z_q = tensor([0.9, 0.2], [0.4, 0.4]), tensor([1.0, 1.0], [0.0, 0.0])
        assert_close(student.straight_through(z_e, z_q), z_q, "the value")

    def test_gradient_reaches_the_encoder(self, student):
        """The gradient of the result arrives at z_e."""
        z_e, z_q = tensor([0.9, 0.2]), tensor([1.0, 1.0])
        got = student.vjp(student.straight_through, [z_e, z_q], [tensor([2.0, 3.0])])
        assert_close(got.inputs[0], tensor([2.0, 3.0]), "gradient of z_e")


class TestLoss:
    def test_known_values(self, student):
        """A reconstruction off by (3, 4), and a code at distance 2 from its vector."""
        x, xhat = tensor([3.0, 4.0]), tensor([0.0, 0.0])
        z_e, e = tensor([1.0, 1.0, 1.0]), tensor([1.0, 3.0, 1.0])
        total, recon, codebook, commit = student.vqvae_loss(x, xhat, z_e, e)
        assert_close(recon, torch.tensor(25.0), "recon")
        assert_close(codebook, torch.tensor(4.0), "codebook")
        assert_close(commit, torch.tensor(4.0), "commit")
        assert_close(total, torch.tensor(30.0), "total")
