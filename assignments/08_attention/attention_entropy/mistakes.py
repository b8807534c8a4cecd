from autograder.suite import Mistake

LOGS = "logs = np.log(np.where(a > 0, a, 1.0))"
SUM = "return -(a * logs).sum(axis=-1)"

MISTAKES = [
    Mistake(
        "attention_entropy/column",
        old=SUM,
        new="return -(a * logs).sum(axis=-2)",
        hint="You sum over the queries. The weights of one query, over all keys, are the distribution that has an "
        "entropy: which axis holds the keys?",
    ),
    Mistake(
        "attention_entropy/base-two",
        old=LOGS,
        new="logs = np.log2(np.where(a > 0, a, 1.0))",
        hint="Your logarithm has base 2, so you count bits. Asked for is the natural logarithm: nats.",
    ),
    Mistake(
        "attention_entropy/nan-zero",
        old=LOGS,
        new="logs = np.log(a)",
        hint="A weight of 0 gives nan: 0 times minus infinity. It contributes 0. Masked keys have exactly this weight.",
    ),
    Mistake(
        "attention_entropy/small-constant",
        old=LOGS,
        new="logs = np.log(a + 1e-3)",
        hint="You add a small number to every weight to keep the logarithm finite. That changes all entropies a "
        "little; only the zeros need care.",
    ),
    Mistake(
        "attention_entropy/mean",
        old=SUM,
        new="return -(a * logs).mean(axis=-1)",
        hint="You average over the keys. An entropy is an expectation already, with the weights themselves as "
        "probabilities: sum.",
    ),
    Mistake(
        "attention_entropy/sign",
        old=SUM,
        new="return (a * logs).sum(axis=-1)",
        hint="Your entropies are negative. Logarithms of numbers below 1 are: mind the sign.",
    ),
]
