from autograder.suite import Mistake

LOSS = "loss = ddpm_simple_loss(model, x0, i, noise, alpha_bar)"
MEAN = "x = (x - beta[i] / torch.sqrt(1 - alpha_bar[i]) * eps) / torch.sqrt(1 - beta[i])"
FRESH = "        if i > 0:\n            x = x + torch.sqrt(beta[i]) * noises[i]\n"
LOOP = "    for _ in range(steps):\n"
STEPS = "        i = torch.randint(100, (128,))\n"
STEP = "losses.append(denoiser_step(model, optimizer, x0, i, torch.randn(128, 2), alpha_bar))"

MISTAKES = [
    Mistake(
        "train_ddpm_2d/linear-1000-betas",
        old="beta = torch.linspace(1e-3, 0.12, 100)",
        new="beta = torch.linspace(1e-4, 0.02, 100)",
        hint="These betas are made for 1000 steps. After 100 of them more than a third of the data's variance is still there, "
        "and what you draw starts from noise that the net has never seen.",
    ),
    Mistake(
        "train_ddpm_2d/no-time",
        old="h = F.silu(self.point(x) + self.time(waves))",
        new="h = F.silu(self.point(x) + 0 * self.time(waves))",
        hint="Your net does not use i. It cannot know how much noise there is in its input, and its guess is a compromise "
        "between all steps.",
    ),
    Mistake(
        "train_ddpm_2d/x0-target",
        old=LOSS,
        new="kept = alpha_bar[i][:, None]\n"
        "    loss = ((x0 - model(kept.sqrt() * x0 + (1 - kept).sqrt() * noise, i)) ** 2).mean()",
        hint="Your net learns to guess the clean data, and is then used as if it guessed the noise.",
    ),
    Mistake(
        "train_ddpm_2d/last-step-noise",
        old=FRESH,
        new="        x = x + torch.sqrt(beta[i]) * noises[i]\n",
        hint="Noise is added in the last step as well. What stands there is the result, and nothing takes this noise "
        "away again.",
    ),
    Mistake(
        "train_ddpm_2d/forward-order",
        old="for i in reversed(range(len(beta))):",
        new="for i in range(len(beta)):",
        hint="You walk from the first noising step to the last. Drawing undoes the last one first.",
    ),
    Mistake(
        "train_ddpm_2d/alpha-not-bar",
        old=MEAN,
        new="x = (x - beta[i] / torch.sqrt(beta[i]) * eps) / torch.sqrt(1 - beta[i])",
        hint="The noise is taken off with the root of 1 - alpha_i, as the notes print it in (10.20). What is to be taken "
        "off is the noise of all steps so far: 1 - alpha_bar_i.",
    ),
    Mistake(
        "train_ddpm_2d/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_ddpm_2d/same-noise",
        old=STEPS + "        " + STEP,
        new="        " + STEP.replace("torch.randn(128, 2)", "noise"),
        also=((LOOP, "    i, noise = torch.randint(100, (128,)), torch.randn(128, 2)\n" + LOOP),),
        hint="Steps and noise are drawn once, before the loop. The net learns these 128 by heart; draw new ones each time.",
    ),
    Mistake(
        "train_ddpm_2d/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_ddpm_2d/first-weights",
        old='return {"state": model.state_dict(), ',
        new='return {"state": PointDenoiser().state_dict(), ',
        hint="The weights that you return are those of a new net, not of the trained one.",
    ),
]
