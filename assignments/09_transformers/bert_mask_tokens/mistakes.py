from autograder.suite import Mistake

CHOSEN = "chosen = (u_select < 0.15) & ~special"
HIDDEN = "hidden = chosen & (u_action < 0.8)"
SWAPPED = "swapped = chosen & (u_action >= 0.8) & (u_action < 0.9)"
RETURN = "return inputs, np.where(chosen, ids, -100)"

MISTAKES = [
    Mistake(
        "bert_mask_tokens/specials-masked",
        old=CHOSEN,
        new="chosen = u_select < 0.15",
        hint="Special tokens are chosen as well. Nobody can guess a separator or padding from its neighbours; leave them out.",
    ),
    Mistake(
        "bert_mask_tokens/labels-all",
        old=RETURN,
        new="return inputs, ids.copy()",
        hint="Every token has a label. Only the chosen ones are to be guessed; elsewhere the label is -100.",
    ),
    Mistake(
        "bert_mask_tokens/always-mask",
        old=HIDDEN,
        new="hidden = chosen",
        also=((SWAPPED, "swapped = np.zeros(ids.shape, dtype=bool)"),),
        hint="All chosen tokens are hidden. A tenth is exchanged and a tenth kept, so that the model cannot rely on"
        " seeing the mask.",
    ),
    Mistake(
        "bert_mask_tokens/labels-inputs",
        old=RETURN,
        new="return inputs, np.where(chosen, inputs, -100)",
        hint="Your labels are the tokens after they were hidden. The model has to guess what stood there before.",
    ),
    Mistake(
        "bert_mask_tokens/select-inverted",
        old=CHOSEN,
        new="chosen = (u_select > 0.15) & ~special",
        hint="You choose 85 % of the tokens. A token is chosen if its number is BELOW 0.15.",
    ),
    Mistake(
        "bert_mask_tokens/only-hidden-labelled",
        old=RETURN,
        new="return inputs, np.where(hidden, ids, -100)",
        hint="Only hidden tokens have labels. Those that were exchanged or kept are to be guessed, too.",
    ),
    Mistake(
        "bert_mask_tokens/random-wide",
        old=SWAPPED,
        new="swapped = chosen & (u_action >= 0.8)",
        hint="All chosen tokens that are not hidden are exchanged. From 0.9 on they stay as they are.",
    ),
    Mistake(
        "bert_mask_tokens/unchosen-exchanged",
        old=SWAPPED,
        new="swapped = (u_action >= 0.8) & (u_action < 0.9)",
        hint="Tokens are exchanged that were not chosen at all. The second number counts only for the chosen ones.",
    ),
    Mistake(
        "bert_mask_tokens/minus-one",
        old=RETURN,
        new="return inputs, np.where(chosen, ids, -1)",
        hint="Places without a label have -1. The statement says -100.",
    ),
    Mistake(
        "bert_mask_tokens/in-place",
        old="inputs = ids.copy()",
        new="labels = np.where(chosen, ids, -100)\n    inputs = ids",
        also=((RETURN, "return inputs, labels"),),
        hint="Your answers are right, but the ids that came in are overwritten.",
    ),
]
