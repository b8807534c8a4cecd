from autograder.suite import Mistake

DATA = "x0_hat = (x_t - np.sqrt(1 - ab_t) * eps_hat) / np.sqrt(ab_t)"
SIGMA = "sigma = eta * np.sqrt((1 - ab_prev) / (1 - ab_t)) * np.sqrt(1 - ab_t / ab_prev)"
OLD = "old_noise = max(1 - ab_prev - sigma**2, 0.0)"
ANEW = "x_prev = np.sqrt(ab_prev) * x0_hat + np.sqrt(old_noise) * eps_hat"
FRESH = "    if eta > 0:\n        x_prev = x_prev + sigma * noise"
BEFORE = "ab_prev = np.append(1.0, alpha_bar[tau[:-1]])"
LOOP = "for j in reversed(range(len(tau))):"
STEP = "x = ddim_step(x, model(x, i), alpha_bar[tau[j]], ab_prev[j])"

MISTAKES = [
    Mistake(
        "ddim_step/alpha-not-bar",
        old=DATA,
        new="alpha = ab_t / ab_prev\n    x0_hat = (x_t - np.sqrt(abs(1 - alpha)) * eps_hat) / np.sqrt(alpha)",
        hint="Your guess of the data undoes only this one step: it uses alpha, the quotient of two neighbouring "
        "shares. The noise in x_t comes from all steps since the data.",
    ),
    Mistake(
        "ddim_step/direction-unreduced",
        old=ANEW,
        new="x_prev = np.sqrt(ab_prev) * x0_hat + np.sqrt(1 - ab_prev) * eps_hat",
        hint="With eta > 0 your x_prev has too much noise: the old noise comes back in full, and the fresh noise on "
        "top. Together they should have variance 1 - ab_prev.",
    ),
    Mistake(
        "ddim_step/noise-at-eta0",
        old=FRESH,
        new="    if noise is not None:\n"
        "        full = max(1 - ab_prev, 0) / max(1 - ab_t, 1e-9) * max(1 - ab_t / ab_prev, 0)\n"
        "        x_prev = x_prev + np.sqrt(full) * noise",
        hint="Your fresh noise does not depend on eta. With eta = 0 there must be none.",
    ),
    Mistake(
        "ddim_step/x0-unrescaled",
        old=DATA,
        new="x0_hat = x_t",
        hint="You noise x_t anew as if it were the data. First take the predicted noise out of it.",
    ),
    Mistake(
        "ddim_step/no-divide",
        old=DATA,
        new="x0_hat = x_t - np.sqrt(1 - ab_t) * eps_hat",
        hint="Without its noise, x_t is still the data times the root of ab_t: the guess of the data has to be scaled up.",
    ),
    Mistake(
        "ddim_step/no-roots",
        old=ANEW,
        new="x_prev = ab_prev * x0_hat + old_noise * eps_hat",
        hint="You mix data and noise by their variances. ab_prev is a share of the variance, and what multiplies a "
        "sample is its root.",
    ),
    Mistake(
        "ddim_step/sigma-not-squared",
        old=ANEW,
        new="x_prev = np.sqrt(ab_prev) * x0_hat + np.sqrt(abs(1 - ab_prev - sigma)) * eps_hat",
        hint="Under the root you take sigma from a variance. Variances add up, standard deviations do not.",
    ),
    Mistake(
        "ddim_step/eta-squared",
        old=SIGMA,
        new="sigma = eta**2 * np.sqrt((1 - ab_prev) / (1 - ab_t)) * np.sqrt(1 - ab_t / ab_prev)",
        hint="Your fresh noise grows like the square of eta. eta multiplies the standard deviation, not the variance.",
    ),
    Mistake(
        "ddim_step/levels-swapped",
        old=SIGMA,
        new="sigma = eta * np.sqrt((1 - ab_t) / (1 - ab_prev + 1e-9)) * np.sqrt(1 - ab_t / ab_prev)",
        hint="In your sigma the two noise levels are exchanged, so that there is more fresh noise than noise in all. "
        "It has to vanish as ab_prev goes to 1.",
    ),
    Mistake(
        "ddim_step/below-zero",
        old=OLD,
        new="old_noise = 1 - ab_prev - sigma**2",
        hint="Where next to nothing is left of the data and eta is 1, your x_prev is NaN: rounding takes the number under the "
        "root below 0.",
    ),
    Mistake(
        "ddim_sample/consecutive-ab",
        old=BEFORE,
        new="ab_prev = np.append(1.0, alpha_bar)[tau]",
        hint="You take every jump as if it led to the neighbouring index. It leads to the chosen index before it, "
        "which may be far away, and the last one leads to the data.",
    ),
    Mistake(
        "ddim_sample/stops-early",
        old=LOOP,
        new="for j in range(len(tau) - 1, 0, -1):",
        hint="Your last jump is missing: the one from the first chosen index to the data, where alpha_bar is 1.",
    ),
    Mistake(
        "ddim_sample/starts-late",
        old=LOOP,
        new="for j in range(len(tau) - 2, -1, -1):",
        hint="Your first jump is missing: x_T is at the last index of tau, and that is where the first jump begins.",
    ),
    Mistake(
        "ddim_sample/ends-at-first",
        old=BEFORE,
        new="ab_prev = np.append(alpha_bar[0], alpha_bar[tau[:-1]])",
        hint="Your last jump ends at index 0 instead of the data. One noising step stands between them; before it "
        "alpha_bar is 1.",
    ),
    Mistake(
        "ddim_sample/wrong-index",
        old="i = np.full(len(x), tau[j])",
        new="i = np.full(len(x), j)",
        hint="You tell the model how many jumps are left. It was trained with the indices of all T steps: tell it "
        "which one the samples are at.",
    ),
    Mistake(
        "ddim_sample/scalar-index",
        old=STEP,
        new="x = ddim_step(x, model(x, int(tau[j])), alpha_bar[tau[j]], ab_prev[j])",
        hint="Your model is called with one number for the whole batch. It expects an index for each sample, an array "
        "of shape (N,).",
    ),
    Mistake(
        "ddim_sample/upwards",
        old=LOOP,
        new="for j in range(len(tau)):",
        hint="You visit the chosen indices from the first to the last. The samples begin at the last one, with the most noise.",
    ),
    Mistake(
        "ddim_sample/fresh-noise",
        old=STEP,
        new="x = ddim_step(x, model(x, i), alpha_bar[tau[j]], ab_prev[j], 1.0, np.random.normal(size=x.shape))",
        hint="Your sampler adds noise of its own. With eta = 0 everything is decided by the noise that came in.",
    ),
    Mistake(
        "ddim_sample/model-once",
        old="x = x_last",
        new="x = x_last\n    said = model(x, np.full(len(x), tau[-1]))",
        also=((STEP, "x = ddim_step(x, said, alpha_bar[tau[j]], ab_prev[j])"),),
        hint="You ask the model once and use its answer in all jumps. Then many jumps are no better than one.",
    ),
    Mistake(
        "ddim_sample/in-place",
        old=STEP,
        new="x[...] = ddim_step(x, model(x, i), alpha_bar[tau[j]], ab_prev[j])",
        hint="Your samples are right, but the noise that came in is overwritten by them. Whoever called you may want "
        "to start from it again.",
    ),
]
