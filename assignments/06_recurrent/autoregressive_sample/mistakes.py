from autograder.suite import Mistake

DRAW = "prev = int(np.argmax(cumulative > u))"

MISTAKES = [
    Mistake(
        "autoregressive_sample/argmax",
        old=DRAW,
        new="prev = int(np.argmax(p))",
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
        new="prev = int(np.argmax(cumulative > uniforms[0]))",
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
        new="prev = int(np.argmax(cumulative > 1 - u))",
        hint="You compare with 1 - u. The distribution is the same, but the statement fixes which u draws which "
        "token: cumulative probability greater than u.",
    ),
    Mistake(
        "autoregressive_sample/no-stop",
        old="        if prev == eos:\n            break\n",
        new="",
        hint="Your sequence goes on after the end token. What follows it has no meaning: stop there.",
    ),
]
