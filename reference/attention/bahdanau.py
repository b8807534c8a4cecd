"""Additive attention: scores from a small network, and the whole look-up forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float

from reference.attention.masked_softmax import masked_softmax

DecoderStates = Float[np.ndarray, "N Ds"]
EncoderStates = Float[np.ndarray, "N T Dh"]
StateWeights = Float[np.ndarray, "Ds A"]
MemoryWeights = Float[np.ndarray, "Dh A"]
ScoreWeights = Float[np.ndarray, "A"]


def bahdanau_scores(
    s: DecoderStates, h: EncoderStates, wa: StateWeights, ua: MemoryWeights, va: ScoreWeights
) -> Float[np.ndarray, "N T"]:
    """Score each encoder state against the decoder state with a network of one hidden layer.

        e_j = tanh(s Wa + h_j Ua) . va

    Args:
        s: decoder states before the step, shape (N, Ds).
        h: encoder states, shape (N, T, Dh).
        wa, ua: weights of the hidden layer, shapes (Ds, A) and (Dh, A).
        va: weights of the output, shape (A,).

    Returns:
        e of shape (N, T): plain scores, no softmax.
    """
    hidden = np.tanh((s @ wa)[:, None, :] + h @ ua)  # (N, T, A)
    return hidden @ va


def bahdanau_attention_forward(
    s: DecoderStates,
    h: EncoderStates,
    wa: StateWeights,
    ua: MemoryWeights,
    va: ScoreWeights,
    mask: Bool[np.ndarray, "N T"] | None = None,
) -> tuple[Float[np.ndarray, "N Dh"], Float[np.ndarray, "N T"], tuple]:
    """Read from the encoder states what the decoder state asks for. Keys and values are both h.

        scores_j = tanh(s Wa + h_j Ua) . va
        alpha    = softmax of the scores over those of the T positions that are allowed (`masked_softmax`)
        context  = sum over j of alpha_j h_j

    Args:
        s, h, wa, ua, va: as in `bahdanau_scores`.
        mask: True where a position may be read, shape (N, T); None allows all. Where nothing may be
            read, alpha and context are 0. h is finite everywhere, forbidden positions included.

    Returns:
        context of shape (N, Dh), alpha of shape (N, T), and a cache: whatever your
        `bahdanau_attention_backward` needs.
    """
    hidden = np.tanh((s @ wa)[:, None, :] + h @ ua)
    scores = hidden @ va
    alpha = masked_softmax(scores, mask)
    context = (alpha[:, :, None] * h).sum(axis=1)
    cache = (s, h, wa, ua, va, hidden, alpha)
    return context, alpha, cache


def bahdanau_attention_backward(
    dcontext: Float[np.ndarray, "N Dh"], cache: tuple
) -> tuple[DecoderStates, EncoderStates, StateWeights, MemoryWeights, ScoreWeights]:
    """Gradients of the loss with respect to s, h, wa, ua and va of `bahdanau_attention_forward`.

    Derive them by hand. Mind that h reaches the context along two paths, as the values that are averaged
    and as the keys that are scored, and that each weight depends on the scores of all positions.

    Args:
        dcontext: gradient of the loss with respect to the context, shape (N, Dh).
        cache: as your `bahdanau_attention_forward` returned it.

    Returns:
        ds, dh, dwa, dua, dva, of the shapes of s, h, wa, ua and va.
    """
    s, h, wa, ua, va, hidden, alpha = cache
    dalpha = np.einsum("nd,ntd->nt", dcontext, h)
    dscores = alpha * (dalpha - (alpha * dalpha).sum(axis=1, keepdims=True))  # (N, T)
    dhidden = dscores[:, :, None] * va  # (N, T, A)
    dz = dhidden * (1 - hidden**2)
    dz_state = dz.sum(axis=1)  # s takes part in the score of every position
    ds = dz_state @ wa.T
    through_values = alpha[:, :, None] * dcontext[:, None, :]
    through_scores = dz @ ua.T
    dh = through_values + through_scores
    dwa = s.T @ dz_state
    dua = np.einsum("ntd,nta->da", h, dz)
    dva = np.einsum("nt,nta->a", dscores, hidden)
    return ds, dh, dwa, dua, dva
