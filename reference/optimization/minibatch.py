"""Mini-batches: a step for every batch, the gradient of all data from its parts, and the noise of a part."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float, Int

Vector = Float[np.ndarray, "D"]


def minibatch_sgd(
    per_example_grad: Callable[[Vector, Int[np.ndarray, "n_b"]], Float[np.ndarray, "n_b D"]],
    theta0: Vector,
    batches: list[Int[np.ndarray, "n_b"]],
    lr: float,
    reduction: str = "mean",
) -> Float[np.ndarray, "batches+1 D"]:
    """Stochastic gradient descent: one step for each batch, in the order in which they come.

        theta <- theta - lr * (the gradients of the examples of the batch, averaged or summed)

    Args:
        per_example_grad: per_example_grad(theta, idx) are the gradients at theta of the examples with the
            numbers idx, one in each row, shape (n_b, D).
        theta0: where to start, shape (D,); left as it is.
        batches: arrays of example numbers. They may differ in length.
        lr: learning rate.
        reduction: "mean" over the examples of the batch, or "sum"; anything else raises a ValueError.

    Returns:
        The trajectory, shape (number of batches + 1, D); row 0 is theta0.
    """
    if reduction not in ("mean", "sum"):
        raise ValueError(f"reduction is {reduction!r}: mean or sum")
    trajectory = np.empty((len(batches) + 1, len(theta0)))
    trajectory[0] = theta0
    for k, idx in enumerate(batches):
        if len(idx) == 0:
            raise ValueError("batches holds an empty batch")
        rows = per_example_grad(trajectory[k], idx)
        g = rows.mean(axis=0) if reduction == "mean" else rows.sum(axis=0)
        trajectory[k + 1] = trajectory[k] - lr * g
    return trajectory


def accumulate_gradients(grads: list[Float[np.ndarray, "..."]], sizes: list[int]) -> Float[np.ndarray, "..."]:
    """The gradient of the mean loss of all examples, put together from gradients of batches.

    A batch that does not fit into memory is cut into parts. The gradient of each part is that of its own
    mean loss; the parts may differ in size, and the last one often does.

    Args:
        grads: for each part the gradient of the mean loss of its examples; all of one shape.
        sizes: for each part the number of its examples. If there are not as many sizes as gradients, a
            ValueError is raised.

    Returns:
        The gradient of the mean loss over all examples together.
    """
    if not grads:
        raise ValueError("grads is empty")
    if len(sizes) != len(grads):
        raise ValueError(f"sizes holds {len(sizes)} numbers for {len(grads)} gradients")
    if min(sizes) < 1:
        raise ValueError("sizes holds a number below 1")
    if any(np.shape(g) != np.shape(grads[0]) for g in grads):
        raise ValueError("grads differ in shape")
    total, combined = sum(sizes), 0.0
    for g, n_b in zip(grads, sizes):
        combined += n_b / total * g
    return combined


def minibatch_gradient_variance(G: Float[np.ndarray, "N D"], B: int, replace: bool) -> Vector:
    """Variance of the gradient of a random mini-batch, coordinate by coordinate.

    A mini-batch is B of the N examples, drawn at random, and its gradient is the mean of theirs. With
    sigma^2 the variance of a single random example's gradient (mean square deviation, 1/N), it is

        with replacement       sigma^2 / B
        without replacement    sigma^2 / B * (N - B) / (N - 1)

    Args:
        G: gradients of the single examples, shape (N, D), N at least 2.
        B: size of the mini-batch, from 1 to N if it is drawn without replacement, else 1 or more. Any
            other B raises a ValueError.
        replace: whether an example may be drawn twice.

    Returns:
        The variances, shape (D,).
    """
    N = len(G)
    if N < 2:
        raise ValueError(f"G has {N} rows: at least 2 are needed")
    if B < 1 or (not replace and B > N):
        raise ValueError(f"B is {B}: no such batch can be drawn from {N} examples")
    variance = G.var(axis=0) / B
    if not replace:
        variance = variance * (N - B) / (N - 1)
    return variance
