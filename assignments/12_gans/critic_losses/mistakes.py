from autograder.suite import Mistake

D_LOSS = "d_loss = 0.5 * np.mean((d_real - 1) ** 2) + 0.5 * np.mean(d_fake**2)"
G_LOSS = "g_loss = 0.5 * np.mean((d_fake - 1) ** 2)"
WGAN = "return np.mean(critic_fake) - np.mean(critic_real), -np.mean(critic_fake)"

MISTAKES = [
    Mistake(
        "wgan_losses/ls-sigmoid-first",
        old=D_LOSS,
        new="d_real, d_fake = (0.5 * (1 + np.tanh(d / 2)) for d in (d_real, d_fake))\n"
        "    d_loss = 0.5 * np.mean((d_real - 1) ** 2) + 0.5 * np.mean(d_fake**2)",
        hint="You squash the scores of the least-squares losses first. They are compared with 1 and 0 as they are.",
    ),
    Mistake(
        "wgan_losses/ls-labels-swapped",
        old=D_LOSS,
        new="d_loss = 0.5 * np.mean(d_real**2) + 0.5 * np.mean((d_fake - 1) ** 2)",
        also=((G_LOSS, "g_loss = 0.5 * np.mean(d_fake**2)"),),
        hint="In your least-squares losses real samples should score 0 and fakes 1. It is the other way round.",
    ),
    Mistake(
        "wgan_losses/ls-no-half",
        old=D_LOSS,
        new="d_loss = np.mean((d_real - 1) ** 2) + np.mean(d_fake**2)",
        also=((G_LOSS, "g_loss = np.mean((d_fake - 1) ** 2)"),),
        hint="The factors 1/2 of the least-squares losses are missing.",
    ),
    Mistake(
        "wgan_losses/ls-joint-mean",
        old=D_LOSS,
        new="d_loss = 0.5 * np.mean(np.concatenate([d_real - 1, d_fake]) ** 2)",
        hint="One mean over both batches lets the larger one count more. Each side has a mean of its own.",
    ),
    Mistake(
        "wgan_losses/ls-generator-zero",
        old=G_LOSS,
        new="g_loss = 0.5 * np.mean(d_fake**2)",
        hint="Your generator wants its fakes to score 0, as the discriminator does. It should want the score of real samples.",
    ),
    Mistake(
        "wgan_losses/sign-flip",
        old=WGAN,
        new="return np.mean(critic_real) - np.mean(critic_fake), -np.mean(critic_fake)",
        hint="Minimising your critic's loss pushes real samples down and fakes up. A loss is minimised: fakes minus real.",
    ),
    Mistake(
        "wgan_losses/sigmoid",
        old=WGAN,
        new="real, fake = (0.5 * (1 + np.tanh(c / 2)) for c in (critic_real, critic_fake))\n"
        "    return fake.mean() - real.mean(), -fake.mean()",
        hint="You squash the critic's scores. A critic has no sigmoid: that would bring the flat ends back.",
    ),
    Mistake(
        "wgan_losses/log",
        old=WGAN,
        new="real, fake = np.logaddexp(0, -critic_real), np.logaddexp(0, critic_fake)\n"
        "    return real.mean() + fake.mean(), np.logaddexp(0, -critic_fake).mean()",
        hint="The logarithms of the original game are still there. The critic's losses are linear in the scores.",
    ),
    Mistake(
        "wgan_losses/gen-plus",
        old=WGAN,
        new="return np.mean(critic_fake) - np.mean(critic_real), np.mean(critic_fake)",
        hint="Your generator lowers the score of its fakes. It minimises the NEGATIVE of their mean score.",
    ),
    Mistake(
        "wgan_losses/gen-whole",
        old=WGAN,
        new="return np.mean(critic_fake) - np.mean(critic_real), np.mean(critic_real) - np.mean(critic_fake)",
        hint="The real samples are still in your generator's loss. They do not depend on the generator, and are left out.",
    ),
]
