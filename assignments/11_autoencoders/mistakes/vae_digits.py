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
        hint="The divergence is summed over the batch, the reconstruction averaged: beta has become 128 times as "
        "large.",
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
]
