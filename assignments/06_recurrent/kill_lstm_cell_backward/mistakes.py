from autograder.suite import Mistake

LOOP = "for place, gradient in enumerate(gradients):"
DRAWN = "dh, dc = rng.normal(size=(2, n, units))"

MISTAKES = [
    Mistake(
        "kill_lstm_cell_backward/states-only",
        old=LOOP,
        new="for place, gradient in enumerate(gradients[:3]):",
        hint="Your test looks at the gradients of x, h_prev and c_prev only. The weights are what is learned: look at their "
        "gradients, too.",
    ),
    Mistake(
        "kill_lstm_cell_backward/no-dc",
        old=DRAWN,
        new="dh, dc = rng.normal(size=(n, units)), np.zeros((n, units))",
        hint="Your dc is always 0. In a sequence a gradient arrives from the next cell, and an implementation that loses it is "
        "not noticed.",
    ),
    Mistake(
        "kill_lstm_cell_backward/no-dh",
        old=DRAWN,
        new="dh, dc = np.zeros((n, units)), rng.normal(size=(n, units))",
        hint="Your dh is always 0. Then nothing is seen of what goes through h.",
    ),
    Mistake(
        "kill_lstm_cell_backward/batch-of-one",
        old="n, d, units = 3, 4, 2",
        new="n, d, units = 1, 4, 2",
        hint="Your batch has one sample. A sum over one sample is its mean.",
    ),
    Mistake(
        "kill_lstm_cell_backward/without-old-cell",
        old=LOOP,
        new="for place, gradient in enumerate(gradients):\n        if place == 2:\n            continue",
        hint="Your test does not look at the gradient of the old cell, the one along which an LSTM remembers.",
    ),
    Mistake(
        "kill_lstm_cell_backward/too-exact",
        old="> 1e-6:",
        new="> 1e-14:",
        hint="Your tolerance is smaller than what differences of floating-point numbers can give: right implementations are "
        "refused.",
    ),
]
