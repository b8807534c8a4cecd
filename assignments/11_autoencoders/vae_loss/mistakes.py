from autograder.suite import Mistake

SOFTPLUS = "softplus = np.logaddexp(0.0, logits)"
RECON = "recon = (softplus - x * logits).sum(axis=1).mean()"
KL = "kl = 0.5 * (mu**2 + np.exp(logvar) - 1.0 - logvar).sum(axis=1).mean()"
RETURN = "return recon + beta * kl, recon, kl"

MISTAKES = [
    Mistake(
        "vae_loss/beta-on-recon",
        old=RETURN,
        new="return beta * recon + kl, recon, kl",
        hint="beta weighs your reconstruction. It belongs to the divergence: a large beta is to press the codes "
        "towards the prior.",
    ),
    Mistake(
        "vae_loss/mean-pixels",
        old=RECON,
        new="recon = (softplus - x * logits).mean()",
        hint="You average over the pixels as well. Then the reconstruction counts D times less than it should, "
        "which is a hidden beta of D: the KL term wins and the codes collapse onto the prior.",
    ),
    Mistake(
        "vae_loss/minus-kl",
        old=RETURN,
        new="return recon - beta * kl, recon, kl",
        hint="You subtract the divergence. The bound is log-likelihood minus KL; the loss is MINUS the bound.",
    ),
    Mistake(
        "vae_loss/kl-sum-batch",
        old=KL,
        new="kl = 0.5 * (mu**2 + np.exp(logvar) - 1.0 - logvar).sum()",
        hint="Your kl is summed over the batch, while recon is a mean. The weight between the two then depends "
        "on the batch size.",
    ),
    Mistake(
        "vae_loss/double-sigmoid",
        old=SOFTPLUS,
        new="logits = 1 / (1 + np.exp(-np.clip(logits, -500, 500)))\n    softplus = np.logaddexp(0.0, logits)",
        hint="The logits go through a sigmoid before they go into the loss, which takes logits. So every "
        "probability lies between 0.5 and 0.73.",
    ),
    Mistake(
        "vae_loss/overflow",
        old=SOFTPLUS,
        new="p = 1 / (1 + np.exp(-logits))\n    softplus = logits * p - (p * np.log(p) + (1 - p) * np.log(1 - p))",
        hint="You compute the probability and then its logarithm. For sure decoders p is 0 or 1 in floating "
        "point, and ln 0 is infinite: stay with the logits.",
    ),
    Mistake(
        "vae_loss/squared-error",
        old=RECON,
        new="recon = ((x - 1 / (1 + np.exp(-np.clip(logits, -500, 500)))) ** 2).sum(axis=1).mean()",
        hint="Your reconstruction is a squared error. That is the likelihood of a Gaussian; this decoder gives "
        "Bernoulli probabilities, and its log-likelihood is a cross-entropy.",
    ),
    Mistake(
        "vae_loss/notes-004",
        old=KL,
        new="kl = 0.5 * (mu**2 + logvar - 1.0).sum(axis=1).mean()",
        hint="Your KL is -1/2 for each latent at the prior, where it must be 0. The variance itself is missing, "
        "and its logarithm has the wrong sign.",
    ),
    Mistake(
        "vae_loss/sigma-not-squared",
        old=KL,
        new="kl = 0.5 * (mu**2 + np.exp(0.5 * logvar) - 1.0 - logvar).sum(axis=1).mean()",
        hint="Your KL contains the standard deviation where the variance belongs. At the prior both are 1 and nothing shows.",
    ),
    Mistake(
        "vae_loss/batch-sum",
        old=RECON,
        new="recon = (softplus - x * logits).sum()",
        also=((KL, "kl = 0.5 * (mu**2 + np.exp(logvar) - 1.0 - logvar).sum()"),),
        hint="Both terms are summed over the batch as well. They are means over the samples: the loss must not grow with the "
        "batch size.",
    ),
]
