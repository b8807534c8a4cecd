"""How large the output of a convolution or a pooling is, and that of a transposed convolution."""

from __future__ import annotations


def conv_output_size(
    n: int, k: int, stride: int = 1, pad: int = 0, dilation: int = 1, transposed: bool = False, output_pad: int = 0
) -> int:
    """Length of the output along one axis.

    A kernel of k taps, dilation apart, spans dilation * (k - 1) + 1 entries. An ordinary convolution
    (or pooling) has one output for every window that lies inside the padded input and starts at a
    multiple of the stride; windows that stick out are dropped:

        floor((n + 2 pad - span) / stride) + 1

    A transposed convolution puts a whole kernel at every multiple of the stride, and cuts off the padding:

        (n - 1) stride - 2 pad + span + output_pad

    Args:
        n: length of the input.
        k: number of taps of the kernel.
        stride, pad, dilation: step of the window, zeros on EACH side, distance of neighbouring taps.
        transposed: whether the convolution is a transposed one.
        output_pad: entries added at the end; for transposed convolutions only.

    Returns:
        The length of the output, an int.

    Raises:
        ValueError: if the convolution is an ordinary one and no window fits.
    """
    for name, value in (("n", n), ("k", k), ("stride", stride), ("dilation", dilation)):
        if not value >= 1:
            raise ValueError(f"{name} is {value}: it must be at least 1")
    for name, value in (("pad", pad), ("output_pad", output_pad)):
        if not value >= 0:
            raise ValueError(f"{name} is {value}: it must not be negative")
    span = dilation * (k - 1) + 1
    if transposed:
        size = (n - 1) * stride - 2 * pad + span + output_pad
        if size < 1:
            raise ValueError(f"pad is {pad}: nothing is left of the output")
        return size
    if span > n + 2 * pad:
        raise ValueError(f"no window fits: k = {k} with dilation {dilation} spans {span} entries, n + 2 pad is {n + 2 * pad}")
    return (n + 2 * pad - span) // stride + 1
