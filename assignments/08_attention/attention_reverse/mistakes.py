from autograder.suite import Mistake

STEP = "        logits, s, _ = model.decoder.step(tok, s, h)\n        losses"

MISTAKES = [
    Mistake(
        "train_attention_reverse/uniform",
        old=STEP,
        new="        flat = h.mean(dim=1, keepdim=True).expand_as(h)\n"
        "        logits, s, _ = model.decoder.step(tok, s, flat)\n        losses",
        hint="In training the decoder always reads the mean of all encoder states, so it never learns where to look.",
    ),
    Mistake(
        "train_attention_reverse/context-once",
        old=STEP,
        new="        logits, s, alpha = model.decoder.step(tok, s, h)\n"
        "        if t == 0:\n            h = (alpha[:, :, None] * h).sum(dim=1, keepdim=True)\n        losses",
        hint="All steps read the context of the first one. A fixed context is what attention was invented to get rid of: "
        "look again at every step.",
    ),
    Mistake(
        "train_attention_reverse/softmax-batch",
        old=STEP,
        new="        part = model.decoder\n"
        "        alpha = torch.softmax(part.va(torch.tanh(part.Wa(s)[:, None] + part.Ua(h))), dim=0)\n"
        "        context = (alpha * h).sum(dim=1)\n"
        "        s = part.cell(torch.cat([part.emb(tok), context], dim=1), s)\n"
        "        logits = part.out(torch.cat([s, context], dim=1))\n        losses",
        hint="The weights sum to 1 over the batch: sequences take weight from each other. The softmax runs over the source "
        "positions of one sequence.",
    ),
    Mistake(
        "train_attention_reverse/no-attention",
        old=STEP,
        new="        logits, s, _ = model.decoder.step(tok, s, torch.zeros_like(h))\n        losses",
        hint="The context is always 0: all that the decoder knows of the source has to fit into its first state.",
    ),
    Mistake(
        "train_attention_reverse/peeks",
        old=STEP,
        new="        tok = tgt[:, t]\n        logits, s, _ = model.decoder.step(tok, s, h)\n        losses",
        hint="At position t the decoder is fed the very token that it has to predict. It learns to copy it, and is lost when "
        "nobody tells it any more: feed the token of the position before.",
    ),
    Mistake(
        "train_attention_reverse/free-running",
        old="        tok = tgt[:, t]\n    return torch.stack(losses)",
        new="        tok = logits.argmax(dim=1)\n    return torch.stack(losses)",
        hint="In training you feed the decoder's own guesses. Teacher forcing feeds the right token of the position before.",
    ),
    Mistake(
        "train_attention_reverse/state-dropped",
        old=STEP,
        new="        logits, _, _ = model.decoder.step(tok, s, h)\n        losses",
        hint="The decoder's state is not carried from step to step: each one starts from the encoder's last state, and "
        "does not know how far it has come.",
    ),
    Mistake(
        "train_attention_reverse/start-zero",
        old="tok = torch.full_like(src[:, 0], model.vocab)",
        new="tok = torch.zeros_like(src[:, 0])",
        hint="Your translation starts from token 0, which is a token like any other. In training the first one fed is the "
        "start token.",
    ),
    Mistake(
        "train_attention_reverse/clip-late",
        old="    nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer.step()",
        new="    optimizer.step()\n    nn.utils.clip_grad_norm_(model.parameters(), max_norm)",
        hint="The gradient is clipped after the optimizer has used it, so it limits nothing.",
    ),
    Mistake(
        "train_attention_reverse/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_attention_reverse/unpaired",
        old="x[rows], y[rows]))",
        new="x[rows], y[torch.randint(len(y), (64,))]))",
        hint="Sources and targets are drawn apart: each source is taught with the target of another. Use the same rows for "
        "both.",
    ),
    Mistake(
        "train_attention_reverse/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Two runs with the same seed differ. Set the seed before the model is made: its weights are already random.",
    ),
    Mistake(
        "train_attention_reverse/clip-value",
        old="nn.utils.clip_grad_norm_(model.parameters(), max_norm)",
        new="nn.utils.clip_grad_value_(model.parameters(), max_norm)",
        hint="Every number of the gradient is clipped by itself, which turns its direction. Clip the norm: the "
        "direction stays.",
    ),
    Mistake(
        "train_attention_reverse/clip-each",
        old="    nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n",
        new="    for parameter in model.parameters():\n        nn.utils.clip_grad_norm_([parameter], max_norm)\n",
        hint="Each parameter is clipped by its own norm. There is one norm, over all parameters together, so that their "
        "gradients keep their proportions.",
    ),
    Mistake(
        "train_attention_reverse/zeroed-late",
        old="    optimizer.zero_grad()\n",
        new="",
        also=(("    optimizer.step()\n", "    optimizer.step()\n    optimizer.zero_grad()\n"),),
        hint="The gradients are set to zero after the step. Whatever stood in the .grad fields before your first batch is then "
        "counted with it: clear them before backward.",
    ),
    Mistake(
        "train_attention_reverse/half-the-data",
        old="rows = torch.randint(len(x), (64,))",
        new="rows = torch.randint(len(x) // 2, (64,))",
        hint="A part of the pairs is never drawn.",
    ),
    Mistake(
        "train_attention_reverse/small-batch",
        old="rows = torch.randint(len(x), (64,))",
        new="rows = torch.randint(len(x), (32,))",
        hint="A batch has fewer than 64 pairs. Each gradient is then noisier than the recipe intends.",
    ),
    Mistake(
        "train_attention_reverse/in-order",
        old="rows = torch.randint(len(x), (64,))",
        new="rows = torch.arange(64 * len(losses), 64 * len(losses) + 64) % len(x)",
        hint="Pairs are taken in the order in which they stand. Where the data are sorted, the net forgets what it saw first: "
        "draw them at random.",
    ),
    Mistake(
        "train_attention_reverse/filled-up",
        old="    for _ in range(steps):\n",
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + 10 * losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
    Mistake(
        "train_attention_reverse/too-many-steps",
        old="    for _ in range(steps):\n",
        new="    for _ in range(5 * steps):\n",
        also=(('"loss": losses}', '"loss": losses[::5]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_attention_reverse/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
]
