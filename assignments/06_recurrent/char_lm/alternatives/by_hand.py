import numpy as np
import torch
from torch import nn


class CharLM(nn.Module):
    def __init__(self, vocab, hidden=64):
        super().__init__()
        self.out = nn.Linear(hidden, vocab)
        self.embed = nn.Embedding(vocab, hidden)
        self.rnn = nn.GRU(input_size=hidden, hidden_size=hidden, batch_first=True)

    def forward(self, tokens, state=None):
        if state is None:
            state = torch.zeros(1, len(tokens), self.rnn.hidden_size)
        logits = []
        for t in range(tokens.shape[1]):
            z, state = self.rnn(self.embed(tokens[:, t : t + 1]), state)
            logits.append(self.out(z))
        return torch.cat(logits, dim=1), state


def tbptt_step(model, optimizer, inputs, targets, state=None, max_norm=1.0):
    """Detaches on the way in, and clips by hand."""
    logits, after = model(inputs, None if state is None else state.detach())
    log_probs = torch.log_softmax(logits, dim=-1)
    loss = -log_probs.gather(2, targets[:, :, None]).mean()
    parameters = list(model.parameters())
    grads = torch.autograd.grad(loss, parameters)
    norm = float(torch.cat([g.flatten() for g in grads]).norm())
    factor = min(1.0, max_norm / (norm + 1e-6))
    for parameter, grad in zip(parameters, grads):
        parameter.grad = factor * grad
    optimizer.step()
    with torch.no_grad():
        return float(loss), after.clone()


def train_char_lm(tokens, vocab, seed, steps=400, rows=32, window=25):
    torch.manual_seed(seed + 1)
    model = CharLM(vocab)
    adam = torch.optim.Adam(model.parameters(), lr=0.003)
    length = (len(tokens) - 1) // rows
    starts = np.arange(rows) * length
    losses, number, state = [], 0, None
    while len(losses) < steps:
        places = starts[:, None] + number * window + np.arange(window)
        inputs, targets = torch.as_tensor(tokens[places]), torch.as_tensor(tokens[places + 1])
        loss, state = tbptt_step(model, adam, inputs, targets, state=state)
        losses.append(loss)
        number += 1
        if (number + 1) * window > length:
            number, state = 0, None
    return {"state": model.state_dict(), "history": {"loss": losses}}
