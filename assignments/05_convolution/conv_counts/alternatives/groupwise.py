"""Adds up group by group."""


def conv_param_count(c_in, c_out, kh, kw, groups=1, bias=True):
    total = 0
    for _ in range(groups):
        total += (c_in // groups) * (c_out // groups) * kh * kw
        if bias:
            total += c_out // groups
    return total


def conv_macs(h, w, c_in, c_out, k, stride=1, pad=0, groups=1):
    def size(n):
        return (n + 2 * pad - k) // stride + 1

    return size(h) * size(w) * conv_param_count(c_in, c_out, k, k, groups=groups, bias=False)
