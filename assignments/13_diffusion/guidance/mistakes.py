from autograder.suite import Mistake

NOISY = "noisy = (1 - alpha_bar[i]).reshape((len(i),) + (1,) * (eps.ndim - 1))"
SCORE = "return -eps / np.sqrt(noisy)"
COMBINE = "return (1 + w) * eps_cond - w * eps_uncond"

MISTAKES = [
    Mistake(
        "cfg_combine/score-sign",
        old=SCORE,
        new="return eps / np.sqrt(noisy)",
        hint="Your score points towards the noise. The density grows the other way, where noise is taken out.",
    ),
    Mistake(
        "cfg_combine/score-no-root",
        old=SCORE,
        new="return -eps / noisy",
        hint="In the score you divide by the variance of the noise. eps is noise of variance 1: one factor of the standard "
        "deviation has cancelled already.",
    ),
    Mistake(
        "cfg_combine/score-share",
        old=NOISY,
        new="noisy = alpha_bar[i].reshape((len(i),) + (1,) * (eps.ndim - 1))",
        hint="In the score you divide by the share of the data. What counts is how much noise there is.",
    ),
    Mistake(
        "cfg_combine/score-batch-index",
        old=NOISY,
        new="noisy = 1 - alpha_bar[i[0]]",
        hint="In the score all samples are taken to be at the step of the first one. Each has a step of its own.",
    ),
    Mistake(
        "cfg_combine/score-broadcast-last",
        old=NOISY,
        new="noisy = 1 - alpha_bar[i]",
        hint="In the score, one number for each sample, shape (N,), meets the last axis of eps instead of the first. Give it "
        "as many axes as eps has.",
    ),
    Mistake(
        "cfg_combine/library-scale",
        old=COMBINE,
        new="return eps_uncond + w * (eps_cond - eps_uncond)",
        hint="Your w is the scale that many libraries use, where 1 means conditional. Here w = 0 is the conditional "
        "prediction, and w says how far to go beyond it.",
    ),
    Mistake(
        "cfg_combine/swapped",
        old=COMBINE,
        new="return (1 + w) * eps_uncond - w * eps_cond",
        hint="The two predictions are exchanged: you move away from the condition.",
    ),
    Mistake(
        "cfg_combine/plus",
        old=COMBINE,
        new="return (1 + w) * eps_cond + w * eps_uncond",
        hint="You add the unconditional prediction. The weights of both have to sum to 1: where the two agree, nothing "
        "should change.",
    ),
    Mistake(
        "cfg_combine/no-one",
        old=COMBINE,
        new="return w * eps_cond - w * eps_uncond",
        hint="Your result is the difference of the predictions times w, and vanishes where they agree. Which "
        "prediction does it start from?",
    ),
    Mistake(
        "cfg_combine/average",
        old=COMBINE,
        new="return (eps_cond + w * eps_uncond) / (1 + w + 1e-12)",
        hint="You average the two predictions. Guidance does not mix them: it goes beyond the conditional one, away "
        "from the other.",
    ),
    Mistake(
        "cfg_combine/in-place",
        old=COMBINE,
        new="eps_cond *= 1 + w\n    eps_cond -= w * eps_uncond\n    return eps_cond",
        hint="Your numbers are right, but the conditional prediction is overwritten by them.",
    ),
]
