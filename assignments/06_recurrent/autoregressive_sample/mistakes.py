from autograder.suite import Mistake

DRAW = "prev = int(np.argmax(cumulative > u * cumulative[-1]))"

MISTAKES = [
    Mistake(
        "autoregressive_sample/argmax",
        old=DRAW,
        new="prev = int(np.argmax(logits))",
        hint="You always take the most probable token. That is greedy decoding; sampling has to let the random number decide.",
    ),
    Mistake(
        "autoregressive_sample/fixed-context",
        old="logits = table[prev]",
        new="logits = table[bos]",
        hint="Every token is drawn as if it were the first. The next token depends on the one that was just drawn: "
        "feed it back.",
    ),
    Mistake(
        "autoregressive_sample/same-u",
        old=DRAW,
        new="prev = int(np.argmax(cumulative > uniforms[0] * cumulative[-1]))",
        hint="The first random number decides about all tokens. Each token needs one of its own, or they are not "
        "independent given the context.",
    ),
    Mistake(
        "autoregressive_sample/eos-dropped",
        old="tokens.append(prev)\n        if prev == eos:\n            break",
        new="if prev == eos:\n            break\n        tokens.append(prev)",
        hint="The end token is missing in your result. It belongs to the sequence: the model has drawn it, and its "
        "probability counts.",
    ),
    Mistake(
        "autoregressive_sample/complement",
        old=DRAW,
        new="prev = int(np.argmax(cumulative > (1 - u) * cumulative[-1]))",
        hint="You compare with 1 - u. The distribution is the same, but the statement fixes which u draws which "
        "token: cumulative probability greater than u.",
    ),
    Mistake(
        "autoregressive_sample/no-stop",
        old="        if prev == eos:\n            break\n",
        new="",
        hint="Your sequence goes on after the end token. What follows it has no meaning: stop there.",
    ),
    Mistake(
        "autoregressive_sample/past-the-end",
        old=DRAW,
        new="cumulative = np.cumsum(np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum())\n"
        "        prev = int(np.argmax(cumulative > u))",
        hint="Rounding can leave the sum of your probabilities a little below 1. If u is greater still, no token is found, and "
        "you return one that may be impossible. Make sure that the last possible token takes what is left.",
    ),
]
