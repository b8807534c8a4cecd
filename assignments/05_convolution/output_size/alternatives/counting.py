"""Counts the positions instead of dividing."""


def conv_output_size(n, k, stride=1, pad=0, dilation=1, transposed=False, output_pad=0):
    taps = [dilation * u for u in range(k)]
    if transposed:
        covered = [i * stride + taps[-1] for i in range(n)]
        return covered[-1] + 1 - pad - pad + output_pad
    starts = [i for i in range(0, n + 2 * pad, stride) if i + taps[-1] < n + 2 * pad]
    if not starts:
        raise ValueError("the kernel is larger than the padded input")
    return len(starts)
