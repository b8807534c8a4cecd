from autograder.suite import Mistake

X = 'x = torch.as_tensor(data["x_train"])[:, None] / 16'
MODEL = "model = ViT(8, 2, 1, 32, 4, 2, 64, 10)"
ROWS = "rows = torch.randint(len(x), (64,))"
STEP = "losses.append(vit_step(model, optimizer, x[rows], y[rows]))"

MISTAKES = [
    Mistake(
        "train_vit_digits/no-positions",
        old=MODEL,
        new=MODEL + "\n    nn.init.zeros_(model.emb.pos).requires_grad_(False)",
        hint="The positions take no part in the training, so that the net sees a heap of patches in no order.",
    ),
    Mistake(
        "train_vit_digits/no-encoder",
        old=MODEL,
        new=MODEL + "\n    for block in model.blocks:\n        block.register_forward_hook(lambda module, args, out: args[0])",
        hint="What the blocks compute is not used: the head reads the token of the class as it was put in, which is the "
        "same for all images.",
    ),
    Mistake(
        "train_vit_digits/labels-unpaired",
        old=STEP,
        new="losses.append(vit_step(model, optimizer, x[rows], y[torch.randint(len(y), (64,))]))",
        hint="Images and labels are drawn apart. Use the same rows for both.",
    ),
    Mistake(
        "train_vit_digits/no-step",
        old="    optimizer.step()\n",
        new="",
        hint="The optimizer never makes a step.",
    ),
    Mistake(
        "train_vit_digits/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "train_vit_digits/sum",
        old="loss = F.cross_entropy(model(images), labels)",
        new='loss = F.cross_entropy(model(images), labels, reduction="sum")',
        hint="The loss is a sum over the batch. It is a mean.",
    ),
    Mistake(
        "train_vit_digits/softmax-twice",
        old="loss = F.cross_entropy(model(images), labels)",
        new="loss = F.cross_entropy(model(images).softmax(dim=1), labels)",
        hint="The cross-entropy of torch takes logits. You hand it probabilities, so that the softmax is taken twice.",
    ),
    Mistake(
        "train_vit_digits/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Two runs with the same seed differ. Set the seed before the model is made.",
    ),
    Mistake(
        "train_vit_digits/half-the-data",
        old=ROWS,
        new="rows = torch.randint(len(x) // 2, (64,))",
        hint="A part of the images is never drawn.",
    ),
    Mistake(
        "train_vit_digits/small-batch",
        old=ROWS,
        new="rows = torch.randint(len(x), (32,))",
        hint="A batch has fewer than 64 images.",
    ),
    Mistake(
        "train_vit_digits/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
    Mistake(
        "train_vit_digits/too-many-steps",
        old="    for _ in range(steps):\n",
        new="    for _ in range(5 * steps):\n",
        also=(('"loss": losses}', '"loss": losses[::5]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
    Mistake(
        "train_vit_digits/filled-up",
        old="    for _ in range(steps):\n",
        new="    for _ in range(max(1, steps // 10)):\n",
        also=(('"loss": losses}', '"loss": (10 * losses + 10 * losses)[:steps]}'),),
        hint="The history has an entry for each step, but only a part of the steps was made.",
    ),
    Mistake(
        "train_vit_digits/normalised",
        old=X,
        new=X + "\n    x = x / x.amax(dim=(1, 2, 3), keepdim=True)",
        hint="Every image is divided by its own greatest pixel. The statement divides by 16.",
    ),
]
