from autograder.suite import Mistake

BLOCK = "h = F.relu(h + branch) if self.skip else F.relu(branch)"
ROWS = "        rows = torch.randperm(len(x))[:64]\n"

MISTAKES = [
    Mistake(
        "train_deep_residual/skip-ignored",
        old=BLOCK,
        new="h = F.relu(branch)",
        hint="Your blocks have no direct way, whatever skip says.",
    ),
    Mistake(
        "train_deep_residual/always-skip",
        old=BLOCK,
        new="h = F.relu(h + branch)",
        hint="Your blocks have their direct way whatever skip says, so nothing is compared.",
    ),
    Mistake(
        "train_deep_residual/half-skip",
        old=BLOCK,
        new="h = F.relu(0.5 * (h + branch)) if self.skip else F.relu(branch)",
        hint="You take the mean of the two ways. Then each block halves the signal and the gradient, and twelve of them leave "
        "nothing.",
    ),
    Mistake(
        "train_deep_residual/skip-from-hidden",
        old="branch = second(F.relu(first(h)))",
        new="inner = F.relu(first(h))\n            branch = second(inner) + (inner - h if self.skip else 0)",
        hint="Your direct way begins behind the first convolution of the block. It goes around both.",
    ),
    Mistake(
        "train_deep_residual/no-final-relu",
        old=BLOCK,
        new="h = h + branch if self.skip else F.relu(branch)",
        hint="The ReLU behind the sum is missing.",
    ),
    Mistake(
        "train_deep_residual/default-weights",
        old="            nn.init.normal_(layer.weight, std=0.7 * math.sqrt(2 / fan_in))\n",
        new="            nn.init.normal_(layer.weight, std=math.sqrt(2 / fan_in))\n",
        hint="Your first weights are too large: the factor 0.7 is missing.",
    ),
    Mistake(
        "train_deep_residual/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_deep_residual/same-rows",
        old=ROWS,
        new="        rows = torch.arange(min(64, len(x)))\n",
        hint="Every step takes the same 64 rows, so the others are never seen.",
    ),
    Mistake(
        "train_deep_residual/in-order",
        old=ROWS,
        new="        rows = (torch.arange(min(64, len(x))) + 64 * len(losses)) % len(x)\n",
        hint="Rows are taken in the order in which they stand. Where the data are sorted, a batch knows one class only: draw "
        "the rows at random.",
    ),
    Mistake(
        "train_deep_residual/large-batch",
        old=ROWS,
        new="        rows = torch.randperm(len(x))[:128]\n",
        hint="Your batches are larger than asked for. The statement asks for 64 rows.",
    ),
    Mistake(
        "train_deep_residual/no-zero-grad",
        old="        optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches pile up in `.grad`. Clear them before each backward pass.",
    ),
    Mistake(
        "train_deep_residual/unscaled",
        old='torch.as_tensor(data["x_train"]) / 16',
        new='torch.as_tensor(data["x_train"])',
        hint="The pixels are used as they come, from 0 to 16. Divide them by 16.",
    ),
    Mistake(
        "train_deep_residual/adamw",
        old="torch.optim.Adam(",
        new="torch.optim.AdamW(",
        hint="AdamW pulls all weights towards zero at every step. Adam, which is asked for, does not.",
    ),
    Mistake(
        "train_deep_residual/softmax-twice",
        old="F.cross_entropy(model(x[rows]), y[rows])",
        new="F.cross_entropy(torch.softmax(model(x[rows]), dim=1), y[rows])",
        hint="You apply softmax before the loss, and cross_entropy applies it again. It takes logits.",
    ),
    Mistake(
        "train_deep_residual/skip-not-handed-on",
        old="model = DeepNet(skip, blocks)",
        new="model = DeepNet(True, blocks)",
        hint="The training does not hand skip on to its net.",
    ),
]
