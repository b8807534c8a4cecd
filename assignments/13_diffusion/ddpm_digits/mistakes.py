from autograder.suite import Mistake

SCALE = "return (pixels / 8 - 1).reshape(-1, 1, 8, 8)"
LOSS = "loss = ddpm_simple_loss(model, to_model(pixels), i, noise, alpha_bar)"
BATCH = "        pixels = x[torch.randint(len(x), (32,))]\n"
STEPS = "        i = torch.randint(T, (32,))\n"
NOISE = "torch.randn(32, 1, 8, 8)"
LOOP = "    for _ in range(steps):\n"

MISTAKES = [
    Mistake(
        "train_ddpm_digits/unscaled",
        old=SCALE,
        new="return pixels.reshape(-1, 1, 8, 8)",
        hint="The pictures still have pixels from 0 to 16. Beside them the noise is small at every step, and the chain never "
        "arrives at noise of variance 1.",
    ),
    Mistake(
        "train_ddpm_digits/unit-range",
        old=SCALE,
        new="return (pixels / 16).reshape(-1, 1, 8, 8)",
        hint="Your pictures lie between 0 and 1. The noise is centred at 0, and so should the range of the data be: -1 to 1.",
    ),
    Mistake(
        "train_ddpm_digits/eval-train",
        old=BATCH,
        new=BATCH + "        pixels = (pixels - pixels.mean()) / pixels.std() * 8 + 8\n",
        hint="Every batch is normalised by its own mean and spread, as a batch normalisation does in training. When you "
        "draw there is no batch to take them from, and pictures come out with another brightness and contrast than the data.",
    ),
    Mistake(
        "train_ddpm_digits/index-shift",
        old=LOSS,
        new="loss = ddpm_simple_loss(lambda x_i, step: model(x_i, step + 1), to_model(pixels), i, noise, alpha_bar)",
        hint="The model is told i + 1 for an input that was noised to step i. Indices count from 0 here and everywhere.",
    ),
    Mistake(
        "train_ddpm_digits/betas-of-1000",
        old="beta = torch.linspace(1e-4, 0.02, T) * 1000 / T",
        new="beta = torch.linspace(1e-4, 0.02, T)",
        hint="Your betas are those for 1000 steps. After 200 of them 13 % of the data's variance is still there: the notes "
        "make this mistake in their table.",
    ),
    Mistake(
        "train_ddpm_digits/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_ddpm_digits/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_ddpm_digits/one-step-a-batch",
        old=STEPS,
        new="        i = torch.randint(T, (1,)).expand(32)\n",
        hint="All rows of a batch are at the same step of the chain. Draw a step for each row.",
    ),
    Mistake(
        "train_ddpm_digits/one-noise-a-batch",
        old=NOISE,
        new="torch.randn(1, 1, 8, 8).expand(32, 1, 8, 8)",
        hint="All rows of a batch get the same noise. Draw it for each row.",
    ),
    Mistake(
        "train_ddpm_digits/noise-once",
        old=NOISE,
        new="noise",
        also=((LOOP, "    noise = torch.randn(32, 1, 8, 8)\n" + LOOP),),
        hint="The noise is drawn once, before the loop. Each step needs new noise.",
    ),
    Mistake(
        "train_ddpm_digits/early-steps",
        old=STEPS,
        new="        i = torch.randint(T // 2, (32,))\n",
        hint="Only the first half of the chain is ever trained. Drawing begins at its other end, where the net has learned "
        "nothing.",
    ),
    Mistake(
        "train_ddpm_digits/half-the-data",
        old=BATCH,
        new="        pixels = x[torch.randint(len(x) // 2, (32,))]\n",
        hint="A part of the rows is never drawn.",
    ),
    Mistake(
        "train_ddpm_digits/in-order",
        old=BATCH,
        new="        pixels = x[torch.arange(32 * len(losses), 32 * len(losses) + 32) % len(x)]\n",
        hint="Rows are taken in the order in which they stand. Where the data are sorted, the net forgets what it saw first: "
        "draw the rows at random.",
    ),
    Mistake(
        "train_ddpm_digits/filled-up",
        old=LOOP,
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
    Mistake(
        "train_ddpm_digits/too-many-steps",
        old=LOOP,
        new="    for _ in range(5 * steps):\n",
        also=(('"loss": losses}', '"loss": losses[::5]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_ddpm_digits/zeroed-late",
        old="    optimizer.zero_grad()\n",
        new="",
        also=(("    optimizer.step()\n", "    optimizer.step()\n    optimizer.zero_grad()\n"),),
        hint="The gradients are set to zero after the step. Whatever stood in the .grad fields before your first batch is then "
        "counted with it: clear them before backward.",
    ),
]
