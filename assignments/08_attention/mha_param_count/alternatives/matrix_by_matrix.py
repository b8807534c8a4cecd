"""The four matrices in a list, each with its inputs and outputs."""


def mha_param_count(d_model, n_heads, d_head=None, n_kv=None, bias=False):
    if d_head is None:
        d_head = d_model // n_heads
    if n_kv is None:
        n_kv = n_heads
    q, kv = n_heads * d_head, n_kv * d_head
    sizes = [(d_model, q), (d_model, kv), (d_model, kv), (q, d_model)]
    return sum((inputs + bool(bias)) * outputs for inputs, outputs in sizes)
