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
    Mistake(
        "train_ddpm_2d/one-step-a-batch",
        old=STEPS,
        new="        i = torch.randint(100, (1,)).expand(128)\n",
        hint="All rows of a batch are at the same step of the chain. Draw a step for each row: a batch then tells something "
        "about all of them, and the loss is far less noisy.",
    ),
    Mistake(
        "train_ddpm_2d/one-noise-a-batch",
        old=STEP,
        new=STEP.replace("torch.randn(128, 2)", "torch.randn(1, 2).expand(128, 2)"),
        hint="All rows of a batch get the same noise. Draw it for each row.",
    ),
    Mistake(
        "train_ddpm_2d/noise-once",
        old=STEP,
        new=STEP.replace("torch.randn(128, 2)", "noise"),
        also=((LOOP, "    noise = torch.randn(128, 2)\n" + LOOP),),
        hint="The noise is drawn once, before the loop. Each step needs new noise.",
    ),
    Mistake(
        "train_ddpm_2d/early-steps",
        old=STEPS,
        new="        i = torch.randint(50, (128,))\n",
        hint="Only the first half of the chain is ever trained. Drawing begins at its other end, where the net has learned "
        "nothing.",
    ),
    Mistake(
        "train_ddpm_2d/first-rows",
        old="x[torch.randint(len(x), (128,))]",
        new="x[:128]",
        hint="Every step takes the first 128 rows, so the others are never seen.",
    ),
    Mistake(
        "train_ddpm_2d/half-the-data",
        old="x[torch.randint(len(x), (128,))]",
        new="x[torch.randint(len(x) // 2, (128,))]",
        hint="A part of the rows is never drawn.",
        same_as="train_ddpm_2d/first-rows",
    ),
    Mistake(
        "train_ddpm_2d/in-order",
        old="x[torch.randint(len(x), (128,))]",
        new="x[torch.arange(128 * len(losses), 128 * len(losses) + 128) % len(x)]",
        hint="Rows are taken in the order in which they stand. Where the data are sorted, the net forgets what it saw first: "
        "draw the rows at random.",
    ),
    Mistake(
        "train_ddpm_2d/filled-up",
        old=LOOP,
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
    Mistake(
        "train_ddpm_2d/small-batch",
        old="x0 = x[torch.randint(len(x), (128,))]",
        new="x0 = x[torch.randint(len(x), (64,))]",
        also=(
            ("i = torch.randint(100, (128,))", "i = torch.randint(100, (64,))"),
            ("torch.randn(128, 2)", "torch.randn(64, 2)"),
        ),
        hint="A batch has fewer than 128 rows. Each gradient is then noisier than the recipe intends.",
    ),
    Mistake(
        "train_ddpm_2d/too-many-steps",
        old=LOOP,
        new="    for _ in range(5 * steps):\n",
        also=(('"loss": losses}', '"loss": losses[::5]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_ddpm_2d/zeroed-late",
        old="    optimizer.zero_grad()\n",
        new="",
        also=(("    optimizer.step()\n", "    optimizer.step()\n    optimizer.zero_grad()\n"),),
        hint="The gradients are set to zero after the step. Whatever stood in the .grad fields before your first batch is then "
        "counted with it: clear them before backward.",
    ),
]
