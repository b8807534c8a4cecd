from autograder.suite import Mistake

WINDOW = "np.arange(-w, w + 1)"
ENDS = "places = np.clip(places, 0, t - 1)"
SOFTMAX = "weights = masked_softmax(scores, exists)"

MISTAKES = [
    Mistake(
        "local_attention/one-sided",
        old=WINDOW,
        new="np.arange(-w, 1)",
        hint="Your window reaches into the past only. |i - j| <= w holds on both sides of i.",
    ),
    Mistake(
        "local_attention/half",
        old=WINDOW,
        new="np.arange(-(w // 2), w // 2 + 1)",
        hint="Your window is w wide in all. It should reach w places to EACH side: 2w + 1 keys.",
    ),
    Mistake(
        "local_attention/off-by-one",
        old=WINDOW,
        new="np.arange(-w, w)",
        hint="Your window ends one place too early: range leaves out its end, and the neighbour at distance w belongs to it.",
    ),
    Mistake(
        "local_attention/wrap",
        old=ENDS,
        new="places, exists = places % t, np.ones_like(exists)",
        hint="At the ends your window goes round in a circle: the first token reads the last ones. What lies beyond an "
        "end does not exist.",
    ),
    Mistake(
        "local_attention/zero-pad",
        old=SOFTMAX,
        new="weights = masked_softmax(np.where(exists, scores, 0.0)) * exists",
        hint="Beyond the ends your keys are zeros, and a score of 0 still takes weight. What does not exist must not "
        "take part in the softmax.",
    ),
    Mistake(
        "local_attention/repeated-end",
        old=SOFTMAX,
        new="weights = masked_softmax(scores)",
        hint="At the ends the last token is counted several times: your window is filled up with copies of it.",
    ),
    Mistake(
        "local_attention/no-scale",
        old=" / np.sqrt(q.shape[1])",
        new="",
        hint="Your scores are not divided by the root of D.",
    ),
]
