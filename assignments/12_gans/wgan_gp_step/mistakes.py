from autograder.suite import Mistake

LOOP = "    for x_real, z, mix in zip(reals, zs, eps):\n"
FAKE = "x_fake = G(z).detach()"
LOSS = "loss = f(x_fake).mean() - f(x_real).mean()"
PENALTY = "penalty = gradient_penalty(f, x_real, x_fake, mix, lam)"
BACK = "(loss + penalty).backward()"
STEP_F = "        opt_f.step()\n"
GEN = "gen_loss = -f(G(z_g)).mean()"

MISTAKES = [
    Mistake(
        "wgan_gp_train_step/one-critic",
        old=LOOP,
        new="    for x_real, z, mix in list(zip(reals, zs, eps))[:1]:\n",
        hint="The critic makes a single step. There is a batch for each of its steps, and all of them are used.",
    ),
    Mistake(
        "wgan_gp_train_step/penalty-sign",
        old=BACK,
        new="(loss - penalty).backward()",
        hint="The penalty is subtracted: your critic is paid for slopes other than 1.",
    ),
    Mistake(
        "wgan_gp_train_step/sigmoid-critic",
        old=LOSS,
        new="loss = torch.sigmoid(f(x_fake)).mean() - torch.sigmoid(f(x_real)).mean()",
        hint="You squash the critic's scores. They are used as they are.",
    ),
    Mistake(
        "wgan_gp_train_step/g-in-loop",
        old=STEP_F,
        new="        opt_f.step()\n        opt_g.zero_grad()\n        (-f(G(z_g)).mean()).backward()\n        opt_g.step()\n",
        hint="The generator makes a step after every step of the critic. It waits until the critic has made all of its own.",
    ),
    Mistake(
        "wgan_gp_train_step/no-penalty",
        old=BACK,
        new="loss.backward()",
        hint="The penalty is measured, and the critic never feels it.",
    ),
    Mistake(
        "wgan_gp_train_step/loss-with-penalty",
        old="losses.append(loss.item())",
        new="losses.append((loss + penalty).item())",
        hint="The critic_loss that you report contains the penalty. Without it, it is minus an estimate of the distance.",
    ),
    Mistake(
        "wgan_gp_train_step/no-detach",
        old=FAKE,
        new="x_fake = G(z)",
        hint="The critic's loss goes back through the generator. Detach the fakes: only the critic learns from it.",
    ),
    Mistake(
        "wgan_gp_train_step/no-zero-grad",
        old="        opt_f.zero_grad()\n",
        new="",
        also=(("    opt_g.zero_grad()\n", ""),),
        hint="Gradients of earlier steps are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "wgan_gp_train_step/cleared-once",
        old="        opt_f.zero_grad()\n",
        new="",
        also=((LOOP, "    opt_f.zero_grad()\n" + LOOP),),
        hint="The critic's gradients are cleared once, before the loop, and pile up from step to step.",
    ),
    Mistake(
        "wgan_gp_train_step/same-batch",
        old=LOSS,
        new="loss = f(x_fake).mean() - f(reals[0]).mean()",
        hint="All steps of the critic use the first batch of real samples. Each has a batch of its own.",
    ),
    Mistake(
        "wgan_gp_train_step/sign-flip",
        old=LOSS,
        new="loss = f(x_real).mean() - f(x_fake).mean()",
        hint="Your critic learns to score fakes above real samples. The loss is fakes minus real.",
    ),
    Mistake(
        "wgan_gp_train_step/gen-plus",
        old=GEN,
        new="gen_loss = f(G(z_g)).mean()",
        hint="Your generator lowers the scores of its fakes. It minimises the NEGATIVE of their mean score.",
    ),
    Mistake(
        "wgan_gp_train_step/lam-fixed",
        old=PENALTY,
        new="penalty = gradient_penalty(f, x_real, x_fake, mix)",
        hint="The weight of the penalty is 10 whatever lam is.",
    ),
    Mistake(
        "wgan_gp_train_step/stale-fakes",
        old=GEN,
        new="gen_loss = -f(G(zs[-1])).mean()",
        hint="Your generator learns from the fakes that the critic has just seen. It gets fresh ones, made from z_g.",
    ),
]
