"""What a convolution costs: weights that are learned, and multiplications that are made."""

from __future__ import annotations


def conv_param_count(c_in: int, c_out: int, kh: int, kw: int, groups: int = 1, bias: bool = True) -> int:
    """Number of parameters of a convolution.

    Each of the c_out kernels has a slice of kh x kw weights for every channel that it sees, and one bias. With
    groups, the input channels are dealt out to equal groups, and so are the kernels; a kernel then sees
    the c_in / groups channels of its group only.

    Args:
        c_in, c_out: channels of the input and of the output; `groups` divides both.
        kh, kw: height and width of the kernels.
        groups: number of groups; c_in groups with c_out = c_in are a depthwise convolution.
        bias: whether there are biases.

    Returns:
        The number of parameters, an int.
    """
    for name, value in (("c_in", c_in), ("c_out", c_out), ("kh", kh), ("kw", kw), ("groups", groups)):
        if not value >= 1:
            raise ValueError(f"{name} is {value}: it must be at least 1")
    if c_in % groups or c_out % groups:
        raise ValueError(f"groups: {groups} does not divide {c_in} and {c_out} channels")
    return c_out * (c_in // groups * kh * kw + int(bias))


def conv_macs(h: int, w: int, c_in: int, c_out: int, k: int, stride: int = 1, pad: int = 0, groups: int = 1) -> int:
    """Number of multiply-adds of a convolution with k x k kernels on one image of h x w pixels.

    Every value of the output takes one multiplication, with its addition, for each weight of its kernel. A
    multiplication and its addition count as ONE; biases are not counted.

    Args:
        h, w: height and width of the input.
        c_in, c_out, k, groups: channels, size of the kernel and groups, as in `conv_param_count`.
        stride, pad: they decide the size of the output.

    Returns:
        The number of multiply-adds, an int.
    """
    sizes = (("h", h), ("w", w), ("c_in", c_in), ("c_out", c_out), ("k", k), ("stride", stride), ("groups", groups))
    for name, value in sizes:
        if not value >= 1:
            raise ValueError(f"{name} is {value}: it must be at least 1")
    if not pad >= 0:
        raise ValueError(f"pad is {pad}: it must not be negative")
    if c_in % groups or c_out % groups:
        raise ValueError(f"groups: {groups} does not divide {c_in} and {c_out} channels")
    h_out, w_out = (h + 2 * pad - k) // stride + 1, (w + 2 * pad - k) // stride + 1
    if h_out < 1 or w_out < 1:
        raise ValueError(f"k: no window of {k} x {k} fits into the padded image")
    return h_out * w_out * c_out * (c_in // groups) * k * k
