"""The references of 01: bad input raises a ValueError that names its argument, and nothing overflows where it need not."""

from __future__ import annotations

import numpy as np
import pytest

from reference.foundations.activations import activation_derivative, elu, sigmoid, tanh_act
from reference.foundations.affine import affine_forward
from reference.foundations.bce import bce_from_logits, bce_loss
from reference.foundations.cross_entropy import cross_entropy_logits, cross_entropy_probs
from reference.foundations.data_loading import ArrayDataset, BatchLoader
from reference.foundations.gumbel import Gumbel, gumbel_mle, gumbel_nll
from reference.foundations.heads import output_head, predict_from_params
from reference.foundations.hyperparameter_search import hyperparameter_search
from reference.foundations.likelihood import closed_form_mle, gaussian_nll
from reference.foundations.linear_regression_fit import linear_regression_fit
from reference.foundations.linear_regression_gd import linear_regression_gd
from reference.foundations.logistic_regression_gd import logistic_regression_gd
from reference.foundations.mlp import mlp_forward, mlp_param_count
from reference.foundations.neuron import neuron_forward
from reference.foundations.normalize_splits import normalize_splits
from reference.foundations.one_hot import one_hot
from reference.foundations.perceptron import perceptron_train
from reference.foundations.regression_loss import regression_loss
from reference.foundations.softmax import softmax
from reference.foundations.softmax_regression_gd import softmax_regression_gd
from reference.foundations.splits import train_val_test_split
from reference.foundations.staircase import staircase_approx
from reference.foundations.topk_accuracy import topk_accuracy

ONES = np.ones((4, 2))
Y = np.array([0.0, 1.0, 1.0, 0.0])
CLASSES = np.array([0, 1, 1, 0])
NONE = np.ones((0, 2))
FAR = np.array([-1000.0, 1000.0, 0.5])
RNG = np.random.default_rng(0)

