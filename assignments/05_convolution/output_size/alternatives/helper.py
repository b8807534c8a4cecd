"""The effective kernel in a helper, and the division written as an int of a float."""

import math


def effective(k, dilation):
    return k + (k - 1) * (dilation - 1)


def conv_output_size(n, k, stride=1, pad=0, dilation=1, transposed=False, output_pad=0):
    room = n + 2 * pad - effective(k, dilation)
    if transposed:
        return stride * (n - 1) + effective(k, dilation) + output_pad - 2 * pad
    if room < 0:
        raise ValueError("no window fits")
    return math.floor(room / stride) + 1
