from autograder.suite import Mistake

RUN = "z, _ = rnn_forward(z, start, wx, wh, b)"

MISTAKES = [
    Mistake(
        "stacked_rnn_forward/feeds-x",
        old=RUN,
        new="z, _ = rnn_forward(x, start, wx, wh, b)",
        hint="Every layer reads x, so the layers stand side by side and not on top of each other. (Section 5.1.3 of notes "
        "002 prints it so; the shapes of the weights show what is meant.)",
    ),
    Mistake(
        "stacked_rnn_forward/previous-time",
        old=RUN,
        new="below = z if z is x else np.concatenate([0 * z[:, :1], z[:, :-1]], axis=1)\n        "
        "z, _ = rnn_forward(below, start, wx, wh, b)",
        hint="A layer reads the state that the layer below had one step earlier. It reads the one of the same step: "
        "within a step, the signal goes all the way up.",
    ),
    Mistake(
        "stacked_rnn_forward/shared",
        old=RUN,
        new="z, _ = rnn_forward(z, start, *layers[0])",
        hint="The weights of the first layer are used in all of them. Weights are shared over time, not over depth.",
    ),
    Mistake(
        "stacked_rnn_forward/batch-first-hn",
        old="h_n = np.stack(last)",
        new="h_n = np.stack(last, axis=1)",
        hint="h_n has the sequences along its first axis. The layers come first, shape (L, N, H), also where sequences come "
        "first in z.",
    ),
    Mistake(
        "stacked_rnn_forward/hn-top-only",
        old="h_n = np.stack(last)",
        new="h_n = last[-1]",
        hint="h_n has the last state of the top layer only. Every layer's is asked for: they are what one needs to go on "
        "reading.",
    ),
]
