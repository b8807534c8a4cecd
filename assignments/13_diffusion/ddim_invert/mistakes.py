from autograder.suite import Mistake

LOOP = "for index in tau:"
ASK = "eps_hat = model(x, np.full(len(x), index))"
STEP = "x = ddim_step(x, eps_hat, ab_now, alpha_bar[index])"

MISTAKES = [
    Mistake(
        "ddim_invert/adds-noise",
        old=STEP,
        new="x = ddim_step(x, eps_hat, ab_now, alpha_bar[index]) + 0.1 * np.random.normal(size=x.shape)",
        hint="You add noise on the way up. Then the code is a random one; inversion is to find the one that leads back "
        "to these data.",
    ),
    Mistake(
        "ddim_invert/noised",
        old=ASK,
        new="eps_hat = np.random.normal(size=x.shape) + 0 * model(x, np.full(len(x), index))",
        hint="You noise the data with draws of your own, as in training. Inversion asks the model for the noise.",
    ),
    Mistake(
        "ddim_invert/downward",
        old=LOOP,
        new="for index in tau[::-1]:",
        hint="You go through the chosen indices in the order of sampling. From the data the way leads up, from the "
        "first index to the last.",
    ),
    Mistake(
        "ddim_invert/final-alpha",
        old=LOOP,
        new="for index in tau[:-1]:",
        hint="Your last jump is missing: the code is at the last index of tau, where sampling begins.",
    ),
    Mistake(
        "ddim_invert/first-skipped",
        old="x, ab_now = x0, 1.0",
        new="x, ab_now = x0, alpha_bar[tau[0]]",
        hint="You take the data for samples at the first index. They have no noise in them yet: alpha_bar is 1 there.",
    ),
    Mistake(
        "ddim_invert/current-index",
        old=ASK,
        new="eps_hat = model(x, np.full(len(x), index if ab_now == 1.0 else tau[list(tau).index(index) - 1]))",
        hint="You tell the model the index that the samples are at. The statement asks for the one that the jump leads "
        "to; with it, the way back through the same indices fits better.",
    ),
    Mistake(
        "ddim_invert/always-from-the-data",
        old=STEP,
        new="x = ddim_step(x, eps_hat, 1.0, alpha_bar[index])",
        hint="Every jump of yours starts as if from the data. After the first one the samples have noise in them: "
        "their share is that of the index they are at.",
    ),
    Mistake(
        "ddim_invert/scalar-index",
        old=ASK,
        new="eps_hat = model(x, int(index))",
        hint="Your model is called with one number for the whole batch. It expects an index for each sample, an array "
        "of shape (N,).",
    ),
    Mistake(
        "ddim_invert/in-place",
        old=STEP,
        new="x[...] = ddim_step(x, eps_hat, ab_now, alpha_bar[index])",
        hint="Your codes are right, but the data are overwritten by them.",
    ),
]
