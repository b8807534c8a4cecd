"""The formula of the books, added up term by term."""


def transformer_param_count(d, d_ff, enc, dec=0, vocab=0, max_len=0, bias=True, final_ln=False, head="none"):
    total = enc * (4 * d**2 + 2 * d * d_ff + 4 * d) + dec * (8 * d**2 + 2 * d * d_ff + 6 * d)
    if bias:
        total += enc * (5 * d + d_ff) + dec * (9 * d + d_ff)
    total += (vocab + max_len) * d
    if final_ln:
        total += 2 * d
    if head == "free":
        total += vocab * d
    elif head not in ("none", "tied"):
        raise ValueError(f"unknown head {head!r}")
    return int(total)


def transformer_memory(params, layers, d, heads, n, batch, kv_heads=None, width=2):
    if heads < 1 or d % heads != 0:
        raise ValueError(f"{heads} heads")
    groups = kv_heads if kv_heads is not None else heads
    if groups <= 0 or heads % groups != 0:
        raise ValueError(f"kv_heads = {kv_heads}")
    per_token = 2 * groups * d // heads
    return params * 16, width * layers * heads * batch * n**2, width * layers * batch * n * per_token
