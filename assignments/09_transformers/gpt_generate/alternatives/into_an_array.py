"""A tensor of the final size is filled, with try and finally around the mode."""

import torch
from given.attention import sample_next_token


@torch.no_grad()
def gpt_generate(model, ids, n, max_len, u=None, temperature=1.0, top_k=None):
    N, t = ids.shape
    if t < 1:
        raise ValueError("ids must not be empty")
    if u is not None and u.shape != (N, n):
        raise ValueError("u must have shape (N, n)")
    out = torch.zeros((N, t + n), dtype=ids.dtype)
    out[:, :t] = ids
    was = model.training
    try:
        model.train(False)
        for k in range(t, t + n):
            logits = model(out[:, max(0, k - max_len) : k])[:, -1, :]
            if u is None:
                out[:, k] = torch.argmax(logits, dim=1)
            else:
                out[:, k] = sample_next_token(logits, u[:, k - t], temperature=temperature, top_k=top_k)
    finally:
        model.train(was)
    return out
