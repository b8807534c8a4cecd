from autograder.suite import Mistake

STATISTICS = """mu = x.mean(axis=-1, keepdims=True)
    var = ((x - mu) ** 2).mean(axis=-1, keepdims=True)"""
PATHS = """through_mean = g.mean(axis=-1, keepdims=True)
    through_variance = x_hat * (g * x_hat).mean(axis=-1, keepdims=True)"""

MISTAKES = [
    Mistake(
        "layernorm_forward/batch-axis",
        old=STATISTICS,
        new=STATISTICS.replace("axis=-1", "axis=0"),
        hint="You take the statistics over the batch. That is batch normalisation; a layer norm looks at one "
        "sample only. Along which axis do the features of one sample lie?",
    ),
    Mistake(
        "layernorm_forward/second-axis",
        old=STATISTICS,
        new=STATISTICS.replace("axis=-1", "axis=min(1, x.ndim - 1)"),
        hint="You take the statistics over axis 1. That is the feature axis of a batch (N, D), but not of "
        "sentences (N, T, D). How do you name the last axis, however many come before it?",
    ),
    Mistake(
        "layernorm_forward/unbiased",
        old="var = ((x - mu) ** 2).mean(axis=-1, keepdims=True)",
        new="var = ((x - mu) ** 2).sum(axis=-1, keepdims=True) / (x.shape[-1] - 1)",
        hint="Your variance is divided by D - 1. Layer normalisation uses the biased variance, divided by D: it "
        "describes this vector, it does not estimate a population.",
    ),
    Mistake(
        "layernorm_forward/root-std",
        old="std = np.sqrt(var + eps)",
        new="std = np.sqrt(np.sqrt(var + eps))",
        hint="You divide by the root of the standard deviation. A test: stretch x by 4; "
        "the output must not change, yours doubles. How many roots does it take from the variance to there?",
    ),
    Mistake(
        "layernorm_forward/scalar-gamma",
        old="out = gamma * x_hat + beta",
        new="out = gamma[0] * x_hat + beta",
        hint="All features are scaled by the same number. gamma has an entry for each feature.",
    ),
    Mistake(
        "layernorm_forward/eps-outside",
        old="std = np.sqrt(var + eps)",
        new="std = np.sqrt(var) + eps",
        hint="eps is added to the standard deviation. It belongs to the variance, under the root; the two "
        "differ where the features of a vector hardly vary.",
    ),
    Mistake(
        "layernorm_forward/in-place",
        old="x_hat = (x - mu) / std",
        new="x -= mu\n    x_hat = x / std",
        hint="Your numbers are right, but x itself is overwritten on the way: the residual connection around "
        "this layer would add the wrong x. Which of your lines changes an array instead of making a new one?",
    ),
    Mistake(
        "layernorm_backward/gamma-late",
        old="g = gamma * dout",
        new="g = dout",
        also=(
            (
                "dx = (g - through_mean - through_variance) / std",
                "dx = gamma * (g - through_mean - through_variance) / std",
            ),
        ),
        hint="gamma multiplies your dx at the very end. In batch norm that is allowed, as gamma is constant along "
        "the axis of the means; here the means run over the features, and each feature has its own gamma. "
        "What is the gradient that arrives at x_hat?",
    ),
    Mistake(
        "layernorm_backward/constant-stats",
        old="dx = (g - through_mean - through_variance) / std",
        new="dx = g / std",
        hint="Your dx treats the mean and the variance as constants. Both are computed from x, so two more "
        "paths lead from the loss to x; add their contributions.",
    ),
    Mistake(
        "layernorm_backward/batch-means",
        old=PATHS,
        new=PATHS.replace("axis=-1", "axis=0"),
        hint="The means inside dx are taken over the batch, as in batch norm. The forward pass of layer norm "
        "averages over the features of one vector, so a nudge spreads over these.",
    ),
    Mistake(
        "layernorm_backward/dgamma-features",
        old="dbeta = dout.sum(axis=lead)\n    dgamma = (dout * x_hat).sum(axis=lead)",
        new="dbeta = dout.sum(axis=-1)\n    dgamma = (dout * x_hat).sum(axis=-1)",
        hint="dgamma and dbeta are summed over the features. Each feature keeps its own gamma and beta; what is "
        "summed is where they are shared: over the vectors. The gradient must have the shape of gamma.",
    ),
    Mistake(
        "layernorm_backward/lead-axis",
        old="lead = tuple(range(dout.ndim - 1))",
        new="lead = 0",
        hint="dgamma and dbeta are summed over the first axis only. With sentences (N, T, D), gamma is shared "
        "over N and over T: every axis but the last must be summed away.",
    ),
]
