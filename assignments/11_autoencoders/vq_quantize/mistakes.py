from autograder.suite import Mistake

DISTANCES = "distances = (differences**2).sum(axis=2)"

MISTAKES = [
    Mistake(
        "vq_quantize/argmax",
        old="distances.argmin(axis=1)",
        new="distances.argmax(axis=1)",
        hint="You take the code that is farthest away.",
    ),
    Mistake(
        "vq_quantize/cross-sign",
        old=DISTANCES,
        new="distances = (e**2).sum(axis=1) + 2 * z_e @ e.T",
        hint="You expand the square with the wrong sign of the mixed term: that ranks by the distance to -z. "
        "Check that a code is mapped to itself.",
    ),
    Mistake(
        "vq_quantize/no-code-norm",
        old=DISTANCES,
        new="distances = -2 * z_e @ e.T",
        hint="You rank the codes by their inner product with z. That favours long codes: the squared norm of the "
        "code belongs to the distance (only that of z is the same for all codes).",
    ),
    Mistake(
        "vq_quantize/axis",
        old="distances.argmin(axis=1)",
        new="distances.argmin(axis=0)",
        hint="You look for the nearest vector of each code. Each VECTOR is to get its nearest code: look at the shape of idx.",
    ),
    Mistake(
        "vq_quantize/last-tie",
        old="idx = distances.argmin(axis=1)",
        new="idx = len(e) - 1 - distances[:, ::-1].argmin(axis=1)",
        hint="Of several codes at the same distance you take the last. The lowest index is asked for.",
    ),
    Mistake(
        "vq_quantize/cosine",
        old=DISTANCES,
        new="distances = -(z_e @ e.T) / np.linalg.norm(e, axis=1).clip(1e-12)",
        hint="You compare directions, not places: a code and its triple have the same cosine with any vector. "
        "Use the Euclidean distance.",
    ),
    Mistake(
        "vq_quantize/city-block",
        old=DISTANCES,
        new="distances = np.abs(differences).sum(axis=2)",
        hint="You add up absolute differences. The Euclidean distance adds up squares, and the two do not always "
        "agree on what is nearest.",
    ),
]
