from autograder.suite import Mistake

ONE = "return np.array([steps - 1])"
ALL = "return np.round(np.linspace(0, steps - 1, kept)).astype(int)"

MISTAKES = [
    Mistake(
        "ddim_timesteps/stride-floor",
        old=ALL,
        new="return np.arange(0, steps, steps // kept)",
        hint="With a stride of T // S the last index is not T - 1, and there may be more than S of them. Sampling has "
        "to begin where there is nothing but noise.",
    ),
    Mistake(
        "ddim_timesteps/stride-cut",
        old=ALL,
        new="return np.arange(0, steps, steps // kept)[:kept]",
        hint="With a stride of T // S the last index falls short of T - 1. Sampling has to begin where there is "
        "nothing but noise.",
    ),
    Mistake(
        "ddim_timesteps/descending",
        old=ALL,
        new="return np.round(np.linspace(steps - 1, 0, kept)).astype(int)",
        hint="Your indices fall. They are asked for in ascending order; the sampler goes through them from the end.",
    ),
    Mistake(
        "ddim_timesteps/duplicates",
        old=ALL,
        new="return np.linspace(0, steps - 1, kept).astype(int)",
        hint="You cut the decimals off instead of rounding: 3.9 becomes 3, and where a whole number came out a hair "
        "too small you get the one below it, maybe a second time.",
    ),
    Mistake(
        "ddim_timesteps/one-based",
        old=ALL,
        new="return np.round(np.linspace(1, steps, kept)).astype(int)",
        hint="Your steps count from 1. Indices count from 0: T would be one beyond the end.",
    ),
    Mistake(
        "ddim_timesteps/beyond-the-end",
        old=ALL,
        new="return np.round(np.linspace(0, steps, kept)).astype(int)",
        hint="Your last index is T, one beyond the end.",
    ),
    Mistake(
        "ddim_timesteps/end-left-out",
        old=ALL,
        new="return np.round(np.linspace(0, steps, kept, endpoint=False)).astype(int)",
        hint="Your indices are spread over 0 to T without the end, so that the last one falls short of T - 1.",
    ),
    Mistake(
        "ddim_timesteps/single-first",
        old=ONE,
        new="return np.array([0])",
        hint="With S = 1 you keep index 0. A sampler that is to make a single jump has to make it from pure noise.",
    ),
    Mistake(
        "ddim_timesteps/floats",
        old=ALL,
        new="return np.round(np.linspace(0, steps - 1, kept))",
        hint="Your indices are floats. They will be used to index arrays, which takes integers.",
    ),
]
