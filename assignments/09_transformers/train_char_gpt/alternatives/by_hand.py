"""Clipping by hand, windows by unfold, log-softmax in place of cross-entropy."""

import torch


def char_loss(model, windows):
    log_p = model(windows[:, :-1])[0].log_softmax(-1)
    return -log_p.gather(-1, windows[:, 1:, None]).mean()


def char_step(model, optimizer, windows, lr, max_norm=1.0):
    loss = char_loss(model, windows)
    optimizer.zero_grad()
    loss.backward()
    grads = [p.grad for p in model.parameters() if p.grad is not None]
    norm = torch.sqrt(sum((g.double() ** 2).sum() for g in grads))
    if norm > max_norm:
        for g in grads:
            g.mul_(float(max_norm / norm))
    optimizer.lr = lr
    optimizer.step()
    return float(loss.detach())


def train_char_gpt(data, seed, steps=300, d=64, heads=4, layers=2, window=32, batch=32, peak=4e-3, device="cpu"):
    torch.manual_seed(seed)
    text = torch.tensor(data["ids"]).long().unfold(0, window + 1, 1)
    model = CharGPT(int(data["vocab"]), d, heads, layers, window).to(device)
    optimizer = AdamW(model.parameters(), lr=peak, betas=(0.9, 0.99), weight_decay=0.1)
    history = []
    for s in range(steps):
        rows = text[torch.randint(len(text), (batch,))].to(device)
        history.append(char_step(model, optimizer, rows, lr=warmup_cosine(s, peak, steps // 10, steps)))
    return {"state": {k: v.detach().cpu() for k, v in model.state_dict().items()}, "history": {"loss": history}}
