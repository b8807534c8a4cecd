from autograder.suite import Mistake

DROP = "    y = torch.where(u < p, null, y)\n"
EPS = "eps = (1 + w) * model(x, step, y) - w * model(x, step, torch.full_like(y, null))"
FRESH = "        if i > 0:\n            x = x + torch.sqrt(beta[i]) * noises[i]\n"
ROWS = "torch.randint(len(x), (128,)), torch.randint(100, (128,))"
NOISE = "        noise = torch.randn(128, 2)\n"
LOOP = "    for _ in range(steps):\n"

MISTAKES = [
    Mistake(
        "train_guided_blobs/no-dropout",
        old=DROP,
        new="",
        hint='No label is ever dropped, so the row for "no class given" is never trained, and guidance pushes away from a '
        "guess that means nothing.",
    ),
    Mistake(
        "train_guided_blobs/library-scale",
        old=EPS,
        new="eps = model(x, step, torch.full_like(y, null))\n        eps = eps + w * (model(x, step, y) - eps)",
        hint="Your strength is counted as many libraries do: 1 is the plain conditional model, and 0 forgets the class. Here "
        "w = 0 is the conditional model.",
    ),
    Mistake(
        "train_guided_blobs/null-at-sampling",
        old=EPS,
        new="eps = model(x, step, torch.full_like(y, null))",
        hint="The classes that were asked for do not enter your drawing at all.",
    ),
    Mistake(
        "train_guided_blobs/swapped",
        old=EPS,
        new="eps = (1 + w) * model(x, step, torch.full_like(y, null)) - w * model(x, step, y)",
        hint="The guesses with and without the class have changed places: your points are pushed away from their class.",
    ),
    Mistake(
        "train_guided_blobs/keep-prob",
        old=DROP,
        new="    y = torch.where(u >= p, null, y)\n",
        hint="You drop the labels that should be kept: p is the share that is DROPPED.",
    ),
    Mistake(
        "train_guided_blobs/zero-null",
        old=DROP,
        new="    y = torch.where(u < p, 0, y)\n",
        hint='A dropped label becomes class 0. "No class given" has a label of its own.',
    ),
    Mistake(
        "train_guided_blobs/in-place",
        old=DROP,
        new="    y[u < p] = null\n",
        hint="Your step overwrites the labels that came in. Whoever uses them again will find fewer and fewer of them.",
    ),
    Mistake(
        "train_guided_blobs/k-rows",
        old="self.label = nn.Embedding(classes + 1, hidden)",
        new="self.label = nn.Embedding(classes, hidden)",
        hint='Your table has a row for each class and none for "no class given".',
    ),
    Mistake(
        "train_guided_blobs/last-step-noise",
        old=FRESH,
        new="        x = x + torch.sqrt(beta[i]) * noises[i]\n",
        hint="Noise is added in the last step as well, and nothing takes it away again.",
    ),
    Mistake(
        "train_guided_blobs/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_guided_blobs/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_guided_blobs/one-step-a-batch",
        old=ROWS,
        new="torch.randint(len(x), (128,)), torch.randint(100, (1,)).expand(128)",
        hint="All rows of a batch are at the same step of the chain. Draw a step for each row.",
    ),
    Mistake(
        "train_guided_blobs/one-noise-a-batch",
        old=NOISE,
        new="        noise = torch.randn(1, 2).expand(128, 2)\n",
        hint="All rows of a batch get the same noise. Draw it for each row.",
    ),
    Mistake(
        "train_guided_blobs/noise-once",
        old=NOISE,
        new="",
        also=((LOOP, "    noise = torch.randn(128, 2)\n" + LOOP),),
        hint="The noise is drawn once, before the loop. Each step needs new noise.",
    ),
    Mistake(
        "train_guided_blobs/early-steps",
        old=ROWS,
        new="torch.randint(len(x), (128,)), torch.randint(50, (128,))",
        hint="Only the first half of the chain is ever trained. Drawing begins at its other end, where the net has learned "
        "nothing.",
    ),
    Mistake(
        "train_guided_blobs/half-the-data",
        old=ROWS,
        new="torch.randint(len(x) // 2, (128,)), torch.randint(100, (128,))",
        hint="A part of the rows is never drawn.",
    ),
    Mistake(
        "train_guided_blobs/in-order",
        old=ROWS,
        new="torch.arange(128 * len(losses), 128 * len(losses) + 128) % len(x), torch.randint(100, (128,))",
        hint="Rows are taken in the order in which they stand. Where the data are sorted, the net forgets what it saw first: "
        "draw the rows at random.",
    ),
    Mistake(
        "train_guided_blobs/filled-up",
        old=LOOP,
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
    Mistake(
        "train_guided_blobs/too-many-steps",
        old=LOOP,
        new="    for _ in range(5 * steps):\n",
        also=(('"loss": losses}', '"loss": losses[::5]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_guided_blobs/zeroed-late",
        old="    optimizer.zero_grad()\n",
        new="",
        also=(("    optimizer.step()\n", "    optimizer.step()\n    optimizer.zero_grad()\n"),),
        hint="The gradients are set to zero after the step. Whatever stood in the .grad fields before your first batch is then "
        "counted with it: clear them before backward.",
    ),
    Mistake(
        "train_guided_blobs/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
]
