from autograder.suite import Mistake

KERNELS = "for w in (rng.normal(size=(4, 3, 3, 3)), rng.normal(size=(4, 3, 3, 2))):"
CASES = "((1, 0, 1), (2, 0, 1), (1, 1, 1), (1, 0, 2), (2, 1, 2))"
IMAGES = "x, b = rng.normal(size=(2, 3, 7, 8)), rng.normal(size=4)"
COMPARED = "if out.shape != wanted.shape or not np.allclose(out, wanted, rtol=1e-9, atol=1e-9):"

MISTAKES = [
    Mistake(
        "kill_conv2d_forward/kernel-of-ones",
        old=KERNELS,
        new="for w in (np.ones((4, 3, 3, 3)),):",
        hint="Your kernels look the same from all sides. What does a kernel that is turned, or whose axes are exchanged, do "
        "to them?",
    ),
    Mistake(
        "kill_conv2d_forward/plain-only",
        old=CASES,
        new="((1, 0, 1),)",
        hint="Your test uses neither stride nor padding nor dilation, so it cannot see what is wrong with them.",
    ),
    Mistake(
        "kill_conv2d_forward/no-dilation",
        old=CASES,
        new="((1, 0, 1), (2, 0, 1), (1, 1, 1), (2, 1, 1))",
        hint="Your test never asks for a dilation.",
    ),
    Mistake(
        "kill_conv2d_forward/no-padding",
        old=CASES,
        new="((1, 0, 1), (2, 0, 1), (1, 0, 2), (2, 0, 2))",
        hint="Your test never asks for padding.",
    ),
    Mistake(
        "kill_conv2d_forward/one-channel",
        old=IMAGES,
        new="x, b = rng.normal(size=(2, 1, 7, 8)), rng.normal(size=4)",
        also=((KERNELS, "for w in (rng.normal(size=(4, 1, 3, 3)), rng.normal(size=(4, 1, 3, 2))):"),),
        hint="Your images have a single channel. A bias that is added once for each channel looks right there.",
    ),
    Mistake(
        "kill_conv2d_forward/no-bias",
        old=IMAGES,
        new="x, b = rng.normal(size=(2, 3, 7, 8)), np.zeros(4)",
        hint="Your biases are all 0. Whatever is done with them does not show.",
    ),
    Mistake(
        "kill_conv2d_forward/exact",
        old=COMPARED,
        new="if not np.array_equal(out, wanted):",
        hint="Your test asks for equal bits. Right implementations add in another order and differ in their last digits: "
        "compare with a tolerance.",
    ),
    Mistake(
        "kill_conv2d_forward/shapes-only",
        old=COMPARED,
        new="if out.shape != wanted.shape:",
        hint="Your test looks at the shapes only. Most flaws keep them.",
    ),
]
