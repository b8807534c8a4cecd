from autograder.suite import Mistake

LOSS = "return F.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten())"
CLIP = "    nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n"
STARTS = "starts = torch.randint(len(ids) - window, (batch, 1))"
RATE = "warmup_cosine(step, peak, steps // 10, steps)"

MISTAKES = [
    Mistake(
        "train_char_gpt/no-shift",
        old=LOSS,
        new="return F.cross_entropy(logits.flatten(0, 1), windows[:, :-1].flatten())",
        hint="The logits are held against the characters that the model has just read. They predict the next ones.",
    ),
    Mistake(
        "train_char_gpt/sum",
        old=LOSS,
        new='return F.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten(), reduction="sum") / len(windows)',
        hint="The loss is a sum over the characters of a window. It is a mean over all predictions.",
    ),
    Mistake(
        "train_char_gpt/rate-ignored",
        old="    optimizer.lr = lr\n",
        new="",
        hint="The learning rate of the step does not reach the optimizer.",
    ),
    Mistake(
        "train_char_gpt/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_char_gpt/clip-late",
        old=CLIP + "    optimizer.step()\n",
        new="    optimizer.step()\n" + CLIP,
        hint="The gradient is clipped after the optimizer has used it, so it limits nothing.",
    ),
    Mistake(
        "train_char_gpt/no-clip",
        old=CLIP,
        new="",
        hint="The gradient is not clipped.",
    ),
    Mistake(
        "train_char_gpt/clip-value",
        old=CLIP,
        new="    nn.utils.clip_grad_value_(model.parameters(), max_norm)\n",
        hint="Every number of the gradient is clipped by itself, which turns its direction. Clip the norm.",
    ),
    Mistake(
        "train_char_gpt/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Two runs with the same seed differ. Set the seed before the model is made.",
    ),
    Mistake(
        "train_char_gpt/half-the-text",
        old=STARTS,
        new="starts = torch.randint((len(ids) - window) // 2, (batch, 1))",
        hint="A part of the text is never drawn.",
    ),
    Mistake(
        "train_char_gpt/small-batch",
        old=STARTS,
        new="starts = torch.randint(len(ids) - window, (batch // 2, 1))",
        hint="A batch has fewer windows than `batch` says.",
    ),
    Mistake(
        "train_char_gpt/one-place",
        old=STARTS,
        new="starts = torch.randint(len(ids) - window, (1, 1)).repeat(batch, 1)",
        hint="All windows of a batch begin at the same place. Each has a place of its own.",
    ),
    Mistake(
        "train_char_gpt/constant-rate",
        old=RATE,
        new="peak",
        hint="The learning rate is constant. It warms up and comes down again.",
    ),
    Mistake(
        "train_char_gpt/no-warm-up",
        old=RATE,
        new="warmup_cosine(step, peak, 0, steps)",
        hint="The rate begins at its peak. A tenth of the steps is for the warm-up.",
    ),
    Mistake(
        "train_char_gpt/usual-decay",
        old="(0.9, 0.99), weight_decay=0.1)",
        new="(0.9, 0.99))",
        hint="The weights decay by the optimizer's usual amount. The statement asks for 0.1.",
    ),
    Mistake(
        "train_char_gpt/filled-up",
        old="    for step in range(steps):\n",
        new="    for step in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + 10 * losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
]
