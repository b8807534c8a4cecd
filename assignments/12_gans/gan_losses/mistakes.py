from autograder.suite import Mistake

VALUE = "return -np.mean(_softplus(-real_logits)) - np.mean(_softplus(fake_logits))"
LOSS = "loss = -gan_value(real_logits, fake_logits)"
D_REAL = "d_real = (_sigmoid(real_logits) - 1) / real_logits.size"
D_FAKE = "d_fake = _sigmoid(fake_logits) / fake_logits.size"
NONSAT = "return np.mean(_softplus(-fake_logits)), (_sigmoid(fake_logits) - 1) / fake_logits.size"
MINIMAX = "return -np.mean(_softplus(fake_logits)), -_sigmoid(fake_logits) / fake_logits.size"

MISTAKES = [
    Mistake(
        "gan_d_loss/joint-mean",
        old=VALUE,
        new="return -np.mean(np.concatenate([_softplus(-real_logits), _softplus(fake_logits)]))",
        hint="You take one mean over real samples and fakes together. Each side has a mean of its own, whatever the sizes "
        "of the batches are.",
    ),
    Mistake(
        "gan_d_loss/log-d-fake",
        old=VALUE,
        new="return -np.mean(_softplus(-real_logits)) - np.mean(_softplus(-fake_logits))",
        hint="For fakes you take the logarithm of D. The discriminator wins where D is SMALL for a fake: there stands "
        "ln(1 - D).",
    ),
    Mistake(
        "gan_d_loss/prob-then-log",
        old=VALUE,
        new="return np.mean(np.log(1 / (1 + np.exp(-real_logits)))) + np.mean(np.log(1 - 1 / (1 + np.exp(-fake_logits))))",
        hint="You compute the probability first and then its logarithm. For large logits the probability is exactly 0 or 1, "
        "and the logarithm infinite. Simplify ln sigmoid(a) before you compute it.",
    ),
    Mistake(
        "gan_d_loss/negated",
        old=VALUE,
        new="return np.mean(_softplus(-real_logits)) + np.mean(_softplus(fake_logits))",
        also=((LOSS, "loss = gan_value(real_logits, fake_logits)"),),
        hint="Your V is what the discriminator minimises. The value of the game is its negative: logarithms of "
        "probabilities are never positive.",
    ),
    Mistake(
        "gan_d_loss/half",
        old=LOSS,
        new="loss = -gan_value(real_logits, fake_logits) / 2",
        also=((D_REAL, D_REAL + " / 2"), (D_FAKE, D_FAKE + " / 2")),
        hint="You halve the loss, as some texts do. Here it is the sum of the two means, so that it is -V.",
    ),
    Mistake(
        "gan_d_loss/labels-swapped",
        old=LOSS,
        new="loss = -gan_value(fake_logits, real_logits)",
        also=(
            (D_REAL, "d_real = _sigmoid(real_logits) / real_logits.size"),
            (D_FAKE, "d_fake = (_sigmoid(fake_logits) - 1) / fake_logits.size"),
        ),
        hint="Your discriminator learns to call the fakes real. Real samples have label 1, fakes label 0.",
    ),
    Mistake(
        "gan_d_loss/one-sided",
        old=LOSS,
        new="loss = np.mean(_softplus(-real_logits))",
        also=((D_FAKE, "d_fake = 0 * fake_logits"),),
        hint="Only the real samples count in your loss. A discriminator that calls everything real would be perfect.",
    ),
    Mistake(
        "gan_d_loss/gradient-joint",
        old=D_REAL,
        new="d_real = (_sigmoid(real_logits) - 1) / (real_logits.size + fake_logits.size)",
        also=((D_FAKE, "d_fake = _sigmoid(fake_logits) / (real_logits.size + fake_logits.size)"),),
        hint="The gradients are divided by the number of all samples. Each belongs to a mean over one batch.",
    ),
    Mistake(
        "gan_d_loss/gradient-summed",
        old=D_REAL,
        new="d_real = _sigmoid(real_logits) - 1",
        also=((D_FAKE, "d_fake = _sigmoid(fake_logits)"),),
        hint="Your gradients are those of sums. The loss is made of means, so one logit has only its share.",
    ),
    Mistake(
        "gan_d_loss/gradient-of-v",
        old=D_REAL,
        new="d_real = (1 - _sigmoid(real_logits)) / real_logits.size",
        also=((D_FAKE, "d_fake = -_sigmoid(fake_logits) / fake_logits.size"),),
        hint="Your gradients point uphill: they are those of V. The loss is -V.",
    ),
    Mistake(
        "gan_g_loss/fake-label",
        old=NONSAT,
        new="return np.mean(_softplus(fake_logits)), _sigmoid(fake_logits) / fake_logits.size",
        hint="You train the generator with the label of fakes, so that it learns to be seen through. It wants its fakes "
        "to be called real.",
    ),
    Mistake(
        "gan_g_loss/maximised",
        old=MINIMAX,
        new="return np.mean(_softplus(fake_logits)), _sigmoid(fake_logits) / fake_logits.size",
        hint="The sign of the minimax loss is turned: minimising it makes the fakes worse. The generator MINIMISES ln(1 - D).",
    ),
    Mistake(
        "gan_g_loss/same",
        old=MINIMAX,
        new="return np.mean(_softplus(-fake_logits)), (_sigmoid(fake_logits) - 1) / fake_logits.size",
        hint="Both kinds give the same in your code. They agree on what is good, and differ in value and slope.",
    ),
    Mistake(
        "gan_g_loss/wrt-d",
        old=NONSAT,
        new="return np.mean(_softplus(-fake_logits)), -1 / _sigmoid(fake_logits) / fake_logits.size",
        hint="Your gradient is that with respect to D. One more factor of the chain rule leads to the logit.",
    ),
    Mistake(
        "gan_g_loss/summed",
        old=NONSAT,
        new="return np.mean(_softplus(-fake_logits)), _sigmoid(fake_logits) - 1",
        also=((MINIMAX, "return -np.mean(_softplus(fake_logits)), -_sigmoid(fake_logits)"),),
        hint="The gradient lacks the factor of the mean: each fake has only its share of the loss.",
    ),
    Mistake(
        "gan_g_loss/minus-value",
        old=NONSAT,
        new="return np.mean(_softplus(-fake_logits)), -_sigmoid(fake_logits) / fake_logits.size",
        hint="The gradient of the non-saturating loss is that of the other kind: it fades where the fakes are seen through.",
    ),
    Mistake(
        "gan_g_loss/prob-then-log",
        old=NONSAT,
        new="D = 1 / (1 + np.exp(-fake_logits))\n        return -np.mean(np.log(D)), (D - 1) / fake_logits.size",
        hint="You compute D first and then its logarithm. For a fake that is seen through, D is exactly 0 in floating "
        "point, and the loss infinite.",
    ),
]
