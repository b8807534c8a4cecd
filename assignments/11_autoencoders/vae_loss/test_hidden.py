from itertools import product

import numpy as np

from autograder.suite import assert_close, assert_true, points


def draw(rng, n=5, d=7, k=3):
    """Pixels inside (0, 1), logits and latents of both signs, a divergence that is not small."""
    x, logits = rng.uniform(0.05, 0.95, size=(n, d)), 2 * rng.normal(size=(n, d))
    mu = rng.uniform(0.5, 1.5, size=(n, k)) * rng.choice([-1.0, 1.0], size=(n, k))
    return x, logits, mu, rng.uniform(-1.2, -0.3, size=(n, k))


@points(3)
def test_loss_and_its_parts_match_the_definition(student, reference, rng):
    """total, recon and kl are those of the definition."""
    for n in (5, 7, 3):  # also with as many samples as pixels, or as latents
        inputs, beta = draw(rng, n), rng.uniform(2, 3)
        assert_close(student.vae_loss(*inputs, beta), reference.vae_loss(*inputs, beta), "(total, recon, kl)")


def test_known_values(student):
    """One sample of two pixels, worked out by hand, with beta = 1 and with another beta."""
    x, logits, mu, logvar = np.array([[1.0, 0.0]]), np.zeros((1, 2)), np.ones((1, 1)), np.zeros((1, 1))
    recon = 2 * np.log(2)
    assert_close(student.vae_loss(x, logits, mu, logvar, 1.0), (recon + 0.5, recon, 0.5), "(total, recon, kl)")
    assert_close(student.vae_loss(x, logits, mu, logvar, 4.0), (recon + 2.0, recon, 0.5), "(total, recon, kl)")


@points(2)
def test_linear_in_beta(student, rng):
    """beta changes the total along a straight line whose slope is kl; beta = 0 leaves the reconstruction alone."""
    inputs = draw(rng)
    none, recon, kl = (float(part) for part in student.vae_loss(*inputs, 0.0))
    five, *same = student.vae_loss(*inputs, 5.0)
    assert_true(kl > 0.05, "kl is not positive")
    assert_close(none, recon, "total with beta = 0")
    assert_close(five, recon + 5 * kl, "total with a large beta")
    assert_close(same, (recon, kl), "recon and kl with a large beta")


def test_beta_is_one_unless_said_otherwise(student, reference, rng):
    """Without beta, total is minus the evidence lower bound."""
    inputs = draw(rng)
    assert_close(student.vae_loss(*inputs)[0], reference.vae_loss(*inputs, 1.0)[0], "total")


@points(2)
def test_reconstruction_is_a_likelihood(student, rng):
    """For one sample, exp(-recon) over all black-and-white images adds up to 1."""
    logits = 1.5 * rng.normal(size=(1, 4))
    images = np.array(list(product([0.0, 1.0], repeat=4)))
    latents = np.zeros((1, 2))
    recon = [float(student.vae_loss(image[None], logits, latents, latents)[1]) for image in images]
    assert_close(np.exp(-np.array(recon)).sum(), 1.0, "the sum of all probabilities")


def test_huge_logits_give_finite_numbers(student):
    """Where the decoder is as sure as can be, a right pixel costs nothing and a wrong one its logit."""
    x = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
    logits = np.array([[1000.0, -1000.0, -1000.0], [1000.0, 1000.0, -1000.0]])
    mu = np.array([[1.0, 0.0], [0.0, 2.0]])
    assert_close(student.vae_loss(x, logits, mu, np.zeros((2, 2))), (1001.25, 1000.0, 1.25), "(total, recon, kl)")


@points(2)
def test_mean_over_samples_and_sum_over_the_rest(student, rng):
    """The batch twice costs the same; every pixel twice costs twice the recon; every latent twice, twice the kl."""
    x, logits, mu, logvar = draw(rng)
    _, recon, kl = (float(part) for part in student.vae_loss(x, logits, mu, logvar))
    assert_true(recon > 0.05 and kl > 0.05, "recon and kl are not positive")
    batch = student.vae_loss(*(np.concatenate([a, a]) for a in (x, logits, mu, logvar)))
    assert_close(batch[1:], (recon, kl), "(recon, kl) of the batch twice")
    wide = [np.concatenate([a, a], axis=1) for a in (x, logits, mu, logvar)]
    assert_close(student.vae_loss(*wide)[1:], (2 * recon, 2 * kl), "(recon, kl) with everything twice as wide")


def test_divergence_vanishes_at_the_prior_only(student, rng):
    """kl is 0 if every latent is standard normal, and positive if a single one is narrower, wider or moved."""
    x, logits, *_ = draw(rng)
    prior = np.zeros((5, 3))
    assert_close(student.vae_loss(x, logits, prior, prior)[2], 0.0, "kl of the prior", atol=1e-12)
    other = prior.copy()
    other[2, 1] = 0.5
    moved = 0.5 * 0.5**2 / 5
    assert_close(student.vae_loss(x, logits, other, prior)[2], moved, "kl with one latent moved")
    wider, narrower = (0.5 * (np.exp(s * 0.5) - 1 - s * 0.5) / 5 for s in (1, -1))
    assert_close(student.vae_loss(x, logits, prior, other)[2], wider, "kl with one latent wider")
    assert_close(student.vae_loss(x, logits, prior, -other)[2], narrower, "kl with one latent narrower")
