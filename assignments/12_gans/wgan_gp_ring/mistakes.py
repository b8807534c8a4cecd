from autograder.suite import Mistake

REALS = "reals = x[torch.randint(len(x), (5, 128))]"
STEP = "told = wgan_gp_train_step(G, f, opt_g, opt_f, reals, zs, eps, z_g, lam=0.1)"
LOOP = "    for _ in range(steps):\n"
RESULT = 'return {"state": G.state_dict(), "history": history}'

MISTAKES = [
    Mistake(
        "train_wgan_gp_ring/no-penalty",
        old=STEP,
        new="told = wgan_gp_train_step(G, f, opt_g, opt_f, reals, zs, eps, z_g, lam=0.0)",
        hint="Your critic pays nothing for its slope, so its scores grow without bound.",
    ),
    Mistake(
        "train_wgan_gp_ring/one-critic",
        old=STEP,
        new="told = wgan_gp_train_step(G, f, opt_g, opt_f, reals[:1], zs[:1], eps[:1], z_g, lam=0.1)",
        hint="The critic makes one step for each of the generator. It makes five.",
    ),
    Mistake(
        "train_wgan_gp_ring/same-batch",
        old=REALS,
        new="reals = x[torch.randint(len(x), (1, 128))].expand(5, 128, 2)",
        hint="All five steps of the critic see the same rows. Each has a batch of its own.",
    ),
    Mistake(
        "train_wgan_gp_ring/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_wgan_gp_ring/too-many-steps",
        old=LOOP,
        new="    for _ in range(5 * steps):\n",
        also=((RESULT, "history = {name: told[::5] for name, told in history.items()}\n    " + RESULT),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_wgan_gp_ring/critic-returned",
        old='return {"state": G.state_dict()',
        new='return {"state": f.state_dict()',
        hint="You return the critic. What draws new points is the generator.",
    ),
    Mistake(
        "train_wgan_gp_ring/half-the-data",
        old=REALS,
        new="reals = x[torch.randint((len(x) + 1) // 2, (5, 128))]",
        hint="A part of the rows is never drawn.",
    ),
]
