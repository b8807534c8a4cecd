from autograder.suite import Mistake

MASK = "mask = np.arange(lengths.max()) < lengths[:, None]"

MISTAKES = [
    Mistake(
        "pad_sequences/pad-left",
        old="row[: len(seq)] = seq\n    " + MASK,
        new="row[len(row) - len(seq) :] = seq\n    mask = np.arange(lengths.max()) >= lengths.max() - lengths[:, None]",
        hint="Your sequences stand at the right end of their rows. They begin at the left, and padding comes after them.",
    ),
    Mistake(
        "pad_sequences/mask-inverted",
        old=MASK,
        new="mask = np.arange(lengths.max()) >= lengths[:, None]",
        hint="Your mask is True at padding. It marks what is valid.",
    ),
    Mistake(
        "pad_sequences/length-max",
        old="return ids, lengths, mask",
        new="lengths = np.full(len(seqs), ids.shape[1])\n    return ids, lengths, mask",
        hint="All your lengths are that of the longest sequence: it is the width of the array. Each sequence has a length of "
        "its own.",
    ),
    Mistake(
        "pad_sequences/sorted",
        old="lengths = np.array([len(seq) for seq in seqs])",
        new="seqs = sorted(seqs, key=len, reverse=True)\n    lengths = np.array([len(seq) for seq in seqs])",
        hint="The rows are sorted by length, so they do not belong to their labels any more. Keep the order in which the "
        "sequences came.",
    ),
    Mistake(
        "pad_sequences/mask-by-value",
        old=MASK,
        new="mask = ids != pad",
        hint="You look for padding by its value. That value may occur in a sequence, too; only the lengths know where a "
        "sequence ends.",
    ),
    Mistake(
        "gather_last_state/last-column",
        old="last = h_fwd[rows, lengths - 1]",
        new="last = h_fwd[:, -1]",
        hint="You take the last column. For a short sequence that is a state after padding; its own last step is what its "
        "length says.",
    ),
    Mistake(
        "gather_last_state/bwd-last",
        old="h_bwd[:, 0]",
        new="h_bwd[rows, lengths - 1]",
        hint="The backward state is taken at the last valid step. That is where the backward net begins: it has read a "
        "single step there. Where is it done?",
    ),
    Mistake(
        "gather_last_state/off-by-one",
        old="h_fwd[rows, lengths - 1]",
        new="h_fwd[rows, lengths % h_fwd.shape[1]]",
        hint="You take the state one step behind the end: steps are counted from 0 in the array, so the last of `length` steps "
        "has a smaller index.",
    ),
    Mistake(
        "gather_last_state/order",
        old="[last, h_bwd[:, 0]]",
        new="[h_bwd[:, 0], last]",
        hint="The backward states come first in your result. The forward ones stand in front.",
    ),
]
