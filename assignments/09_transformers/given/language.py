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
        self.max_len = max_len
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        self.drop = nn.Dropout(0.5)
        self.head = nn.Linear(d, vocab)

    def forward(self, ids):
        t = ids.shape[1]
        if t > self.max_len:
            raise RuntimeError(f"{t} tokens do not fit into {self.max_len} places")
        x = self.tok(ids) + self.pos.weight[:t]
        mean = x.cumsum(dim=1) / torch.arange(1, t + 1)[:, None]
        return self.head(self.drop(torch.tanh(x + mean)))


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
