"""The references of 11_autoencoders at the edges: no warning, no nan, and exact where the text says so."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import torch

from reference.autoencoders.ancestral_sample import ancestral_sample
from reference.autoencoders.decoder_log_prob import decoder_log_prob
from reference.autoencoders.elbo_discrete import elbo_discrete
from reference.autoencoders.gradient_estimators import score_function_gradient
from reference.autoencoders.iwae import iwae_bound
from reference.autoencoders.marginal_loglik import marginal_loglik_mc
from reference.autoencoders.vae_loss import vae_loss
from reference.autoencoders.vqvae import straight_through


@pytest.fixture(autouse=True)
def no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_straight_through_has_the_value_of_the_code_to_the_last_bit():
    z_e = torch.tensor([[1e6, -3e5, 7.0]], requires_grad=True)
    z_q = torch.tensor([[0.1, 0.2, 0.3]])
    out = straight_through(z_e, z_q)
    assert torch.equal(out.detach(), z_q)
    out.sum().backward()
    assert torch.equal(z_e.grad, torch.ones(1, 3))


@pytest.mark.parametrize("logvar", [-1000.0, 1000.0])
def test_the_normal_density_of_any_width_is_finite_at_its_mean(logvar):
    x = np.array([[0.5, -2.0]])
    log_p = decoder_log_prob(x, (x, np.full((1, 2), logvar)), "gaussian")
    assert log_p == pytest.approx(-np.log(2 * np.pi) - logvar)


@pytest.mark.parametrize("logit", [-1e4, 1e4])
def test_large_logits(logit):
    x, logits = np.array([[0.0, 1.0]]), np.array([[logit, -logit]])
    right = [-2e4 if logit > 0 else 0.0]
    assert decoder_log_prob(x, logits, "bernoulli") == pytest.approx(right)
    assert vae_loss(x, logits, np.zeros((1, 1)), np.zeros((1, 1)))[1] == pytest.approx(-right[0])
    drawn = ancestral_sample(lambda z: logits, np.zeros((1, 1)), "bernoulli", np.array([[0.5, 0.5]]))
    assert drawn.tolist() == [[1.0, 0.0] if logit > 0 else [0.0, 1.0]]


def test_a_class_without_probability_is_never_drawn():
    logits = np.array([[[-1e4, 0.0, -1e4, 0.0, -1e4]]])
    for noise, wanted in ((0.0, 1), (0.4999, 1), (0.5, 3), (np.nextafter(1, 0), 3)):
        drawn = ancestral_sample(lambda z: logits, np.zeros((1, 1)), "categorical", np.array([[noise]]))
        assert drawn.tolist() == [[wanted]]


def test_likelihoods_whose_product_with_the_prior_is_too_small_for_a_float():
    prior, lik, q = np.array([1e-150, 1 - 1e-150]), np.array([1e-200, 1e-300]), np.array([0.5, 0.5])
    found = elbo_discrete(prior, lik, q)
    assert all(np.isfinite(value) for value in found.values())
    assert found["elbo"] + found["gap"] == pytest.approx(found["log_px"])


def test_the_score_of_a_very_narrow_normal_distribution():
    found = score_function_gradient(np.ones_like, 1.0, 1e-150, np.array([2.0, -1.0]))
    assert found == pytest.approx((0.5e150, 1.5e150))


@pytest.mark.parametrize("level", [-1e5, 1e5])
def test_bounds_of_logarithms_far_from_zero(level):
    log_w = level + np.log([[0.2], [0.4]])
    for bound in (iwae_bound, marginal_loglik_mc):
        assert bound(log_w) == pytest.approx([level + np.log(0.3)])
