"""The references of 02 keep the course's own rule: no overflow, not even a warning, where a stable form exists."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autograder.suites.given import load_given
from reference.backprop.graph_backward import graph_backward
from reference.backprop.highway import highway_backward, highway_forward
from reference.backprop.loss_backward import bce_backward, softmax_ce_backward
from reference.backprop.manual_mlp import ManualMLP
from reference.backprop.mlp_backward import mlp_backward
from reference.backprop.scalar_autograd import Value
from reference.backprop.tensor_autograd import Tensor

FAR = np.array([[-1000.0, 1000.0, 0.5]])


@pytest.fixture(autouse=True)
def nothing_overflows():
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        yield


@pytest.mark.parametrize("act", ["sigmoid", "tanh", "relu"])
def test_mlp_backward_far_from_zero(act):
    params = [(np.eye(3), np.zeros(3)), (np.ones((3, 1)), np.zeros(1))]
    dx, _ = mlp_backward(np.ones((1, 1)), [(FAR, FAR), (FAR, FAR[:, :1])], params, act)
    assert np.isfinite(dx).all() and dx[0, 0] == 0.0


def test_sigmoid_of_the_given_network():
    suite = Path(__file__).parents[2] / "assignments/02_backprop/mlp_backward/test_hidden.py"
    given = load_given(str(suite), "mlp")
    np.testing.assert_allclose(given.sigmoid(FAR), [[0.0, 1.0, 1 / (1 + np.exp(-0.5))]])


def test_highway_with_gates_far_from_zero():
    y, cache = highway_forward(np.ones((1, 3)), np.eye(3), np.zeros(3), np.zeros((3, 3)), FAR[0])
    assert np.isfinite(y).all() and all(np.isfinite(g).all() for g in highway_backward(np.ones((1, 3)), cache))


def test_losses_of_huge_logits():
    assert np.isfinite(bce_backward(FAR, np.ones((1, 3)), True)).all()
    assert np.isfinite(softmax_ce_backward(FAR, np.array([0]))).all()
    net = ManualMLP(np.eye(3), np.zeros(3), np.eye(3), np.zeros(3))
    assert net.loss(FAR, np.array([0])) == pytest.approx(1000.0)


@pytest.mark.parametrize(("x", "value"), [(-1000.0, 0.0), (1000.0, 1.0)])
def test_sigmoids_of_graphs(x, value):
    out, grads = graph_backward([("s", "sigmoid", ("x",))], {"x": x})
    assert (out, grads["x"]) == (value, 0.0)
    leaf = Value(x)
    unit = leaf.sigmoid()
    unit.backward()
    assert (unit.data, leaf.grad) == (value, 0.0)


def test_a_power_of_zero_has_slope_zero():
    leaf = Value(0.0)
    one = leaf**0
    one.backward()
    assert (one.data, leaf.grad) == (1.0, 0.0)


@pytest.mark.parametrize("kind", [Value, Tensor])
def test_a_graph_may_be_deeper_than_recursion_goes(kind):
    leaf = total = kind(1.0)
    for _ in range(20_000):
        total = total + 1.0
    total.backward()
    assert (float(total.data), float(leaf.grad)) == (20_001.0, 1.0)
