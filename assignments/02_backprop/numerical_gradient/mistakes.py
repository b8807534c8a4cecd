from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "numerical_gradient/one-sided",
        old="x[index] = kept - h",
        new="x[index] = kept",
        also=(("(above - below) / (2 * h)", "(above - below) / h"),),
        hint="You compare f(x + h) with f(x). That difference has an error proportional to h; compare with the point on "
        "the other side instead, and what is left is proportional to h^2.",
    ),
    Mistake(
        "numerical_gradient/half-missing",
        old="(above - below) / (2 * h)",
        new="(above - below) / h",
        hint="Your gradient is twice too large. How far apart are the two points at which you ask f?",
    ),
    Mistake(
        "numerical_gradient/not-restored",
        old="        x[index] = kept\n",
        new="",
        hint="Entries stay where you moved them: the next differences are taken at another point, and x comes back "
        "changed. Put every entry back before you turn to the next.",
    ),
    Mistake(
        "numerical_gradient/row-at-once",
        old="for index in np.ndindex(x.shape):\n        kept = x[index]",
        new="for index in range(len(x)):\n        kept = np.copy(x[index])",
        hint="You move a whole row of x at once and measure the sum of its derivatives. With more than one axis, one "
        "number does not name an entry.",
    ),
    Mistake(
        "numerical_gradient/flat-copy",
        old="    for index in np.ndindex(x.shape):\n        kept = x[index]\n        x[index] = kept + h",
        new="    where = x\n    for index in np.ndindex(where.shape):\n        x = where.copy()\n"
        "        kept = x[index]\n        x[index] = kept + h",
        also=(("above = f(x)", "above = f(where)"), ("below = f(x)", "below = f(where)")),
        hint="Your gradient is zero everywhere: you move entries of a copy, and f is asked at the x that never moved. "
        "(`flatten` always copies; `ravel` and `reshape` do if they must.)",
    ),
    Mistake(
        "gradient_check/absolute",
        old="return float(difference / max(size, 1e-12))",
        new="return float(difference)",
        hint="You return the greatest difference itself. Whether 0.01 is much depends on how large the gradients are: "
        "divide by their size.",
    ),
    Mistake(
        "gradient_check/averaged",
        old="difference = np.abs(analytic - numeric).max()",
        new="difference = np.abs(analytic - numeric).mean()",
        hint="You average the differences. One wrong entry among many right ones then hardly shows; ask for the worst.",
    ),
    Mistake(
        "gradient_check/norms-only",
        old="difference = np.abs(analytic - numeric).max()",
        new="difference = np.abs(np.linalg.norm(analytic) - np.linalg.norm(numeric))",
        hint="You compare the lengths of the two gradients. Gradients that point in opposite directions have the same "
        "length: compare entry by entry first.",
    ),
    Mistake(
        "gradient_check/elementwise",
        old="difference = np.abs(analytic - numeric).max()\n"
        "    size = np.abs(analytic).max() + np.abs(numeric).max()\n"
        "    return float(difference / max(size, 1e-12))",
        new="return float((np.abs(analytic - numeric) / (np.abs(analytic) + np.abs(numeric))).max())",
        hint="You divide every difference by the size of its own entry. Where the gradient is 0 or tiny that is rounding "
        "divided by rounding: it gives 1 or nan for a right gradient. Take the maxima first, then divide.",
    ),
    Mistake(
        "gradient_check/signless",
        old="difference = np.abs(analytic - numeric).max()",
        new="difference = np.abs(np.abs(analytic) - np.abs(numeric)).max()",
        hint="You take absolute values before the difference, so a gradient with a wrong sign passes. The sign is what "
        "tells uphill from downhill.",
    ),
    Mistake(
        "numerical_jacobian/transposed",
        old="np.stack(columns, axis=1)",
        new="np.stack(columns, axis=0)",
        hint="Your Jacobian is transposed. Outputs are rows: moving one input gives one column.",
    ),
    Mistake(
        "numerical_jacobian/one-sided",
        old="(f(x + step) - f(x - step)) / (2 * h)",
        new="(f(x + step) - f(x)) / h",
        hint="You compare f(x + h) with f(x). Compare the points on both sides of x: the error then falls like h^2.",
    ),
    Mistake(
        "numerical_jacobian/output-loop",
        old="(f(x + step) - f(x - step)) / (2 * h)",
        new="((f(x) + h) - (f(x) - h)) / (2 * h)",
        hint="You move the outputs of f. Then nothing is measured: it is the inputs that have to be moved, one after "
        "the other, while you watch all outputs.",
    ),
    Mistake(
        "numerical_jacobian/summed",
        old="(f(x + step) - f(x - step)) / (2 * h)",
        new="(f(x + step) - f(x - step)).sum() / (2 * h)",
        also=(("np.stack(columns, axis=1)", "np.array(columns)"),),
        hint="You sum over the outputs, and get the gradient of their sum. The Jacobian keeps them apart: one row for "
        "each output.",
    ),
]
