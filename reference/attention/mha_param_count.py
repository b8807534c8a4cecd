"""How many numbers an attention layer learns."""

from __future__ import annotations


def mha_param_count(d_model: int, n_heads: int, d_head: int | None = None, n_kv: int | None = None, bias: bool = False) -> int:
    """Number of parameters of a multi-head attention layer, whose query heads may share keys and values.

    With H query heads and G heads of keys and values, each of width dh, the four projections are
    matrices of

        queries     d_model x (H dh)
        keys        d_model x (G dh)
        values      d_model x (G dh)
        output      (H dh) x d_model

    With bias, each has one more number for each of its outputs (columns).

    Args:
        d_model: features of a token.
        n_heads: number of query heads, H.
        d_head: width of a head, dh; by default d_model / H, where H divides d_model.
        n_kv: number of key and value heads, G; H by default.
        bias: whether the four projections have biases.

    Returns:
        The number, as a Python int.
    """
    width = d_model // n_heads if d_head is None else d_head
    groups = n_heads if n_kv is None else n_kv
    queries, shared = n_heads * width, groups * width
    weights = d_model * queries + 2 * d_model * shared + queries * d_model
    biases = queries + 2 * shared + d_model
    return weights + biases if bias else weights
