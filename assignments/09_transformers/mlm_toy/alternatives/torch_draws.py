"""Random numbers from torch, the loss at picked positions, own grouping of the model."""

import torch
from torch import nn


class MaskedLM(nn.Module):
    def __init__(self, vocab, d, heads, layers, max_len):
        super().__init__()
        self.tok = nn.Embedding(vocab + 1, d)
        self.pos = nn.Embedding(max_len, d)
        self.blocks = nn.Sequential(*[EncoderBlock(d, heads, 4 * d) for _ in range(layers)])
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab)

    def forward(self, ids):
        places = torch.arange(ids.shape[1])
        return self.head(self.ln(self.blocks(self.tok(ids) + self.pos(places))))


def mlm_step(model, optimizer, inputs, labels):
    chosen = labels >= 0
    log_p = model(inputs)[chosen].log_softmax(-1)
    loss = -log_p[torch.arange(len(log_p)), labels[chosen]].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(loss)


def train_mlm_toy(data, seed, steps=200):
    torch.manual_seed(seed)
    x, vocab = torch.as_tensor(data["x_train"]), int(data["vocab"])
    model = MaskedLM(vocab, 32, 4, 2, x.shape[1])
    optimizer = torch.optim.Adam(model.parameters(), 5e-3)
    losses = []
    for _ in range(steps):
        ids = x[torch.randint(len(x), (64,))]
        u, w = torch.rand(2, *ids.shape)
        other = torch.randint(vocab, ids.shape)
        args = [a.numpy() for a in (ids, torch.zeros_like(ids).bool(), u, w, other)]
        inputs, labels = bert_mask_tokens(*args, vocab)
        losses.append(mlm_step(model, optimizer, torch.tensor(inputs), torch.tensor(labels)))
    return {"state": model.state_dict(), "history": {"loss": losses}}
