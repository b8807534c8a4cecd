from autograder.suite import Mistake

NORMAL = "log_prob = -0.5 * (np.log(2 * np.pi) + logvar + away**2)"
COIN = "log_prob = x * params - np.logaddexp(0.0, params)"
SHIFT = "shifted = params - params.max(axis=-1, keepdims=True)"
LOG_P = "log_p = shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))"
SUM = "return np.sum(log_prob, axis=1)"

MISTAKES = [
    Mistake(
        "decoder_log_prob/no-two-pi",
        old=NORMAL,
        new="log_prob = -0.5 * (logvar + (x - mu) ** 2 / np.exp(logvar))",
        hint="The constant of the normal density is missing. For training it makes no difference, but what you return is "
        "no density then: it does not integrate to 1, and cannot be compared with other models.",
    ),
    Mistake(
        "decoder_log_prob/std-as-var",
        old=NORMAL,
        new="log_prob = -0.5 * (np.log(2 * np.pi) + 2 * logvar + (x - mu) ** 2 / np.exp(2 * logvar))",
        hint="You take logvar for the logarithm of the standard deviation. It is that of the variance, so its exponential "
        "is sigma squared already.",
    ),
    Mistake(
        "decoder_log_prob/mean-dims",
        old=SUM,
        new="return np.mean(log_prob, axis=1)",
        hint="You average over the features. They are independent, so their probabilities are multiplied, and the "
        "logarithms are added up.",
    ),
    Mistake(
        "decoder_log_prob/flat-softmax",
        old=SHIFT,
        new="shifted = params - params.max(axis=(1, 2), keepdims=True)",
        also=((LOG_P, "log_p = shifted - np.log(np.sum(np.exp(shifted), axis=(1, 2), keepdims=True))"),),
        hint="Your softmax runs over all features and classes of a sample together. Every feature has a class of its own, "
        "so the probabilities of its C classes sum to 1 by themselves.",
    ),
    Mistake(
        "decoder_log_prob/logvar-missing",
        old=NORMAL,
        new="log_prob = -0.5 * (np.log(2 * np.pi) + (x - mu) ** 2 / np.exp(logvar))",
        hint="The normaliser of your normal density does not depend on the width. A wide bell is a low one: without that "
        "term a decoder could make every error cheap by claiming a huge variance.",
    ),
    Mistake(
        "decoder_log_prob/unit-variance",
        old=NORMAL,
        new="log_prob = -0.5 * (np.log(2 * np.pi) + (x - mu) ** 2)",
        hint="Your normal density has variance 1, whatever logvar says.",
    ),
    Mistake(
        "decoder_log_prob/negative",
        old=SUM,
        new="return -np.sum(log_prob, axis=1)",
        hint="You return the negative log-likelihood. That is what one minimises; asked for is ln p itself.",
    ),
    Mistake(
        "decoder_log_prob/unstable-bernoulli",
        old=COIN,
        new="log_prob = x * params - np.log(1 + np.exp(params))",
        hint="For large logits the exponential in your formula for zeros and ones overflows. ln(1 + exp(a)) is close to a "
        "when a is large: write it such that no large number is exponentiated.",
    ),
    Mistake(
        "decoder_log_prob/clipped-bernoulli",
        old=COIN,
        new="prob = np.clip(1 / (1 + np.exp(-np.clip(params, -700, 700))), 1e-7, 1 - 1e-7)\n"
        "        log_prob = x * np.log(prob) + (1 - x) * np.log(1 - prob)",
        hint="You compute probabilities, keep them away from 0 and 1, and take the logarithm. The clipping makes ln p "
        "wrong where the decoder is sure of itself: stay with the logits.",
    ),
    Mistake(
        "decoder_log_prob/rounded-x",
        old=COIN,
        new="log_prob = np.where(x > 0.5, -np.logaddexp(0.0, -params), -np.logaddexp(0.0, params))",
        hint="You treat every x as 0 or 1. The formula takes grey values between them as they are.",
    ),
    Mistake(
        "decoder_log_prob/unstable-categorical",
        old=SHIFT,
        new="shifted = params",
        hint="The exponentials of large logits overflow in your softmax. The same number may be taken from all logits of "
        "a feature beforehand.",
    ),
    Mistake(
        "decoder_log_prob/log-of-softmax",
        old=LOG_P,
        new="log_p = np.log(np.exp(shifted) / np.sum(np.exp(shifted), axis=-1, keepdims=True))",
        hint="You take the logarithm of a softmax, and where the probability is too small for a float you get minus "
        "infinity. Work out the logarithm of the quotient first.",
    ),
]
