from autograder.suite import Mistake

PRODUCTS = "a, u = x @ Wg, x @ Wu"
H = "h = a * s * u"
DA = "da = dh * u * s * (1 + a * (1 - s))"
DX = "dx = da @ Wg.T + du @ Wu.T"

MISTAKES = [
    Mistake(
        "swiglu_forward/swapped",
        old=PRODUCTS,
        new="a, u = x @ Wu, x @ Wg",
        also=(("da, du)", "du, da)"), (DX, "dx = da @ Wu.T + du @ Wg.T")),
        hint="Gate and value have changed places: silu acts on x Wg.",
    ),
    Mistake(
        "swiglu_forward/sigmoid-gate",
        old=H,
        new="h = s * u",
        also=((DA, "da = dh * u * s * (1 - s)"), ("du = dh * a * s", "du = dh * s")),
        hint="Your gate is the sigmoid alone. silu(a) is a times the sigmoid of a.",
    ),
    Mistake(
        "swiglu_forward/sum",
        old=H,
        new="h = a * s + u",
        also=((DA, "da = dh * s * (1 + a * (1 - s))"), ("du = dh * a * s", "du = dh")),
        hint="Gate and value are added. A gate multiplies.",
    ),
    Mistake(
        "swiglu_forward/dx-one-path",
        old=DX,
        new="dx = da @ Wg.T",
        hint="dx has the road through the gate only. x also reaches the output through the value.",
    ),
    Mistake(
        "swiglu_forward/dx-value-only",
        old=DX,
        new="dx = du @ Wu.T",
        hint="dx has the road through the value only. x also reaches the output through the gate.",
    ),
    Mistake(
        "swiglu_forward/silu-derivative",
        old=DA,
        new="da = dh * u * s",
        hint="The derivative of silu is more than the sigmoid: a sigmoid(a) is a product, and the sigmoid depends on a, too.",
    ),
    Mistake(
        "swiglu_forward/sigmoid-derivative",
        old=DA,
        new="da = dh * u * s * (1 - s)",
        hint="You differentiate the sigmoid, and forget the factor a in front of it.",
    ),
    Mistake(
        "swiglu_forward/overflow",
        old="s = np.exp(-np.logaddexp(0.0, -a))",
        new="s = np.exp(a) / (1 + np.exp(a))",
        hint="The exponential of a large gate overflows, and infinity divided by infinity is nan. Use a form of the"
        " sigmoid that is safe on both sides.",
    ),
    Mistake(
        "swiglu_forward/relu-gate",
        old="s = np.exp(-np.logaddexp(0.0, -a))",
        new="s = (a > 0) * 1.0",
        hint="Your gate is a ReLU. silu is smooth, and a little below 0 for negative a.",
    ),
]
