"""DDIM run backwards: from data to the noise that it would be sampled from."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float, Int

from reference.diffusion.ddim_sampler import ddim_step


def ddim_invert(
    model: Callable,
    x0: Float[np.ndarray, "N *shape"],
    tau: Int[np.ndarray, "S"],
    alpha_bar: Float[np.ndarray, "T"],
) -> Float[np.ndarray, "N *shape"]:
    """The code of data: noise from which `ddim_sample` with the same tau leads back to them, nearly.

    The same jumps (`ddim_step` with eta = 0, which may be called) the other way: from the data, where alpha_bar is
    1, to the first index of tau, and on to the last. Which noise is in the samples at the END of a jump is not
    known before it is made, so the model is asked about the samples as they are, with the index that they are
    about to reach.

    Args:
        model: called as model(x, i) with samples x, (N, ...), and indices i, an integer array of shape (N,)
            with all entries equal; returns the predicted noise, of the shape of x.
        x0: data, (N, ...); left as they are.
        tau: indices to stop at, ascending, shape (S,).
        alpha_bar: share of the data's variance after each of all T steps, shape (T,).

    Returns:
        The samples at index tau[-1], of the shape of x0.
    """
    x, ab_now = x0, 1.0
    for index in tau:
        eps_hat = model(x, np.full(len(x), index))
        x = ddim_step(x, eps_hat, ab_now, alpha_bar[index])
        ab_now = alpha_bar[index]
    return x
