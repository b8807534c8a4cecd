"""One function for a cell, with a loader and a generator of its own; the table is filled cell by cell."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

MAKERS = {"relu": nn.ReLU, "leaky": lambda: nn.LeakyReLU(negative_slope=0.01), "gelu": nn.GELU}


def make_net(inputs, hidden, act):
    layers = []
    for width in hidden:
        layers += [nn.Linear(inputs, width), MAKERS[act]()]
        inputs = width
    return nn.Sequential(*layers, nn.Linear(inputs, 10))


def one_cell(hidden, act, data, seed, epochs):
    torch.manual_seed(seed)
    net = make_net(data["x_train"].shape[1], hidden, act)
    rows = TensorDataset(torch.tensor(data["x_train"]), torch.tensor(data["y_train"]))
    loader = DataLoader(rows, 64, shuffle=True, generator=torch.Generator().manual_seed(seed))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.001)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.CrossEntropyLoss()(net(x), y).backward()
            optimizer.step()
    return net


@torch.no_grad()
def scores(net, x, y):
    logs = net(torch.tensor(x)).log_softmax(1).numpy()
    return np.mean(logs.argmax(1) == y), -np.mean(logs[np.arange(len(y)), y])


def mlp_ablation(configs, data, seeds, epochs=20):
    if any(act not in MAKERS for _, act in configs):
        raise ValueError("activation")
    if epochs < 0:
        raise ValueError("epochs")
    accuracy, loss = np.zeros((2, len(configs), len(seeds)))
    states = [[None] * len(seeds) for _ in configs]
    for i, (hidden, act) in enumerate(configs):
        for j, seed in enumerate(seeds):
            net = one_cell(hidden, act, data, seed, epochs)
            accuracy[i, j], loss[i, j] = scores(net, data["x_test"], data["y_test"])
            states[i][j] = {name: value.clone() for name, value in net.state_dict().items()}
    d = data["x_train"].shape[1]
    counts = [sum(p.numel() for p in make_net(d, hidden, act).parameters()) for hidden, act in configs]
    return {"parameters": counts, "accuracy": accuracy, "loss": loss, "states": states}
