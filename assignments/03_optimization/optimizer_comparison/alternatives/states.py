"""The start kept as a state and loaded again; one generator for the order."""

import torch
from torch import nn

_MAKE = {
    "sgd": lambda p: torch.optim.SGD(p, 0.01),
    "momentum": lambda p: torch.optim.SGD(p, 0.01, 0.9),
    "adam": lambda p: torch.optim.Adam(p),
    "adamw": lambda p: torch.optim.AdamW(p, 0.001),
}


def run_optimizer(model, name, x, y, batches):
    if name not in _MAKE:
        raise ValueError(name)
    optimizer, criterion, losses = _MAKE[name](model.parameters()), nn.CrossEntropyLoss(), []
    model.zero_grad()
    for rows in batches:
        loss = criterion(model(x[rows]), y[rows])
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(float(loss.detach()))
    return losses


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(32, 10)
        self.first = nn.Linear(64, 64)
        self.second = nn.Linear(64, 32)

    def forward(self, x):
        return self.last(torch.relu(self.second(torch.relu(self.first(x)))))


def optimizer_comparison(data, seed, epochs=10):
    torch.manual_seed(seed)
    model = Net()
    state = {k: v.clone() for k, v in model.state_dict().items()}
    x, y, u, v = (torch.tensor(data[k]) for k in ("x_train", "y_train", "x_test", "y_test"))
    order = torch.Generator().manual_seed(seed + 1)
    batches = []
    for _ in range(epochs):
        batches += torch.randperm(len(x), generator=order).split(32)
    result = {}
    for name in _MAKE:
        model.load_state_dict(state)
        losses = run_optimizer(model, name, x, y, batches)
        accuracy = float((model(u).argmax(1) == v).double().mean())
        kept = {k: w.clone() for k, w in model.state_dict().items()}
        result[name] = {"state": kept, "losses": losses, "test_accuracy": accuracy}
    return result
