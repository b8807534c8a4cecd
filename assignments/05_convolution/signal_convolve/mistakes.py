from autograder.suite import Mistake

TAPS = "taps = w if flip else w[::-1]"
RETURN = "return dt * full[margin : n + m - 1 - margin]"

MISTAKES = [
    Mistake(
        "signal_convolve/never-flips",
        old=TAPS,
        new="taps = w[::-1]",
        hint="You compute the correlation for both values of flip. In a convolution one of the two signals runs backwards.",
    ),
    Mistake(
        "signal_convolve/always-flips",
        old=TAPS,
        new="taps = w",
        hint="You compute the convolution for both values of flip. In a correlation both signals run in the same direction.",
    ),
    Mistake(
        "signal_convolve/off-centre",
        old='"same": m // 2}[mode]\n    ' + RETURN,
        new='"same": 0}[mode]\n    return dt * full[margin : n if mode == "same" else n + m - 1 - margin]',
        hint="Your mode same takes the first n values. It should take those in the middle.",
    ),
    Mistake(
        "signal_convolve/no-dt",
        old=RETURN,
        new="return full[margin : n + m - 1 - margin]",
        hint="The factor dt is missing: a Riemann sum multiplies each value by the width of its strip.",
    ),
    Mistake(
        "signal_convolve/reversed-output",
        old=RETURN,
        new="return dt * full[margin : n + m - 1 - margin][:: 1 if flip else -1]",
        hint="The values of your correlation are in reverse order. They begin at t = -(m - 1), where the last tap meets the "
        "first sample.",
    ),
    Mistake(
        "signal_convolve/valid-as-same",
        old='"valid": m - 1',
        new='"valid": m // 2',
        hint="Your mode valid keeps places where a part of w lies outside of x.",
    ),
    Mistake(
        "signal_convolve/one-short",
        old="range(m)",
        new="range(max(1, m - 1))",
        hint="One tap of the kernel is never used.",
    ),
]
