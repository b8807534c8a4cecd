"""The references of 03: bad input raises a ValueError that names its argument, and what must stay finite does."""

from __future__ import annotations

import numpy as np
import pytest

from reference.optimization.adam import adam_l2_step, adam_step, adam_variant_step, adamw_step
from reference.optimization.adaptive import adadelta_step, adagrad_step, rmsprop_step
from reference.optimization.clipping import clip_grad_norm, clip_grad_value
from reference.optimization.gradient_descent import gradient_descent, quadratic_gd_iterate
from reference.optimization.initialisation import kaiming_init, orthogonal_init, xavier_init
from reference.optimization.large_scale import lars_step, lion_step, muon_step
from reference.optimization.lbfgs import lbfgs_direction
from reference.optimization.lr_grid_search import lr_grid_search
from reference.optimization.minibatch import accumulate_gradients, minibatch_gradient_variance, minibatch_sgd
from reference.optimization.momentum import momentum_step, nesterov_step
from reference.optimization.mup_transfer import MupMLP, mup_rates
from reference.optimization.newton import newton_raphson, newton_step
from reference.optimization.optimizer_comparison import optimizer_comparison, run_optimizer
from reference.optimization.schedules import (
    batch_size_schedule,
    cosine_annealing,
    onecycle_lr,
    power_decay_lr,
    step_decay,
    warmup_cosine,
)
from reference.optimization.variance_profile import init_variance_profile

X = np.ones(3)
FLAT = np.ones((1, 3))
EYE = np.eye(3)
RNG = np.random.default_rng(0)

