"""Makes the shapes, and counts their entries."""

import math


def kernel_shape(c_in, c_out, kh, kw, groups):
    return (c_out, c_in // groups, kh, kw)


def conv_param_count(c_in, c_out, kh, kw, groups=1, bias=True):
    weights = math.prod(kernel_shape(c_in, c_out, kh, kw, groups))
    return weights + c_out if bias else weights


def conv_macs(h, w, c_in, c_out, k, stride=1, pad=0, groups=1):
    rows = range(0, h + 2 * pad - k + 1, stride)
    columns = range(0, w + 2 * pad - k + 1, stride)
    return len(rows) * len(columns) * math.prod(kernel_shape(c_in, c_out, k, k, groups))