BAD = {
    "kind": [
        lambda: neuron_forward(ONES, np.ones(2), 0.0, "sine"),
        lambda: activation_derivative(ONES, "sine", 1.0),
        lambda: regression_loss(ONES, ONES, "rmse"),
        lambda: normalize_splits(ONES, [], "robust"),
    ],
    "y": [
        lambda: perceptron_train(ONES, 2 * Y - 1, np.zeros(2), 0.0, 1.0, 3),
        lambda: perceptron_train(ONES, Y[:2], np.zeros(2), 0.0, 1.0, 3),
        lambda: bce_loss(0.5 * Y, 2 * Y),
        lambda: bce_from_logits(Y, Y - 1),
        lambda: bce_loss(0.5 * ONES[:, :1], Y),
        lambda: bce_from_logits(ONES[:, :1], Y),
        lambda: gaussian_nll(ONES, ONES[:1], ONES),
        lambda: gaussian_nll(NONE, NONE, NONE),
        lambda: linear_regression_gd(ONES, Y[:, None], np.zeros(2), 0.0, 0.1, 2),
        lambda: logistic_regression_gd(ONES, Y[:, None], np.zeros(2), 0.0, 0.1, 2),
        lambda: logistic_regression_gd(ONES, 2 * Y, np.zeros(2), 0.0, 0.1, 2),
        lambda: ArrayDataset(ONES, Y[:3]),
    ],
    "w": [lambda: neuron_forward(ONES, np.ones(3), 0.0, "relu"), lambda: neuron_forward(ONES, ONES[0, :1], 0.0, "relu")],
    "w0": [
        lambda: perceptron_train(ONES, Y, np.zeros(1), 0.0, 1.0, 3),
        lambda: linear_regression_gd(ONES, Y, np.zeros((2, 1)), 0.0, 0.1, 2),
        lambda: logistic_regression_gd(ONES, Y, np.zeros(3), 0.0, 0.1, 2),
    ],
    "W0": [lambda: softmax_regression_gd(ONES, CLASSES, np.zeros((3, 2)), np.zeros(2), 0.1, 2)],
    "eps": [lambda: bce_loss(0.5 * Y, Y, 0.0), lambda: bce_loss(0.5 * Y, Y, 0.5)],
    "lr": [lambda: perceptron_train(ONES, Y, np.zeros(2), 0.0, 0.0, 3)],
    "max_epochs": [lambda: perceptron_train(ONES, Y, np.zeros(2), 0.0, 1.0, -1)],
    "temperature": [lambda: softmax(ONES, temperature=0.0)],
    "labels": [
        lambda: one_hot(np.array([0, -1]), 3),
        lambda: topk_accuracy(ONES, np.array([0, 1, 1, 2])),
        lambda: topk_accuracy(NONE, np.zeros(0, int)),
        lambda: topk_accuracy(ONES, CLASSES[:1]),
        lambda: one_hot(CLASSES[:, None], 3),
        lambda: cross_entropy_logits(ONES, CLASSES[:1]),
        lambda: cross_entropy_logits(ONES, np.array([0, 1, 1, -1])),
        lambda: softmax_regression_gd(ONES, np.array([0, 1, 2, 0]), np.zeros((2, 2)), np.zeros(2), 0.1, 2),
        lambda: softmax_regression_gd(ONES, CLASSES[:1], np.zeros((2, 2)), np.zeros(2), 0.1, 2),
    ],
    "k": [lambda: topk_accuracy(ONES, CLASSES, 3)],
    "pred": [lambda: regression_loss(ONES, ONES[:, 0]), lambda: regression_loss(NONE, NONE)],
    "reduction": [
        lambda: regression_loss(ONES, ONES, reduction="max"),
        lambda: cross_entropy_logits(ONES, CLASSES, "max"),
    ],
    "p": [lambda: bce_loss(3 * Y, Y), lambda: bce_loss(NONE, NONE)],
    "z": [lambda: bce_from_logits(NONE, NONE), lambda: softmax(NONE, axis=0)],
    "P": [
        lambda: cross_entropy_probs(ONES, ONES[:1]),
        lambda: cross_entropy_probs(NONE, NONE),
        lambda: cross_entropy_probs(-ONES, ONES),
    ],
    "Y": [lambda: cross_entropy_probs(ONES, -ONES)],
    "Z": [lambda: cross_entropy_logits(NONE, np.zeros(0, int))],
    "var": [lambda: gaussian_nll(ONES, ONES, 0 * ONES)],
    "family": [lambda: closed_form_mle(Y, "cauchy")],
    "data": [
        lambda: closed_form_mle(2 * Y, "bernoulli"),
        lambda: closed_form_mle(2 * CLASSES, "categorical", 2),
        lambda: closed_form_mle(NONE, "gaussian"),
        lambda: closed_form_mle(Y, "gaussian"),
        lambda: closed_form_mle(ONES, "laplace"),
    ],
    "K": [lambda: closed_form_mle(CLASSES, "categorical")],
    "beta": [lambda: Gumbel(0.0, 0.0), lambda: gumbel_nll(Y, 0.0, -1.0)],
    "u": [
        lambda: Gumbel(0.0, 1.0).sample(np.array([1.0])),
        lambda: predict_from_params(ONES, "multiclass", "sample"),
        lambda: predict_from_params(0.5 * ONES, "multiclass", "sample", np.zeros(1)),
        lambda: predict_from_params(0.5 * ONES, "multilabel", "sample", np.zeros((1, 2))),
        lambda: predict_from_params((ONES, ONES), "regression", "sample", np.zeros((4, 1))),
    ],
    "x": [lambda: gumbel_mle(np.full(3, 2.0)), lambda: gumbel_mle(np.zeros(0))],
    "tol": [lambda: gumbel_mle(Y, 0.0)],
    "raw": [lambda: output_head(np.ones((2, 3)), "regression"), lambda: output_head(ONES, "binary")],
    "task": [lambda: output_head(ONES, "ranking"), lambda: predict_from_params(ONES, "ranking", "mode")],
    "how": [lambda: predict_from_params(ONES, "binary", "median")],
    "chunks": [
        lambda: linear_regression_fit([]),
        lambda: linear_regression_fit([(ONES, ONES[:3])]),
        lambda: linear_regression_fit([(ONES, ONES)]),
    ],
    "num_classes": [lambda: one_hot(np.zeros(0, int), -1)],
    "steps": [
        lambda: linear_regression_gd(ONES, Y, np.zeros(2), 0.0, 0.1, -1),
        lambda: logistic_regression_gd(ONES, Y, np.zeros(2), 0.0, 0.1, -1),
        lambda: softmax_regression_gd(ONES, CLASSES, np.zeros((2, 2)), np.zeros(2), 0.1, -1),
    ],
    "X": [
        lambda: affine_forward(ONES, np.ones((3, 2)), np.zeros(2)),
        lambda: linear_regression_gd(NONE, np.zeros(0), np.zeros(2), 0.0, 0.1, 1),
        lambda: logistic_regression_gd(NONE, np.zeros(0), np.zeros(2), 0.0, 0.1, 1),
        lambda: softmax_regression_gd(NONE, np.zeros(0, int), np.zeros((2, 2)), np.zeros(2), 0.1, 1),
    ],
    "b": [lambda: affine_forward(ONES, np.ones((2, 3)), np.zeros(1))],
    "act": [lambda: mlp_forward(ONES, [(np.eye(2), np.zeros(2))], "swish")],
    "params": [
        lambda: mlp_forward(ONES, [], "relu"),
        lambda: mlp_forward(ONES, [(np.eye(3), np.zeros(3))], "relu"),
        lambda: mlp_forward(ONES, [(np.eye(2), np.zeros(1))], "relu"),
    ],
    "widths": [lambda: mlp_param_count((5,)), lambda: mlp_param_count((5, 0, 2))],
    "n": [
        lambda: train_val_test_split(-1, (0.5, 0.3, 0.2), RNG),
        lambda: staircase_approx(np.sin, 0, 10.0),
        lambda: hyperparameter_search({"x": [1]}, lambda s: 1.0, "random", 0, RNG),
    ],
    "sharpness": [lambda: staircase_approx(np.sin, 3, 0.0)],
    "ratios": [
        lambda: train_val_test_split(5, (0.5, 0.5), RNG),
        lambda: train_val_test_split(5, (0.5, 0.6, -0.1), RNG),
    ],
    "train": [lambda: normalize_splits(Y, []), lambda: normalize_splits(NONE, [])],
    "others": [lambda: normalize_splits(ONES, [ONES[:, :1]])],
    "batch_size": [lambda: BatchLoader(ArrayDataset(ONES, Y), 0, False, False, RNG)],
    "mode": [lambda: hyperparameter_search({"x": [1]}, lambda s: 1.0, "bayes")],
    "rng": [lambda: hyperparameter_search({"x": [1]}, lambda s: 1.0, "random", 3)],
    "score": [lambda: hyperparameter_search({"x": [1]}, lambda s: np.nan, "grid")],
    "space": [
        lambda: hyperparameter_search({"x": []}, lambda s: 1.0, "grid"),
        lambda: hyperparameter_search({"x": []}, lambda s: 1.0, "random", 3, RNG),
        lambda: hyperparameter_search({"x": ("lin", 0.1, 1.0, 3)}, lambda s: 1.0, "grid"),
        lambda: hyperparameter_search({"x": ("log", 1.0, 0.1)}, lambda s: 1.0, "random", 3, RNG),
    ],
}


