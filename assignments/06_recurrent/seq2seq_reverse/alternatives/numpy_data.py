"""A generator of its own for the sources, a loss by hand, weights returned as arrays; decoding into a fixed array."""

import torch


def seq2seq_step(model, optimizer, src, tgt, bos, eos):
    n, length = tgt.shape
    both = torch.empty(n, length + 2, dtype=torch.int64)
    both[:, 0], both[:, 1:-1], both[:, -1] = bos, tgt, eos
    for group in optimizer.param_groups:
        for w in group["params"]:
            w.grad = None
    log_p = torch.log_softmax(model(src, torch.tensor([src.shape[1]] * n), both[:, :-1]), dim=-1)
    loss = -log_p.gather(2, both[:, 1:, None]).mean()
    loss.backward()
    optimizer.step()
    return float(loss.detach())


@torch.no_grad()
def translate(model, src, bos, length):
    tokens = torch.full((len(src), length + 1), bos)
    lengths = torch.full((len(src),), src.shape[1])
    for t in range(length):
        tokens[:, t + 1] = model(src, lengths, tokens[:, : t + 1])[:, t].argmax(-1)
    return tokens[:, 1:].clone()


def train_seq2seq_reverse(mapping, seed, steps=600):
    torch.manual_seed(seed)
    draws = torch.Generator().manual_seed(seed)
    v = mapping.shape[0]
    model = Seq2Seq(v_src=v, v_tgt=v + 2, emb=32, hidden=64)  # of an earlier cell
    optimizer = torch.optim.Adam(list(model.parameters()), 0.005)
    history = {"loss": []}
    while len(history["loss"]) < steps:
        backwards = torch.randint(v, size=(64, 5), generator=draws)
        history["loss"].append(seq2seq_step(model, optimizer, backwards.flip(1), mapping[backwards], v, v + 1))
    return {"state": {name: w.numpy().copy() for name, w in model.state_dict().items()}, "history": history}
