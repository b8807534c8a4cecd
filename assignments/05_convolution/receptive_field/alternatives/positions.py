"""Follows the first and the last pixel of one output back to the input."""


def receptive_field(layers):
    fields = []
    for depth in range(1, len(layers) + 1):
        last = 0
        for k, s, d in layers[:depth][::-1]:
            last = last * s + d * (k - 1)
        fields.append(last + 1)
    jump = 1
    for _, s, _ in layers:
        jump *= s
    return fields, jump
