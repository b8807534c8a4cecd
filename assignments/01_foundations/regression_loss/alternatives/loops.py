"""Entry by entry."""


def regression_loss(pred, target, kind="mse", reduction="mean"):
    if pred.shape != target.shape:
        raise ValueError("shapes")
    if kind not in ("mse", "mae") or reduction not in ("mean", "sum"):
        raise ValueError("kind or reduction")
    total = 0.0
    for p_row, t_row in zip(pred, target):
        for p, t in zip(p_row, t_row):
            total += (p - t) * (p - t) if kind == "mse" else abs(p - t)
    return float(total if reduction == "sum" else total / pred.shape[0])
