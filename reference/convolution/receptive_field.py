"""How much of the input one value of a deep layer can see."""

from __future__ import annotations


def receptive_field(layers: list[tuple[int, int, int]]) -> tuple[list[int], int]:
    """Receptive field after each layer of a chain, along one axis, and the distance of neighbouring outputs.

    With r_0 = 1 and j_0 = 1, layer l with kernel size k, stride s and dilation d gives

        r_l = r_{l-1} + d (k - 1) j_{l-1}
        j_l = j_{l-1} s

    r_l is the number of input pixels on which one value of layer l depends; j_l, the jump, is the distance
    in input pixels of two values that are neighbours in layer l. A pooling is a layer like any other.

    Args:
        layers: a triple (k, s, d) for each layer, the one next to the input first. May be empty.

    Returns:
        The list r_1, ..., r_L, and the jump j_L of the last layer (1 if there is none).
    """
    field, jump, fields = 1, 1, []
    for k, stride, dilation in layers:
        if not (k >= 1 and stride >= 1 and dilation >= 1):
            raise ValueError(f"layers holds {(k, stride, dilation)}: each number must be at least 1")
        field = field + dilation * (k - 1) * jump
        jump = jump * stride
        fields.append(field)
    return fields, jump
