from autograder.suite import Mistake

FAKES = "fakes = G(z_d).detach()"
D_LOSS = "d_loss = F.softplus(-D(x_real)).mean() + F.softplus(D(fakes)).mean()"
G_LOSS = "g_loss = F.softplus(-D(G(z_g))).mean()"
ZERO_D = "    opt_d.zero_grad()\n"
ZERO_G = "    opt_g.zero_grad()\n"
STEP_G = "    opt_g.step()\n"
STEP_D = "    opt_d.step()\n"

MISTAKES = [
    Mistake(
        "gan_train_step/no-detach",
        old=FAKES,
        new="fakes = G(z_d)",
        also=((ZERO_G, ""), (ZERO_D, "    opt_d.zero_grad()\n    opt_g.zero_grad()\n")),
        hint="The discriminator's loss goes back through the generator, and its gradient is still there when the generator "
        "makes its step. Detach the fakes in the discriminator's step.",
    ),
    Mistake(
        "gan_train_step/no-detach-cleared",
        old=FAKES,
        new="fakes = G(z_d)",
        hint="The discriminator's loss goes back through the generator. You clear what it leaves there, so your numbers are "
        "right, but every round pays for a backward pass that is thrown away.",
    ),
    Mistake(
        "gan_train_step/no-zero-grad",
        old=ZERO_D,
        new="",
        also=((ZERO_G, ""),),
        hint="Gradients of earlier steps are still in the .grad fields. The generator's step also leaves gradients in the "
        "discriminator: clear them before each step.",
    ),
    Mistake(
        "gan_train_step/d-not-cleared",
        old=ZERO_D,
        new="",
        hint="The discriminator's gradients are never cleared, and the generator's step adds to them in every round.",
    ),
    Mistake(
        "gan_train_step/d-moves-in-g-step",
        old=STEP_G,
        new="    opt_g.step()\n    opt_d.step()\n",
        hint="Both optimizers make a step for the generator's loss. The discriminator would learn to be fooled.",
    ),
    Mistake(
        "gan_train_step/stale-fakes",
        old=G_LOSS,
        new="g_loss = F.softplus(-D(G(z_d))).mean()",
        hint="Your generator learns from the fakes that the discriminator has just seen. It gets fresh ones, made from z_g.",
    ),
    Mistake(
        "gan_train_step/labels-swapped",
        old=D_LOSS,
        new="d_loss = F.softplus(D(x_real)).mean() + F.softplus(-D(fakes)).mean()",
        also=((G_LOSS, "g_loss = F.softplus(D(G(z_g))).mean()"),),
        hint="Real samples are 0 and fakes 1 in your code. The game would be the same with other names, but here D is the "
        "probability of REAL.",
    ),
    Mistake(
        "gan_train_step/saturating",
        old=G_LOSS,
        new="g_loss = -F.softplus(D(G(z_g))).mean()",
        hint="Your generator minimises ln(1 - D), which saturates: fakes that are seen through hardly pull at all.",
    ),
    Mistake(
        "gan_train_step/half",
        old=D_LOSS,
        new="d_loss = (F.softplus(-D(x_real)).mean() + F.softplus(D(fakes)).mean()) / 2",
        hint="The discriminator's loss is halved. Here it is the sum of the two means.",
    ),
    Mistake(
        "gan_train_step/old-discriminator",
        old=STEP_D,
        new="",
        also=(
            (
                STEP_G,
                "    opt_g.step()\n    opt_d.zero_grad()\n"
                "    (F.softplus(-D(x_real)).mean() + F.softplus(D(fakes)).mean()).backward()\n    opt_d.step()\n",
            ),
        ),
        hint="The discriminator makes its step after the generator. The generator should already meet the new one.",
    ),
    Mistake(
        "gan_train_step/probabilities",
        old=G_LOSS,
        new="g_loss = -torch.log(torch.sigmoid(D(G(z_g)))).mean()",
        hint="You compute the probability first and then its logarithm. For a fake that is seen through it is 0, and the "
        "loss infinite: compute from the logits.",
    ),
    Mistake(
        "gan_train_step/g-frozen",
        old=STEP_G,
        new="",
        hint="The generator's optimizer never makes a step.",
    ),
]
