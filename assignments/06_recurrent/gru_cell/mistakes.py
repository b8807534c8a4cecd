from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "gru_cell_forward/z-swapped",
        old="h = (1 - z) * h_prev + z * n\n    cache",
        new="h = z * h_prev + (1 - z) * n\n    cache",
        hint="Your z weighs the old state. That is how PyTorch writes the GRU; in the form of this course z weighs "
        "the candidate, and z = 0 keeps the state.",
    ),
    Mistake(
        "gru_cell_forward/reset-after",
        old="(r * h_prev) @ wh_n)",
        new="r * (h_prev @ wh_n))",
        hint="You reset after the product with wh_n, as PyTorch does. Here r is applied to h_prev first; with more "
        "than one unit the two differ, since the product mixes the units.",
    ),
    Mistake(
        "gru_cell_forward/reset-on-x",
        old="n = np.tanh(from_x_n + (r * h_prev) @ wh_n)",
        new="n = np.tanh(r * from_x_n + h_prev @ wh_n)",
        hint="The reset gate acts on the input in your candidate. It decides how much of the HISTORY the candidate "
        "sees; the input is read in full.",
    ),
    Mistake(
        "gru_cell_forward/order-rzn",
        old="wh_z, wh_r, wh_n = np.split(wh, 3, axis=1)\n    from_x_z, from_x_r, from_x_n = np.split(x @ wx + b, 3, axis=1)",
        new="wh_r, wh_z, wh_n = np.split(wh, 3, axis=1)\n    from_x_r, from_x_z, from_x_n = np.split(x @ wx + b, 3, axis=1)",
        hint="You read the blocks in the order r, z, n, which is PyTorch's. Here they stand in the order z, r, n.",
    ),
    Mistake(
        "gru_cell_forward/no-reset",
        old="(r * h_prev) @ wh_n)",
        new="h_prev @ wh_n)",
        hint="The reset gate is computed but never used: your candidate always sees the whole history.",
    ),
    Mistake(
        "gru_cell_forward/overflow",
        old="z = _sigmoid(from_x_z + h_prev @ wh_z)\n    r = _sigmoid(from_x_r + h_prev @ wh_r)",
        new="z, r = np.exp(from_x_z + h_prev @ wh_z), np.exp(from_x_r + h_prev @ wh_r)\n    z, r = z / (1 + z), r / (1 + r)",
        hint="Your sigmoid divides infinity by infinity where its argument is large. Write it so that the exponential that "
        "can overflow stands in the denominator only, or use tanh, which never overflows.",
    ),
    Mistake(
        "gru_cell_backward/no-keep-path",
        old="dh_prev = dh * (1 - z) + d_reset * r",
        new="dh_prev = d_reset * r",
        hint="In dh_prev the direct path is missing: the part of the state that is kept hands its gradient back "
        "unchanged. It is the path on which a GRU's gradient survives.",
    ),
    Mistake(
        "gru_cell_backward/no-r-path",
        old="dr = d_reset * h_prev",
        new="dr = 0 * h_prev",
        hint="Your reset gate gets no gradient, as if r were a constant. r depends on x and h_prev, and the "
        "candidate depends on r.",
    ),
    Mistake(
        "gru_cell_backward/z-sign",
        old="dz = dh * (n - h_prev)",
        new="dz = dh * (h_prev - n)",
        hint="The gradient at the update gate has the wrong sign: differentiate the line for h with respect to z "
        "once more, for the convention in which z weighs the candidate.",
    ),
    Mistake(
        "gru_cell_backward/dun-h",
        old="(r * h_prev).T @ da_n",
        new="h_prev.T @ da_n",
        hint="The n block of dwh is taken with h_prev. What was multiplied by those weights in the forward pass is "
        "the state after the reset.",
    ),
    Mistake(
        "gru_cell_backward/reset-not-undone",
        old="d_reset * r + da_z",
        new="d_reset + da_z",
        hint="On its way back through the candidate, the gradient of h_prev skips the reset gate: the product r * "
        "h_prev has two factors, and each one's derivative is the other.",
    ),
]
