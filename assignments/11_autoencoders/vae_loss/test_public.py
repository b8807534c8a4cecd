import numpy as np

from autograder.suite import assert_close


def test_decoder_that_knows_nothing(student):
    """Logits of 0 cost ln 2 for each pixel, and the prior itself costs no divergence."""
    x, zeros = np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]]), np.zeros((2, 3))
    got = student.vae_loss(x, zeros, np.zeros((2, 4)), np.zeros((2, 4)))
    assert_close(got, (3 * np.log(2), 3 * np.log(2), 0.0), "(total, recon, kl)")


def test_total_is_made_of_its_parts(student, rng):
    """total is recon plus beta times kl."""
    x, logits = rng.random((5, 3)), rng.normal(size=(5, 3))
    mu, logvar = rng.normal(size=(2, 5, 2))
    total, recon, kl = student.vae_loss(x, logits, mu, logvar, 2.5)
    assert_close(total, recon + 2.5 * kl, "total")
