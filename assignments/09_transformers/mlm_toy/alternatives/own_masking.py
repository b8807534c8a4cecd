"""Tokens hidden in torch without the helper, batches from shuffled epochs."""

import torch
import torch.nn.functional as F
from torch import nn


class MaskedLM(nn.Module):
    def __init__(self, vocab, d, heads, layers, max_len):
        super().__init__()
        self.head = nn.Linear(d, vocab)
        self.ln = nn.LayerNorm(d)
        self.blocks = nn.ModuleList(EncoderBlock(d, heads, 4 * d, "pre", "gelu") for _ in range(layers))
        self.pos, self.tok = nn.Embedding(max_len, d), nn.Embedding(vocab + 1, d)

    def forward(self, ids):
        x = self.tok(ids) + self.pos.weight[None, : ids.shape[1]]
        for block in self.blocks:
            x = block(x, None)
        return F.linear(self.ln(x), self.head.weight, self.head.bias)


def mlm_step(model, optimizer, inputs, labels):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(inputs).transpose(1, 2), labels)
    loss.backward()
    optimizer.step()
    return loss.item()


def train_mlm_toy(data, seed, steps=200):
    torch.manual_seed(seed)
    x, mask = torch.tensor(data["x_train"]), int(data["vocab"])
    model = MaskedLM(mask, 32, 4, 2, x.shape[1])
    optimizer, losses, queue = torch.optim.Adam(model.parameters(), lr=0.005), [], []
    for _ in range(steps):
        if len(queue) < 64:
            queue += torch.randperm(len(x)).tolist()
        ids, queue = x[queue[:64]], queue[64:]
        chosen, fate = torch.rand(ids.shape) < 0.15, torch.rand(ids.shape)
        inputs = torch.where(chosen & (fate < 0.8), mask, ids)
        inputs = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), torch.randint(mask, ids.shape), inputs)
        losses.append(mlm_step(model, optimizer, inputs, torch.where(chosen, ids, -100)))
    return {"state": model.state_dict(), "history": {"loss": losses}}
