"""Small language models to try generation with."""

import torch
from torch import nn


class Counter(nn.Module):
    """After token i it expects i + 1, and after the last token the first; every other token has some chance, too."""

    def __init__(self, vocab):
        super().__init__()
        self.vocab = vocab

    def forward(self, ids):
        return 3.0 * nn.functional.one_hot((ids + 1) % self.vocab, self.vocab).float()


class WindowModel(nn.Module):
    """Logits from the token, the place and the mean of all tokens so far; refuses more than max_len tokens.

    In training mode dropout acts on the features, so that a model that is not in evaluation mode writes at random.
    """

    def __init__(self, vocab, d, max_len):
        super().__init__()
        self.words = nn.Parameter(torch.randn(vocab, d))
        self.spots = nn.Parameter(torch.randn(max_len, d))
        self.matrix = nn.Parameter(torch.randn(d, vocab))
        self.noise = nn.Dropout(0.5)

    def forward(self, ids):
        t = ids.shape[1]
        if t > len(self.spots):
            raise RuntimeError(f"{t} tokens do not fit into {len(self.spots)} places")
        x = self.words[ids] + self.spots[:t]
        mean = x.cumsum(dim=1) / torch.arange(1, t + 1)[:, None]
        return self.noise(torch.tanh(x + mean)) @ self.matrix


class GraphProbe(nn.Module):
    """A counter with a parameter, which notes how often it was called, and how often a graph was built."""

    def __init__(self, vocab):
        super().__init__()
        self.vocab, self.calls, self.with_graph = vocab, 0, 0
        self.sharpness = nn.Parameter(torch.tensor(3.0))

    def forward(self, ids):
        logits = self.sharpness * nn.functional.one_hot((ids + 1) % self.vocab, self.vocab)
        self.calls, self.with_graph = self.calls + 1, self.with_graph + int(logits.requires_grad)
        return logits


def move_along(model, ids, direction):
    """Moves all parameters of a model with a past by the gradient of <logits, direction>."""
    parameters = list(model.parameters())
    gradients = torch.autograd.grad(model(ids)[0], parameters, direction)
    with torch.no_grad():
        for parameter, gradient in zip(parameters, gradients):
            parameter += gradient


class PastProbe(nn.Module):
    """Logits from all tokens so far, with a past: called as model(ids, past), returns (logits, past). Notes how many
    tokens each call brings.

    Its past is a tensor of shape (N, t) with the tokens so far, in a list as a model with one block would have it.
    """

    def __init__(self, vocab, d=6):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(vocab, d))
        self.matrix = nn.Parameter(torch.randn(d, vocab))
        self.fed, self.with_graph = [], 0

    def forward(self, ids, past=None):
        self.fed.append(int(ids.shape[1]))
        before = ids[:, :0] if past is None else past[0]
        every = torch.cat([before, ids], dim=1)
        places = torch.arange(1, every.shape[1] + 1)
        weights = torch.cos(0.7 * places)[:, None]  # the order of the tokens matters
        sums = (weights * self.vectors[every]).cumsum(dim=1)[:, before.shape[1] :]
        logits = torch.tanh(sums) @ self.matrix
        self.with_graph += int(logits.requires_grad)
        return logits, [every]


def set_gradients(model, gradients):
    """Puts a gradient into the `.grad` field of each parameter, by name; parameters without one get None."""
    for name, parameter in model.named_parameters():
        parameter.grad = None if gradients.get(name) is None else gradients[name].clone()


def gradients_left(model):
    """How many parameters still have a gradient that is not zero."""
    return sum(p.grad is not None and bool(p.grad.ne(0).any()) for p in model.parameters())


def set_rate(optimizer, rate):
    """Sets the attribute lr of an optimizer."""
    optimizer.lr = rate


def set_all_to_none(parameters):
    """No gradient is left."""
    for parameter in parameters:
        if parameter.grad is not None:
            parameter.grad = None


class Downhill:
    """Gradient descent with an attribute lr: w = w - lr * gradient."""

    def __init__(self, params, lr=0.0):
        self.params, self.lr = list(params), lr

    def zero_grad(self):
        set_all_to_none(self.params)

    def step(self):
        with torch.no_grad():
            for w in self.params:
                w -= self.lr * w.grad
