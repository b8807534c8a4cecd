from autograder.suite import Mistake

MARGINAL = "marginal = probs.mean(axis=0)"
TERMS = "terms[some] = probs[some] * (np.log(probs[some]) - np.log(reference[some]))"
RESULT = "return np.exp(terms.sum(axis=1).mean())"

MISTAKES = [
    Mistake(
        "inception_score/no-exp",
        old=RESULT,
        new="return terms.sum(axis=1).mean()",
        hint="You return the mean divergence. The score is its exponential, from 1 to the number of classes.",
    ),
    Mistake(
        "inception_score/exp-inside",
        old=RESULT,
        new="return np.exp(terms.sum(axis=1)).mean()",
        hint="You average exponentials. The divergences are averaged first, and the exponential comes last.",
    ),
    Mistake(
        "inception_score/reversed",
        old=TERMS,
        new="terms[some] = reference[some] * (np.log(reference[some]) - np.log(probs[some]))",
        hint="Your divergences run the other way, from the marginal to the picture.",
    ),
    Mistake(
        "inception_score/base-two",
        old=TERMS,
        new="terms[some] = probs[some] * (np.log2(probs[some]) - np.log2(reference[some]))",
        hint="You count in bits and take the natural exponential. The two have to fit.",
    ),
    Mistake(
        "inception_score/test-marginal",
        old=MARGINAL,
        new="marginal = np.full(probs.shape[1], 1 / probs.shape[1])",
        hint="You compare with equally frequent classes. Then a generator that makes one perfect picture scores as well as "
        "one that makes all classes: the marginal is that of the generated pictures.",
    ),
    Mistake(
        "inception_score/per-class",
        old=RESULT,
        new="return np.exp(terms.mean())",
        hint="You average over the classes as well. A divergence is a SUM over classes.",
    ),
    Mistake(
        "inception_score/eps-added",
        old=TERMS,
        new="terms = probs * (np.log(probs + 1e-6) - np.log(reference + 1e-6))",
        hint="A small number is added under the logarithms, which makes every score slightly wrong. Leave out what has "
        "probability 0 instead.",
    ),
    Mistake(
        "inception_score/marginal-ignored",
        old="    if marginal is None:\n        marginal = probs.mean(axis=0)\n",
        new="    given, marginal = marginal, probs.mean(axis=0)\n    if given is not None and given.shape != marginal.shape:\n"
        '        raise ValueError("marginal")\n',
        hint="A marginal that is given is not used.",
    ),
    Mistake(
        "inception_score/nan-zero",
        old=TERMS,
        new="terms = probs * (np.log(probs) - np.log(reference))",
        hint="Where a class is impossible you multiply 0 by an infinite logarithm. Such a class adds nothing.",
    ),
]
