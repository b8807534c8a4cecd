from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "selective_scan/dt-unused-b",
        old="(dt_t * x_t)[:, None] * b_t",
        new="x_t[:, None] * b_t",
        hint="What is written does not depend on the length of the step in your scan. With dt = 0 nothing may be written.",
    ),
    Mistake(
        "selective_scan/shared-dt",
        old="keep = np.exp(dt_t[:, None] * a)",
        new="dt_t = np.full_like(dt_t, dt_t.mean())\n        keep = np.exp(dt_t[:, None] * a)",
        hint="All channels take steps of the same length, the mean. Each channel has a step length of its own, so that each "
        "can choose when to forget.",
    ),
    Mistake(
        "selective_scan/exp-missing",
        old="keep = np.exp(dt_t[:, None] * a)",
        new="keep = 1 + dt_t[:, None] * a",
        hint="You keep the share 1 + dt a of the state. That is the beginning of a series; for long steps it is negative, and "
        "the state no longer decays.",
    ),
    Mistake(
        "selective_scan/c-previous",
        old="zip(x, dt, b, c):",
        new="zip(x, dt, b, np.concatenate([c[:1], c[:-1]])):",
        hint="You read the state with the c of the step before. All coefficients of step t stand in row t.",
    ),
    Mistake(
        "selective_scan/old-state",
        old="h = keep * h + (dt_t * x_t)[:, None] * b_t\n        y.append(h @ c_t)",
        new="y.append(h @ c_t)\n        h = keep * h + (dt_t * x_t)[:, None] * b_t",
        hint="The output is read before the state is updated, so every input is answered one step late.",
    ),
]
