from autograder.suite import Mistake

LOSS = "loss = F.cross_entropy(logits, y.long())"
ROWS = "        rows = torch.randperm(len(x))[:64]\n"
LOOP = "    for _ in range(steps):\n"
STEP = "losses.append(cnn_step(model, optimizer, x[rows], y[rows]))"

MISTAKES = [
    Mistake(
        "train_cnn_digits/no-activation",
        old="h = F.max_pool2d(F.relu(self.conv1(x)), 2)",
        new="h = F.max_pool2d(self.conv1(x), 2)",
        also=(("h = F.max_pool2d(F.relu(self.conv2(h)), 2)", "h = F.max_pool2d(self.conv2(h), 2)"),),
        hint="The ReLUs are missing. Without them a stack of convolutions can do hardly more than a single one.",
    ),
    Mistake(
        "train_cnn_digits/softmax-twice",
        old=LOSS,
        new="loss = F.cross_entropy(torch.softmax(logits, dim=1), y.long())",
        hint="You apply softmax before the loss, and cross_entropy applies it again: the loss can hardly fall. It takes "
        "logits.",
    ),
    Mistake(
        "train_cnn_digits/relu-logits",
        old="return self.fc(h.flatten(1))",
        new="return F.relu(self.fc(h.flatten(1)))",
        hint="There is a ReLU behind the last layer. Logits take either sign, and a class whose logit is cut off gets no "
        "gradient.",
    ),
    Mistake(
        "train_cnn_digits/labels-unpaired",
        old=STEP,
        new="losses.append(cnn_step(model, optimizer, x[rows], y[torch.randperm(len(x))[:64]]))",
        hint="Images and labels are drawn separately, so they do not belong together. Draw the rows once, and use them for "
        "both.",
    ),
    Mistake(
        "train_cnn_digits/no-step",
        old="    optimizer.step()\n",
        new="",
        hint="The optimizer never makes its step, so the weights stay as they are.",
    ),
    Mistake(
        "train_cnn_digits/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches pile up in `.grad`. Clear them before each backward pass.",
    ),
    Mistake(
        "train_cnn_digits/unscaled",
        old='torch.as_tensor(data["x_train"]) / 16',
        new='torch.as_tensor(data["x_train"])',
        hint="The pixels are used as they come, from 0 to 16. Divide them by 16.",
    ),
    Mistake(
        "train_cnn_digits/same-rows",
        old=ROWS,
        new="        rows = torch.arange(min(64, len(x)))\n",
        hint="Every step takes the same 64 rows, so the others are never seen.",
    ),
    Mistake(
        "train_cnn_digits/in-order",
        old=ROWS,
        new="        rows = (torch.arange(min(64, len(x))) + 64 * len(losses)) % len(x)\n",
        hint="Rows are taken in the order in which they stand. Where the data are sorted, a batch knows one class only: draw "
        "the rows at random.",
    ),
    Mistake(
        "train_cnn_digits/with-replacement",
        old=ROWS,
        new="        rows = torch.randint(len(x), (64,))\n",
        hint="A batch may have a row twice. The statement asks for 64 different rows.",
    ),
    Mistake(
        "train_cnn_digits/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
    Mistake(
        "train_cnn_digits/learning-rate",
        old="lr=2e-3",
        new="lr=1e-3",
        hint="Your learning rate is the default one of Adam. The statement asks for 2e-3.",
    ),
    Mistake(
        "train_cnn_digits/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_cnn_digits/first-weights",
        old='return {"state": model.state_dict()',
        new='return {"state": DigitCNN().state_dict()',
        hint="The weights that you return are those of a new model, not of the trained one.",
    ),
    Mistake(
        "train_cnn_digits/too-many-steps",
        old=LOOP,
        new="    for _ in range(4 * steps):\n",
        also=(('{"loss": losses}', '{"loss": losses[::4]}'),),
        hint="Your loop makes more training steps than it was asked for.",
    ),
]
