"""The chain rule: along a chain of functions, along a chain of maps, and where paths join."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from jaxtyping import Float


def chain_rule_scalar(
    fs: Sequence[Callable[[float], float]], dfs: Sequence[Callable[[float], float]], x: float
) -> tuple[float, float]:
    """Value and derivative of a composition of functions of one number.

        z_0 = x,   z_i = f_i(z_{i-1}),   y = z_L

        dy/dx = product over i of f_i'(z_{i-1})

    Args:
        fs: the functions f_1 to f_L, in the order in which they are applied; the list may be empty.
        dfs: their derivatives f_1' to f_L', in the same order.
        x: the number that the first function gets.

    Returns:
        y and dy/dx. Without any function y is x, and its derivative is 1.
    """
    z, slope = x, 1.0
    for f, df in zip(fs, dfs):
        slope = slope * df(z)
        z = f(z)
    return z, slope


def chain_rule_jacobians(
    jacobians: Sequence[Float[np.ndarray, "_ _"]],
) -> Float[np.ndarray, "n_L n_0"]:
    """The Jacobian of a composition from the Jacobians of its parts.

    The map number l takes n_{l-1} numbers to n_l, and J_l is its Jacobian at its input: outputs
    are rows. A vector passes through J_1 first.

    Args:
        jacobians: [J_1, ..., J_L], at least one; J_l has shape (n_l, n_{l-1}).

    Returns:
        The Jacobian of the last output with respect to the first input, of shape (n_L, n_0).
    """
    product = jacobians[0]
    for jacobian in jacobians[1:]:
        product = jacobian @ product
    return product


def jacobian_vjp(jacobian: Float[np.ndarray, "N m n"], dout: Float[np.ndarray, "N m"]) -> Float[np.ndarray, "N n"]:
    """Take the gradient of the loss back through a map whose Jacobian is known, sample by sample.

    Sample r has the Jacobian jacobian[r], with one row for each of the m outputs and one column for
    each of the n inputs, and

        dx[r] = jacobian[r]^T dout[r]

    Args:
        jacobian: the Jacobians of the samples, shape (N, m, n).
        dout: gradient of the loss with respect to the outputs, shape (N, m).

    Returns:
        dx: gradient of the loss with respect to the inputs, shape (N, n).
    """
    return np.einsum("rmn,rm->rn", jacobian, dout)


def fanout_backward(
    jacobians: Sequence[Float[np.ndarray, "_ n"]], douts: Sequence[Float[np.ndarray, "_"]]
) -> Float[np.ndarray, "n"]:
    """Gradient of the loss with respect to a vector x that several functions read.

    The consumer number k turns x into m_k numbers, with the Jacobian J_k (outputs are rows), and
    the gradient of the loss with respect to these numbers is delta_k. Moving x moves all of
    them, so

        dx = sum over k of J_k^T delta_k

    Args:
        jacobians: [J_1, ..., J_K], at least one; J_k has shape (m_k, n).
        douts: [delta_1, ..., delta_K]; delta_k has shape (m_k,).

    Returns:
        dx, of shape (n,).
    """
    dx = np.zeros(jacobians[0].shape[1])
    for jacobian, dout in zip(jacobians, douts):
        dx = dx + jacobian.T @ dout
    return dx
