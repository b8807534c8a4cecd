from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "rnn_state_jacobian/reversed",
        old="jacobian = step @ jacobian",
        new="jacobian = jacobian @ step",
        hint="Your factors stand in the order of time. A change of h_k goes through the factor of step k+1 first, and what is "
        "applied first stands on the right.",
    ),
    Mistake(
        "rnn_state_jacobian/wh-untransposed",
        old="slope[:, None] * wh.T",
        new="slope[:, None] * wh",
        hint="Wh stands in your product as it does in h Wh. There the index of the earlier state comes first; in J[i, j] it "
        "is the second one.",
    ),
    Mistake(
        "rnn_state_jacobian/includes-k",
        old="range(k + 1, t + 1)",
        new="range(k, t + 1)",
        hint="There is a factor too many: the one of step k. It leads from h_{k-1} to h_k, and h_k is where you start.",
    ),
    Mistake(
        "rnn_state_jacobian/diag-right",
        old="step = slope[:, None] * wh.T",
        new="step = wh.T * slope",
        hint="The slopes are multiplied to the columns of Wh^T. The slope of unit i of the new state belongs to row i, "
        "which is what diag(...) from the left does.",
    ),
    Mistake(
        "rnn_state_jacobian/transposed",
        old="return jacobian",
        new="return jacobian.T",
        hint="What you return is the transpose: rows belong to the earlier state. Rows are the units of h_t, columns those "
        "of h_k (notes 003 print the other one in their equation 5.6).",
    ),
    Mistake(
        "rnn_state_jacobian/zero-based",
        old="h[m - 1]",
        new="h[m % len(h)]",
        hint="Your factors use states one step too late. Steps are counted from 1, rows of h from 0.",
    ),
]
