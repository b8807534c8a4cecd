from autograder.suite import Mistake

UPDATE = "mean = (1 - momentum) * mean + momentum * x.mean(axis=0)\n    var = (1 - momentum) * var + momentum * x.var(axis=0)"

MISTAKES = [
    Mistake(
        "batchnorm_forward/unbiased",
        old="var = ((x - mu) ** 2).mean(axis=0)",
        new="var = ((x - mu) ** 2).sum(axis=0) / (len(x) - 1)",
        hint="Your variance is divided by N - 1. Batch normalisation uses the biased variance, divided by N: "
        "it describes this batch, it does not estimate a population.",
    ),
    Mistake(
        "batchnorm_forward/axis-one",
        old="mu = x.mean(axis=0)\n    var = ((x - mu) ** 2).mean(axis=0)",
        new="mu = x.mean(axis=1, keepdims=True)\n    var = ((x - mu) ** 2).mean(axis=1, keepdims=True)",
        hint="You normalise each sample over its features. That is layer normalisation; here each feature is "
        "normalised over the batch. Which axis is the batch?",
    ),
    Mistake(
        "batchnorm_forward/eps-outside",
        old="std = np.sqrt(var + eps)",
        new="std = np.sqrt(var) + eps",
        hint="eps is added to the standard deviation. It belongs to the variance, under the root; the two "
        "differ where a feature hardly varies.",
    ),
    Mistake(
        "batchnorm_forward/variance",
        old="x_hat = (x - mu) / std",
        new="x_hat = (x - mu) / (var + eps)",
        hint="You divide by the variance. Then x_hat has the unit 1/x; to have variance 1 it must be divided "
        "by the standard deviation.",
    ),
    Mistake(
        "batchnorm_forward/swapped",
        old="out = gamma * x_hat + beta",
        new="out = beta * x_hat + gamma",
        hint="The roles of gamma and beta are exchanged: gamma scales, beta shifts.",
    ),
    Mistake(
        "batchnorm_backward/constant-stats",
        old="dx = gamma / std * (dout - through_mean - through_variance)",
        new="dx = gamma / std * dout",
        hint="Your dx treats the mean and the variance as constants. Both are computed from x, so two more "
        "paths lead from the loss to x; add their contributions.",
    ),
    Mistake(
        "batchnorm_backward/no-mean-path",
        old="dout - through_mean - through_variance",
        new="dout - through_variance",
        hint="The path through the mean is missing in dx: a nudge of one x moves mu, and with it every row. "
        "A sign of it: dx should sum to zero over the batch.",
    ),
    Mistake(
        "batchnorm_backward/no-var-path",
        old="dout - through_mean - through_variance",
        new="dout - through_mean",
        hint="The path through the variance is missing in dx: a nudge of one x changes var, and with it the "
        "scale of every row.",
    ),
    Mistake(
        "batchnorm_backward/x-for-xhat",
        old="dgamma = (dout * x_hat).sum(axis=0)",
        new="dgamma = (dout * (x_hat * std)).sum(axis=0)",
        hint="dgamma is taken with the input where the normalised input belongs: gamma multiplies x_hat.",
    ),
    Mistake(
        "batchnorm_backward/gamma-mean",
        old="dgamma = (dout * x_hat).sum(axis=0)",
        new="dgamma = (dout * x_hat).mean(axis=0)",
        hint="dgamma is averaged over the batch. One gamma serves all rows, so its gradient is the sum of what "
        "each row contributes; a mean over the batch, if any, is already in dout.",
    ),
    Mistake(
        "batchnorm_backward/unbiased",
        old="through_mean = dout.mean(axis=0)\n    through_variance = x_hat * (dout * x_hat).mean(axis=0)",
        new="through_mean = dout.sum(axis=0) / (len(dout) - 1)\n"
        "    through_variance = x_hat * (dout * x_hat).sum(axis=0) / (len(dout) - 1)",
        hint="The means inside dx are divided by N - 1. The forward pass divides by N, so its derivative does.",
    ),
    Mistake(
        "batchnorm_running_stats/reversed",
        old=UPDATE,
        new="mean = momentum * mean + (1 - momentum) * x.mean(axis=0)\n"
        "    var = momentum * var + (1 - momentum) * x.var(axis=0)",
        hint="Your momentum is the weight of the old value. Here, as in PyTorch, it is the weight of the new batch.",
    ),
    Mistake(
        "batchnorm_running_stats/unbiased",
        old="momentum * x.var(axis=0)",
        new="momentum * x.var(axis=0, ddof=1)",
        hint="The batch's variance enters divided by N - 1. PyTorch does that for its buffers; this course uses "
        "the biased variance everywhere.",
    ),
    Mistake(
        "batchnorm_running_stats/std-stored",
        old="momentum * x.var(axis=0)",
        new="momentum * x.std(axis=0)",
        hint="You average standard deviations. What is kept, and what inference takes the root of, is the variance.",
    ),
    Mistake(
        "batchnorm_running_stats/eval-batch",
        old="    mean, var = stats\n    return gamma",
        new="    mean, var = x.mean(axis=0), x.var(axis=0)\n    return gamma",
        hint="Your inference still uses the statistics of the batch it is given. At test time a sample's output "
        "must not depend on its neighbours: use the running statistics.",
    ),
    Mistake(
        "batchnorm_running_stats/in-place",
        old=UPDATE,
        new="mean *= 1 - momentum\n    mean += momentum * x.mean(axis=0)\n"
        "    var *= 1 - momentum\n    var += momentum * x.var(axis=0)",
        hint="Your numbers are right, but the arrays that came in as `stats` are overwritten on the way: whoever "
        "kept them now holds something else.",
    ),
    Mistake(
        "batchnorm_running_stats/zero-start",
        old="var = (1 - momentum) * var + momentum * x.var(axis=0)",
        new="var = (1 - momentum) * (var - 1) + momentum * x.var(axis=0)",
        hint="Your running variance behaves as if it had started from 0. It starts from 1; what comes in as "
        "`stats` is where it stands.",
    ),
]
