from autograder.suite import Mistake

CHOICES = 'choices = {"beta": beta, "posterior": (1 - alpha_bar_prev) / (1 - alpha_bar) * beta}'
SIGMA = "sigma = np.where(i > 0, np.sqrt(choices[variance][i]), 0.0)"
MEAN = "mean = mean_from_eps(x_i, eps_hat, i, beta)"
ADD = "return mean + sigma.reshape(len(x_i), *(1,) * (x_i.ndim - 1)) * noise"
LOOP = "for step in reversed(range(len(beta))):"
STEP = "x = ddpm_step(x, i, model(x, i), noises[step], beta, variance)"

MISTAKES = [
    Mistake(
        "ddpm_step/noise-at-zero",
        old=SIGMA,
        new="sigma = np.sqrt(choices[variance][i])",
        hint="You add noise in the last step as well. What comes out of the step with index 0 is the data; noise on "
        "top of it would stay there.",
    ),
    Mistake(
        "ddpm_step/sigma-squared",
        old=SIGMA,
        new="sigma = np.where(i > 0, choices[variance][i], 0.0)",
        hint="You multiply the noise by the variance. Standard normal noise gets variance v when it is multiplied by "
        "the root of v.",
    ),
    Mistake(
        "ddpm_step/variance-swapped",
        old=CHOICES,
        new='choices = {"posterior": beta, "beta": (1 - alpha_bar_prev) / (1 - alpha_bar) * beta}',
        hint='The two choices of the spread are exchanged: "beta" asks for the variance of the forward step, '
        '"posterior" for the smaller one, which takes into account where the sample came from.',
    ),
    Mistake(
        "ddpm_step/sqrt-one-minus-alpha",
        old=MEAN,
        new="column = (-1,) + (1,) * (x_i.ndim - 1)\n"
        "    share = (beta[i] / np.sqrt(beta[i])).reshape(column)\n"
        "    mean = (x_i - share * eps_hat) / np.sqrt(1 - beta[i]).reshape(column)",
        hint="In your mean the coefficient of the predicted noise has alpha under the root, without the bar. "
        "The noise in x_t has piled up over all steps so far: the root is of 1 - alpha_bar.",
    ),
    Mistake(
        "ddpm_step/one-index",
        old="_, alpha_bar, alpha_bar_prev = alpha_bar_from_beta(beta)",
        new="i = np.full(len(x_i), i[0])\n    _, alpha_bar, alpha_bar_prev = alpha_bar_from_beta(beta)",
        hint="All samples of your batch take the step of the first one. Each has an index of its own.",
    ),
    Mistake(
        "ddpm_step/zero-for-all",
        old=SIGMA,
        new="sigma = np.sqrt(choices[variance][i]) * np.all(i > 0)",
        hint="One sample at index 0 takes the noise away from the whole batch. The last step is without noise only for "
        "the samples that are at it.",
    ),
    Mistake(
        "ddpm_step/no-noise",
        old=ADD,
        new="return mean",
        hint="You return the mean of the step. A draw is the mean and noise; samples made of means alone are far too alike.",
    ),
    Mistake(
        "ddpm_step/x0-variance",
        old=CHOICES,
        new='choices = {"beta": beta, "posterior": (1 - alpha_bar) / (1 - alpha_bar_prev).clip(1e-9) * beta}',
        hint="Your posterior variance is greater than beta. Knowing more cannot make the spread larger: look at which "
        "of the two shares stands above the line.",
    ),
    Mistake(
        "ddpm_sample/forward-order",
        old=LOOP,
        new="for step in range(len(beta)):",
        hint="You take the steps in the order of noising. Sampling starts at the last index, where there is nothing but noise.",
    ),
    Mistake(
        "ddpm_sample/skip-last",
        old=LOOP,
        new="for step in range(len(beta) - 1, 0, -1):",
        hint="You stop one step early: the step with index 0, from x_1 to the data, is missing. What does the end of "
        "your range exclude?",
    ),
    Mistake(
        "ddpm_sample/skip-first",
        old=LOOP,
        new="for step in range(len(beta) - 2, -1, -1):",
        hint="You start one step late: the first step has index T - 1, and x_T is where it begins.",
    ),
    Mistake(
        "ddpm_sample/fixed-i",
        old=STEP,
        new="x = ddpm_step(x, i, model(x, np.full(len(x), len(beta) - 1)), noises[step], beta, variance)",
        hint="Your model is told the same index in every step. It has to know how much noise to look for, and that changes.",
    ),
    Mistake(
        "ddpm_sample/time-not-index",
        old=STEP,
        new="x = ddpm_step(x, i, model(x, np.minimum(i + 1, len(beta) - 1)), noises[step], beta, variance)",
        hint="Your model is told an index that is one too large. Indices count from 0, t in the formulas from 1; the "
        "model is asked by index.",
    ),
    Mistake(
        "ddpm_sample/scalar-index",
        old=STEP,
        new="x = ddpm_step(x, i, model(x, step), noises[step], beta, variance)",
        hint="Your model is called with one number for the whole batch. It expects an index for each sample, an array "
        "of shape (N,).",
    ),
    Mistake(
        "ddpm_sample/noise-reused",
        old=STEP,
        new="x = ddpm_step(x, i, model(x, i), noises[-1], beta, variance)",
        hint="You add the same noise in every step. Then the steps are not independent, and the noise adds up in one "
        "direction.",
    ),
    Mistake(
        "ddpm_sample/noise-order",
        old=STEP,
        new="x = ddpm_step(x, i, model(x, i), noises[-1 - step], beta, variance)",
        hint="You use the noises in the order in which steps are taken. noises[i] belongs to the step with index i, "
        "and the first step taken has the greatest one.",
    ),
    Mistake(
        "ddpm_sample/own-noise",
        old=STEP,
        new="x = ddpm_step(x, i, model(x, i), np.random.normal(size=x.shape), beta, variance)",
        hint="You draw your own noise. It comes in as an argument, so that a sample can be made again.",
    ),
    Mistake(
        "ddpm_sample/model-once",
        old="x = x_last",
        new="x = x_last\n    said = model(x, np.full(len(x), len(beta) - 1))",
        also=((STEP, "x = ddpm_step(x, i, said, noises[step], beta, variance)"),),
        hint="You ask the model once and use its answer in all steps. The noise in the samples changes from step to step.",
    ),
    Mistake(
        "ddpm_sample/variance-fixed",
        old=STEP,
        new='x = ddpm_step(x, i, model(x, i), noises[step], beta, "beta")',
        hint='Your sampler always uses "beta"; the choice of the spread is an argument.',
    ),
    Mistake(
        "ddpm_sample/in-place",
        old=STEP,
        new="x[...] = ddpm_step(x, i, model(x, i), noises[step], beta, variance)",
        hint="Your samples are right, but the noise that came in is overwritten by them. Whoever called you may want "
        "to start from it again.",
    ),
]
