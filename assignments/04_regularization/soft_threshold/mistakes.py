from autograder.suite import Mistake

WHOLE = "return np.sign(theta) * np.maximum(np.abs(theta) - tau, 0.0)"

MISTAKES = [
    Mistake(
        "soft_threshold/hard",
        old=WHOLE,
        new="return np.where(np.abs(theta) > tau, theta, 0.0)",
        hint="You keep large entries as they are. That is hard thresholding, and it jumps at tau; the soft kind "
        "takes tau off the large entries as well.",
    ),
    Mistake(
        "soft_threshold/past-zero",
        old=WHOLE,
        new="return theta - tau * np.sign(theta)",
        hint="Small entries are pulled past 0 and come out on the other side. Once an entry has reached 0 there is "
        "nothing more to gain: it stays there.",
    ),
    Mistake(
        "soft_threshold/one-sided",
        old=WHOLE,
        new="return np.maximum(theta - tau, 0.0)",
        hint="Only positive entries survive. The penalty tau |z| is the same on both sides of 0: a large negative "
        "entry shrinks towards 0 from below.",
    ),
    Mistake(
        "soft_threshold/scaled",
        old=WHOLE,
        new="return theta * (1 - tau)",
        hint="You shrink every entry by a factor. That is what an L2 penalty does, and it never reaches 0; L1 takes "
        "the same amount off every entry, large or small.",
    ),
    Mistake(
        "soft_threshold/in-place",
        old=WHOLE,
        new="theta[...] = np.sign(theta) * np.maximum(np.abs(theta) - tau, 0.0)\n    return theta",
        hint="Your numbers are right, but the array that came in is overwritten by them.",
    ),
]
