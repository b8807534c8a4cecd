from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "pathwise_gradient/sigma-factor",
        old="dsigma = np.mean(slopes * eps)",
        new="dsigma = np.mean(slopes * sigma * eps)",
        hint="Your dsigma has a factor sigma too many. z = mu + sigma * eps: what is dz/dsigma? (The factor "
        "would be right for a gradient with respect to ln sigma.)",
    ),
    Mistake(
        "pathwise_gradient/no-eps",
        old="dsigma = np.mean(slopes * eps)",
        new="dsigma = np.mean(slopes)",
        hint="Your dsigma is the same as dmu. Moving sigma moves a draw by its noise, not by 1: the chain rule "
        "has another factor.",
    ),
    Mistake(
        "pathwise_gradient/at-mean",
        old="slopes = df(mu + sigma * eps)",
        new="slopes = df(mu + 0 * eps)",
        hint="You take the derivative of f at mu. It belongs at the draws: the mean of f' over z is not f' of the mean of z.",
    ),
    Mistake(
        "pathwise_gradient/sum",
        old="dmu = np.mean(slopes)\n    dsigma = np.mean(slopes * eps)",
        new="dmu = np.sum(slopes)\n    dsigma = np.sum(slopes * eps)",
        hint="You add the samples up. An expectation is estimated by their mean; your result grows with the number of draws.",
    ),
    Mistake(
        "score_function_gradient/no-sigma-square",
        old="score_mu = eps / sigma",
        new="score_mu = eps",
        hint="Your score with respect to mu is divided by sigma once. Differentiate -(z - mu)^2 / (2 sigma^2) again.",
    ),
    Mistake(
        "score_function_gradient/missing-minus",
        old="score_sigma = (eps**2 - 1) / sigma",
        new="score_sigma = eps**2 / sigma",
        hint="A term of the score with respect to sigma is missing: the normalisation of the density contains sigma, too.",
    ),
    Mistake(
        "score_function_gradient/derivative",
        old="values = f(z)",
        new="values = (f(z + 1e-6) - f(z - 1e-6)) / 2e-6",
        hint="You weight the score by the derivative of f. This estimator needs the values of f; derivatives "
        "belong to the pathwise one.",
    ),
    Mistake(
        "score_function_gradient/no-score",
        old="return np.mean(values * score_mu), np.mean(values * score_sigma)",
        new="return np.mean(values) * np.mean(score_mu), np.mean(values) * np.mean(score_sigma)",
        hint="You multiply two means. f and the score depend on the same draw: multiply first, then average. "
        "(The mean of the score alone is 0.)",
    ),
]
