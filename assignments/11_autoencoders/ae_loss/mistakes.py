from autograder.suite import Mistake

LOSS = "loss = np.sum(error**2) / n"
GRADIENT = "dxhat = 2 * error / n"

MISTAKES = [
    Mistake(
        "ae_reconstruction_loss/mean-all",
        old=LOSS,
        new="loss = np.mean(error**2)",
        also=((GRADIENT, "dxhat = 2 * error / error.size"),),
        hint="You divide by all N*D entries. The features of a sample are added up here, only the samples are averaged; "
        "otherwise the loss of one and the same error depends on how many features there are.",
    ),
    Mistake(
        "ae_reconstruction_loss/root",
        old=LOSS,
        new="loss = np.sum(np.sqrt(np.sum(error**2, axis=1))) / n",
        also=((GRADIENT, "dxhat = error / np.maximum(np.linalg.norm(error, axis=1, keepdims=True), 1e-12) / n"),),
        hint="Your loss is the mean distance, with a root in it. The distance is squared before the mean is taken.",
    ),
    Mistake(
        "ae_reconstruction_loss/half",
        old=LOSS,
        new="loss = 0.5 * np.sum(error**2) / n",
        also=((GRADIENT, "dxhat = error / n"),),
        hint="There is a factor 1/2 in your loss. It is often put there to make the gradient look nicer, but this "
        "definition does not have it, so the 2 of the derivative stays.",
    ),
    Mistake(
        "ae_reconstruction_loss/sign",
        old=GRADIENT,
        new="dxhat = -2 * error / n",
        hint="Your gradient points the wrong way: it is the one with respect to x. Where xhat is too large, a larger xhat "
        "makes the loss larger.",
    ),
    Mistake(
        "ae_reconstruction_loss/sum-batch",
        old=LOSS,
        new="loss = np.sum(error**2)",
        also=((GRADIENT, "dxhat = 2 * error"),),
        hint="You sum over the batch. The loss is a mean over the N samples, and its gradient has the 1/N, too.",
    ),
]
