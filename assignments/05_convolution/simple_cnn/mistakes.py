from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "cnn_loss_and_grads/no-mean",
        old="dscores = dscores / len(X)",
        new="dscores = dscores / 1",
        hint="The loss is a mean over the batch, but your gradients are those of the sum.",
    ),
    Mistake(
        "cnn_loss_and_grads/flatten-order",
        old='dpooled = (dscores @ params["W"].T).reshape(pooled.shape)',
        new='dpooled = (dscores @ params["W"].T).reshape(len(X), *pooled.shape[2:], -1).transpose(0, 3, 1, 2)',
        hint="On the way back the flat features become maps in another order than the one in which they were "
        "flattened. The channel comes first.",
    ),
    Mistake(
        "cnn_loss_and_grads/no-relu-mask",
        old="maxpool2d_backward(dpooled, pool_cache) * (hidden > 0)",
        new="maxpool2d_backward(dpooled, pool_cache)",
        hint="ReLU is left out on the way back: where the convolution gave a negative number, no gradient passes.",
    ),
    Mistake(
        "cnn_loss_and_grads/softmax-twice",
        old="shifted = scores - scores.max(axis=1, keepdims=True)",
        new="scores = np.exp(scores - scores.max(axis=1, keepdims=True))\n"
        "    scores = scores / scores.sum(axis=1, keepdims=True)\n"
        "    shifted = scores - scores.max(axis=1, keepdims=True)",
        hint="Probabilities go into the cross-entropy, which applies softmax once more. Give it the scores.",
    ),
    Mistake(
        "cnn_loss_and_grads/overflow",
        old="shifted = scores - scores.max(axis=1, keepdims=True)",
        new="shifted = scores",
        hint="Large scores overflow in exp. Softmax does not change if the same number is taken off all scores of a row.",
    ),
]
