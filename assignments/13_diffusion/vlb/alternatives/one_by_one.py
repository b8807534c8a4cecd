import numpy as np


def vlb_term(x0, x_t, eps_hat, i, beta, variance):
    if min(i) < 1:
        raise ValueError("no term for the first step")
    terms = []
    for n in range(len(x0)):
        one = slice(n, n + 1)
        mean, spread = posterior_mean_variance(x0[one], x_t[one], i[one], beta)
        sigma = np.sqrt(spread[0] if variance == "posterior" else beta[i[n]])
        away = (mean - mean_from_eps(x_t=x_t[one], eps=eps_hat[one], i=i[one], beta=beta)) / sigma
        terms.append(0.5 * np.vdot(away, away))
    return np.array(terms)
