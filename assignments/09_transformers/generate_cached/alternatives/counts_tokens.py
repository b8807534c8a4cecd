"""The result is a tensor of the final size; what has not been read yet is fed."""

import torch
from given.attention import sample_next_token


@torch.inference_mode()
def generate_cached(model, ids, n, u=None, temperature=1.0, top_k=None):
    if ids.size(1) < 1:
        raise ValueError("ids: empty prompt")
    if u is not None and u.size() != (ids.size(0), n):
        raise ValueError("u: shape")
    start = ids.size(1)
    out = torch.nn.functional.pad(ids, (0, n))
    read, past = 0, None
    for end in range(start, start + n):
        logits, past = model(out[:, read:end].clone(), past)
        read = end
        best = logits[:, -1, :]
        if u is None:
            out[:, end] = best.max(-1)[1]
        else:
            out[:, end] = sample_next_token(best, u[:, end - start], temperature=temperature, top_k=top_k)
    return out.clone()
