from autograder.suite import Mistake

GAUSS = "return x + level * noise"
MASK = "return np.where(noise >= level, x, 0.0)"
RESTORED = "restored = decode(encode(x_tilde))"
LOSS = "return np.sum((restored - x) ** 2) / len(x)"

MISTAKES = [
    Mistake(
        "denoising_ae_loss/in-place",
        old=GAUSS,
        new="x += level * noise\n        return x",
        also=((MASK, "x[noise < level] = 0.0\n    return x"),),
        hint="You spoil the clean samples themselves. They are the target: without them there is nothing to restore.",
    ),
    Mistake(
        "denoising_ae_loss/keep-prob",
        old=MASK,
        new="return np.where(noise < level, x, 0.0)",
        hint="You keep the entries that should be lost. `level` is the share that goes, not the share that stays.",
    ),
    Mistake(
        "denoising_ae_loss/above",
        old=MASK,
        new="return np.where(noise > level, x, 0.0)",
        hint="An entry whose noise equals the level is kept. With level 0 nothing may be lost, not even where the noise is 0.",
    ),
    Mistake(
        "denoising_ae_loss/rescaled",
        old=MASK,
        new="return np.where(noise >= level, x / max(1 - level, 1e-9), 0.0)",
        hint="You enlarge what is kept, as dropout does. The mask here only takes away.",
    ),
    Mistake(
        "denoising_ae_loss/row-mask",
        old=MASK,
        new="return np.where(noise[:, :1] >= level, x, 0.0)",
        hint="You lose whole samples. Each entry has a random number of its own.",
    ),
    Mistake(
        "denoising_ae_loss/variance",
        old=GAUSS,
        new="return x + np.sqrt(level) * noise",
        hint="You take the level for a variance. It is the standard deviation of the noise, so it needs no root.",
    ),
    Mistake(
        "denoising_ae_loss/noisy-target",
        old=LOSS,
        new="return np.sum((restored - x_tilde) ** 2) / len(x)",
        hint="You compare with the spoilt samples. Then it is best to return the noise as well, and nothing is restored.",
    ),
    Mistake(
        "denoising_ae_loss/clean-input",
        old=RESTORED,
        new="restored = decode(encode(x))",
        hint="Your encoder sees the clean samples. That is a plain autoencoder, which never learns what noise looks like.",
    ),
    Mistake(
        "denoising_ae_loss/exchanged",
        old=RESTORED,
        new="restored = decode(encode(x))",
        also=((LOSS, "return np.sum((restored - x_tilde) ** 2) / len(x)"),),
        hint="Clean and spoilt samples have changed places: the spoilt ones go in, the clean ones are the target.",
    ),
    Mistake(
        "denoising_ae_loss/mean-all",
        old=LOSS,
        new="return np.mean((restored - x) ** 2)",
        hint="You divide by all N*D entries. The features of a sample are added up, only the samples are averaged.",
    ),
    Mistake(
        "denoising_ae_loss/sum-all",
        old=LOSS,
        new="return np.sum((restored - x) ** 2)",
        hint="You add up the whole batch. The loss is a mean over the N samples.",
    ),
]
