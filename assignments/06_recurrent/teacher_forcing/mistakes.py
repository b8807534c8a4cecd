from autograder.suite import Mistake

RETURN = "return dec_in, target, mask"

MISTAKES = [
    Mistake(
        "teacher_forcing_io/no-shift",
        old=RETURN,
        new="return target, target, mask",
        hint="Your decoder reads the very token that it is to predict. It would learn to copy its input, with a "
        "perfect loss, and know nothing when it is on its own: the input is the target, one step earlier.",
    ),
    Mistake(
        "teacher_forcing_io/no-bos",
        old=RETURN,
        new="return np.where(step < length, padded, pad), target, mask",
        hint="Your dec_in starts with the first token itself, so nothing is left to predict that token from. It "
        "has to start with bos.",
    ),
    Mistake(
        "teacher_forcing_io/eos-at-end",
        old="np.where(step == length, eos, pad)",
        new="np.where(step == s, eos, pad)",
        hint="Your eos stands in the last column of every row. It belongs right behind a row's last token; "
        "otherwise the decoder learns to put out padding before it stops.",
    ),
    Mistake(
        "teacher_forcing_io/eos-missing",
        old="np.where(step == length, eos, pad)",
        new="pad",
        also=(
            ("mask = step <= length", "mask = step < length"),
            ("dec_in = np.where(mask, shifted, pad)", "dec_in = np.where(step <= length, shifted, pad)"),
        ),
        hint="There is no eos in your targets. Without it the decoder never learns to stop: a row of L tokens has "
        "L + 1 targets.",
    ),
    Mistake(
        "teacher_forcing_io/mask-lengths",
        old=RETURN,
        new="return dec_in, target, step < length",
        hint="Your mask leaves the eos out, so the loss never asks for it. A row of L tokens has L + 1 predictions that count.",
    ),
    Mistake(
        "teacher_forcing_io/padding-kept",
        old="dec_in = np.where(mask, shifted, pad)",
        new="dec_in = shifted",
        hint="Behind a row's length your dec_in repeats what stands in y there. Those places are padding, whatever y holds.",
    ),
    Mistake(
        "teacher_forcing_io/in-place",
        old="    n, s = y.shape\n",
        new="    n, s = y.shape\n    y[np.arange(s) >= lengths[:, None]] = pad\n",
        hint="Your numbers are right, but the array y that came in is overwritten on the way.",
    ),
]
