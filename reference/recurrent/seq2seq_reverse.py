"""Training an encoder and decoder on a toy language, and letting it translate."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Int
from torch import nn

from reference.recurrent.seq2seq import Seq2Seq


def seq2seq_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    src: Int[torch.Tensor, "N S"],
    tgt: Int[torch.Tensor, "N L"],
    bos: int,
    eos: int,
) -> float:
    """One step of training with teacher forcing, on a batch without padding.

    The decoder reads bos, y_1, ..., y_L and is to predict y_1, ..., y_L, eos. The loss is the
    cross-entropy, averaged over all N (L + 1) predictions. What earlier batches left in the `.grad` fields
    must not count.

    Args:
        model: called as model(src, src_len, dec_in), returns logits (N, L + 1, V); a `Seq2Seq`, for
            example.
        optimizer: holds all parameters of the model.
        src, tgt: sources and what they mean, shapes (N, S) and (N, L); all S tokens of a source are valid.
        bos, eos: ids of the begin and the end token among the target tokens.

    Returns:
        The loss of the batch before the step, as a Python float.
    """
    n = len(src)
    dec_in = torch.cat([torch.full((n, 1), bos), tgt], dim=1)
    target = torch.cat([tgt, torch.full((n, 1), eos)], dim=1)
    lengths = torch.full((n,), src.shape[1])
    optimizer.zero_grad()
    logits = model(src, lengths, dec_in)
    loss = F.cross_entropy(logits.flatten(0, 1), target.flatten())
    loss.backward()
    optimizer.step()
    return loss.item()


def translate(model: nn.Module, src: Int[torch.Tensor, "N S"], bos: int, length: int) -> Int[torch.Tensor, "N length"]:
    """What the model makes of sources that it has to translate on its own: greedy decoding.

    There is no true target to read now. The decoder starts with bos and reads what it has put out
    itself: the most probable token at each step becomes the input of the next one. No graph is built.

    Args:
        model: called as model(src, src_len, dec_in), as in `seq2seq_step`.
        src: sources, all of their S tokens valid, shape (N, S).
        bos: id of the begin token.
        length: number of tokens to decode in every row. Do not stop at an end token: rows differ in
            when it comes.

    Returns:
        The decoded tokens without bos, shape (N, length).
    """
    lengths = torch.full((len(src),), src.shape[1])
    dec_in = torch.full((len(src), 1), bos)
    with torch.no_grad():
        for _ in range(length):
            logits = model(src, lengths, dec_in)
            best = logits[:, -1].argmax(dim=1)
            dec_in = torch.cat([dec_in, best[:, None]], dim=1)
    return dec_in[:, 1:]


def train_seq2seq_reverse(mapping: Int[torch.Tensor, "V"], seed: int, steps: int = 600) -> dict:
    """Teach a Seq2Seq to translate: every word has another name, and the order of words is reversed.

        source  x_1, ..., x_5      each of the words 0..V-1
        target  mapping[x_5], ..., mapping[x_1]

    Train Seq2Seq(V, V + 2, emb=32, hidden=64) with Adam, learning rate 5e-3. Each step draws 64 new
    sources, all words equally likely, and is one `seq2seq_step`. Among the target tokens bos is V and
    eos is V + 1.

    Args:
        mapping: the word of the target language for each word of the source language, a permutation,
            shape (V,).
        seed: decides everything random: initial weights and sources.
        steps: number of training steps.

    Returns:
        A dict: "state", the state_dict of the trained model; "history", a dict with the list "loss",
        one float for each step.
    """
    torch.manual_seed(seed)
    v = len(mapping)
    model = Seq2Seq(v, v + 2, 32, 64)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses = []
    for _ in range(steps):
        src = torch.randint(0, v, (64, 5))
        tgt = mapping[src].flip(1)
        losses.append(seq2seq_step(model, optimizer, src, tgt, bos=v, eos=v + 1))
    return {"state": model.state_dict(), "history": {"loss": losses}}
