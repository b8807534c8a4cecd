from autograder.suite import Mistake

ETAS = "for eta in (0.0, 0.4, 1.0)]"
COMPARED = "if not np.allclose(f(x, eps, ab_t, ab_prev, eta, noise), wanted, rtol=1e-9, atol=1e-7):"
EDGES = "goals = np.linspace(0.1, 0.9, 5)"

MISTAKES = [
    Mistake(
        "kill_ddim_step/eta-zero-only",
        old=ETAS,
        new="for eta in (0.0,)]",
        also=(
            (COMPARED, "if not np.allclose(f(x, eps, ab_t, ab_prev), wanted, rtol=1e-9, atol=1e-7):"),
            (EDGES, "goals = np.array([])"),
        ),
        hint="Your test never asks for fresh noise. With eta = 0 two of the three terms are much simpler than they can be.",
    ),
    Mistake(
        "kill_ddim_step/eta-one-only",
        old=ETAS,
        new="for eta in (0.0, 1.0)]",
        hint="Your test tries eta = 0 and eta = 1 only. What does a wrong power of eta do there?",
    ),
    Mistake(
        "kill_ddim_step/no-tiny-share",
        old=EDGES,
        new="goals = np.array([])",
        hint="Your test stays away from the edges of the range. The statement says what happens if ab_t is tiny.",
    ),
    Mistake(
        "kill_ddim_step/spread-only",
        old=COMPARED,
        new="if not np.isclose(np.std(f(x, eps, ab_t, ab_prev, eta, noise)), np.std(wanted), rtol=0.2):",
        hint="Your test compares how far the samples spread. Samples of nearly the right spread can be wrong one by one.",
    ),
    Mistake(
        "kill_ddim_step/exact",
        old=COMPARED,
        new="if not np.array_equal(f(x, eps, ab_t, ab_prev, eta, noise), wanted):",
        hint="Your test asks for equal bits. Right implementations differ in their last digits: compare with a tolerance.",
    ),
]
