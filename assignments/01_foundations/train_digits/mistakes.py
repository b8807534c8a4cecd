from autograder.suite import Mistake

LOSS = "loss = F.cross_entropy(model(x), y)"
SCALE = '(torch.as_tensor(data[name]) / 16 for name in ("x_train", "x_test"))'

MISTAKES = [
    Mistake(
        "train_mlp_digits/double-softmax",
        old=LOSS,
        new="loss = F.cross_entropy(torch.softmax(model(x), dim=1), y)",
        hint="You apply softmax before the loss, and cross_entropy applies it again: the loss can hardly fall. It takes "
        "logits.",
    ),
    Mistake(
        "train_mlp_digits/eval-on-train",
        old='"test_accuracy": accuracy(model, x_test, y_test)',
        new='"test_accuracy": accuracy(model, x, y)',
        hint="The accuracy that you report is that of the training rows.",
    ),
    Mistake(
        "train_mlp_digits/unscaled",
        old=SCALE,
        new='(torch.as_tensor(data[name]) for name in ("x_train", "x_test"))',
        hint="The pixels are used as they come, from 0 to 16. Bring them to the range from 0 to 1, as the statement says.",
    ),
    Mistake(
        "train_mlp_digits/no-shuffle",
        old="torch.randperm(len(x)).split(64)",
        new="torch.arange(len(x)).split(64)",
        hint="The rows are used in their order. If they are sorted by class, every batch knows one class only.",
    ),
    Mistake(
        "train_mlp_digits/no-zero-grad",
        old="    optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches pile up in `.grad`. Clear them before each backward pass.",
    ),
    Mistake(
        "train_mlp_digits/count",
        old="return (model(x).argmax(dim=1) == y).float().mean().item()",
        new="return (model(x).argmax(dim=1) == y).float().sum().item()",
        hint="Your accuracy is the number of right rows. Divide by the number of rows.",
    ),
    Mistake(
        "train_mlp_digits/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_mlp_digits/too-many-epochs",
        old="    for _ in range(epochs):\n",
        new="    for _ in range(4 * epochs):\n",
        also=(('"loss": losses}', '"loss": losses[: len(losses) // 4]}'),),
        hint="Your loop makes more epochs than it was asked for.",
    ),
    Mistake(
        "train_mlp_digits/negative-epochs",
        old="""    if epochs < 0:
        raise ValueError("epochs is negative")
""",
        new="",
        hint="A negative number of epochs trains nothing, and nobody is told. Refuse it with a ValueError.",
    ),
]
