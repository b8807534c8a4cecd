from autograder.suite import Mistake

LOSS = "loss = F.cross_entropy(model(inputs).flatten(0, 1), labels.flatten(), ignore_index=-100)"
BATCH = "batch = bert_mask_tokens(ids, np.zeros(ids.shape, dtype=bool), u_select, u_action, random_ids, vocab)"
ROWS = "ids = x[rng.integers(len(x), size=64)]"
SUM = "x = self.tok(ids) + self.pos.weight[: ids.shape[1]]"

MISTAKES = [
    Mistake(
        "train_mlm_toy/causal",
        old="            x = block(x)\n",
        new="            x = block(x, torch.ones(ids.shape[1], ids.shape[1], dtype=torch.bool).tril())\n",
        hint="The blocks have a causal mask. A gap is filled from both sides.",
    ),
    Mistake(
        "train_mlm_toy/no-positions",
        old=SUM,
        new="x = self.tok(ids)",
        hint="The positions are not added.",
    ),
    Mistake(
        "train_mlm_toy/no-final-norm",
        old="return self.head(self.ln(x))",
        new="return self.head(x)",
        hint="The last norm is not used.",
    ),
    Mistake(
        "train_mlm_toy/inputs-unmasked",
        old=BATCH,
        new=BATCH + "\n        batch = (ids, batch[1])",
        hint="The model is shown the tokens that it has to guess: the inputs are not hidden, so it learns to copy.",
    ),
    Mistake(
        "train_mlm_toy/loss-on-visible",
        old=BATCH,
        new=BATCH + "\n        batch = (batch[0], np.where(batch[1] == -100, ids, -100))",
        hint="The labels stand where nothing was hidden, so the model learns to copy. What was chosen is to be guessed.",
    ),
    Mistake(
        "train_mlm_toy/all-tokens",
        old=LOSS,
        new="loss = F.cross_entropy(model(inputs).flatten(0, 1), labels.flatten().clamp(min=0))",
        hint="Positions without a label are counted as if they were token 0.",
    ),
    Mistake(
        "train_mlm_toy/mean-over-all",
        old=LOSS,
        new="loss = F.cross_entropy(model(inputs).flatten(0, 1), labels.flatten(), ignore_index=-100, "
        'reduction="sum") / labels.numel()',
        hint="You divide by the number of all positions. The mean runs over those with a label.",
    ),
    Mistake(
        "train_mlm_toy/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_mlm_toy/no-step",
        old="    optimizer.step()\n",
        new="",
        hint="The optimizer never makes a step.",
    ),
    Mistake(
        "train_mlm_toy/seed-ignored",
        old="    rng = np.random.default_rng(seed)\n",
        new="    rng = np.random.default_rng()\n",
        hint="Two runs with the same seed differ: a generator of numpy is not set by torch's seed.",
    ),
    Mistake(
        "train_mlm_toy/half-the-data",
        old=ROWS,
        new="ids = x[rng.integers(len(x) // 2, size=64)]",
        hint="A part of the rows is never drawn.",
    ),
    Mistake(
        "train_mlm_toy/small-batch",
        old=ROWS,
        new="ids = x[rng.integers(len(x), size=32)]",
        hint="A batch has fewer than 64 rows.",
    ),
    Mistake(
        "train_mlm_toy/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
    Mistake(
        "train_mlm_toy/too-many-steps",
        old="    for _ in range(steps):\n",
        new="    for _ in range(5 * steps):\n",
        also=(('"loss": losses}', '"loss": losses[::5]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_mlm_toy/filled-up",
        old="    for _ in range(steps):\n",
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + 10 * losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
]
