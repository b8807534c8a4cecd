from autograder.suite import Mistake

GAP = "gap = np.abs(convolved(shifted(x, dy, dx)) - shifted(convolved(x), dy // stride, dx // stride))"

MISTAKES = [
    Mistake(
        "equivariance_gap/invariance",
        old=GAP,
        new="gap = np.abs(convolved(shifted(x, dy, dx)) - convolved(x))",
        hint="You compare with the map as it was. That would be invariance; equivariance means that the map moves along.",
    ),
    Mistake(
        "equivariance_gap/shift-sign",
        old=GAP,
        new="gap = np.abs(convolved(shifted(x, dy, dx)) - shifted(convolved(x), -(dy // stride), -(dx // stride)))",
        hint="Your map moves the other way than the image.",
    ),
    Mistake(
        "equivariance_gap/axes-swapped",
        old="k, (dy, dx) = len(w), shift",
        new="k, (dx, dy) = len(w), shift",
        hint="Rows and columns of the shift are exchanged. shift is (dy, dx): first down, then to the right.",
    ),
    Mistake(
        "equivariance_gap/unscaled-shift",
        old="shifted(convolved(x), dy // stride, dx // stride)",
        new="shifted(convolved(x), dy, dx)",
        hint="The map is shifted as far as the image. With a stride the map is smaller, and so is its shift.",
    ),
    Mistake(
        "equivariance_gap/roll-for-zero",
        old='if border == "zero":\n            rows',
        new='if border == "none":\n            rows',
        hint="With zeros around the image you still roll: what leaves on one side comes in on the other. It is to "
        "be filled with zeros.",
    ),
    Mistake(
        "equivariance_gap/interior-all",
        old="rows, columns = margin + abs(dy), margin + abs(dx)",
        new="rows, columns = 0, 0",
        hint="Your interior has no margin. Outputs near the border see the zeros, and those that were shifted in.",
    ),
]
