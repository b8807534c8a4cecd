"""Slices in a list, numpy's generator for the places, weights as arrays."""

import numpy as np
import torch
from torch import nn


def char_loss(model, windows):
    logits, _ = model(windows[:, :-1], None)
    return nn.functional.cross_entropy(logits.transpose(1, 2), windows[:, 1:])


def char_step(model, optimizer, windows, lr, max_norm=1.0):
    optimizer.zero_grad()
    loss = char_loss(model, windows)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm=max_norm)
    optimizer.lr = lr
    optimizer.step()
    return loss.item()


def train_char_gpt(data, seed, steps=300, d=64, heads=4, layers=2, window=32, batch=32, peak=4e-3, device="cpu"):
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    ids = np.asarray(data["ids"]).astype(np.int64)
    net = CharGPT(int(data["vocab"]), d, heads, layers, max_len=window)
    net.to(device)
    opt = AdamW(net.parameters(), peak, (0.9, 0.99), 1e-8, 0.1)
    losses = []
    for step in range(steps):
        starts = rng.integers(0, len(ids) - window, size=batch)
        windows = np.stack([ids[i : i + window + 1] for i in starts])
        losses.append(char_step(net, opt, torch.tensor(windows, device=device), warmup_cosine(step, peak, steps // 10, steps)))
    return {"state": {name: p.cpu().numpy() for name, p in net.state_dict().items()}, "history": {"loss": losses}}
