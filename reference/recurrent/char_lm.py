"""A language model over characters, trained with truncated backpropagation through time and clipped gradients."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

Tokens = Int[torch.Tensor, "rows window"]
Memory = Float[torch.Tensor, "1 rows hidden"]


class CharLM(nn.Module):
    """A recurrent language model: at every step it scores which token comes next.

    Three parts with these names: `embed`, an nn.Embedding from vocab to hidden; `rnn`, one layer of nn.GRU
    from hidden to hidden with `batch_first=True`; `out`, an nn.Linear from hidden to vocab. Its

        forward(tokens, state=None) -> (logits, state)

    reads tokens of shape (rows, window), beginning in `state` (shape (1, rows, hidden); None: zeros). It
    returns the logits of the next token at every step, shape (rows, window, vocab), and the state after the
    last step, from which reading can go on.
    """

    def __init__(self, vocab: int, hidden: int = 64) -> None:
        super().__init__()
        self.embed = nn.Embedding(vocab, hidden)
        self.rnn = nn.GRU(hidden, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, tokens: Tokens, state: Memory | None = None) -> tuple[Float[torch.Tensor, "rows window vocab"], Memory]:
        z, state = self.rnn(self.embed(tokens), state)
        return self.out(z), state


def tbptt_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    inputs: Tokens,
    targets: Tokens,
    state: Memory | None = None,
    max_norm: float = 1.0,
) -> tuple[float, Memory]:
    """One step of training on one window of text, which starts from the state in which the last window ended.

    The loss is the cross-entropy, averaged over all tokens of the window. Its gradient goes back to the
    beginning of the window and no further. It is clipped to the norm `max_norm` (one norm over all parameters
    together) before the optimizer uses it. What earlier windows left in the `.grad` fields must not count.

    Args:
        model, optimizer: a `CharLM`, and an optimizer that holds its parameters.
        inputs, targets: the tokens that are read, and those to be predicted, shape (rows, window).
        state: where the window before ended; None at the beginning of the text.

    Returns:
        The loss before the step, as a Python float, and the state at the end of the window, ready for the
        next one.
    """
    optimizer.zero_grad()
    logits, state = model(inputs, state)
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item(), state.detach()


def train_char_lm(
    tokens: Int[np.ndarray, "M"],
    vocab: int,
    seed: int,
    steps: int = 400,
    rows: int = 32,
    window: int = 25,
) -> dict:
    """Train a CharLM(vocab, 64) with Adam, learning rate 3e-3, and return its weights.

    The text is cut into `rows` pieces of L = (M - 1) // rows tokens, each of consecutive text: piece r is
    tokens[r L : (r + 1) L], and at each place the target is the token that follows in the text. All pieces
    are read side by side, window after window (only those that fit into L), with one `tbptt_step` for each
    window. The state is carried from one window to the next. After the last window, reading starts again at
    the beginning of the pieces, from a zero state, until `steps` steps are made (none for steps=0: then the
    initial weights are returned).

    Args:
        tokens: the text, numbers from 0 to vocab - 1, shape (M,).
        seed: decides the initial weights, the only thing that is random.

    Returns:
        A dict: "state", the state_dict after the last step; "history", a dict with the list "loss", one float
        for each step.
    """
    torch.manual_seed(seed)
    model = CharLM(vocab, 64)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    text = torch.as_tensor(tokens)
    length = (len(text) - 1) // rows
    inputs = text[: rows * length].reshape(rows, length)
    targets = text[1 : rows * length + 1].reshape(rows, length)
    losses, state, start = [], None, 0
    for _ in range(steps):
        if start + window > length:
            state, start = None, 0
        part = slice(start, start + window)
        loss, state = tbptt_step(model, optimizer, inputs[:, part], targets[:, part], state)
        losses.append(loss)
        start += window
    return {"state": model.state_dict(), "history": {"loss": losses}}
