from autograder.suite import Mistake

BEST = 'best = np.argsort(-scores, axis=1, kind="stable")[:, :k]'
SHARE = "float((best == labels[:, None]).any(axis=1).mean())"

MISTAKES = [
    Mistake(
        "topk_accuracy/smallest-k",
        old=BEST,
        new='best = np.argsort(scores, axis=1, kind="stable")[:, :k]',
        hint="You take the k smallest scores. argsort sorts upwards.",
    ),
    Mistake(
        "topk_accuracy/axis-zero",
        old=BEST,
        new='best = np.argsort(-scores, axis=0, kind="stable")[:, :k]',
        hint="You rank the samples of each class. Rank the classes of each sample: sort along the rows.",
    ),
    Mistake(
        "topk_accuracy/percent",
        old=SHARE,
        new="100 * " + SHARE,
        hint="You return a percentage. The statement asks for a share from 0 to 1.",
    ),
    Mistake(
        "topk_accuracy/count",
        old=SHARE,
        new="float((best == labels[:, None]).any(axis=1).sum())",
        hint="You return the number of hits. Divide by the number of samples.",
    ),
    Mistake(
        "topk_accuracy/ties-high",
        old=BEST,
        new='best = scores.shape[1] - 1 - np.argsort(-scores[:, ::-1], axis=1, kind="stable")[:, :k]',
        hint="Of equal scores you take the class with the higher index first. The statement asks for the lower one.",
    ),
]
