from autograder.suite import Mistake

NEAR = "near = distances.min(axis=1) <= radius"
COUNTS = "counts = np.bincount(nearest[near], minlength=len(centres))"
MODES = "n_modes = int(np.sum(counts >= min_frac * len(samples)))"

MISTAKES = [
    Mistake(
        "mode_coverage/no-radius",
        old=NEAR,
        new="near = distances.min(axis=1) < np.inf",
        hint="Every sample counts for its nearest centre, however far away that is.",
    ),
    Mistake(
        "mode_coverage/any-hit",
        old=MODES,
        new="n_modes = int(np.sum(counts > 0))",
        hint="A single sample covers a mode in your count. A mode needs its share of the samples.",
    ),
    Mistake(
        "mode_coverage/all-within",
        old=COUNTS,
        new="counts = np.sum(distances <= radius, axis=0)",
        hint="A sample between two centres counts for both. It belongs to the nearest one alone.",
    ),
    Mistake(
        "mode_coverage/share-of-hq",
        old=MODES,
        new="n_modes = int(np.sum(counts >= min_frac * max(counts.sum(), 1)))",
        hint="Your shares are of the good samples. They are of all samples: a generator that makes mostly rubbish covers "
        "nothing.",
    ),
    Mistake(
        "mode_coverage/strict-radius",
        old=NEAR,
        new="near = distances.min(axis=1) < radius",
        hint="A sample exactly at the radius does not count in your code. It does.",
    ),
    Mistake(
        "mode_coverage/strict-share",
        old=MODES,
        new="n_modes = int(np.sum(counts > min_frac * len(samples)))",
        hint="A mode with exactly the smallest share is not covered in your code. It is.",
    ),
    Mistake(
        "mode_coverage/squared-distance",
        old=NEAR,
        new="near = distances.min(axis=1) ** 2 <= radius",
        hint="You compare the squared distance with the radius.",
    ),
    Mistake(
        "mode_coverage/box",
        old="distances = np.linalg.norm(samples[:, None, :] - centres, axis=2)  # (N, K)",
        new="distances = np.abs(samples[:, None, :] - centres).max(axis=2)",
        hint="Your distance is the greatest difference of a coordinate. The usual, straight one is asked for.",
    ),
    Mistake(
        "mode_coverage/no-minlength",
        old=COUNTS,
        new="counts = np.bincount(nearest[near])",
        hint="Your counts end at the last mode that was hit. There is one for every mode, 0 among them.",
    ),
    Mistake(
        "mode_coverage/modes-of-all",
        old="return n_modes, counts.sum() / len(samples), counts",
        new="return n_modes, np.mean(counts > 0), counts",
        hint="Your hq_frac is a share of the modes. It is the share of SAMPLES that count.",
    ),
]
