"""The references of 12_gans at the edges: no warning, and a ValueError that names the argument for what makes no sense."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import torch

from reference.gans.adain import adain
from reference.gans.cgan import cgan_d_loss, cgan_discriminator_input, cgan_generator_input
from reference.gans.cgan_blobs import train_cgan_blobs
from reference.gans.clip_weights import clip_weights, wgan_clip_step
from reference.gans.dcgan_discriminator import DCGANDiscriminator
from reference.gans.dcgan_generator import DCGANGenerator
from reference.gans.dirac_distances import dirac_distances
from reference.gans.divergences import js_divergence, kl_discrete
from reference.gans.fid import fid, fid_from_stats, matrix_sqrt_psd
from reference.gans.gan_1d import gan_optimizers, train_gan_1d
from reference.gans.gan_game_dynamics import gan_game_dynamics
from reference.gans.gan_losses import gan_d_loss, gan_g_loss, gan_value
from reference.gans.gan_train_step import gan_train_step
from reference.gans.gradient_penalty import gradient_penalty
from reference.gans.inception_score import inception_score
from reference.gans.mode_coverage import mode_coverage
from reference.gans.optimal_discriminator import generator_criterion, optimal_discriminator
from reference.gans.wasserstein import kr_dual_value, wasserstein1_1d
from reference.gans.wgan_gp_ring import train_wgan_gp_ring

NONE, PAIR, COIN = np.array([]), np.array([1.0, 2.0]), np.array([0.5, 0.5])
POINTS = {"x_train": np.zeros((3, 2), np.float32), "y_train": np.zeros(3, np.int64)}
TRAININGS = (
    (train_gan_1d, {"x_train": np.zeros((3, 1), np.float32)}),
    (train_cgan_blobs, POINTS),
    (train_wgan_gp_ring, POINTS),
)


def round_of_the_game(real: int, fake: int, last: int):
    G, D = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)
    optimizers = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (G, D))
    return gan_train_step(G, D, *optimizers, torch.zeros(real, 1), torch.zeros(fake, 1), torch.zeros(last, 1))


def clipped_step(real: int, fake: int):
    G, critic = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)
    return wgan_clip_step(G, critic, torch.optim.SGD(critic.parameters(), lr=0.1), torch.zeros(real, 1), torch.zeros(fake, 1))


@pytest.fixture(autouse=True)
def no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: gan_value(NONE, PAIR), "real_logits"),
        (lambda: gan_d_loss(PAIR, NONE), "fake_logits"),
        (lambda: gan_g_loss(PAIR, "other"), "kind"),
        (lambda: kl_discrete(COIN, np.array([1.5, -0.5])), "q"),
        (lambda: js_divergence(np.array([-0.5, 1.5]), COIN), "p"),
        (lambda: optimal_discriminator(PAIR, PAIR[:1]), "log_q"),
        (lambda: generator_criterion(COIN, COIN, 0.0), "dx"),
        (lambda: dirac_distances(np.array([np.inf])), "theta"),
        (lambda: wasserstein1_1d(PAIR, NONE), "y"),
        (lambda: kr_dual_value(PAIR, np.array([1.0, 1.0]), COIN, COIN), "x"),
        (lambda: kr_dual_value(PAIR[:1], PAIR, COIN, COIN), "f_vals"),
        (lambda: kr_dual_value(PAIR, PAIR, COIN[:1], COIN), "p"),
        (lambda: kr_dual_value(PAIR, PAIR, COIN, np.ones(3)), "q"),
        (lambda: clip_weights(torch.nn.Linear(1, 1), 0.0), "c"),
        (lambda: clipped_step(0, 1), "x_real"),
        (lambda: clipped_step(1, 0), "z"),
        (lambda: gradient_penalty(torch.nn.Linear(2, 1), torch.zeros(3, 2), torch.zeros(3, 2), torch.zeros(2)), "eps"),
        (lambda: gradient_penalty(torch.nn.Linear(2, 1), torch.zeros(0, 2), torch.zeros(0, 2), torch.zeros(0)), "x_real"),
        (lambda: round_of_the_game(0, 1, 1), "x_real"),
        (lambda: round_of_the_game(1, 0, 1), "z_d"),
        (lambda: round_of_the_game(1, 1, 0), "z_g"),
        (lambda: cgan_generator_input(torch.zeros(1, 2), torch.tensor([3]), 3), "y"),
        (lambda: cgan_discriminator_input(torch.zeros(1, 1, 2, 2), torch.tensor([0]), torch.zeros(3, 5)), "E"),
        (lambda: cgan_d_loss(lambda x, y: x, NONE, NONE, NONE), "x_real"),
        (lambda: DCGANDiscriminator()(torch.zeros(1, 1, 32, 32)), "x"),
        (lambda: DCGANGenerator(5)(torch.zeros(1, 5)), "z"),
        (lambda: gan_game_dynamics(1.0, 0.0, 0.1, -1, "alternating"), "steps"),
        (lambda: gan_game_dynamics(1.0, 0.0, 0.1, 1, "both"), "mode"),
        (lambda: inception_score(np.zeros((0, 3))), "probs"),
        (lambda: inception_score(np.array([[1.5, -0.5]])), "probs"),
        (lambda: inception_score(np.eye(2), np.array([1.5, -0.5])), "marginal"),
        (lambda: matrix_sqrt_psd(np.zeros((2, 3))), "S"),
        (lambda: matrix_sqrt_psd(np.full((2, 2), np.nan)), "S"),
        (lambda: fid_from_stats(PAIR, np.eye(2), PAIR, np.eye(3)), "S2"),
        (lambda: fid(np.zeros((3, 2)), np.zeros((1, 2))), "feat_gen"),
        (lambda: mode_coverage(np.zeros((3, 2)), np.zeros((1, 2)), -1.0, 0.1), "radius"),
        (lambda: mode_coverage(np.zeros((3, 2)), np.zeros((1, 2)), 1.0, -0.1), "min_frac"),
        (lambda: adain(np.zeros((1, 1, 2, 2)), np.zeros((1, 1, 2, 2)), 0.0), "eps"),
        (lambda: gan_optimizers(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1), 0.0), "lr"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(call, named):
    with pytest.raises(ValueError, match=rf"\b{named}\b"):
        call()


@pytest.mark.parametrize(("train", "data"), TRAININGS)
def test_trainings_refuse_negative_steps_and_data_without_rows(train, data):
    with pytest.raises(ValueError, match="steps"):
        train(data, 0, steps=-1)
    with pytest.raises(ValueError, match="x_train"):
        train({name: entry[:0] for name, entry in data.items()}, 0, steps=1)


@pytest.mark.parametrize(("train", "data"), TRAININGS)
def test_no_step_returns_the_initial_weights(train, data):
    run, again = train(data, 0, steps=0), train(data, 0, steps=0)
    assert all(history == [] for history in run["history"].values())
    assert all(torch.equal(again["state"][name], entry) for name, entry in run["state"].items())


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.uint8])
def test_classes_of_any_whole_number_type(dtype):
    z, y = torch.zeros(2, 1), torch.tensor([0, 2], dtype=dtype)
    assert cgan_generator_input(z, y, 3).tolist() == [[0, 1, 0, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize("size", [1e3, 1e4])
def test_large_logits(size):
    logits = np.array([size, -size])
    assert gan_value(logits, logits) == pytest.approx(-size)
    assert gan_g_loss(logits)[0] == pytest.approx(size / 2)
    assert optimal_discriminator(np.array([-size]), np.array([-size - 1])) == pytest.approx(1 / (1 + np.exp(-1)))


def test_tiny_probabilities_have_a_finite_divergence():
    tiny = np.array([1e-310, 1.0])
    assert np.isfinite(kl_discrete(tiny[::-1], tiny))
    assert js_divergence(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == pytest.approx(np.log(2))
