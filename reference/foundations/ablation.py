"""A fair comparison of networks: everything is the same but the one thing that is compared."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from reference.foundations.mlp_classifier import MLPClassifier
from reference.foundations.train_digits import accuracy, training_step


def mlp_ablation(
    configs: list[tuple[tuple[int, ...], str]], data: dict[str, np.ndarray], seeds: list[int], epochs: int = 20
) -> dict[str, Any]:
    """Train every network of a list with every seed, on the same budget, and return a table of the results.

    A configuration is a pair (hidden, activation): the widths of the hidden layers as for `MLPClassifier`, and "relu", "leaky"
    (slope 0.01 on the left) or "gelu". The output layer has ten units; it is not part of `hidden`.

    For each configuration and each seed a new network is made and trained as in `train_mlp_digits`: Adam with learning rate
    1e-3, all training rows once an epoch in a new random order, batches of 64 (the last one may be smaller), `epochs` epochs.
    The seed decides everything random in that cell, and nothing else does. A cell is the same in whatever table it stands, so
    nothing may be left over from the cell before.

    Args:
        configs: pairs (hidden, activation); an activation of another name raises ValueError, before anything is trained.
        data: "x_train" and "x_test", float32, shapes (n, D) and (m, D), already scaled; "y_train" and "y_test", int64, their
            classes from 0 to 9.
        seeds: one for each column of the table.
        epochs: number of epochs of every cell; 0 leaves the networks untrained, a negative number raises ValueError.

    Returns:
        A dict: "parameters", a list with the number of weights and biases of each configuration; "accuracy" and "loss", arrays
        (len(configs), len(seeds)) with the share of right test rows and the mean cross-entropy of the test rows; "states", for
        each configuration a list of the state_dict of its trained network for each seed.
    """
    activations = {"relu": nn.ReLU, "leaky": nn.LeakyReLU, "gelu": nn.GELU}
    for _, act in configs:
        if act not in activations:
            raise ValueError(f"configs has the activation {act!r}")
    if epochs < 0:
        raise ValueError("epochs is negative")
    x, y, x_test, y_test = (torch.as_tensor(data[name]) for name in ("x_train", "y_train", "x_test", "y_test"))
    table: dict[str, Any] = {"parameters": [], "accuracy": [], "loss": [], "states": []}
    for hidden, act in configs:
        models = []
        for seed in seeds:
            torch.manual_seed(seed)
            model = MLPClassifier(x.shape[1], hidden, 10, activations[act])
            optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
            for _ in range(epochs):
                for rows in torch.randperm(len(x)).split(64):
                    training_step(model, optimizer, x[rows], y[rows])
            models.append(model)
        widths = (x.shape[1], *hidden, 10)
        table["parameters"].append(sum(m * (n + 1) for n, m in pairwise(widths)))
        table["accuracy"].append([accuracy(model, x_test, y_test) for model in models])
        with torch.no_grad():
            table["loss"].append([F.cross_entropy(model(x_test), y_test).item() for model in models])
        table["states"].append([model.state_dict() for model in models])
    return {**table, "accuracy": np.array(table["accuracy"]), "loss": np.array(table["loss"])}
