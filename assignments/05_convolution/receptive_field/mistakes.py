from autograder.suite import Mistake

FIELD = "field = field + dilation * (k - 1) * jump"

MISTAKES = [
    Mistake(
        "receptive_field/own-stride",
        old=FIELD,
        new="field = field + dilation * (k - 1) * jump * stride",
        hint="A layer's own stride enters its receptive field. The stride moves the next window; it does not make "
        "this one any wider. Only the strides of the layers before count.",
    ),
    Mistake(
        "receptive_field/start-zero",
        old="field, jump, fields = 1, 1, []",
        new="field, jump, fields = 0, 1, []",
        hint="You start at 0. Before the first layer a value sees one pixel: itself.",
    ),
    Mistake(
        "receptive_field/adds-k",
        old=FIELD,
        new="field = field + dilation * k * jump",
        hint="You add k taps. One of them is where the field already is; the other k - 1 make it wider.",
    ),
    Mistake(
        "receptive_field/no-dilation",
        old=FIELD,
        new="field = field + (k - 1) * jump",
        hint="The dilation is left out. Taps that stand apart reach further.",
    ),
    Mistake(
        "receptive_field/product",
        old=FIELD,
        new="field = field * (dilation * (k - 1) + 1)",
        hint="You multiply the sizes of the kernels. Windows of neighbouring outputs overlap, so each layer adds to the field.",
    ),
    Mistake(
        "receptive_field/reversed",
        old="in layers:",
        new="in reversed(layers):",
        hint="You go through the layers from the output. The first of the list stands next to the input.",
    ),
]
