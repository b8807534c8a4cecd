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
        "train_wgan_gp_ring/clip-instead",
        old=STEP,
        new='told = {"critic_loss": [], "penalty": [0.0]}\n'
        "        for x_real, z in zip(reals, zs):\n"
        "            opt_f.zero_grad()\n"
        "            loss = f(G(z).detach()).mean() - f(x_real).mean()\n"
        "            loss.backward()\n"
        "            opt_f.step()\n"
        "            for weight in f.parameters():\n"
        "                weight.data.clamp_(-0.1, 0.1)\n"
        '            told["critic_loss"].append(loss.item())\n'
        "        opt_g.zero_grad()\n"
        "        gen_loss = -f(G(z_g)).mean()\n"
        "        gen_loss.backward()\n"
        "        opt_g.step()\n"
        '        told["gen_loss"] = gen_loss.item()',
        hint="You clip the critic's weights in place of a penalty on its slope. A clipped critic can only say simple things.",
    ),
    Mistake(
        "train_wgan_gp_ring/collapse",
        old=STEP,
        new='told, softplus = {"critic_loss": [], "penalty": [0.0]}, nn.functional.softplus\n'
        "        for x_real, z in zip(reals, zs):\n"
        "            opt_f.zero_grad()\n"
        "            loss = softplus(-f(x_real)).mean() + softplus(f(G(z).detach())).mean()\n"
        "            loss.backward()\n"
        "            opt_f.step()\n"
        '            told["critic_loss"].append(loss.item())\n'
        "        opt_g.zero_grad()\n"
        "        gen_loss = softplus(-f(G(z_g))).mean()\n"
        "        gen_loss.backward()\n"
        "        opt_g.step()\n"
        '        told["gen_loss"] = gen_loss.item()',
        hint="These are the losses of the original game, with logarithms. Here a critic gives raw scores, and pays for its "
        "slope.",
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
    Mistake(
        "train_wgan_gp_ring/averaged-history",
        old=RESULT,
        new="history = {name: (np.cumsum(told) / np.arange(1, len(told) + 1)).tolist() for name, told in history.items()}\n"
        "    " + RESULT,
        hint="Your history holds means over all steps so far. Each entry is the loss of one step.",
    ),
]
