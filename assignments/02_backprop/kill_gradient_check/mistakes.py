from autograder.suite import Mistake

CLAIMS = "for claimed in (right, one_wrong, 2 * right, -right):"
COMPARED = "if not np.isclose(f(claimed, w, x, h), wanted, rtol=1e-6, atol=1e-9):"
VERDICT = "if (f(claimed, w, x, h) < 1e-5) != (claimed is right):"
NOTHING = "    return bool(f(nothing, nothing, x[:1], h) == 0)"

MISTAKES = [
    Mistake(
        "kill_gradient_check/right-gradients-only",
        old=CLAIMS,
        new="for claimed in (right,):",
        also=((COMPARED, "if not f(claimed, w, x, h) < 1e-5:"),),
        hint="Your test asks the checker about right gradients only. A checker that is always content passes it.",
    ),
    Mistake(
        "kill_gradient_check/doubled-only",
        old=CLAIMS,
        new="for claimed in (right, 2 * right):",
        also=((COMPARED, "if (f(claimed, w, x, h) < 1e-3) != (claimed is right):"),),
        hint="The wrong gradients of your test are wrong in all entries and too large. Checkers may overlook a single entry, a "
        "sign, or what is too small.",
    ),
    Mistake(
        "kill_gradient_check/no-zeros",
        old="w[0, 1] = 0.0",
        new="w += np.sign(w)",
        also=((NOTHING, "    return True"), (COMPARED, VERDICT)),
        hint="Your gradients have no entries of 0. There, a checker that divides entry by entry divides 0 by 0, or rounding by "
        "rounding.",
    ),
    Mistake(
        "kill_gradient_check/verdict-only",
        old=COMPARED,
        new=VERDICT,
        hint="Your test asks only whether the error is small or not. The statement says how large it is: compare numbers.",
    ),
    Mistake(
        "kill_gradient_check/too-exact",
        old="rtol=1e-6, atol=1e-9",
        new="rtol=0, atol=1e-17",
        hint="Your tolerance is smaller than rounding. A numerical gradient is never exact: right checkers are refused.",
    ),
]
