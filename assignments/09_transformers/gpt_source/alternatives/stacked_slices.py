"""Slices in a list, numpy's generator for the places, log-softmax by hand."""

import numpy as np
import torch


def gpt_step(model, optimizer, windows):
    optimizer.zero_grad()
    log_p = model(windows[:, :-1]).log_softmax(dim=2)
    loss = -torch.gather(log_p, 2, windows[:, 1:].unsqueeze(2)).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def train_gpt_source(data, seed, steps=200):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    ids = torch.tensor(data["ids"])
    net = GPT(int(data["vocab"]), 32, 4, 2, 64)
    opt = torch.optim.AdamW(net.parameters(), lr=5e-3, betas=(0.9, 0.999), weight_decay=1e-2)
    history = {"loss": []}
    for _ in range(steps):
        batch = torch.stack([ids[i : i + 33] for i in rng.integers(0, len(ids) - 32, size=32)])
        history["loss"].append(gpt_step(net, opt, batch))
    return {"state": {k: v.clone() for k, v in net.state_dict().items()}, "history": history}
