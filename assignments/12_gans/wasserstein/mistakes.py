from autograder.suite import Mistake

RESULT = "return np.sum(np.abs(share_x - share_y) * np.diff(t))"
LIP = "lip = np.max(np.abs(np.diff(f_vals[order])) / gaps)"
VALUE = "value = np.sum(f_vals * (p - q)) / max(lip, 1e-12)"

MISTAKES = [
    Mistake(
        "wasserstein1_1d/unsorted",
        old=RESULT,
        new="if x.size == y.size:\n        return np.mean(np.abs(x - y))\n"
        "    return np.sum(np.abs(share_x - share_y) * np.diff(t))",
        hint="You pair the entries in the order in which they came. The cheapest way on a line never crosses: the smallest "
        "goes to the smallest.",
    ),
    Mistake(
        "wasserstein1_1d/squared",
        old=RESULT,
        new="return np.sum((share_x - share_y) ** 2 * np.diff(t))",
        hint="You square the difference of the distribution functions. The area between them is asked for.",
    ),
    Mistake(
        "wasserstein1_1d/truncated",
        old=RESULT,
        new="k = min(x.size, y.size)\n    return np.mean(np.abs(np.sort(x)[:k] - np.sort(y)[:k]))",
        hint="If the samples differ in size, you drop what is left over of the longer one. All of its mass has to arrive: "
        "each entry weighs one over the size of its own sample.",
    ),
    Mistake(
        "wasserstein1_1d/mean-difference",
        old=RESULT,
        new="return np.abs(np.mean(x) - np.mean(y))",
        hint="The distance of the means is only a lower bound: samples with one mean can lie in different places. (It is "
        "also what comes out if areas above and below are allowed to cancel.)",
    ),
    Mistake(
        "wasserstein1_1d/w2",
        old=RESULT,
        new="u = (np.arange(2520) + 0.5) / 2520\n    a, b = np.sort(x), np.sort(y)\n"
        "    return np.sqrt(np.mean((a[(u * x.size).astype(int)] - b[(u * y.size).astype(int)]) ** 2))",
        hint="You average squared ways. That is the Wasserstein-2 distance.",
    ),
    Mistake(
        "wasserstein1_1d/largest-gap",
        old=RESULT,
        new="return np.max(np.abs(share_x - share_y))",
        hint="That is the largest difference of the distribution functions, which says nothing about how far mass has to "
        "go. Their area is asked for.",
    ),
    Mistake(
        "kr_dual_value/neighbours-index",
        old=LIP,
        new="lip = np.max(np.abs(np.diff(f_vals[order])))",
        hint="Your slope is that from one place to the next, whatever their distance. Divide by the distance on the line.",
    ),
    Mistake(
        "kr_dual_value/no-rescale",
        old=VALUE,
        new="value = np.sum(f_vals * (p - q))",
        hint="A critic that is steeper than 1 can claim any distance. Its value counts in units of its slope.",
    ),
    Mistake(
        "kr_dual_value/abs-inside",
        old=VALUE,
        new="value = np.sum(np.abs(f_vals * (p - q))) / max(lip, 1e-12)",
        hint="You add absolute values, so that no critic is ever wrong. The value is a difference of two means, and may be "
        "negative.",
    ),
    Mistake(
        "kr_dual_value/input-order",
        old=LIP,
        new="lip = np.max(np.abs(np.diff(f_vals) / np.diff(x)))",
        hint="You look at neighbours in the list. The places come in no order, and the steepest slope is between "
        "neighbours on the line.",
    ),
    Mistake(
        "kr_dual_value/only-if-steep",
        old=VALUE,
        new="value = np.sum(f_vals * (p - q)) / max(lip, 1.0)",
        hint="You scale steep critics down, and leave flat ones as they are. A flat one is scaled up as well.",
    ),
    Mistake(
        "kr_dual_value/exchanged",
        old=VALUE,
        new="value = np.sum(f_vals * (q - p)) / max(lip, 1e-12)",
        hint="The two distributions have changed places: the value is the mean under p minus the mean under q.",
    ),
    Mistake(
        "kr_dual_value/uphill-only",
        old=LIP,
        new="lip = np.max(np.diff(f_vals[order]) / gaps)",
        hint="Only slopes upwards count in your code. A critic may be steepest on its way down.",
    ),
]
