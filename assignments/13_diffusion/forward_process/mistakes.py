from autograder.suite import Mistake

STEP = "return np.sqrt(1 - beta_i) * x_prev + np.sqrt(beta_i) * noise"
LEFT = "left = alpha_bar[i].reshape((len(i),) + (1,) * (x0.ndim - 1))"
JUMP = "return np.sqrt(left) * x0 + np.sqrt(1 - left) * noise"

MISTAKES = [
    Mistake(
        "q_sample/step-beta-as-std",
        old=STEP,
        new="return np.sqrt(1 - beta_i) * x_prev + beta_i * noise",
        hint="You use beta as the standard deviation of the noise. It is the variance.",
    ),
    Mistake(
        "q_sample/step-mean-unscaled",
        old=STEP,
        new="return x_prev + np.sqrt(beta_i) * noise",
        hint="You add noise without making room for it: the variance grows with every step. The data have to "
        "shrink a little first.",
    ),
    Mistake(
        "q_sample/step-one-minus-beta",
        old=STEP,
        new="return (1 - beta_i) * x_prev + np.sqrt(beta_i) * noise",
        hint="You scale the data by 1 - beta. That is what should become of their variance, which goes with the square.",
    ),
    Mistake(
        "q_sample/step-swapped",
        old=STEP,
        new="return np.sqrt(beta_i) * x_prev + np.sqrt(1 - beta_i) * noise",
        hint="The two factors are exchanged: your step keeps the noise's share of the data. beta is the variance of the noise.",
    ),
    Mistake(
        "q_sample/step-in-place",
        old=STEP,
        new="x_prev *= np.sqrt(1 - beta_i)\n    x_prev += np.sqrt(beta_i) * noise\n    return x_prev",
        hint="Your numbers are right, and the data that came in are overwritten by them.",
    ),
    Mistake(
        "q_sample/no-root",
        old=JUMP,
        new="return left * x0 + (1 - left) * noise",
        hint="alpha_bar and 1 - alpha_bar are variances. What multiplies the data and the noise are standard deviations.",
    ),
    Mistake(
        "q_sample/batch-index",
        old=LEFT,
        new="left = alpha_bar[i[0]]",
        hint="All samples are noised by the step of the first one. Each has a step of its own.",
    ),
    Mistake(
        "q_sample/off-by-one",
        old=LEFT,
        new="left = alpha_bar[i - 1].reshape((len(i),) + (1,) * (x0.ndim - 1))",
        hint="You look up the step before. The indices count from 0 already: entry i is what is left after the "
        "step with index i. (And index 0 gives you the last entry.)",
    ),
    Mistake(
        "q_sample/swapped",
        old=JUMP,
        new="return np.sqrt(1 - left) * x0 + np.sqrt(left) * noise",
        hint="The two factors are exchanged: your early steps are noise, and your late ones data. alpha_bar is the "
        "share of the data.",
    ),
    Mistake(
        "q_sample/broadcast-last",
        old=LEFT,
        new="left = alpha_bar[i]",
        hint="One number for each sample, shape (N,), meets the last axis of x0 instead of the first. Give it as "
        "many axes as x0 has.",
    ),
]
