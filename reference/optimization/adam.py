"""Adam, Adam with weight decay in two ways, and two of its relatives."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Array = Float[np.ndarray, "..."]


def adam_step(
    theta: Array,
    m: Array,
    v: Array,
    t: int,
    g: Array,
    lr: float,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    bias_correction: bool = True,
) -> tuple[Array, Array, Array]:
    """One step of Adam.

        m <- b1 * m + (1 - b1) * g            moving average of the gradient
        v <- b2 * v + (1 - b2) * g^2          moving average of its square
        m_hat = m / (1 - b1^t)
        v_hat = v / (1 - b2^t)
        theta <- theta - lr * m_hat / (sqrt(v_hat) + eps)

    The averages start at 0, so at first they are too small; dividing by 1 - b^t makes up for it. What is
    kept for the next step is m and v, not m_hat and v_hat. eps stands outside the root.

    Args:
        theta: parameters, any shape.
        m, v: the averages before the step, of the shape of theta; zeros before the first one.
        t: number of this step, 1 for the first. A smaller t raises a ValueError.
        g: gradient at theta.
        bias_correction: if False, m and v are used in place of m_hat and v_hat.

    Returns:
        (theta, m, v) after the step, as new arrays.
    """
    if t < 1:
        raise ValueError(f"t is {t}: the first step has number 1")
    if not np.shape(theta) == np.shape(m) == np.shape(v) == np.shape(g):
        raise ValueError("m, v or g has another shape than theta")
    if not (0 <= b1 < 1 and 0 <= b2 < 1):
        raise ValueError(f"b1 is {b1} and b2 is {b2}: both from 0 to below 1")
    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g**2
    m_hat, v_hat = m, v
    if bias_correction:
        m_hat = m / (1 - b1**t)
        v_hat = v / (1 - b2**t)
    theta = theta - lr * m_hat / (np.sqrt(v_hat) + eps)
    return theta, m, v


def adam_l2_step(
    theta: Array,
    m: Array,
    v: Array,
    t: int,
    g: Array,
    lr: float,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 0.01,
) -> tuple[Array, Array, Array]:
    """One step of Adam on a loss with an L2 penalty.

    The penalty is weight_decay / 2 * |theta|^2. Its gradient is part of the gradient that Adam sees, so it
    enters both averages, once.

    Args:
        theta, m, v, t, g: as in `adam_step`; g is the gradient of the loss without the penalty.
        weight_decay: strength of the penalty.

    Returns:
        (theta, m, v) after the step, as new arrays.
    """
    return adam_step(theta, m, v, t, g + weight_decay * theta, lr, b1, b2, eps)


def adamw_step(
    theta: Array,
    m: Array,
    v: Array,
    t: int,
    g: Array,
    lr: float,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 0.01,
) -> tuple[Array, Array, Array]:
    """One step of AdamW: the decay goes past the averages, straight to the parameters.

        theta <- (1 - lr * weight_decay) * theta - lr * m_hat / (sqrt(v_hat) + eps)

    m, v, m_hat and v_hat are those of Adam for the gradient g alone.

    Args:
        theta, m, v, t, g: as in `adam_step`.
        weight_decay: strength of the decay.

    Returns:
        (theta, m, v) after the step, as new arrays.
    """
    moved, m, v = adam_step(theta, m, v, t, g, lr, b1, b2, eps)
    return moved - lr * weight_decay * theta, m, v


def adam_variant_step(
    theta: Array,
    state: tuple[Array, ...],
    t: int,
    g: Array,
    lr: float,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    variant: str = "amsgrad",
) -> tuple[Array, tuple[Array, ...]]:
    """One step of a relative of Adam. m and v are updated as in `adam_step`.

    "amsgrad", state (m, v, v_max): large gradients of the past are never forgotten.

        v_max <- max(v_max, v)                              entry by entry, before any correction
        theta <- theta - lr * m_hat / (sqrt(v_max / (1 - b2^t)) + eps)

    "nadam", state (m, v): with Nesterov's look-ahead. m is the average after its update.

        theta <- theta - lr * (b1 * m_hat + (1 - b1) * g / (1 - b1^t)) / (sqrt(v_hat) + eps)

    Args:
        theta: parameters, any shape.
        state: the tuple named above, all of the shape of theta; zeros before the first step.
        t: number of this step, 1 for the first.
        g: gradient at theta.
        variant: "amsgrad" or "nadam"; anything else raises a ValueError.

    Returns:
        (theta, state) after the step, the state in the same order as it came in.
    """
    if variant not in ("amsgrad", "nadam"):
        raise ValueError(f"variant is {variant!r}: amsgrad or nadam")
    if t < 1:
        raise ValueError(f"t is {t}: the first step has number 1")
    if len(state) != (3 if variant == "amsgrad" else 2):
        raise ValueError(f"state has {len(state)} parts, which is not what {variant} keeps")
    if any(np.shape(part) != np.shape(theta) for part in (*state, g)):
        raise ValueError("state or g has another shape than theta")
    if not (0 <= b1 < 1 and 0 <= b2 < 1):
        raise ValueError(f"b1 is {b1} and b2 is {b2}: both from 0 to below 1")
    m = b1 * state[0] + (1 - b1) * g
    v = b2 * state[1] + (1 - b2) * g**2
    m_hat = m / (1 - b1**t)
    if variant == "amsgrad":
        v_max = np.maximum(state[2], v)
        v_hat = v_max / (1 - b2**t)
        return theta - lr * m_hat / (np.sqrt(v_hat) + eps), (m, v, v_max)
    v_hat = v / (1 - b2**t)
    ahead = b1 * m_hat + (1 - b1) * g / (1 - b1**t)
    return theta - lr * ahead / (np.sqrt(v_hat) + eps), (m, v)
