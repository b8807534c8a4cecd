from autograder.suite import Mistake

SPLIT = "return x.reshape(batch, length, h, width // h).transpose(0, 2, 1, 3)"
MERGE = "return x.transpose(0, 2, 1, 3).reshape(batch, length, h * width)"

MISTAKES = [
    Mistake(
        "split_heads/reshape-only",
        old=SPLIT,
        new="return x.reshape(batch, h, length, width // h)",
        hint="The shape is right, but you only reshape: the numbers stay in their order, so a head gets pieces of "
        "several tokens. Cut each token first, then move the axis of the heads in front of the tokens.",
    ),
    Mistake(
        "split_heads/interleaved",
        old=SPLIT,
        new="return x.reshape(batch, length, width // h, h).transpose(0, 3, 1, 2)",
        hint="Your head i takes every h-th feature. A head is a slice of neighbouring features: look at which axis "
        "changes fastest when the last axis is cut in two.",
    ),
    Mistake(
        "split_heads/swapped-dims",
        old=SPLIT,
        new="return x.reshape(batch, length, width // h, h).transpose(0, 2, 1, 3)",
        hint="The number of heads and their width are exchanged: you make D heads of H features. h is the number of heads.",
    ),
    Mistake(
        "split_heads/merge-reshape-only",
        old=MERGE,
        new="return x.reshape(batch, length, h * width)",
        hint="merge_heads only reshapes. In the array that comes in, neighbours in memory belong to different tokens "
        "of one head: move the axis of the heads back behind the tokens first.",
    ),
    Mistake(
        "split_heads/leftover",
        old='if width % h != 0:\n        raise ValueError(f"{width} features cannot be split into {h} equal heads")',
        new="x, width = x[..., : width // h * h], width // h * h",
        hint="If h does not divide the number of features, you leave the last features out without a word. No shape "
        "downstream would tell: raise a ValueError instead.",
    ),
]
