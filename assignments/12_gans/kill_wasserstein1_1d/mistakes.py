from autograder.suite import Mistake

SIZES = "for n, m in ((5, 5), (3, 7), (6, 2)):"
DRAWN = "x, y = 2 * rng.normal(size=n), rng.normal(size=m) + 0.3"
COMPARED = "if not np.isclose(f(x, y), _by_moving(x, y), rtol=1e-9, atol=1e-9):"

MISTAKES = [
    Mistake(
        "kill_wasserstein1_1d/equal-sizes",
        old=SIZES,
        new="for n, m in ((5, 5), (3, 3)):",
        hint="Your samples are always equally long. What should happen with the rest of a longer one?",
    ),
    Mistake(
        "kill_wasserstein1_1d/shifts-only",
        old=DRAWN,
        new="x = np.sort(rng.normal(size=n))\n        y = np.append(x, x) + 1.0",
        hint="Your second sample is the first one, shifted. Then the means tell everything, and nothing has to be sorted.",
    ),
    Mistake(
        "kill_wasserstein1_1d/symmetry-only",
        old=COMPARED,
        new="if not np.isclose(f(x, y), f(y, x), rtol=1e-9, atol=1e-9):",
        hint="Your test asks for symmetry. Nearly all wrong distances are symmetric as well.",
    ),
    Mistake(
        "kill_wasserstein1_1d/exact",
        old=COMPARED,
        new="if f(x, y) != _by_moving(x, y):",
        hint="Your test asks for equal bits. Right implementations differ in their last digits: compare with a tolerance.",
    ),
    Mistake(
        "kill_wasserstein1_1d/sorted-inputs",
        old=DRAWN,
        new="x, y = np.sort(2 * rng.normal(size=n)), np.sort(rng.normal(size=m) + 0.3)",
        hint="Your samples come sorted, so a missing sort does not show.",
    ),
]
