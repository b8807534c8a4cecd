from autograder.suite import Mistake

LOOP = """    for start in range(0, x.shape[1], k):
        chunk = slice(start, start + k)
        h, cache = rnn_forward(x[:, chunk], state, wx, wh, b)
        _, _, *grads = rnn_backward(dh[:, chunk], cache)
        dwx, dwh, db = dwx + grads[0], dwh + grads[1], db + grads[2]
        state = h[:, -1]"""

SLIDING = """    before, _ = rnn_forward(x, h0, wx, wh, b)
    before = np.concatenate([h0[:, None], before], axis=1)
    for t in range(x.shape[1]):
        start = max(0, t - k + 1)
        h, cache = rnn_forward(x[:, start : t + 1], before[:, start], wx, wh, b)
        alone = np.zeros_like(h)
        alone[:, -1] = dh[:, t]
        _, _, *grads = rnn_backward(alone, cache)
        dwx, dwh, db = dwx + grads[0], dwh + grads[1], db + grads[2]"""

MISTAKES = [
    Mistake(
        "truncated_bptt/state-reset",
        old="        state = h[:, -1]\n",
        new="",
        hint="Every chunk starts from h0, so the net forgets at each border. Only gradients stop there; the state goes on "
        "into the next chunk.",
    ),
    Mistake(
        "truncated_bptt/off-by-one",
        old="    state = h0\n",
        new="    state = h0\n    k = k + 1\n",
        hint="Your chunks are one step too long: gradients go back over k borders between steps. A chunk of k steps has "
        "k - 1 of them inside; with k = 1 there is none.",
    ),
    Mistake(
        "truncated_bptt/last-chunk",
        old="dwx, dwh, db = dwx + grads[0], dwh + grads[1], db + grads[2]",
        new="dwx, dwh, db = grads",
        hint="Only the gradients of the last chunk are left. Those of all chunks are added up.",
    ),
    Mistake(
        "truncated_bptt/sliding",
        old=LOOP,
        new=SLIDING,
        hint="Each step looks back over its own last k steps. Here the borders are fixed: the first step of a chunk looks "
        "back over nothing but itself, the last one over the whole chunk.",
    ),
    Mistake(
        "truncated_bptt/full",
        old="    state = h0\n",
        new="    state = h0\n    k = x.shape[1]\n",
        hint="Nothing is cut off: your gradients go back to the first step. At the start of a chunk, the state that comes in "
        "counts as a constant.",
    ),
    Mistake(
        "truncated_bptt/mean",
        old="return dwx, dwh, db",
        new="chunks = -(-x.shape[1] // k)\n    return dwx / chunks, dwh / chunks, db / chunks",
        hint="The gradients are averaged over the chunks. The loss is a sum over all steps, so what the chunks contribute "
        "adds up.",
    ),
]
