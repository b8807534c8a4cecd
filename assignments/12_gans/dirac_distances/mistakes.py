from autograder.suite import Mistake

JSD = '"jsd": np.where(theta == 0, 0.0, np.log(2)),'
W1 = '"w1": np.abs(theta),'
GRAD_JSD = '"grad_jsd": np.zeros_like(theta),'
GRAD_W1 = '"grad_w1": np.sign(theta),'

MISTAKES = [
    Mistake(
        "dirac_distances/jsd-one",
        old=JSD,
        new='"jsd": np.where(theta == 0, 0.0, 1.0),',
        hint="Your divergence is 1 where the places differ: it counts in bits. Here logarithms are natural.",
    ),
    Mistake(
        "dirac_distances/continuous",
        old=JSD,
        new='"jsd": np.log(2) * np.tanh(np.abs(theta)),',
        also=((GRAD_JSD, '"grad_jsd": np.log(2) * np.sign(theta) / np.cosh(np.clip(theta, -300, 300)) ** 2,'),),
        hint="Your divergence fades as the places come nearer. It compares outcome by outcome, and two different places "
        "are different outcomes, however near they are.",
    ),
    Mistake(
        "dirac_distances/squared",
        old=W1,
        new='"w1": theta**2,',
        also=((GRAD_W1, '"grad_w1": 2 * theta,'),),
        hint="You square the way. The Wasserstein-1 distance is the way itself.",
    ),
    Mistake(
        "dirac_distances/signed",
        old=W1,
        new='"w1": theta,',
        also=((GRAD_W1, '"grad_w1": np.where(theta == 0, 0.0, 1.0),'),),
        hint="Your distance is negative on one side. Fakes have to come back from there as well.",
    ),
    Mistake(
        "dirac_distances/infinite",
        old=JSD,
        new='"jsd": np.where(theta == 0, 0.0, np.inf),',
        hint="That is the Kullback-Leibler divergence of places that differ. The Jensen-Shannon divergence compares with "
        "the mixture, and stays finite.",
    ),
    Mistake(
        "dirac_distances/gradient-one-side",
        old=GRAD_W1,
        new='"grad_w1": np.where(theta == 0, 0.0, 1.0),',
        hint="Your slope of w1 points in the same direction on both sides of the data.",
    ),
]
