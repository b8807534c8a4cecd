"""A sampler of one's own, and a list of columns."""

import torch


def draw(logits, u, temperature, top_k):
    z = logits.double() / temperature
    if top_k is not None and top_k < z.shape[1]:
        z = torch.where(z < z.topk(top_k).values[:, -1:], -torch.inf, z)
    return torch.searchsorted(torch.softmax(z, 1).cumsum(1), u.double()[:, None], right=True)[:, 0].clamp(max=z.shape[1] - 1)


def gpt_generate(model, ids, n, max_len, u=None, temperature=1.0, top_k=None):
    if ids.numel() == 0:
        raise ValueError("ids: no token")
    if u is not None and list(u.shape) != [ids.shape[0], n]:
        raise ValueError("u: wrong shape")
    training, columns = model.training, list(ids.unbind(1))
    model.eval()
    for i in range(n):
        with torch.no_grad():
            logits = model(torch.stack(columns[-max_len:], 1)).select(1, -1)
        columns.append(logits.max(1).indices if u is None else draw(logits, u[:, i], temperature, top_k))
    if training:
        model.train()
    return torch.stack(columns, 1)
