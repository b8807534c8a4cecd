from autograder.suite import Mistake

STEP = "x = x - f(x) / slope"
SOLVE = "return theta - np.linalg.solve(hess, grad)"

MISTAKES = [
    Mistake(
        "newton_raphson/inverted",
        old=STEP,
        new="x = x - slope / f(x)",
        hint="newton_raphson divides the slope by the value. The tangent falls by f(x) over a distance of f(x) / df(x).",
    ),
    Mistake(
        "newton_raphson/sign",
        old=STEP,
        new="x = x + f(x) / slope",
        hint="newton_raphson walks away from the root. Where f is positive and rises, the root is on the left.",
    ),
    Mistake(
        "newton_raphson/x-tolerance",
        old="while n_iter < max_iter and abs(f(x)) > tol:",
        new="while n_iter < max_iter and (f(x) == 0 or df(x) == 0 or abs(f(x) / df(x)) > tol) and f(x) != 0:",
        hint="newton_raphson stops when the step is small. A steep function is still large there: the task asks for |f(x)| "
        "<= tol.",
    ),
    Mistake(
        "newton_raphson/fixed-slope",
        old="slope = df(x)",
        new="slope = df(x0)",
        hint="newton_raphson uses the slope at the starting point in all steps. Each step has a tangent of its own.",
    ),
    Mistake(
        "newton_raphson/step-sign",
        old=SOLVE,
        new="return theta + np.linalg.solve(hess, grad)",
        hint="newton_step goes the wrong way: on a bowl it doubles the distance from the minimum.",
    ),
    Mistake(
        "newton_raphson/step-elementwise",
        old=SOLVE,
        new="return theta - grad / np.diag(hess)",
        hint="newton_step divides by the diagonal of the Hessian. Its other entries count as well: a linear system is to "
        "be solved.",
    ),
    Mistake(
        "newton_raphson/step-multiplied",
        old=SOLVE,
        new="return theta - hess @ grad",
        hint="newton_step multiplies by the Hessian. Where the curvature is large the step should be short, so its inverse "
        "is needed.",
    ),
    Mistake(
        "newton_raphson/step-with-lr",
        old=SOLVE,
        new="return theta - 0.1 * np.linalg.solve(hess, grad)",
        hint="newton_step has an extra factor. The curvature already says how far to go: the factor is 1.",
    ),
]
