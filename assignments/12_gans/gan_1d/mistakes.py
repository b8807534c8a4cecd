from autograder.suite import Mistake

ADAM = "torch.optim.Adam(player.parameters(), lr=lr, betas=(0.5, 0.999))"
ROWS = "x_real = x[torch.randint(len(x), (128,))]"
LOOP = "    for _ in range(steps):\n"
STEP = "d_loss, g_loss = gan_train_step(G, D, opt_g, opt_d, x_real, z_d, z_g)"
RESULT = 'return {"state": G.state_dict(), "history": history}'

MISTAKES = [
    Mistake(
        "train_gan_1d/default-betas",
        old=ADAM,
        new="torch.optim.Adam(player.parameters(), lr=lr)",
        hint="Your optimizers have the usual momentum of 0.9. In a game the slopes turn with every step of the other player: "
        "0.5 is asked for.",
    ),
    Mistake(
        "train_gan_1d/adamw",
        old=ADAM,
        new="torch.optim.AdamW(player.parameters(), lr=lr, betas=(0.5, 0.999))",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
    Mistake(
        "train_gan_1d/both-players",
        old="for player in (G, D))",
        new="for player in (nn.ModuleList([G, D]), nn.ModuleList([G, D])))",
        hint="Each of your optimizers holds the weights of both players. A step of one would move the other.",
    ),
    Mistake(
        "train_gan_1d/exchanged",
        old="return opt_g, opt_d",
        new="return opt_d, opt_g",
        hint="Your optimizers come back in the wrong order.",
    ),
    Mistake(
        "train_gan_1d/minimax-g",
        old=STEP,
        new="softplus = nn.functional.softplus\n"
        "        opt_d.zero_grad()\n"
        "        d = softplus(-D(x_real)).mean() + softplus(D(G(z_d).detach())).mean()\n"
        "        d.backward()\n"
        "        opt_d.step()\n"
        "        opt_g.zero_grad()\n"
        "        g = -softplus(D(G(z_g))).mean()\n"
        "        g.backward()\n"
        "        opt_g.step()\n"
        "        d_loss, g_loss = d.item(), g.item()",
        hint="Your generator minimises ln(1 - D), which hardly pulls while the fakes are bad. `gan_train_step` has the "
        "non-saturating loss, -ln D.",
    ),
    Mistake(
        "train_gan_1d/d-only",
        old=STEP,
        new="d_loss, g_loss = gan_train_step(G, D, torch.optim.SGD(G.parameters(), lr=0.0), opt_d, x_real, z_d, z_g)",
        hint="Your generator never moves.",
    ),
    Mistake(
        "train_gan_1d/tanh-output",
        old="    G, D = _mlp(4, 32, 1), _mlp(1, 32, 1)\n",
        new="    G, D = nn.Sequential(*_mlp(4, 32, 1), nn.Tanh()), _mlp(1, 32, 1)\n",
        hint="There is a tanh behind your generator: it cannot reach numbers beyond 1.",
    ),
    Mistake(
        "train_gan_1d/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_gan_1d/small-batch",
        old=ROWS,
        new="x_real = x[torch.randint(len(x), (32,))]",
        hint="Your batches do not have 128 rows.",
    ),
    Mistake(
        "train_gan_1d/half-the-data",
        old=ROWS,
        new="x_real = x[torch.randint((len(x) + 1) // 2, (128,))]",
        hint="A part of the rows is never drawn.",
    ),
    Mistake(
        "train_gan_1d/too-many-steps",
        old=LOOP,
        new="    for _ in range(5 * steps):\n",
        also=((RESULT, "history = {name: losses[::5] for name, losses in history.items()}\n    " + RESULT),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_gan_1d/discriminator-returned",
        old='return {"state": G.state_dict()',
        new='return {"state": D.state_dict()',
        hint="You return the discriminator. What draws new numbers is the generator.",
    ),
    Mistake(
        "train_gan_1d/averaged-history",
        old=RESULT,
        new="history = {name: (np.cumsum(told) / np.arange(1, len(told) + 1)).tolist() for name, told in history.items()}\n"
        "    " + RESULT,
        hint="Your history holds means over all steps so far. Each entry is the loss of one step.",
    ),
]
