from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "train_char_lm/no-shift",
        old="targets = text[1 : rows * length + 1].reshape(rows, length)",
        new="targets = inputs",
        hint="The targets are the inputs themselves, so the model learns to repeat what it has just read; its loss goes to 0, "
        "and it predicts nothing. The target is the token that comes next.",
    ),
    Mistake(
        "train_char_lm/targets-previous",
        old="    inputs = text[: rows * length].reshape(rows, length)\n"
        "    targets = text[1 : rows * length + 1].reshape(rows, length)",
        new="    inputs = text[1 : rows * length + 1].reshape(rows, length)\n"
        "    targets = text[: rows * length].reshape(rows, length)",
        hint="Inputs and targets are exchanged: the model learns to say what came before, which it has already read.",
    ),
    Mistake(
        "train_char_lm/memoryless",
        old="z, state = self.rnn(self.embed(tokens), state)",
        new="read = self.embed(tokens)\n        z, state = self.rnn(read.flatten(0, 1)[:, None])\n"
        "        z, state = z.reshape(read.shape), state.reshape(*read.shape)[None, :, -1]",
        hint="Every token is read from a zero state, so the model sees one token back and no further. The state has to go on "
        "from step to step.",
    ),
    Mistake(
        "train_char_lm/no-detach",
        old="return loss.item(), state.detach()",
        new="return loss.item(), state",
        hint="The state still hangs on the graph of its window. In the next one, backward wants to go through that graph "
        "again, which has been freed: cut it off where a window ends.",
    ),
    Mistake(
        "train_char_lm/state-reset",
        old="inputs[:, part], targets[:, part], state)",
        new="inputs[:, part], targets[:, part], None)",
        hint="Every window starts from a zero state, as if the text began anew. Windows follow each other: only the gradient "
        "stops at their borders, the state goes on.",
    ),
    Mistake(
        "train_char_lm/rows-interleaved",
        old="    inputs = text[: rows * length].reshape(rows, length)\n"
        "    targets = text[1 : rows * length + 1].reshape(rows, length)",
        new="    inputs = text[: rows * length].reshape(length, rows).T\n"
        "    targets = text[1 : rows * length + 1].reshape(length, rows).T",
        hint="Along your rows stand tokens that are far apart in the text. A row is a piece of consecutive text, or there is "
        "nothing for the state to remember.",
    ),
    Mistake(
        "train_char_lm/axes-swapped",
        old="nn.GRU(hidden, hidden, batch_first=True)",
        new="nn.GRU(hidden, hidden)",
        hint="The GRU takes your rows for time steps: without `batch_first=True`, its first axis is time.",
    ),
    Mistake(
        "train_char_lm/clip-late",
        old="    nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n    optimizer.step()",
        new="    optimizer.step()\n    nn.utils.clip_grad_norm_(model.parameters(), max_norm)",
        hint="The gradient is clipped after the optimizer has used it, so it limits nothing.",
    ),
    Mistake(
        "train_char_lm/clip-by-value",
        old="nn.utils.clip_grad_norm_(model.parameters(), max_norm)",
        new="nn.utils.clip_grad_value_(model.parameters(), max_norm)",
        hint="Each entry of the gradient is clipped by itself, which turns the gradient. All parameters together have one "
        "norm; if it is too large, the whole gradient is scaled.",
    ),
    Mistake(
        "train_char_lm/clip-per-parameter",
        old="    nn.utils.clip_grad_norm_(model.parameters(), max_norm)\n",
        new="    for p in model.parameters():\n        nn.utils.clip_grad_norm_([p], max_norm)\n",
        hint="Each parameter is clipped by its own norm, which turns the gradient. All parameters together have one norm; "
        "if it is too large, the whole gradient is scaled.",
    ),
    Mistake(
        "train_char_lm/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="The gradients of all windows so far pile up: they are added to what is in `.grad`.",
    ),
    Mistake(
        "train_char_lm/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="The seed is not used, so a run cannot be repeated.",
    ),
    Mistake(
        "train_char_lm/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
]
