from autograder.suite import Mistake

MAKE = "rows = np.zeros((len(labels), num_classes))"
SET = "rows[np.arange(len(labels)), labels] = 1.0"
CHECK = """    if np.any(labels < 0) or np.any(labels >= num_classes):
        raise ValueError(f"labels are not all in 0 ... {num_classes - 1}")
"""

MISTAKES = [
    Mistake(
        "one_hot/k-from-max",
        old=MAKE,
        new="rows = np.zeros((len(labels), labels.max() + 1 if len(labels) else 0))",
        hint="You take the number of columns from the largest label. If the last class does not occur in a batch, its "
        "column is missing.",
    ),
    Mistake(
        "one_hot/transposed",
        old="    return rows",
        new="    return rows.T",
        hint="Your labels are columns. Samples are rows in this course: shape (N, C).",
    ),
    Mistake(
        "one_hot/one-based",
        old=SET,
        new="rows[np.arange(len(labels)), labels - 1] = 1.0",
        hint="Your ones are one column too far to the left. Classes count from 0.",
    ),
    Mistake(
        "one_hot/wrap",
        old="np.any(labels < 0) or np.any(labels >= num_classes)",
        new="np.any(labels >= num_classes)",
        hint="A negative label is accepted: numpy counts it from the end. It should raise ValueError.",
    ),
    Mistake(
        "one_hot/too-large",
        old="np.any(labels >= num_classes)",
        new="np.any(labels > num_classes)",
        also=((SET, "rows[np.arange(len(labels)), labels % num_classes] = 1.0"),),
        hint="A label that equals num_classes is accepted. Classes count from 0, so the last one is num_classes - 1.",
    ),
    Mistake(
        "one_hot/int-dtype",
        old=MAKE,
        new="rows = np.zeros((len(labels), num_classes), dtype=int)",
        hint="Your rows are whole numbers. Ask for float64: they will be compared with probabilities.",
    ),
]
