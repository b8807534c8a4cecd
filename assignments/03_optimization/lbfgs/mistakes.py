from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "lbfgs_direction/order",
        old="    for s, y in zip(reversed(S), reversed(Y)):",
        new="    for s, y in zip(S, Y):",
        also=(("zip(S, Y, reversed(alphas))", "zip(S, Y, alphas)"),),
        hint="Your first loop goes from the oldest pair to the newest. It takes the updates apart again, so it begins with "
        "the newest.",
    ),
    Mistake(
        "lbfgs_direction/no-gamma",
        old="gamma = S[-1] @ Y[-1] / (Y[-1] @ Y[-1]) if S else 1.0",
        new="gamma = 1.0",
        hint="Between the two loops q is not scaled. gamma says how long steps are compared with changes of the gradient.",
    ),
    Mistake(
        "lbfgs_direction/sign",
        old="    return -r",
        new="    return r",
        hint="You return H g, which leads uphill. The direction of a step is -H g.",
    ),
    Mistake(
        "lbfgs_direction/alpha-reused",
        old="zip(S, Y, reversed(alphas))",
        new="zip(S, Y, alphas)",
        hint="In the second loop each pair meets the alpha of another one. The alphas were found from the newest pair to "
        "the oldest.",
    ),
    Mistake(
        "lbfgs_direction/lengths",
        old="""    if len(S) != len(Y):
        raise ValueError(f"Y holds {len(Y)} changes for {len(S)} steps")
    if any(y @ s <= 0 for s, y in zip(S, Y)):
        raise ValueError("Y holds a y with y^T s <= 0")
""",
        new="",
        hint="Where there are more steps than changes, or fewer, you pair as many as there are. Refuse that with a ValueError.",
    ),
]
