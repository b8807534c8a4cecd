from autograder.suite import Mistake

CASES = "for temperature in (1.0, 3.0) for k in (None, 2)]"
EDGES = "cases += [(logits, u, 0.0, None), (equal, u, 0.0, None), (never_first, np.zeros(12), 1.0, None)]"
MORE = "cases += [(high, u, 1.0, 9)]"
COMPARED = "if np.shape(found) != (12,) or [int(i) for i in found] != _draw(given, numbers, temperature, k):"

MISTAKES = [
    Mistake(
        "kill_sample_next_token/frequencies-only",
        old=COMPARED,
        new="counts = np.bincount(found, minlength=6), np.bincount(_draw(given, numbers, temperature, k), minlength=6)\n"
        "        if np.abs(counts[0] - counts[1]).max() > 1:",
        also=(
            ("logits = rng.normal(size=(12, 6))", "logits = np.repeat(rng.normal(size=(1, 6)), 12, axis=0)"),
            (EDGES, "cases += [(logits, u, 0.0, None)]"),
            ("u = rng.random(12)", "u = rng.permutation(12) / 12 + 0.04"),
        ),
        hint="Your test compares how often each id comes. Here more is asked for: the ids that belong to these random numbers.",
    ),
    Mistake(
        "kill_sample_next_token/one-number",
        old="u = rng.random(12)",
        new="u = np.full(12, 0.7)",
        hint="All of your rows have the same random number. Then it cannot be seen whether each row uses its own.",
    ),
    Mistake(
        "kill_sample_next_token/temperature-one",
        old=CASES,
        new="for temperature in (1.0,) for k in (None, 2)]",
        also=((EDGES, "cases += [(equal, u, 0.0, None), (never_first, np.zeros(12), 1.0, None)]"),),
        hint="Your test draws at the temperatures 1 and 0 only. Nothing is seen there of where the temperature acts.",
    ),
    Mistake(
        "kill_sample_next_token/no-top-k",
        old=CASES,
        new="for temperature in (1.0, 3.0) for k in (None,)]",
        also=((MORE, "cases += [(high, u, 1.0, None)]"),),
        hint="Your test never uses top_k.",
    ),
    Mistake(
        "kill_sample_next_token/no-edges",
        old=EDGES,
        new="cases += [(logits, u, 0.0, None)]",
        hint="Your test stays away from the edges: equal logits at a temperature of 0, and u = 0.",
    ),
    Mistake(
        "kill_sample_next_token/small-logits",
        old=MORE,
        new="cases += [(logits, u, 1.0, 9)]",
        hint="All of your logits are small. The statement says that they may be in the thousands.",
    ),
    Mistake(
        "kill_sample_next_token/u-of-one",
        old="u = rng.random(12)",
        new="u = np.linspace(0, 1, 12)",
        hint="Your test hands over u = 1. The statement speaks of numbers below 1, and what happens at 1 is left open.",
    ),
]
