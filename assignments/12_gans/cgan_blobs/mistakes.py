from autograder.suite import Mistake

FAKES = "fakes = G(cgan_generator_input(z_d, y, C)).detach()"
JUDGED = "on_real, on_fake = (D(cgan_generator_input(x, y, C)) for x in (x_real, fakes))"
MADE = "made = G(cgan_generator_input(z_g, y, C))"
FOOLED = "g_loss = F.softplus(-D(cgan_generator_input(made, y, C))).mean()"
RESULT = 'return {"state": G.state_dict(), "history": history}'
ROWS = "rows = torch.randint(len(x), (128,))"

MISTAKES = [
    Mistake(
        "train_cgan_blobs/g-ignores-y",
        old=FAKES,
        new="fakes = G(cgan_generator_input(z_d, 0 * y, C)).detach()",
        also=((MADE, "made = G(cgan_generator_input(z_g, 0 * y, C))"),),
        hint="Your generator is told class 0 whatever y is. It cannot know what it is asked for.",
    ),
    Mistake(
        "train_cgan_blobs/d-ignores-y",
        old=JUDGED,
        new="on_real, on_fake = (D(cgan_generator_input(x, 0 * y, C)) for x in (x_real, fakes))",
        also=((FOOLED, "g_loss = F.softplus(-D(cgan_generator_input(made, 0 * y, C))).mean()"),),
        hint="Your discriminator does not look at the class. Any real-looking point fools it, whatever its class should be.",
    ),
    Mistake(
        "train_cgan_blobs/shuffled-labels",
        old=FAKES,
        new="fakes = G(cgan_generator_input(z_d, y.flip(0), C)).detach()",
        hint="The fakes are made for other classes than those they are judged with.",
    ),
    Mistake(
        "train_cgan_blobs/g-judged-otherwise",
        old=FOOLED,
        new="g_loss = F.softplus(-D(cgan_generator_input(made, y.flip(0), C))).mean()",
        hint="In the generator's step the fakes are judged with other classes than those they were made for.",
    ),
    Mistake(
        "train_cgan_blobs/no-detach",
        old=FAKES,
        new="fakes = G(cgan_generator_input(z_d, y, C))",
        hint="The discriminator's loss goes back through the generator. Detach the fakes.",
    ),
    Mistake(
        "train_cgan_blobs/stale-fakes",
        old=MADE,
        new="made = G(cgan_generator_input(z_d, y, C))",
        hint="Your generator learns from the fakes that the discriminator has just seen. It gets fresh ones, made from z_g.",
    ),
    Mistake(
        "train_cgan_blobs/no-zero-grad",
        old="    opt_d.zero_grad()\n",
        new="",
        hint="The discriminator's gradients are never cleared, and the generator's step adds to them in every round.",
    ),
    Mistake(
        "train_cgan_blobs/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_cgan_blobs/small-batch",
        old=ROWS,
        new="rows = torch.randint(len(x), (32,)).repeat(4)",
        hint="Your batches do not have 128 rows that were drawn one by one.",
    ),
    Mistake(
        "train_cgan_blobs/too-many-steps",
        old="    for _ in range(steps):\n",
        new="    for _ in range(5 * steps):\n",
        also=((RESULT, "history = {name: losses[::5] for name, losses in history.items()}\n    " + RESULT),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_cgan_blobs/half-the-data",
        old=ROWS,
        new="rows = torch.randint((len(x) + 1) // 2, (128,))",
        hint="A part of the rows is never drawn.",
    ),
    Mistake(
        "train_cgan_blobs/averaged-history",
        old=RESULT,
        new="history = {name: (np.cumsum(told) / np.arange(1, len(told) + 1)).tolist() for name, told in history.items()}\n"
        "    " + RESULT,
        hint="Your history holds means over all steps so far. Each entry is the loss of one step.",
    ),
]
