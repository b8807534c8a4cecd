"""All arrays are listed with their shapes, and counted."""

import math


def transformer_param_count(d, d_ff, enc, dec=0, vocab=0, max_len=0, bias=True, final_ln=False, head="none"):
    if head not in {"none", "free", "tied"}:
        raise ValueError("head")

    def linear(i, o):
        return [(i, o)] + ([(o,)] if bias else [])

    def layer(attentions):
        shapes = [s for _ in range(4 * attentions) for s in linear(d, d)]
        shapes += linear(d, d_ff) + linear(d_ff, d)
        return shapes + [(2, d)] * (attentions + 1)

    shapes = layer(1) * enc + layer(2) * dec + [(vocab, d), (max_len, d)]
    if head == "free":
        shapes.append((d, vocab))
    if final_ln:
        shapes += [(d,), (d,)]
    return sum(math.prod(s) for s in shapes)


def transformer_memory(params, layers, d, heads, n, batch, kv_heads=None, width=2):
    if heads < 1 or d % heads:
        raise ValueError("heads does not divide d")
    if kv_heads is None:
        kv_heads = heads
    if kv_heads < 1 or heads % kv_heads:
        raise ValueError("kv_heads does not divide heads")
    map_shape = (layers, batch, heads, n, n)
    cache_shape = (2, layers, batch, kv_heads, n, d // heads)
    return 16 * params, width * math.prod(map_shape), width * math.prod(cache_shape)
