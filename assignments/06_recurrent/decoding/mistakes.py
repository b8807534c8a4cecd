from autograder.suite import Mistake

KEPT = "kept = sorted(pool, key=_best_first)[:k]"
STORED = "results += [hypothesis for hypothesis in kept if hypothesis[0][-1] == eos]"
LIVE = "live = [hypothesis for hypothesis in kept if hypothesis[0][-1] != eos]"

MISTAKES = [
    Mistake(
        "greedy_decode/no-stop",
        old="        if prev == eos:\n            break\n",
        new="",
        hint="Your decoding goes on after the end token, until max_len. What the model says after eos has no meaning.",
    ),
    Mistake(
        "greedy_decode/bos-returned",
        old="tokens: list[int] = []",
        new="tokens: list[int] = [bos]",
        also=(("while len(tokens) < max_len:", "while len(tokens) <= max_len:"),),
        hint="The begin token is part of your result. It was given, not decoded, and has no probability of its own.",
    ),
    Mistake(
        "greedy_decode/eos-dropped",
        old="        tokens.append(best)\n        prev = best\n        if prev == eos:\n            break",
        new="        if best == eos:\n            break\n        tokens.append(best)\n        prev = best",
        hint="The end token is missing in your result. It is a token like others, decoded by the model, and its "
        "log-probability is in the score.",
    ),
    Mistake(
        "greedy_decode/last-tie",
        old="best = int(np.argmax(logp[prev]))",
        new="best = logp.shape[1] - 1 - int(np.argmax(logp[prev][::-1]))",
        hint="Of equally probable tokens you take the highest id. The statement asks for the lowest.",
    ),
    Mistake(
        "greedy_decode/probability-score",
        old="return tokens, score",
        new="return tokens, float(np.exp(score))",
        hint="Your score is the probability of the sequence. The statement asks for the sum of log-probabilities, "
        "which does not underflow.",
    ),
    Mistake(
        "beam_search/per-parent",
        old="            for j in range(logp.shape[1]):\n"
        "                pool.append(([*tokens, j], score + float(logp[prev, j])))\n        " + KEPT,
        new="            own = []\n            for j in range(logp.shape[1]):\n"
        "                own.append(([*tokens, j], score + float(logp[prev, j])))\n"
        "            pool += sorted(own, key=_best_first)[:k]\n        kept = pool",
        hint="You keep k continuations of EVERY hypothesis, so the beam grows with each step. All continuations "
        "compete in one pool, and k of the pool are kept: a hypothesis may die out.",
    ),
    Mistake(
        "beam_search/conditional",
        old=KEPT,
        new="last = lambda one: (-float(logp[(one[0][-2] if len(one[0]) > 1 else bos), one[0][-1]]), one[0])\n"
        "        kept = sorted(pool, key=last)[:k]",
        hint="You rank the continuations by the log-probability of their last token alone. What counts is the sum "
        "over the whole hypothesis: a good continuation of a bad beginning is still bad.",
    ),
    Mistake(
        "beam_search/expands-finished",
        old=STORED + "\n        " + LIVE,
        new="live = kept",
        hint="Hypotheses that end in eos are continued like the others. They are finished: put them aside, and "
        "continue only those that are still live.",
    ),
    Mistake(
        "beam_search/first-eos",
        old="        if not live:\n            break\n    results += live",
        new="        if results or not live:\n            break\n    results += live if not results else []",
        hint="You stop as soon as the first hypothesis has ended. One that is still live may end with a better "
        "score: go on until none is live, or the greatest length is reached.",
    ),
    Mistake(
        "beam_search/prune-normalised",
        old="pool.append(([*tokens, j], score + float(logp[prev, j])))",
        new="pool.append(([*tokens, j], (score + float(logp[prev, j])) / (len(tokens) + 1 if length_norm else 1)))",
        hint="With length_norm your scores are divided by the length while the search is still going on, and what "
        "is carried on is no sum any more. Search with sums; divide once, at the end, to order the results.",
    ),
    Mistake(
        "beam_search/loses-finished",
        old=STORED,
        new="results += []",
        hint="Hypotheses that end in eos leave your beam, and are never seen again. They are results: store them "
        "when they finish.",
    ),
]
