from autograder.suite import Mistake

BEST = "return np.exp(-np.logaddexp(0.0, log_q - log_p))"
MIX = "\n    m = (p + q) / 2\n"
TERM = "jsd += 0.5 * np.sum(density[some] * np.log(density[some] / m[some])) * dx"
RESULT = "return -np.log(4) + 2 * jsd"

MISTAKES = [
    Mistake(
        "optimal_discriminator/inverted",
        old=BEST,
        new="return np.exp(-np.logaddexp(0.0, log_p - log_q))",
        hint="You return the probability that a point is a fake. The discriminator says how likely it is REAL.",
    ),
    Mistake(
        "optimal_discriminator/no-log",
        old=BEST,
        new="return np.exp(log_p) / (np.exp(log_p) + np.exp(log_q))",
        hint="Far from the data both of your densities are 0 in floating point, and 0/0 is no probability. Only the "
        "difference of the logarithms matters.",
    ),
    Mistake(
        "optimal_discriminator/ratio",
        old=BEST,
        new="return np.exp(np.clip(log_p - log_q, -700, 700))",
        hint="That is the ratio of the densities, which may be any positive number. A probability compares one density "
        "with the sum of both.",
    ),
    Mistake(
        "optimal_discriminator/classifier",
        old=BEST,
        new="return np.where(log_p > log_q, 1.0, np.where(log_p < log_q, 0.0, 0.5))",
        hint="Your discriminator decides between 0 and 1. The logarithms in the game punish false certainty: the best "
        "answer is a probability.",
    ),
    Mistake(
        "optimal_discriminator/one-jsd",
        old=RESULT,
        new="return -np.log(4) + jsd",
        hint="The divergence counts twice: each half of it carries a factor 1/2 that the game's value does not have.",
    ),
    Mistake(
        "optimal_discriminator/no-dx",
        old=TERM,
        new="jsd += 0.5 * np.sum(density[some] * np.log(density[some] / m[some]))",
        hint="A sum over the grid grows with the number of its points. An integral is the sum times the distance of "
        "neighbouring points.",
    ),
    Mistake(
        "optimal_discriminator/plus-log4",
        old=RESULT,
        new="return np.log(4) + 2 * jsd",
        hint="The constant has the wrong sign: with D = 1/2 everywhere, both logarithms are negative.",
    ),
    Mistake(
        "optimal_discriminator/m-not-halved",
        old=MIX,
        new="\n    m = p + q\n",
        hint="The mixture has total probability 2 in your code. That is the value of the game without the constant, and "
        "the constant is then counted twice.",
    ),
    Mistake(
        "optimal_discriminator/one-sided",
        old=TERM,
        new="jsd += np.sum(p[p > 0] * np.log(p[p > 0] / m[p > 0])) * dx / 2",
        hint="Your divergence looks at the data only. Half of it is about the fakes.",
    ),
    Mistake(
        "optimal_discriminator/zero-times-log",
        old="some = density > 0",
        new="some = density > -1",
        hint="Where a density is 0 you multiply 0 by an infinite logarithm. Such a point adds nothing.",
    ),
]
