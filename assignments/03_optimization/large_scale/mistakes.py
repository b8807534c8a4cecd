from autograder.suite import Mistake

LION = """    u = np.sign(b1 * m + (1 - b1) * g)
    theta = (1 - lr * wd) * theta - lr * u
    m = b2 * m + (1 - b2) * g"""
ITERATE = "        X = 1.5 * X - 0.5 * X @ X.T @ X"

MISTAKES = [
    Mistake(
        "lion_step/m-first",
        old=LION,
        new="""    m = b2 * m + (1 - b2) * g
    u = np.sign(b1 * m + (1 - b1) * g)
    theta = (1 - lr * wd) * theta - lr * u""",
        hint="You update m too early: the sign is made with the m that came in.",
    ),
    Mistake(
        "lion_step/one-beta",
        old="m = b2 * m + (1 - b2) * g",
        new="m = b1 * m + (1 - b1) * g",
        hint="m is updated with b1. Lion has two rates: b1 for the sign, and b2 for what is kept.",
    ),
    Mistake(
        "lion_step/sign-g",
        old="u = np.sign(b1 * m + (1 - b1) * g)",
        new="u = np.sign(g)",
        hint="You take the sign of the gradient alone. The momentum has a say in it, and usually the greater one.",
    ),
    Mistake(
        "lion_step/l2-decay",
        old="    u = np.sign(b1 * m + (1 - b1) * g)\n    theta = (1 - lr * wd) * theta - lr * u",
        new="    u = np.sign(b1 * m + (1 - b1) * g + wd * theta)\n    theta = theta - lr * u",
        hint="The decay stands inside the sign, where its size is lost. It acts on theta directly.",
    ),
    Mistake(
        "lars_step/global-norm",
        old="length, slope = np.linalg.norm(theta), np.linalg.norm(u)",
        new="length = np.sqrt(sum(np.sum(x**2) for x in thetas))\n"
        "        slope = np.sqrt(sum(np.sum((d + wd * x) ** 2) for x, d in zip(thetas, grads, strict=True)))",
        hint="You use one ratio for all tensors. Each tensor has its own: that is what the method is for.",
    ),
    Mistake(
        "lars_step/no-fallback",
        old="ratio = trust * length / slope if length > 0 and slope > 0 else 1.0",
        new="ratio = trust * length / slope if slope > 0 else np.nan",
        hint="A tensor of zeros never moves, and a gradient of zeros gives nan. Where one of the two lengths is 0, the "
        "ratio is 1.",
    ),
    Mistake(
        "lars_step/inverse",
        old="trust * length / slope",
        new="trust * slope / length",
        hint="Your ratio is upside down. A long tensor may move far, a long gradient should not make it move farther.",
    ),
    Mistake(
        "lars_step/decay-outside",
        old="        u = g + wd * theta\n        length, slope = np.linalg.norm(theta), np.linalg.norm(u)",
        new="        u = g + wd * theta\n        length, slope = np.linalg.norm(theta), np.linalg.norm(g)",
        hint="The decay is missing in the length that you divide by. Add it to the gradient first, then take the length.",
    ),
    Mistake(
        "muon_step/unnormalised",
        old="X = v / np.linalg.norm(v)",
        new="X = v",
        hint="The iteration starts from v itself. It works for singular values below the root of 3 only, so divide by a "
        "norm first.",
    ),
    Mistake(
        "muon_step/elementwise",
        old=ITERATE,
        new="        X = 1.5 * X - 0.5 * X**3",
        hint="You cube the entries. With matrix products, it is the singular values that are cubed.",
    ),
    Mistake(
        "muon_step/v-direction",
        old=ITERATE,
        new="        X = X + 0.0",
        hint="You step along the normalised momentum, whose singular values still differ. The iteration makes them equal.",
    ),
    Mistake(
        "muon_step/sum-order",
        old=ITERATE,
        new="        X = 1.5 * X - 0.5 * X.T @ X @ X",
        hint="The transpose stands at the wrong place: X^T X X has the wrong shape if X is not square, and mixes rows with "
        "columns if it is.",
    ),
]
