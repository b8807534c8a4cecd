from autograder.suite import Mistake

LOSS = "loss = F.cross_entropy(model(windows[:, :-1]).flatten(0, 1), windows[:, 1:].flatten())"
MODEL = "model = GPT(vocab, 32, 4, 2, 64)"
STARTS = "starts = torch.randint(len(ids) - 32, (32, 1))"
STEP = "losses.append(gpt_step(model, optimizer, ids[starts + torch.arange(33)]))"

MISTAKES = [
    Mistake(
        "train_gpt_source/no-causal",
        old=MODEL,
        new=MODEL + "\n    for block in model.blocks:\n        block.register_forward_pre_hook(lambda module, args: args[:1])",
        hint="The blocks are trained without the causal mask: each place sees its answer, and learns to copy it.",
    ),
    Mistake(
        "train_gpt_source/no-positions",
        old=MODEL,
        new=MODEL + "\n    nn.init.zeros_(model.pos.weight).requires_grad_(False)",
        hint="The positions take no part in the training, so that the model cannot tell which symbol came last but one.",
    ),
    Mistake(
        "train_gpt_source/no-shift",
        old=LOSS,
        new="loss = F.cross_entropy(model(windows[:, :-1]).flatten(0, 1), windows[:, :-1].flatten())",
        hint="The logits are held against the symbols that the model has just read. They predict the next ones.",
    ),
    Mistake(
        "train_gpt_source/first-position",
        old=LOSS,
        new="loss = F.cross_entropy(model(windows[:, :-1])[:, 0], windows[:, 1])",
        hint="Only the first prediction of a window counts. All of them do.",
    ),
    Mistake(
        "train_gpt_source/last-position",
        old=LOSS,
        new="loss = F.cross_entropy(model(windows[:, :-1])[:, -1], windows[:, -1])",
        hint="Only the last prediction of a window counts. All of them do: that is what makes training efficient.",
    ),
    Mistake(
        "train_gpt_source/backwards",
        old=LOSS,
        new="loss = F.cross_entropy(model(windows[:, 1:]).flatten(0, 1), windows[:, :-1].flatten())",
        hint="The logits are held against the symbol before. They predict the next one.",
    ),
    Mistake(
        "train_gpt_source/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_gpt_source/no-step",
        old="    optimizer.step()\n",
        new="",
        hint="The optimizer never makes a step.",
    ),
    Mistake(
        "train_gpt_source/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Two runs with the same seed differ. Set the seed before the model is made.",
    ),
    Mistake(
        "train_gpt_source/half-the-stream",
        old=STARTS,
        new="starts = torch.randint((len(ids) - 32) // 2, (32, 1))",
        hint="A part of the stream is never drawn.",
    ),
    Mistake(
        "train_gpt_source/small-batch",
        old=STARTS,
        new="starts = torch.randint(len(ids) - 32, (16, 1))",
        hint="A batch has fewer than 32 windows.",
    ),
    Mistake(
        "train_gpt_source/short-windows",
        old=STEP,
        new="losses.append(gpt_step(model, optimizer, ids[starts + torch.arange(17)]))",
        hint="A window has fewer than 33 symbols.",
    ),
    Mistake(
        "train_gpt_source/adam",
        old="torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=0.01)",
        new="torch.optim.Adam(model.parameters(), lr=5e-3)",
        hint="There is no weight decay: this is Adam.",
    ),
    Mistake(
        "train_gpt_source/one-place",
        old=STARTS,
        new="starts = torch.randint(len(ids) - 32, (1, 1)).repeat(32, 1)",
        hint="All windows of a batch begin at the same place. Each has a place of its own.",
    ),
    Mistake(
        "train_gpt_source/too-many-steps",
        old="    for _ in range(steps):\n",
        new="    for _ in range(5 * steps):\n",
        also=(('"loss": losses}', '"loss": losses[::5]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_gpt_source/filled-up",
        old="    for _ in range(steps):\n",
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + 10 * losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
]
