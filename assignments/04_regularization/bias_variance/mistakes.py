from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "bias_variance_decomposition/ddof-one",
        old="var = ((preds - mean_pred) ** 2).mean(axis=0).mean()",
        new="var = (((preds - mean_pred) ** 2).sum(axis=0) / (len(preds) - 1)).mean()",
        hint="Your variance is divided by S - 1. Then bias and variance no longer add up to the mean squared error; "
        "the identity holds for a mean over the S data sets.",
    ),
    Mistake(
        "bias_variance_decomposition/unsquared",
        old="bias2 = ((f_true - mean_pred) ** 2).mean()",
        new="bias2 = (f_true - mean_pred).mean()",
        hint="Your bias is not squared, so errors of opposite sign cancel and the units do not match those of the variance.",
    ),
    Mistake(
        "bias_variance_decomposition/over-points",
        old="bias2 = ((f_true - mean_pred) ** 2).mean()",
        new="bias2 = (f_true - mean_pred).mean() ** 2",
        hint="You average the bias over the points and square afterwards: a model that is too high here and too low "
        "there then looks unbiased. Square at each point first.",
    ),
    Mistake(
        "bias_variance_decomposition/noise-twice",
        old="bias2 = ((f_true - mean_pred) ** 2).mean()",
        new="bias2 = ((f_true - mean_pred) ** 2).mean() + noise_var",
        hint="The noise is counted twice: once in your squared bias and once in the total. The bias is measured "
        "against the true function, which has no noise.",
    ),
    Mistake(
        "bias_variance_decomposition/per-dataset",
        old="var = ((preds - mean_pred) ** 2).mean(axis=0).mean()",
        new="var = preds.var(axis=1).mean()",
        hint="Your variance says how a fit varies from point to point. What counts is how the prediction at one point "
        "varies from data set to data set. Which axis is which?",
    ),
]
