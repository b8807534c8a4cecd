from autograder.suite import Mistake

DATA = "data = np.concatenate([x[order[:size], t] for t, size in enumerate(batch_sizes)])"
SORTED = f"""order = np.argsort(-lengths, kind="stable")
    batch_sizes = np.array([(lengths > t).sum() for t in range(lengths.max())])
    {DATA}"""

MISTAKES = [
    Mistake(
        "pack_sequences/batch-major",
        old=DATA,
        new="data = np.concatenate([x[n, : lengths[n]] for n in order])",
        hint="You write down one whole sequence after the other. A recurrent net works on all sequences at one time step: all "
        "first steps come first, then all second steps.",
    ),
    Mistake(
        "pack_sequences/ascending",
        old=SORTED,
        new=SORTED.replace("-lengths", "lengths").replace("order[:size]", "order[len(order) - size :]"),
        hint="The shortest sequence comes first in your order. With the longest in front, those that are still running at any "
        "time are simply the first ones.",
    ),
    Mistake(
        "pack_sequences/unsorted-back",
        old="x[order[:size], t] = data[start : start + size]",
        new="x[:size, t] = data[start : start + size]",
        hint="What you unpack is still sorted by length. `order` says to which sequence each row belongs: put it back there.",
    ),
    Mistake(
        "pack_sequences/pads-kept",
        old="batch_sizes = np.array([(lengths > t).sum() for t in range(lengths.max())])",
        new="batch_sizes = np.full(lengths.max(), len(lengths))",
        hint="Padding is packed as well: every sequence appears at every time. At time t only those with more than t steps are "
        "still running.",
    ),
    Mistake(
        "pack_sequences/unstable",
        old='order = np.argsort(-lengths, kind="stable")',
        new='order = np.argsort(lengths, kind="stable")[::-1]',
        hint="Sequences of equal length have changed places: turning a sorted order round turns them round as well. "
        "The one that came first stays in front.",
    ),
]
