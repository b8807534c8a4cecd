from autograder.suite import Mistake

BOTH = "both = np.concatenate([forwards, _reverse(backwards, lengths)], axis=2)"

MISTAKES = [
    Mistake(
        "birnn_forward/not-rereversed",
        old=BOTH,
        new="both = np.concatenate([forwards, backwards], axis=2)",
        hint="The backward half stands in the order in which that net has read: its first state belongs to the last step. "
        "Turn it back, so that both halves of out_t belong to step t.",
    ),
    Mistake(
        "birnn_forward/shared",
        old="rnn_forward(_reverse(x, lengths), start, *bwd)",
        new="rnn_forward(_reverse(x, lengths), start, *fwd)",
        hint="Both nets use the weights of fwd. The one that reads backwards has weights of its own.",
    ),
    Mistake(
        "birnn_forward/summed",
        old=BOTH,
        new="both = forwards + _reverse(backwards, lengths)",
        hint="The states of the two nets are added. They stand side by side, 2H numbers a step: what the two know must not "
        "be mixed up.",
    ),
    Mistake(
        "birnn_forward/flip-padded",
        old="backwards, bwd_cache = rnn_forward(_reverse(x, lengths), start, *bwd)\n    " + BOTH,
        new="backwards, bwd_cache = rnn_forward(x[:, ::-1], start, *bwd)\n    "
        "both = np.concatenate([forwards, backwards[:, ::-1]], axis=2)",
        hint="You turn the whole rows round, so the backward net reads the padding of short sequences first and brings it "
        "into its state. It has to begin at each sequence's own last step.",
    ),
    Mistake(
        "birnn_forward/halves-swapped",
        old="[forwards, _reverse(backwards, lengths)]",
        new="[_reverse(backwards, lengths), forwards]",
        hint="The backward states come first in your out. The first H numbers belong to the net that reads forwards.",
    ),
    Mistake(
        "birnn_forward/padding-kept",
        old="out = np.where(valid[:, :, None], both, 0.0)",
        new="out = both",
        hint="Behind the end of a sequence your out has states that came from padding. It is 0 there.",
    ),
    Mistake(
        "birnn_forward/padding-times-zero",
        old="x = np.where(valid[:, :, None], x, 0.0)",
        new="x = x * valid[:, :, None]",
        hint="You multiply padding by 0 to get rid of it. 0 times inf or nan is nan: choose what counts, and leave the rest "
        "out, rather than multiply.",
    ),
    Mistake(
        "birnn_forward/dx-one-way",
        old="dx = dx_fwd + _reverse(dx_bwd, lengths)",
        new="dx = dx_fwd",
        hint="dx has only what comes from the net that reads forwards. The other one has read x, too, and both gradients add.",
    ),
    Mistake(
        "birnn_forward/dx-not-reversed",
        old="dx = dx_fwd + _reverse(dx_bwd, lengths)",
        new="dx = dx_fwd + dx_bwd",
        hint="The two gradients of x are added in different orders of time: that of the backward net comes in the order in "
        "which it has read, last step first.",
    ),
]
