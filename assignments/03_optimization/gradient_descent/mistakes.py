from autograder.suite import Mistake

STEP = "        trajectory[k + 1] = trajectory[k] + sign * lr * grad(trajectory[k])"

MISTAKES = [
    Mistake(
        "gradient_descent/ascent",
        old="sign = 1.0 if maximize else -1.0",
        new="sign = -1.0 if maximize else 1.0",
        hint="You go uphill where you should go downhill. Along the gradient the loss grows.",
    ),
    Mistake(
        "gradient_descent/aliased",
        old="    return trajectory",
        new="    trajectory[:] = trajectory[-1]\n    return trajectory",
        hint="All rows of your trajectory are the last point. An array that is changed in place afterwards changes in the "
        "list, too: write down a copy.",
    ),
    Mistake(
        "gradient_descent/off-by-one",
        old="    return trajectory",
        new="    return trajectory[:steps] if steps else trajectory",
        hint="One row is missing. The starting point is a row as well, so there are steps + 1 of them.",
    ),
    Mistake(
        "gradient_descent/gauss-seidel",
        old=STEP,
        new="""        point = trajectory[k].copy()
        for i in range(len(point)):
            point[i] += sign * lr * grad(point)[i]
        trajectory[k + 1] = point""",
        hint="You update one coordinate after the other, and later ones already see the new values of the earlier ones. A "
        "step takes the gradient once and moves all coordinates together.",
    ),
    Mistake(
        "gradient_descent/stale",
        old="grad(trajectory[k])",
        new="grad(trajectory[0])",
        hint="Every step uses the gradient of the starting point. After a step the gradient is another one.",
    ),
    Mistake(
        "quadratic_gd_iterate/elementwise-power",
        old="    theta_t = theta_star + directions @ ((1 - lr * eigenvalues) ** t * error)",
        new="    theta_t = theta_star + (np.eye(len(H)) - lr * H) ** t @ (theta0 - theta_star)",
        hint="You raise the entries of the matrix to the power t. The power of a matrix is a product of matrices.",
    ),
    Mistake(
        "quadratic_gd_iterate/unshifted",
        old="theta_t = theta_star + directions",
        new="theta_t = directions",
        hint="What you return is the error, the distance from the minimum. Add the minimum again.",
    ),
    Mistake(
        "quadratic_gd_iterate/one-over",
        old="(lr * eigenvalues < 2)",
        new="(lr * eigenvalues < 1)",
        hint="Your border is 1. Between 1 and 2 the factor 1 - lr * lambda is negative, so the point jumps from side to "
        "side, but it still comes nearer.",
    ),
    Mistake(
        "quadratic_gd_iterate/smallest",
        old="np.all((lr * eigenvalues > 0) & (lr * eigenvalues < 2))",
        new="0 < lr * eigenvalues[0] < 2",
        hint="You look at the smallest eigenvalue only. The direction of greatest curvature is the first to diverge.",
    ),
]
