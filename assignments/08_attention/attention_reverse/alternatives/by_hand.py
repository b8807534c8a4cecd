"""All logits first, the loss from log-softmax, clipping by hand, batches from shuffled epochs, weights as numpy arrays."""

import torch
from torch import nn


class Translator(nn.Module):
    def __init__(self, vocab=10, emb=16, hidden=64):
        super().__init__()
        self.decoder = AttentionDecoder(vocab + 1, emb, hidden)
        self.encoder = nn.GRU(emb, hidden, batch_first=True)
        self.embed = nn.Embedding(vocab, emb)

    @property
    def vocab(self):
        return self.embed.num_embeddings

    def encode(self, src):
        states, _ = self.encoder(self.embed(src))
        return states, states[:, -1]


def translation_loss(model, src, tgt):
    h, s = model.encode(src)
    fed = torch.cat([torch.full((len(tgt), 1), model.vocab), tgt[:, :-1]], dim=1)
    everything = torch.ones(src.shape, dtype=torch.bool)
    total = 0.0
    for tok, wanted in zip(fed.T, tgt.T):
        logits, s, _ = model.decoder.step(tok, s, h, everything)
        total = total - torch.log_softmax(logits, dim=-1)[torch.arange(len(tgt)), wanted].sum()
    return total / tgt.numel()


@torch.no_grad()
def greedy_decode(model, src, length):
    h, s = model.encode(src)
    tokens, maps = (
        torch.zeros((len(src), length), dtype=torch.long),
        torch.zeros((len(src), length, src.shape[1])),
    )
    for t in range(length):
        before = tokens[:, t - 1] if t else torch.full((len(src),), model.vocab)
        logits, s, maps[:, t] = model.decoder.step(before, s, h)
        tokens[:, t] = logits.max(dim=1).indices
    return tokens, maps


def translation_step(model, optimizer, src, tgt, max_norm=1.0):
    loss = translation_loss(model, src, tgt)
    parameters = list(model.parameters())
    grads = torch.autograd.grad(loss, parameters)
    norm = torch.sqrt(sum((g**2).sum() for g in grads))
    for parameter, grad in zip(parameters, grads):
        parameter.grad = grad * min(1.0, max_norm / float(norm))
    optimizer.step()
    return float(loss.detach())


def train_attention_reverse(data, seed, steps=500):
    source = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    x, y = (torch.tensor(data[name]) for name in ("x_train", "y_train"))
    vocab = 1 + max(int(x.max()), int(y.max()))
    model = Translator(vocab)
    optimizer = torch.optim.Adam(model.parameters(), 5e-3)
    losses, order = [], torch.zeros(0, dtype=torch.long)
    while len(losses) < steps:
        if len(order) < 64:
            order = torch.randperm(len(x), generator=source)
        rows, order = order[:64], order[64:]
        losses.append(translation_step(model, optimizer, x[rows], y[rows]))
    state = {name: entry.detach().numpy() for name, entry in model.state_dict().items()}
    return {"state": state, "history": {"loss": losses}}