BAD = {
    "lr": [lambda: gradient_descent(lambda x: x, X, 0.0, 3)],
    "steps": [lambda: gradient_descent(lambda x: x, X, 0.1, -1)],
    "H": [
        lambda: quadratic_gd_iterate(np.triu(np.ones((3, 3))), X, X, 0.1, 2),
        lambda: quadratic_gd_iterate(np.ones((3, 2)), X, X, 0.1, 2),
    ],
    "batches": [lambda: minibatch_sgd(lambda x, i: np.ones((len(i), 3)), X, [np.zeros(0, int)], 0.1)],
    "reduction": [lambda: minibatch_sgd(lambda x, i: np.ones((len(i), 3)), X, [np.arange(2)], 0.1, "max")],
    "sizes": [
        lambda: accumulate_gradients([X, X], [3]),
        lambda: accumulate_gradients([X, X], [3, 4, 5]),
        lambda: accumulate_gradients([X, X], [3, 0]),
    ],
    "grads": [
        lambda: accumulate_gradients([], []),
        lambda: accumulate_gradients([X, FLAT], [3, 4]),
        lambda: lars_step([X, X], [X], 0.1),
        lambda: lars_step([X], [FLAT], 0.1),
    ],
    "G": [lambda: minibatch_gradient_variance(FLAT, 1, False)],
    "B": [lambda: minibatch_gradient_variance(EYE, 4, False), lambda: minibatch_gradient_variance(EYE, 0, True)],
    "v": [
        lambda: momentum_step(X, FLAT, X, 0.1),
        lambda: nesterov_step(X, FLAT, lambda x: x, 0.1),
        lambda: adadelta_step(X, FLAT, X, X),
        lambda: adam_step(X, X, FLAT, 1, X, 0.1),
        lambda: muon_step(EYE, FLAT, EYE, 0.1),
        lambda: muon_step(EYE, 0 * EYE, 0 * EYE, 0.1),
    ],
    "mu": [
        lambda: momentum_step(X, X, X, 0.1, 1.0),
        lambda: nesterov_step(X, X, lambda x: x, 0.1, -0.1),
        lambda: muon_step(EYE, EYE, EYE, 0.1, 1.5),
    ],
    "theta": [lambda: muon_step(X, X, X, 0.1)],
    "r": [lambda: adagrad_step(X, FLAT, X, 0.1)],
    "s": [lambda: rmsprop_step(X, FLAT, X, 0.1)],
    "beta": [lambda: rmsprop_step(X, X, X, 0.1, 1.0)],
    "rho": [lambda: adadelta_step(X, X, X, X, 1.0)],
    "g": [
        lambda: momentum_step(X, X, FLAT, 0.1),
        lambda: rmsprop_step(X, X, FLAT, 0.1),
        lambda: adam_l2_step(X, X, X, 1, FLAT, 0.1),
        lambda: adam_variant_step(X, (X, X, X), 1, FLAT, 0.1),
        lambda: lion_step(X, X, FLAT, 0.1),
    ],
    "m": [lambda: adamw_step(X, FLAT, X, 1, X, 0.1), lambda: lion_step(X, FLAT, X, 0.1)],
    "b1": [
        lambda: adam_step(X, X, X, 1, X, 0.1, b1=1.0),
        lambda: adam_variant_step(X, (X, X), 1, X, 0.1, b1=-0.1, variant="nadam"),
        lambda: lion_step(X, X, X, 0.1, b1=2.0),
    ],
    "b2": [lambda: adamw_step(X, X, X, 1, X, 0.1, b2=1.0)],
    "t": [
        lambda: quadratic_gd_iterate(EYE, X, X, 0.1, -1),
        lambda: adam_step(X, X, X, 0, X, 0.1),
        lambda: adam_l2_step(X, X, X, 0, X, 0.1),
        lambda: adamw_step(X, X, X, 0, X, 0.1),
        lambda: adam_variant_step(X, (X, X, X), 0, X, 0.1),
        lambda: step_decay(-1, 0.1, 0.5, 3),
        lambda: cosine_annealing(-1, 10, 0.1),
        lambda: warmup_cosine(-1, 10, 2, 0.1),
        lambda: onecycle_lr(10, 10, 0.1),
    ],
    "state": [
        lambda: adam_variant_step(X, (X, X), 1, X, 0.1),
        lambda: adam_variant_step(X, (X, X, X), 1, X, 0.1, variant="nadam"),
        lambda: adam_variant_step(X, (X, FLAT, X), 1, X, 0.1),
    ],
    "variant": [lambda: adam_variant_step(X, (X, X, X), 1, X, 0.1, variant="adamax")],
    "tol": [lambda: newton_raphson(np.sin, np.cos, 1.0, -1.0, 3)],
    "max_iter": [lambda: newton_raphson(np.sin, np.cos, 1.0, 0.1, -1)],
    "grad": [lambda: newton_step(X, X[:, None], EYE)],
    "hess": [lambda: newton_step(X, X, np.eye(2)), lambda: newton_step(X, X, X), lambda: newton_step(X, X, 0 * EYE)],
    "Y": [lambda: lbfgs_direction(X, [X], []), lambda: lbfgs_direction(X, [X], [-X])],
    "c": [lambda: clip_grad_norm([X], 0.0), lambda: clip_grad_value([X], -1.0)],
    "period": [lambda: step_decay(1, 0.1, 0.5, 0)],
    "gamma": [lambda: step_decay(1, 0.1, -0.5, 3)],
    "n": [lambda: power_decay_lr(0, 0.1), lambda: batch_size_schedule(3, 8, 2, [1], 64, 0)],
    "p": [lambda: power_decay_lr(1, 0.1, -1.0)],
    "T": [lambda: cosine_annealing(0, 0, 0.1)],
    "T_w": [lambda: warmup_cosine(3, 10, 10, 0.1), lambda: warmup_cosine(3, 10, -1, 0.1)],
    "pct": [lambda: onecycle_lr(0, 3, 0.1), lambda: onecycle_lr(0, 10, 0.1, pct=1.5)],
    "epochs": [
        lambda: batch_size_schedule(-1, 8, 2, [1], 64, 100),
        lambda: optimizer_comparison({}, 0, epochs=-1),
    ],
    "b0": [lambda: batch_size_schedule(3, 65, 2, [1], 64, 100), lambda: batch_size_schedule(3, 0, 2, [1], 64, 100)],
    "factor": [lambda: batch_size_schedule(3, 8, 1, [1], 64, 100)],
    "milestones": [lambda: batch_size_schedule(3, 8, 2, [1, 1], 64, 100)],
    "shape": [
        lambda: xavier_init((0, 3), RNG),
        lambda: kaiming_init((0, 3), RNG),
        lambda: kaiming_init((8, 4, 3, 3), RNG),
        lambda: orthogonal_init((3,), RNG),
    ],
    "dist": [lambda: xavier_init((3, 3), RNG, "cauchy"), lambda: kaiming_init((3, 3), RNG, "cauchy")],
    "mode": [lambda: xavier_init((3, 3), RNG, mode="fan_out")],
    "gain2": [lambda: kaiming_init((3, 3), RNG, gain2=-1.0)],
    "weights": [
        lambda: init_variance_profile([], EYE, "relu", EYE),
        lambda: init_variance_profile([np.ones((2, 3))], EYE, "relu", EYE),
    ],
    "dout": [lambda: init_variance_profile([EYE, EYE], EYE, "relu", FLAT)],
    "act": [lambda: init_variance_profile([EYE], EYE, "swish", EYE)],
    "rates": [lambda: lr_grid_search(lambda *_: X, lambda _: np.nan, lambda _: 0.0, X, ["sgd"], [0.1])],
    "width": [lambda: MupMLP(3, 0, 2, 4), lambda: mup_rates(0, 4, 0.1)],
    "base": [lambda: MupMLP(3, 4, 2, 0), lambda: mup_rates(4, 0, 0.1)],
    "name": [lambda: run_optimizer(MupMLP(3, 4, 2, 4), "adagrad", None, None, [])],
}


@pytest.mark.parametrize(("name", "call"), [(name, call) for name, calls in BAD.items() for call in calls])
def test_bad_input_is_refused_by_its_name(name, call):
    with pytest.raises(ValueError, match=rf"\b{name}\b"):
        call()


def test_a_hundred_million_steps_overflow_only_where_the_walk_does():
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        assert np.isfinite(quadratic_gd_iterate(EYE, X, 2 * X, 1.9, 10**8)[0]).all()
        assert np.isfinite(adam_step(X, X, X, 10**8, X, 0.1)[0]).all()
        assert np.isfinite(adam_step(X, 0 * X, 0 * X, 1, 0 * X, 0.1)[0]).all()
        assert np.isfinite(clip_grad_norm([0 * X], 1.0)[0]).all()


def test_whole_numbers_are_gradients_too():
    whole = np.array([1, 2, 3])
    np.testing.assert_allclose(accumulate_gradients([whole, 3 * whole], [1, 1]), 2.0 * whole)
    np.testing.assert_allclose(momentum_step(X, 0 * whole, whole, 0.5)[0], X - 0.5 * whole)
