from autograder.suite import Mistake

HAT = "x_hat = (each * x_real + (1 - each) * x_fake).requires_grad_()"
GRAD = "(slopes,) = torch.autograd.grad(scores.sum(), x_hat, create_graph=True)"
NORMS = "norms = slopes.flatten(start_dim=1).norm(dim=1)"
RESULT = "return lam * ((norms - 1) ** 2).mean()"

MISTAKES = [
    Mistake(
        "gradient_penalty/eps-swapped",
        old=HAT,
        new="x_hat = (each * x_fake + (1 - each) * x_real).requires_grad_()",
        hint="Your eps counts from the wrong end: eps is the share of the REAL sample.",
    ),
    Mistake(
        "gradient_penalty/batch-norm-of-grad",
        old=NORMS,
        new="norms = slopes.norm()",
        hint="You take one norm over the whole batch. Each sample has a slope of its own.",
    ),
    Mistake(
        "gradient_penalty/mean-first",
        old=RESULT,
        new="return lam * (norms.mean() - 1) ** 2",
        hint="You average the slopes before you compare them with 1. Steep and flat places would make up for each other.",
    ),
    Mistake(
        "gradient_penalty/no-create-graph",
        old=GRAD,
        new="(slopes,) = torch.autograd.grad(scores.sum(), x_hat)",
        hint="The slopes come out as constants, so no gradient of the penalty reaches the critic's weights. Ask autograd to "
        "keep a graph of the differentiation itself.",
    ),
    Mistake(
        "gradient_penalty/one-sided",
        old=RESULT,
        new="return lam * ((norms - 1).clamp(min=0) ** 2).mean()",
        hint="You charge only for slopes above 1. The penalty asks for slope 1: flat places cost as well.",
    ),
    Mistake(
        "gradient_penalty/not-squared",
        old=RESULT,
        new="return lam * (norms - 1).abs().mean()",
        hint="The difference from 1 is squared, sample by sample.",
    ),
    Mistake(
        "gradient_penalty/squared-norm",
        old=NORMS,
        new="norms = slopes.flatten(start_dim=1).square().sum(dim=1)",
        hint="You compare the squared slope with 1. The norm itself is compared.",
    ),
    Mistake(
        "gradient_penalty/last-axis",
        old=NORMS,
        new="norms = slopes.norm(dim=-1)",
        hint="Your norm is taken over the last axis alone. For images it has to run over channels, rows and columns together.",
    ),
    Mistake(
        "gradient_penalty/mean-score",
        old=GRAD,
        new="(slopes,) = torch.autograd.grad(scores.mean(), x_hat, create_graph=True)",
        hint="You differentiate the mean of the scores, so every slope is too small by the size of the batch. Their sum "
        "gives each sample its own slope.",
    ),
    Mistake(
        "gradient_penalty/no-lambda",
        old=RESULT,
        new="return ((norms - 1) ** 2).mean()",
        hint="The weight lam is missing.",
    ),
    Mistake(
        "gradient_penalty/root-of-zero",
        old=NORMS,
        new="norms = slopes.flatten(start_dim=1).square().sum(dim=1).sqrt()",
        hint="The root has an infinite slope at 0, and infinity times 0 is not a number: for a flat critic your gradients "
        "are NaN. torch has a norm that knows about 0.",
    ),
    Mistake(
        "gradient_penalty/one-eps",
        old="each = eps.reshape(-1, *[1] * (x_real.dim() - 1))",
        new="each = eps[0]",
        hint="All samples are mixed with the first eps. Each has its own.",
    ),
]
