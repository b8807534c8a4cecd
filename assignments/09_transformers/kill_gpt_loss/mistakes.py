from autograder.suite import Mistake

CASES = 'for z in (logits, 2000 * logits) for mask in (every, some) for kind in ("mean", "token_mean")]'
GRADIENT = "if np.shape(gradient) != z.shape or not np.allclose(gradient, dright, atol=1e-9):"

MISTAKES = [
    Mistake(
        "kill_gpt_loss/loss-only",
        old=GRADIENT,
        new="if np.shape(gradient) != z.shape:",
        hint="Your test compares the loss only. A gradient can be wrong where the loss is right.",
    ),
    Mistake(
        "kill_gpt_loss/no-mask",
        old=CASES,
        new='for z in (logits, 2000 * logits) for mask in (every, every) for kind in ("mean", "token_mean")]',
        hint="Your test uses no mask, or one that is True everywhere.",
    ),
    Mistake(
        "kill_gpt_loss/one-reduction",
        old=CASES,
        new='for z in (logits, 2000 * logits) for mask in (every, some) for kind in ("mean",)]',
        also=(('cases += [(logits, none, "token_mean")]', 'cases += [(logits, none, "mean")]'),),
        hint="Your test tries one reduction only.",
    ),
    Mistake(
        "kill_gpt_loss/small-logits",
        old=CASES,
        new='for z in (logits, 2 * logits) for mask in (every, some) for kind in ("mean", "token_mean")]',
        hint="All of your logits are small. The statement says that they may be in the thousands.",
    ),
    Mistake(
        "kill_gpt_loss/no-empty-mask",
        old='    cases += [(logits, none, "token_mean")]\n',
        new="",
        hint="Your test has no mask in which no target counts.",
    ),
    Mistake(
        "kill_gpt_loss/bit-by-bit",
        old="if not np.isclose(loss, right, rtol=1e-8, atol=1e-9):",
        new="if loss != right:",
        hint="Your test asks for the last digit. Right implementations differ there.",
    ),
]
