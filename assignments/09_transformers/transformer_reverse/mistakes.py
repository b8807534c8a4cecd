from autograder.suite import Mistake

FED = "dec_in, wanted = F.pad(tgt, (1, 0), value=bos), F.pad(tgt, (0, 1), value=eos)"
MODEL = "model = Transformer(v, v + 2, 32, 4, 64, 1, x.shape[1] + 1)"
ROWS = "rows = torch.randint(len(x), (64,))"
STEP = "losses.append(seq2seq_step(model, optimizer, x[rows], y[rows], v, v + 1))"
LENGTH = "torch.full((len(src),), src.shape[1])"

MISTAKES = [
    Mistake(
        "train_transformer_reverse/no-causal",
        old=MODEL,
        new=MODEL + "\n    model.dec[0].self_attn.register_forward_pre_hook(lambda module, args: args[:2])",
        hint="The decoder is trained without its causal mask: each place sees its answer, and learns to copy it.",
    ),
    Mistake(
        "train_transformer_reverse/no-positions",
        old=MODEL,
        new=MODEL + "\n    model.pe.zero_()",
        hint="The positions take no part in the training. Without them no place of the source differs from another.",
    ),
    Mistake(
        "train_transformer_reverse/no-memory",
        old=MODEL,
        new=MODEL
        + "\n    model.dec[0].cross_attn.register_forward_pre_hook(lambda module, args: (args[0], 0 * args[1], *args[2:]))",
        hint="The decoder does not get what the encoder read.",
    ),
    Mistake(
        "train_transformer_reverse/no-shift",
        old=FED,
        new="dec_in = wanted = F.pad(tgt, (0, 1), value=eos)",
        hint="The decoder is fed the very tokens that it has to predict. Put bos in front: at each place it reads "
        "the token before.",
    ),
    Mistake(
        "train_transformer_reverse/no-eos",
        old=FED,
        new="dec_in, wanted = F.pad(tgt[:, :-1], (1, 0), value=bos), tgt",
        hint="The eos behind the target is not learned: the model would not know when to stop.",
    ),
    Mistake(
        "train_transformer_reverse/bos-eos",
        old=FED,
        new="dec_in, wanted = F.pad(tgt, (1, 0), value=eos), F.pad(tgt, (0, 1), value=bos)",
        hint="bos and eos have changed places.",
    ),
    Mistake(
        "train_transformer_reverse/source-fed",
        old=FED,
        new="dec_in, wanted = F.pad(src, (1, 0), value=bos), F.pad(tgt, (0, 1), value=eos)\n"
        "    dec_in = F.pad(dec_in, (0, max(0, wanted.shape[1] - dec_in.shape[1])), value=bos)[:, : wanted.shape[1]]",
        hint="The decoder is fed the source. It is fed the target, one place later.",
    ),
    Mistake(
        "train_transformer_reverse/length-one",
        old=LENGTH,
        new="torch.ones(len(src), dtype=torch.long)",
        hint="Only the first token of each source is called real. All of them are.",
    ),
    Mistake(
        "train_transformer_reverse/sum",
        old="return F.cross_entropy(logits.flatten(0, 1), wanted.flatten())",
        new='return F.cross_entropy(logits.flatten(0, 1), wanted.flatten(), reduction="sum") / len(src)',
        hint="The loss is a sum over the tokens. It is a mean over all tokens of all sequences.",
    ),
    Mistake(
        "train_transformer_reverse/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_transformer_reverse/no-step",
        old="    optimizer.step()\n",
        new="",
        hint="The optimizer never makes a step.",
    ),
    Mistake(
        "train_transformer_reverse/unpaired",
        old=STEP,
        new="losses.append(seq2seq_step(model, optimizer, x[rows], y[torch.randint(len(y), (64,))], v, v + 1))",
        hint="Sources and targets are drawn apart: each source is taught with the target of another.",
    ),
    Mistake(
        "train_transformer_reverse/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Two runs with the same seed differ. Set the seed before the model is made.",
    ),
    Mistake(
        "train_transformer_reverse/half-the-data",
        old=ROWS,
        new="rows = torch.randint(len(x) // 2, (64,))",
        hint="A part of the pairs is never drawn.",
    ),
    Mistake(
        "train_transformer_reverse/small-batch",
        old=ROWS,
        new="rows = torch.randint(len(x), (32,))",
        hint="A batch has fewer than 64 pairs.",
    ),
    Mistake(
        "train_transformer_reverse/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
    Mistake(
        "train_transformer_reverse/too-many-steps",
        old="    for _ in range(steps):\n",
        new="    for _ in range(5 * steps):\n",
        also=(('"loss": losses}', '"loss": losses[::5]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_transformer_reverse/filled-up",
        old="    for _ in range(steps):\n",
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + 10 * losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
]
