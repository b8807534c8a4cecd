from autograder.suite import Mistake

REDUCE = 'g = rows.mean(axis=0) if reduction == "mean" else rows.sum(axis=0)'
WEIGHT = "combined += n_b / total * g"

MISTAKES = [
    Mistake(
        "minibatch_sgd/summed",
        old=REDUCE,
        new="g = rows.sum(axis=0)",
        hint="You add the gradients of a batch up although their mean is asked for, so a larger batch makes a longer step.",
    ),
    Mistake(
        "minibatch_sgd/over-n",
        old=REDUCE,
        new='g = rows.sum(axis=0) / (sum(len(b) for b in batches) if reduction == "mean" else 1)',
        hint="You divide by the number of all examples. The mean of a batch divides by the size of that batch.",
    ),
    Mistake(
        "minibatch_sgd/per-epoch",
        old="        trajectory[k + 1] = trajectory[k] - lr * g",
        new="        trajectory[k + 1] = trajectory[k]\n        trajectory[-1] = trajectory[0] - lr * g",
        hint="The point stands still until the last batch. Each batch makes a step of its own.",
    ),
    Mistake(
        "minibatch_sgd/stale",
        old="per_example_grad(trajectory[k], idx)",
        new="per_example_grad(trajectory[0], idx)",
        hint="All gradients are taken at the starting point. The second batch sees the parameters after the first step.",
    ),
    Mistake(
        "minibatch_sgd/ascent",
        old="trajectory[k] - lr * g",
        new="trajectory[k] + lr * g",
        hint="You step along the gradient, uphill. The loss falls in the opposite direction.",
    ),
    Mistake(
        "minibatch_gradient_variance/unweighted",
        old=WEIGHT,
        new="combined += g / len(grads)",
        hint="All parts count alike in your accumulate_gradients. An example of a small part then weighs more than one of "
        "a large part: weigh each part by its share of the examples.",
    ),
    Mistake(
        "minibatch_gradient_variance/parts-summed",
        old=WEIGHT,
        new="combined += g",
        hint="accumulate_gradients adds the gradients up without weights. What is asked for is a mean over all examples.",
    ),
    Mistake(
        "minibatch_gradient_variance/size-squared",
        old=WEIGHT,
        new="combined += g / total",
        hint="In accumulate_gradients, each gradient is already divided by the size of its part. You have to undo that "
        "before you divide by the number of all examples.",
    ),
    Mistake(
        "minibatch_gradient_variance/last-lost",
        old="zip(grads, sizes)",
        new="[(g, n) for g, n in zip(grads, sizes) if n == sizes[0]]",
        hint="accumulate_gradients leaves out the last, smaller part. Its examples count like all others.",
    ),
    Mistake(
        "minibatch_gradient_variance/no-correction",
        old="    if not replace:\n        variance = variance * (N - B) / (N - 1)\n",
        new="",
        hint="Without replacement you still have the variance for draws with replacement. What has been drawn cannot be "
        "drawn again, so the batch is more like the whole set.",
    ),
    Mistake(
        "minibatch_gradient_variance/n-correction",
        old="variance = variance * (N - B) / (N - 1)",
        new="variance = variance * (N - B) / N",
        hint="Your factor without replacement is (N - B) / N. Try a batch of one example: whether it is put back cannot "
        "matter.",
    ),
    Mistake(
        "minibatch_gradient_variance/ddof-one",
        old="G.var(axis=0)",
        new="G.var(axis=0, ddof=1)",
        hint="You divide by N - 1, which estimates the variance of a population. Here the N examples are all there are.",
    ),
    Mistake(
        "minibatch_gradient_variance/b-squared",
        old="G.var(axis=0) / B",
        new="G.var(axis=0) / B**2",
        hint="You divide by the square of the batch size. B variances are added up, and the sum is divided by B^2: one B "
        "is left.",
    ),
    Mistake(
        "minibatch_gradient_variance/sum-variance",
        old="G.var(axis=0) / B",
        new="G.var(axis=0) * B",
        hint="That is the variance of the sum of a batch. The gradient of a batch is the mean.",
    ),
]
