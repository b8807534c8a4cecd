from autograder.suite import Mistake

PASTE = "x_mixed[:, :, r0:r1, c0:c1] = partners[:, :, r0:r1, c0:c1]"

MISTAKES = [
    Mistake(
        "cutmix/unclipped-lambda",
        old="area = (r1 - r0) * (c1 - c0)",
        new="area = (box[1] - box[0]) * (box[3] - box[2])",
        hint="lam is computed from the box as it came in. A box may reach over the border; what counts is the area "
        "that was really pasted.",
    ),
    Mistake(
        "cutmix/inverted",
        old="lam = float(1 - area / (height * width))",
        new="lam = float(area / (height * width))",
        hint="Your lam is the share of the box. It is the weight of the image's own label, so the share of pixels "
        "that the image keeps.",
    ),
    Mistake(
        "cutmix/hw-swapped",
        old=PASTE,
        new=PASTE.replace("r0:r1, c0:c1", "c0:c1, r0:r1"),
        hint="Rows and columns of the box are exchanged. Images are (N, C, H, W), rows first, and so is the box.",
    ),
    Mistake(
        "cutmix/outside",
        old="x_mixed = x.copy()\n    " + PASTE,
        new="x_mixed = partners\n    " + PASTE.replace("partners", "x"),
        hint="The partner stands outside the box and the image itself inside. It is the other way round: the box is "
        "what is pasted.",
    ),
    Mistake(
        "cutmix/channel-zero",
        old=PASTE,
        new="x_mixed[:, 0, r0:r1, c0:c1] = partners[:, 0, r0:r1, c0:c1]",
        hint="Only the first channel gets the box. The box covers a place, and with it all channels there.",
    ),
    Mistake(
        "cutmix/in-place",
        old="x_mixed = x.copy()",
        new="x_mixed = x",
        hint="Your numbers are right, but the batch that came in is overwritten: in the next epoch your images "
        "carry the boxes of this one. A second name for an array is not a second array.",
    ),
    Mistake(
        "cutmix/labels-hard",
        old="y_mixed = lam * y + (1 - lam) * y[perm]",
        new="y_mixed = y.copy()",
        hint="The labels come out unmixed. An image that shows part of its partner gets part of its partner's label.",
    ),
]
