"""How many numbers a Transformer learns, and how much memory it takes to train it and to write with it."""

from __future__ import annotations


def transformer_param_count(
    d: int,
    d_ff: int,
    enc: int,
    dec: int = 0,
    vocab: int = 0,
    max_len: int = 0,
    bias: bool = True,
    final_ln: bool = False,
    head: str = "none",
) -> int:
    """Number of parameters of a Transformer.

    An encoder layer has one attention (four d x d matrices), a position-wise network (d -> d_ff -> d) and two layer
    norms; a decoder layer has a second attention and a third layer norm. Each matrix has a bias if `bias` is True. A
    layer norm has a scale and a shift for every feature, whatever `bias` is. Heads only cut the features up: their
    number does not matter.

    Args:
        d, d_ff: features of a token, units of the position-wise network.
        enc, dec: numbers of encoder and of decoder layers.
        vocab: rows of the token table, of d numbers each.
        max_len: rows of a learned table of positions.
        bias: whether linear layers have biases.
        final_ln: whether there is one more layer norm after the last layer.
        head: what makes logits of the last features: "none"; "free", a matrix of vocab x d without bias; "tied", the
            token table.

    Returns:
        The number, an int.

    Raises:
        ValueError: for another head; the message names head.
    """
    if head not in ("none", "free", "tied"):
        raise ValueError(f"head: {head!r} is none of 'none', 'free' and 'tied'")
    if any(size < 0 for size in (d, d_ff, enc, dec, vocab, max_len)):
        raise ValueError(f"d, d_ff, enc, dec, vocab, max_len: {d, d_ff, enc, dec, vocab, max_len}, and none may be negative")
    attention = 4 * (d * d + bias * d)
    network = 2 * d * d_ff + bias * (d_ff + d)
    norm = 2 * d
    layers = enc * (attention + network + 2 * norm) + dec * (2 * attention + network + 3 * norm)
    tables = vocab * d * (2 if head == "free" else 1) + max_len * d
    return layers + tables + final_ln * norm


def transformer_memory(
    params: int, layers: int, d: int, heads: int, n: int, batch: int, kv_heads: int | None = None, width: int = 2
) -> tuple[int, int, int]:
    """Bytes of three things that fill a machine's memory.

        training  the weights with what Adam keeps for each: weight, gradient and two running means, 4 bytes each
        maps      the attention weights of all layers, kept for the backward pass: one number for each pair of tokens,
                  head, layer and sequence of the batch
        cache     keys and values of all tokens so far, of all layers and sequences, when one token is written at a
                  time; with kv_heads below heads several heads share them

    Args:
        params: number of parameters.
        layers, d, heads: layers of the model, features of a token, heads that divide d.
        n, batch: tokens of a sequence, sequences.
        kv_heads: heads of keys and values; None means as many as heads.
        width: bytes of a number in maps and cache.

    Returns:
        (training, maps, cache), ints.

    Raises:
        ValueError: if heads is below 1 or does not divide d, or kv_heads is below 1 or does not divide heads; the
            message names the argument.
    """
    shared = heads if kv_heads is None else kv_heads
    if heads < 1 or d % heads:
        raise ValueError(f"heads: {heads} heads do not divide {d} features")
    if shared < 1 or heads % shared:
        raise ValueError(f"kv_heads: {shared} does not divide {heads} heads")
    if any(size < 0 for size in (params, layers, d, n, batch, width)):
        raise ValueError(f"params, layers, d, n, batch, width: {params, layers, d, n, batch, width}, and none may be negative")
    training = 4 * 4 * params
    maps = width * layers * batch * heads * n * n
    cache = width * layers * batch * n * 2 * shared * (d // heads)
    return training, maps, cache
