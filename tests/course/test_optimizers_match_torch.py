"""The references of 03_optimization are those of torch: steps, schedules and clipping, number by number."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from reference.optimization import adam, adaptive, clipping, momentum, schedules

STEPS = 6


def path_of_torch(make, gradients, start):
    theta = torch.nn.Parameter(torch.tensor(start))
    optimizer = make([theta])
    for g in gradients:
        theta.grad = torch.tensor(g)
        optimizer.step()
    return theta.detach().numpy()


def path_of_ours(step, states, gradients, start):
    theta, state = start, [np.zeros_like(start) for _ in range(states)]
    for t, g in enumerate(gradients, start=1):
        theta, *state = step(theta, state, t, g)
    return theta


def flat_variant(theta, state, t, g):
    theta, state = adam.adam_variant_step(theta, tuple(state), t, g, 0.1)
    return theta, *state


@pytest.mark.parametrize(
    ("make", "step", "states"),
    [
        (lambda p: torch.optim.SGD(p, 0.1, momentum=0.9), lambda x, s, t, g: momentum.momentum_step(x, s[0], g, 0.1), 1),
        (lambda p: torch.optim.Adagrad(p, 0.1), lambda x, s, t, g: adaptive.adagrad_step(x, s[0], g, 0.1), 1),
        (lambda p: torch.optim.RMSprop(p, 0.1), lambda x, s, t, g: adaptive.rmsprop_step(x, s[0], g, 0.1), 1),
        (lambda p: torch.optim.Adadelta(p, 1.0), lambda x, s, t, g: adaptive.adadelta_step(x, *s, g), 2),
        (lambda p: torch.optim.Adam(p, 0.1), lambda x, s, t, g: adam.adam_step(x, *s, t, g, 0.1), 2),
        (
            lambda p: torch.optim.Adam(p, 0.1, weight_decay=0.2),
            lambda x, s, t, g: adam.adam_l2_step(x, *s, t, g, 0.1, weight_decay=0.2),
            2,
        ),
        (lambda p: torch.optim.AdamW(p, 0.1), lambda x, s, t, g: adam.adamw_step(x, *s, t, g, 0.1), 2),
        (lambda p: torch.optim.Adam(p, 0.1, amsgrad=True), flat_variant, 3),
    ],
    ids=["momentum", "adagrad", "rmsprop", "adadelta", "adam", "adam with l2", "adamw", "amsgrad"],
)
@pytest.mark.parametrize("size", [1.0, 1e-6])
def test_steps(make, step, states, size):
    rng = np.random.default_rng(0)
    start = rng.normal(size=(3, 2))
    gradients = [size * rng.normal(size=(3, 2)) for _ in range(STEPS)]
    ours, theirs = path_of_ours(step, states, gradients, start), path_of_torch(make, gradients, start)
    np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12)


def test_one_cycle():
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=50)
    for t in range(50):
        assert optimizer.param_groups[0]["lr"] == pytest.approx(schedules.onecycle_lr(t, 50, 0.1), rel=1e-9)
        optimizer.step()
        if t < 49:
            scheduler.step()


def test_cosine():
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=20, eta_min=0.001)
    for t in range(21):
        assert optimizer.param_groups[0]["lr"] == pytest.approx(schedules.cosine_annealing(t, 20, 0.1, 0.001), rel=1e-9)
        optimizer.step()
        scheduler.step()


def test_clipping():
    rng = np.random.default_rng(0)
    grads = [rng.normal(size=(3, 2)), rng.normal(size=4)]
    tensors = [torch.nn.Parameter(torch.zeros(g.shape, dtype=torch.float64)) for g in grads]
    for p, g in zip(tensors, grads, strict=True):
        p.grad = torch.tensor(g)
    norm = torch.nn.utils.clip_grad_norm_(tensors, 0.5)
    clipped, ours = clipping.clip_grad_norm(grads, 0.5)
    assert ours == pytest.approx(norm.item())
    for p, g in zip(tensors, clipped, strict=True):
        np.testing.assert_allclose(g, p.grad.numpy(), rtol=1e-5)
