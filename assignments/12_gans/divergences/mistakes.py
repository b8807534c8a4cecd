from autograder.suite import Mistake

SUM = "return np.sum(p[occurs] * (np.log(p[occurs]) - np.log(q[occurs])))"
INFINITE = "    if np.any(q[occurs] == 0):\n        return np.inf\n"
MIX = "\n    m = (p + q) / 2\n"
HALVES = "return 0.5 * kl_discrete(p, m) + 0.5 * kl_discrete(q, m)"

MISTAKES = [
    Mistake(
        "js_divergence/swapped",
        old=SUM,
        new="return kl_discrete_of(q, p)",
        also=(
            (INFINITE, ""),
            (
                "    occurs = p > 0\n",
                "    def kl_discrete_of(p, q):\n        occurs = p > 0\n"
                "        if np.any(q[occurs] == 0):\n            return np.inf\n"
                "        return np.sum(p[occurs] * (np.log(p[occurs]) - np.log(q[occurs])))\n\n",
            ),
        ),
        hint="That is KL(q || p). The divergence is not symmetric: the weights in front of the logarithm are those of the "
        "first distribution.",
    ),
    Mistake(
        "js_divergence/nan-zero",
        old=SUM,
        new="return np.sum(p * (np.log(p) - np.log(q)))",
        hint="Where an outcome has probability 0, you multiply 0 by an infinite logarithm. Such an outcome adds nothing.",
    ),
    Mistake(
        "js_divergence/eps-added",
        old=INFINITE,
        new="",
        also=((SUM, "return np.sum(p[occurs] * (np.log(p[occurs]) - np.log(q[occurs] + 1e-12)))"),),
        hint="A small number is added under the logarithm. It makes a divergence finite that is infinite, and every other "
        "one slightly wrong.",
    ),
    Mistake(
        "js_divergence/base-two",
        old=SUM,
        new="return np.sum(p[occurs] * (np.log2(p[occurs]) - np.log2(q[occurs])))",
        hint="You measure in bits. In this course logarithms are natural: divide by what a bit is in nats.",
    ),
    Mistake(
        "js_divergence/ratio-overflow",
        old=SUM,
        new="return np.sum(p[occurs] * np.log(p[occurs] / q[occurs]))",
        hint="The ratio of a large and a very small probability is too large for a float. The difference of their "
        "logarithms is not.",
    ),
    Mistake(
        "js_divergence/absolute",
        old=SUM,
        new="return np.sum(p[occurs] * np.abs(np.log(p[occurs]) - np.log(q[occurs])))",
        hint="You take absolute values of the logarithms. Single terms may be negative; the sum never is.",
    ),
    Mistake(
        "js_divergence/m-not-halved",
        old=MIX,
        new="\n    m = p + q\n",
        hint="Your mixture has total probability 2. Half of each makes a distribution; without it the divergence comes out "
        "too small by ln 2, and negative.",
    ),
    Mistake(
        "js_divergence/no-half",
        old=HALVES,
        new="return kl_discrete(p, m) + kl_discrete(q, m)",
        hint="You add the two divergences from the mixture. Their mean is asked for: at most ln 2.",
    ),
    Mistake(
        "js_divergence/sqrt",
        old=HALVES,
        new="return np.sqrt(0.5 * kl_discrete(p, m) + 0.5 * kl_discrete(q, m))",
        hint="The root of the divergence is the Jensen-Shannon DISTANCE. The divergence itself is asked for.",
    ),
    Mistake(
        "js_divergence/jeffreys",
        old=HALVES,
        new="return 0.5 * (kl_discrete(p, q) + kl_discrete(q, p))",
        hint="You average the divergences of p and q from each other. They are infinite as soon as one of them has an "
        "outcome of its own; the mixture in the middle prevents that.",
    ),
    Mistake(
        "js_divergence/from-the-mixture",
        old=HALVES,
        new="return 0.5 * kl_discrete(m, p) + 0.5 * kl_discrete(m, q)",
        hint="The mixture stands on the wrong side: p and q come first.",
    ),
]
