from autograder.suite import Mistake

NORM = "    norm = float(np.sqrt(sum(np.sum(g**2) for g in grads)))"
FACTOR = "factor = c / norm if norm > c else 1.0"
CLAMP = "return [np.clip(g, -c, c) for g in grads]"

MISTAKES = [
    Mistake(
        "clip_grad_norm/per-tensor",
        old="    return [factor * g for g in grads], norm",
        new="    lengths = [np.sqrt(np.sum(g**2)) for g in grads]\n"
        "    return [g * (c / n if n > c else 1.0) for g, n in zip(grads, lengths)], norm",
        hint="You clip each tensor by its own length. That changes their proportions, and so the direction: one length for "
        "all of them.",
    ),
    Mistake(
        "clip_grad_norm/elementwise",
        old="    return [factor * g for g in grads], norm",
        new="    return [np.clip(g, -c, c) for g in grads], norm",
        hint="clip_grad_norm clamps the entries. It should shorten the gradient as a whole and keep its direction.",
    ),
    Mistake(
        "clip_grad_norm/always",
        old=FACTOR,
        new="factor = c / norm if norm > 0 else 1.0",
        hint="You scale short gradients up to length c. Clipping leaves alone what is short enough.",
    ),
    Mistake(
        "clip_grad_norm/squared",
        old=NORM,
        new="    norm = float(sum(np.sum(g**2) for g in grads))",
        hint="The root is missing: you compare the squared length with c.",
    ),
    Mistake(
        "clip_grad_norm/l1",
        old=NORM,
        new="    norm = float(sum(np.sum(np.abs(g)) for g in grads))",
        hint="You add absolute values up. The length is the root of the sum of squares.",
    ),
    Mistake(
        "clip_grad_norm/value-one-sided",
        old=CLAMP,
        new="return [np.minimum(g, c) for g in grads]",
        hint="clip_grad_value cuts off large positive entries only. Entries below -c are cut off as well.",
    ),
    Mistake(
        "clip_grad_norm/value-norm",
        old=CLAMP,
        new="return [g * min(1.0, c / np.abs(g).max()) for g in grads]",
        hint="clip_grad_value rescales whole tensors. Each entry is clamped on its own; the others stay as they are.",
    ),
    Mistake(
        "clip_grad_norm/value-abs",
        old=CLAMP,
        new="return [np.minimum(np.abs(g), c) for g in grads]",
        hint="clip_grad_value loses the sign of the entries.",
    ),
]
