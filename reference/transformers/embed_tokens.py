"""From token numbers to vectors: tables for tokens, positions and segments."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

Tokens = Int[np.ndarray, "N T"]
Embedded = Float[np.ndarray, "N T d"]


def embed_tokens(ids: Tokens, E: Float[np.ndarray, "V d"], pe: Float[np.ndarray, "Tmax d"], scale: bool = True) -> Embedded:
    """The input of a Transformer: a row of the token table, scaled, plus a row of the position table.

        out[n, t] = sqrt(d) E[ids[n, t]] + pe[t]

    The root makes the tokens about as large as the positions if the entries of E have the variance 1/d.

    Args:
        ids: token numbers from 0 to V - 1, shape (N, T).
        E, pe: tables of tokens and of positions, shapes (V, d) and (Tmax, d), T <= Tmax.
        scale: whether the factor sqrt(d) is there.

    Returns:
        An array of shape (N, T, d).

    Raises:
        ValueError: if T > Tmax, or a token number lies outside the table (negative ones do not count from
            the end); the message names ids.
    """
    _check(ids, E, pe)
    if pe.shape[1] != E.shape[1]:
        raise ValueError(f"pe: rows of {pe.shape[1]} numbers, but those of E have {E.shape[1]}")
    factor = np.sqrt(E.shape[1]) if scale else 1.0
    return factor * E[ids] + pe[: ids.shape[1]]


def bert_embed(
    ids: Tokens,
    segments: Tokens,
    Etok: Float[np.ndarray, "V d"],
    Eseg: Float[np.ndarray, "2 d"],
    Epos: Float[np.ndarray, "Tmax d"],
) -> Embedded:
    """The input of BERT: token, segment and position each have a table, and their rows are added, without any factor.

    Args:
        ids: token numbers from 0 to V - 1, shape (N, T).
        segments: 0 for the first sentence, 1 for the second, shape (N, T).
        Etok, Eseg, Epos: tables of tokens, segments and positions.

    Returns:
        An array of shape (N, T, d).

    Raises:
        ValueError: if T > Tmax, a token number lies outside the table, or a segment is neither 0 nor 1; the message
            names the argument, ids or segments.
    """
    _check(ids, Etok, Epos)
    if segments.shape != ids.shape:
        raise ValueError(f"segments: the shape is {segments.shape}, and not {ids.shape}")
    if segments.dtype.kind not in "iu":
        raise ValueError(f"segments are {segments.dtype}: integers are needed")
    if np.any((segments < 0) | (segments > 1)):
        raise ValueError("segments: there are only the segments 0 and 1")
    if Eseg.shape != (2, Etok.shape[1]):
        raise ValueError(f"Eseg: the shape is {Eseg.shape}, and not {(2, Etok.shape[1])}")
    if Epos.shape[1] != Etok.shape[1]:
        raise ValueError(f"Epos: rows of {Epos.shape[1]} numbers, but those of Etok have {Etok.shape[1]}")
    return Etok[ids] + Eseg[segments] + Epos[: ids.shape[1]]


def _check(ids: np.ndarray, tokens: np.ndarray, positions: np.ndarray) -> None:
    if ids.shape[1] > len(positions):
        raise ValueError(f"ids: {ids.shape[1]} tokens in a row, but only {len(positions)} positions")
    if ids.dtype.kind not in "iu":
        raise ValueError(f"ids are {ids.dtype}: token numbers are integers")
    if np.any((ids < 0) | (ids >= len(tokens))):
        raise ValueError(f"ids: token numbers must lie between 0 and {len(tokens) - 1}")
