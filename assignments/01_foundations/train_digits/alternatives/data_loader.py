"""torch's own data loader, and NLLLoss."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def training_step(model, optimizer, x, y):
    model.train()
    loss = nn.NLLLoss()(torch.log_softmax(model(x), dim=1), y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.detach().item()


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (torch.max(model(x), 1).indices == y).double().mean().item()


def train_mlp_digits(data, seed, epochs=20):
    if epochs < 0:
        raise ValueError(f"{epochs} epochs")
    torch.manual_seed(seed)
    net = MLPClassifier(in_dim=64, hidden=(64, 32), out_dim=10)
    rows = TensorDataset(torch.from_numpy(data["x_train"] / 16.0).float(), torch.from_numpy(data["y_train"]))
    loader = DataLoader(rows, batch_size=64, shuffle=True)
    optimizer, losses = torch.optim.Adam(net.parameters(), 1e-3), []
    for _ in range(epochs):
        losses += [training_step(net, optimizer, x, y) for x, y in loader]
    test = accuracy(net, torch.from_numpy(data["x_test"]) / 16, torch.from_numpy(data["y_test"]))
    return dict(state=net.state_dict(), test_accuracy=test, history=dict(loss=losses))
