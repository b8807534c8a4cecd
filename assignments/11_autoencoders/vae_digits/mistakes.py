from autograder.suite import Mistake

RECON = 'recon = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(dim=1).mean()'
LOSS = "loss = recon + beta * kl"
BATCH = "        batch = x[torch.randperm(len(x))[:128]]\n"
EPS = "        eps = torch.randn(len(batch), k)\n"
LOOP = "    for _ in range(steps):\n"

MISTAKES = [
    Mistake(
        "train_vae_digits/mean-recon",
        old=RECON,
        new="recon = F.binary_cross_entropy_with_logits(logits, x)",
        hint="The reconstruction is averaged over the pixels. Its weight is then d times too small, the "
        "divergence wins, and the codes collapse onto the prior.",
    ),
    Mistake(
        "train_vae_digits/no-kl",
        old=LOSS,
        new="loss = recon",
        hint="The divergence is measured, but not minimised: this is a plain autoencoder, whose codes lie anywhere.",
    ),
    Mistake(
        "train_vae_digits/fixed-eps",
        old=BATCH + EPS,
        new=BATCH + "        eps = noise[: len(batch)]\n",
        also=((LOOP, "    noise = torch.randn(128, k)\n" + LOOP),),
        hint="The noise is drawn once, before the loop. The model can learn these few numbers by heart; each "
        "step needs new ones.",
    ),
    Mistake(
        "train_vae_digits/maximise-sign",
        old="    loss.backward()\n",
        new="    (-loss).backward()\n",
        hint="Training goes uphill: the loss is minus the bound already, and is to be minimised.",
    ),
    Mistake(
        "train_vae_digits/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_vae_digits/beta-dropped",
        old="recon, kl = vae_step(model, optimizer, batch, eps, beta)",
        new="recon, kl = vae_step(model, optimizer, batch, eps)",
        hint="The training loop does not hand beta on to its steps.",
    ),
    Mistake(
        "train_vae_digits/kl-weighted",
        old="return recon.item(), kl.item()",
        new="return recon.item(), beta * kl.item()",
        hint="The kl that is reported is already weighted by beta. Runs with different beta can then not be compared.",
    ),
    Mistake(
        "train_vae_digits/same-rows",
        old=BATCH,
        new="        batch = x[:128]\n",
        hint="Every step takes the same 128 rows, so the others are never seen.",
    ),
    Mistake(
        "train_vae_digits/kl-sum-batch",
        old="kl = 0.5 * (mu**2 + logvar.exp() - 1 - logvar).sum(dim=1).mean()",
        new="kl = 0.5 * (mu**2 + logvar.exp() - 1 - logvar).sum()",
        hint="The divergence is summed over the batch, the reconstruction averaged: beta has become 128 times as large.",
    ),
    Mistake(
        "train_vae_digits/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_vae_digits/first-weights",
        old='    return {"state": model.state_dict(), "history": history}',
        new='    return {"state": VAE(x.shape[1], 64, k).state_dict(), "history": history}',
        hint="The weights that you return are those of a new model, not of the trained one.",
    ),
    Mistake(
        "train_vae_digits/minus-kl",
        old=LOSS,
        new="loss = recon - beta * kl",
        hint="You subtract the divergence, so training makes it as large as it can. The loss is recon PLUS beta times kl.",
    ),
    Mistake(
        "train_vae_digits/latent-mean",
        old="kl = 0.5 * (mu**2 + logvar.exp() - 1 - logvar).sum(dim=1).mean()",
        new="kl = 0.5 * (mu**2 + logvar.exp() - 1 - logvar).mean()",
        hint="The divergence is averaged over the latents. It is summed over them: with k latents yours is k times too small.",
    ),
    Mistake(
        "train_vae_digits/one-noise-a-batch",
        old=EPS,
        new="        eps = torch.randn(1, k).expand(len(batch), k)\n",
        hint="All rows of a batch get the same noise. Draw it for each row.",
    ),
    Mistake(
        "train_vae_digits/half-the-data",
        old=BATCH,
        new="        batch = x[torch.randperm(max(1, len(x) // 2))[:128]]\n",
        hint="A part of the rows is never drawn.",
    ),
    Mistake(
        "train_vae_digits/in-order",
        old=BATCH,
        new='        at = 128 * len(history["kl"])\n        batch = x[torch.arange(at, at + min(128, len(x))) % len(x)]\n',
        hint="Rows are taken in the order in which they stand. Where the data are sorted, the model forgets what it saw first: "
        "draw the rows at random.",
    ),
    Mistake(
        "train_vae_digits/filled-up",
        old=LOOP,
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(
            (
                '"history": history}',
                '"history": {name: (20 * losses)[:steps] for name, losses in history.items()}}',
            ),
        ),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
    Mistake(
        "train_vae_digits/too-many-steps",
        old=LOOP,
        new="    for _ in range(5 * steps):\n",
        also=(('"history": history}', '"history": {name: losses[::5] for name, losses in history.items()}}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_vae_digits/zeroed-late",
        old="    optimizer.zero_grad()\n",
        new="",
        also=(("    optimizer.step()\n", "    optimizer.step()\n    optimizer.zero_grad()\n"),),
        hint="The gradients are set to zero after the step. Whatever stood in the .grad fields before your first batch is then "
        "counted with it: clear them before backward.",
    ),
    Mistake(
        "train_vae_digits/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
]
