"""The seeds in the outer loop, orders by numpy, numbers of parameters from the states."""

import numpy as np
import torch
from torch import nn


def mlp_ablation(configs, data, seeds, epochs=20):
    kinds = dict(relu=nn.ReLU, leaky=nn.LeakyReLU, gelu=nn.GELU)
    for hidden, act in configs:
        if act not in kinds or epochs < 0:
            raise ValueError(f"{act} for {hidden}, {epochs} epochs")
    tensors = {name: torch.from_numpy(values) for name, values in data.items()}
    n, d = tensors["x_train"].shape
    columns = []
    for seed in seeds:
        column = []
        for hidden, act in configs:
            rng = np.random.default_rng(seed)
            torch.manual_seed(seed)
            net = MLPClassifier(in_dim=d, hidden=tuple(hidden), act=kinds[act])
            optimizer = torch.optim.Adam(net.parameters())
            for _ in range(epochs):
                order = rng.permutation(n)
                for start in range(0, n, 64):
                    rows = order[start : start + 64]
                    training_step(net, optimizer, tensors["x_train"][rows], tensors["y_train"][rows])
            with torch.no_grad():
                loss = nn.functional.cross_entropy(net(tensors["x_test"]), tensors["y_test"])
            column.append((accuracy(net, tensors["x_test"], tensors["y_test"]), float(loss), net.state_dict()))
        columns.append(column)
    rows = list(zip(*columns))
    widths = [np.array([d, *hidden, 10]) for hidden, _ in configs]
    return dict(
        parameters=[int(w[:-1] @ w[1:] + w[1:].sum()) for w in widths],
        accuracy=np.array([[cell[0] for cell in row] for row in rows]),
        loss=np.array([[cell[1] for cell in row] for row in rows]),
        states=[[cell[2] for cell in row] for row in rows],
    )
