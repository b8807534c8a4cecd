"""The prompt before the loop, columns in a list."""

import torch
from given.attention import sample_next_token


def generate_cached(model, ids, n, u=None, temperature=1.0, top_k=None):
    N, t = ids.shape
    if t == 0:
        raise ValueError("ids")
    if u is not None and tuple(u.shape) != (N, n):
        raise ValueError("u")

    def choose(logits, step):
        if u is None:
            return torch.argmax(logits[:, -1], 1)
        return sample_next_token(logits[:, -1], u[:, step], temperature, top_k)

    with torch.no_grad():
        logits, past = model(ids, None)
        columns = [choose(logits, 0)]
        for step in range(1, n):
            logits, past = model(columns[-1].unsqueeze(1), past)
            columns.append(choose(logits, step))
    return torch.cat([ids, torch.stack(columns, 1)], 1)
