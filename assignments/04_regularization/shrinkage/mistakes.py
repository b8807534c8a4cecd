from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "ridge_shrinkage/inverse-h",
        old="np.linalg.solve(h + lam * identity, h @ theta_star)",
        new="np.linalg.solve(h, theta_star)",
        hint="You solve with H alone, so lam has no say, and a direction of zero curvature cannot be solved for at all. "
        "Write down the gradient of both terms: which matrix stands in front of theta?",
    ),
    Mistake(
        "ridge_shrinkage/two-lam",
        old="h + lam * identity",
        new="h + 2 * lam * identity",
        hint="Your penalty is twice as strong as it should be: the 1/2 in front of it cancels the 2 of the derivative.",
    ),
    Mistake(
        "ridge_shrinkage/no-h",
        old="h @ theta_star",
        new="theta_star",
        hint="On the right-hand side of your equation H is missing. The pull of the loss is H (theta - theta_star); "
        "multiply it out. A sign of it: for lam near 0 you should get theta_star back.",
    ),
    Mistake(
        "ridge_shrinkage/elementwise",
        old="return np.linalg.solve(h + lam * identity, h @ theta_star)",
        new="curvature = np.diag(h)\n    return curvature / (curvature + lam) * theta_star",
        hint="You use only the diagonal of H. The factor e / (e + lam) belongs to the eigenvectors of H, which are the "
        "coordinate axes only if H is diagonal.",
    ),
    Mistake(
        "early_stopping_shrinkage/elementwise-power",
        old="np.linalg.matrix_power(identity - lr * h, steps)",
        new="(identity - lr * h) ** steps",
        hint="You raise the entries of the matrix to the power T. T steps apply the matrix T times: it is a power of "
        "the matrix. The two agree only for a diagonal H.",
    ),
    Mistake(
        "early_stopping_shrinkage/lam-inverse",
        old="return 1.0 / (lr * steps)",
        new="return lr * steps",
        hint="Your matching lam grows with the number of steps. Longer training fits better, so it must correspond to "
        "a weaker penalty: compare the two shares for a small eigenvalue once more.",
    ),
    Mistake(
        "early_stopping_shrinkage/no-one",
        old="(identity - left_over) @ theta_star",
        new="left_over @ theta_star",
        hint="You return what is still missing to theta_star. Descent starts at 0, so after no step the result must be "
        "0, and after very many theta_star.",
    ),
    Mistake(
        "early_stopping_shrinkage/off-by-one",
        old="identity - lr * h, steps)",
        new="identity - lr * h, steps - 1)",
        hint="You are one step behind. After a single step from 0, descent stands at lr H theta_star; where are you?",
    ),
]
