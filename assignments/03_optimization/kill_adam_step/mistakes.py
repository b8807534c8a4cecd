from autograder.suite import Mistake

SETTINGS = "settings = (t, g, 0.1, 0.8, 0.95, 1e-3, corrected)"
COMPARED = "if not all((np.abs(a - b) <= 1e-8 * np.abs(b)).all() for a, b in zip(found, wanted)):"

MISTAKES = [
    Mistake(
        "kill_adam_step/first-step-only",
        old="for t in (1, 2, 3):",
        new="for t in (1,):",
        hint="Your test makes the first step only. There t is 1, and what depends on t cannot be told from what does not.",
    ),
    Mistake(
        "kill_adam_step/theta-only",
        old=COMPARED,
        new="if not np.allclose(found[0], wanted[0], rtol=1e-8, atol=0):",
        hint="Your test looks at theta only. m and v are what the next step begins with.",
    ),
    Mistake(
        "kill_adam_step/large-gradients",
        old="g = 1e-3 * rng.normal(size=(3, 2))",
        new="g = rng.normal(size=(3, 2))",
        also=((SETTINGS, "settings = (t, g, 0.1, 0.8, 0.95, 1e-12, corrected)"),),
        hint="All of your gradients are much larger than eps, so that you cannot see whether it is there and where.",
    ),
    Mistake(
        "kill_adam_step/equal-rates",
        old=SETTINGS,
        new="settings = (t, g, 0.1, 0.9, 0.9, 1e-3, corrected)",
        hint="Your b1 and b2 are equal. Then nothing is seen of which one belongs to which average.",
    ),
    Mistake(
        "kill_adam_step/direction-only",
        old=COMPARED,
        new="if not (np.abs(wanted[0] - found[0]) < 1.0).all():",
        hint="Your test asks only whether theta moves by about the learning rate. Most flaws change it by less than that.",
    ),
    Mistake(
        "kill_adam_step/exact",
        old=COMPARED,
        new="if not all(np.array_equal(a, b) for a, b in zip(found, wanted)):",
        hint="Your test asks for equal bits. Right implementations differ in their last digits: compare with a tolerance.",
    ),
]