@pytest.mark.parametrize(("name", "call"), [(name, call) for name, calls in BAD.items() for call in calls])
def test_bad_input_is_refused_by_its_name(name, call):
    with pytest.raises(ValueError, match=rf"\b{name}\b"):
        call()


def test_an_empty_batch_goes_through_a_layer():
    out, _ = affine_forward(NONE, np.ones((2, 3)), np.zeros(3))
    assert out.shape == (0, 3)


@pytest.mark.parametrize(
    "call",
    [
        lambda: neuron_forward(FAR[:, None], np.ones(1), 0.0, "logistic"),
        lambda: sigmoid(FAR),
        lambda: tanh_act(FAR),
        lambda: elu(FAR),
        lambda: activation_derivative(FAR, "sigmoid", 1.0),
        lambda: activation_derivative(FAR, "elu", 1.0),
        lambda: softmax(FAR),
        lambda: bce_from_logits(FAR, np.array([0.0, 1.0, 0.5])),
        lambda: cross_entropy_logits(FAR[None], np.array([0])),
        lambda: logistic_regression_gd(FAR[:, None], np.array([1.0, 0.0, 1.0]), np.ones(1), 0.0, 0.1, 2)[2],
        lambda: softmax_regression_gd(FAR[None], np.array([0]), np.eye(3), np.zeros(3), 0.1, 2)[2],
        lambda: mlp_forward(FAR[None], [(np.eye(3), np.zeros(3))] * 2, "sigmoid", "tanh")[0],
        lambda: output_head(FAR[None, :2], "multiclass"),
        lambda: np.array(gumbel_mle(1000 + np.arange(4.0))),
    ],
)
def test_nothing_overflows_far_from_zero(call):
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        assert np.isfinite(call()).all()
