from autograder.suite import Mistake

BOTH = "noisy, noisy_before = 1 - alpha_bar[i], 1 - alpha_bar_prev[i]"
OF_X0 = "of_x0 = (np.sqrt(alpha_bar_prev[i]) * beta[i] / noisy).reshape(per_sample)"
OF_X_T = "of_x_t = (np.sqrt(alpha[i]) * noisy_before / noisy).reshape(per_sample)"
MIX = "mean = of_x0 * x0 + of_x_t * x_t"
VARIANCE = "variance = noisy_before * beta[i] / noisy"
LEFT = "left = alpha_bar[i].reshape((len(i),) + (1,) * (x_t.ndim - 1))"
DATA = "return (x_t - np.sqrt(1 - left) * eps) / np.sqrt(left)"
SHARE = "share = (beta[i] / np.sqrt(1 - alpha_bar[i])).reshape(per_sample)"
MEAN = "return (x_t - share * eps) / root_alpha"

MISTAKES = [
    Mistake(
        "posterior_mean_variance/prev-missing",
        old=BOTH,
        new="noisy, noisy_before = 1 - alpha_bar[i], 1 - alpha_bar[i]",
        also=((OF_X0, OF_X0.replace("alpha_bar_prev[i]", "alpha_bar[i]")),),
        hint="You use alpha_bar of step t where the one before the step belongs. Look at t = 1, where nothing has "
        "been lost before.",
    ),
    Mistake(
        "posterior_mean_variance/no-root-alpha",
        old=OF_X_T,
        new="of_x_t = (alpha[i] * noisy_before / noisy).reshape(per_sample)",
        hint="The share of x_t lacks a root: the forward step scales by the root of alpha, and that is what comes back here.",
    ),
    Mistake(
        "posterior_mean_variance/var-beta",
        old=VARIANCE,
        new="variance = beta[i]",
        hint="Your variance is that of the forward step. Knowing the data makes x_{t-1} more certain than that.",
    ),
    Mistake(
        "posterior_mean_variance/coefs-swapped",
        old=MIX,
        new="mean = of_x_t * x0 + of_x0 * x_t",
        hint="The two shares are exchanged. Late in the chain x_{t-1} is close to x_t, and hardly depends on the data.",
    ),
    Mistake(
        "posterior_mean_variance/no-root-prev",
        old=OF_X0,
        new="of_x0 = (alpha_bar_prev[i] * beta[i] / noisy).reshape(per_sample)",
        hint="The share of x_0 lacks a root: before the step the data are scaled by the root of what was left then.",
    ),
    Mistake(
        "predict_x0_from_eps/plus",
        old=DATA,
        new="return (x_t + np.sqrt(1 - left) * eps) / np.sqrt(left)",
        hint="You add the noise once more. It has to come out of x_t.",
    ),
    Mistake(
        "predict_x0_from_eps/alpha-not-bar",
        old=LEFT,
        new="left = (alpha_bar / np.append(1.0, alpha_bar[:-1]))[i].reshape((len(i),) + (1,) * (x_t.ndim - 1))",
        hint="You undo a single step. In x_t is the noise of all steps up to t, so it is alpha_bar that counts, not alpha.",
    ),
    Mistake(
        "predict_x0_from_eps/no-divide",
        old=DATA,
        new="return x_t - np.sqrt(1 - left) * eps",
        hint="The noise is out, but what is left are the data in the size that they have in x_t. Scale them up again.",
    ),
    Mistake(
        "predict_x0_from_eps/no-root",
        old=DATA,
        new="return (x_t - (1 - left) * eps) / left",
        hint="alpha_bar and 1 - alpha_bar are variances. What multiplies the data and the noise in x_t are "
        "standard deviations.",
    ),
    Mistake(
        "mean_from_eps/alpha-not-bar",
        old=SHARE,
        new="share = (beta[i] / np.sqrt(1 - alpha[i])).reshape(per_sample)",
        hint="Under your root stands alpha, without the bar. The noise in x_t has been collected over all steps, and has "
        "another variance than the noise of one step.",
    ),
    Mistake(
        "mean_from_eps/no-outer",
        old=MEAN,
        new="return x_t - share * eps",
        hint="The noise of the step is out, but the scaling of the forward step is not undone.",
    ),
    Mistake(
        "mean_from_eps/root-beta",
        old=SHARE,
        new="share = (np.sqrt(beta[i]) / np.sqrt(1 - alpha_bar[i])).reshape(per_sample)",
        hint="You take out far too much noise: a root over the beta of the step is too many.",
    ),
    Mistake(
        "mean_from_eps/all-the-noise",
        old=SHARE,
        new="share = np.sqrt(1 - alpha_bar[i]).reshape(per_sample)",
        hint="You take out all of the noise at once. A step back takes out only as much as its step forth has brought in.",
    ),
]
