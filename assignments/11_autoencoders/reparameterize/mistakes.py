from autograder.suite import Mistake

STD = "std = np.exp(0.5 * logvar)"
DRAW = "z = mu + std * eps"
DLOGVAR = "dlogvar = 0.5 * std * eps * dz"

MISTAKES = [
    Mistake(
        "reparameterize/var-as-std",
        old=STD,
        new="std = np.exp(logvar)",
        hint="You scale the noise by the variance. logvar is the logarithm of sigma squared, and the noise is to be "
        "multiplied by sigma; the two agree only where sigma is 1.",
    ),
    Mistake(
        "reparameterize/logvar-raw",
        old=STD,
        new="std = logvar",
        hint="You multiply the noise by logvar itself. That is a logarithm, and may be negative: what is its "
        "standard deviation?",
    ),
    Mistake(
        "reparameterize/shared-eps",
        old=DRAW,
        new="z = mu + std * eps[0]",
        hint="All samples of your batch get the noise of the first one. Each sample has a row of eps of its own; with "
        "shared noise the draws of a batch are not independent.",
    ),
    Mistake(
        "reparameterize/minus",
        old=DRAW,
        new="z = mu - std * eps",
        hint="You subtract the noise. The draws have the right distribution, but not the value that was asked "
        "for, and a gradient that expects a plus will have the wrong sign.",
    ),
    Mistake(
        "reparameterize/own-noise",
        old=DRAW,
        new="z = mu + std * np.random.normal(size=mu.shape)",
        hint="You draw your own noise. It is passed in, so that the same draw can be repeated and its gradient checked.",
    ),
    Mistake(
        "reparameterize/in-place",
        old=DRAW,
        new="mu += std * eps\n    z = mu",
        hint="Your numbers are right, but mu itself is overwritten by the draw. The KL term still needs it.",
    ),
    Mistake(
        "reparameterize_backward/no-half",
        old=DLOGVAR,
        new="dlogvar = std * eps * dz",
        hint="Your dlogvar is twice as large as it should be. sigma is exp(logvar / 2): its derivative brings "
        "that factor down.",
    ),
    Mistake(
        "reparameterize_backward/eps-dropped",
        old=DLOGVAR,
        new="dlogvar = 0.5 * std * dz",
        hint="The noise is missing from dlogvar. How far z moves with sigma depends on the draw: write dz/dsigma first.",
    ),
    Mistake(
        "reparameterize_backward/full-var",
        old=DLOGVAR,
        new="dlogvar = 0.5 * std**2 * eps * dz",
        hint="Your dlogvar has the variance where the standard deviation belongs. Differentiate exp(logvar / 2) once more.",
    ),
    Mistake(
        "reparameterize_backward/sigma-not-logvar",
        old=DLOGVAR,
        new="dlogvar = eps * dz",
        hint="This is the gradient with respect to sigma. The encoder gives logvar; one more factor of the chain "
        "rule leads there.",
    ),
    Mistake(
        "reparameterize_backward/dmu-scaled",
        old="dmu = dz.copy()",
        new="dmu = std * dz",
        hint="You scale dmu by sigma. mu enters z as it is: moving mu moves z by the same amount.",
    ),
    Mistake(
        "reparameterize_backward/in-place",
        old=DLOGVAR,
        new="dz *= 0.5 * std * eps\n    dlogvar = dz",
        hint="Your numbers are right, but dz is overwritten by dlogvar. Whoever called you may still need it.",
    ),
]
