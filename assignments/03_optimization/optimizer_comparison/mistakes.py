from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "optimizer_comparison/shared-model",
        old="        model = copy.deepcopy(start)\n",
        new="        model = start\n",
        hint="All four train one and the same net, so each begins where the one before it ended. Give each a copy of the "
        "start.",
    ),
    Mistake(
        "optimizer_comparison/shared-init-lost",
        old="        model = copy.deepcopy(start)\n",
        new="        model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))\n",
        hint="Each optimizer gets a new net with weights of its own. Luck with the start then counts as much as the optimizer.",
    ),
    Mistake(
        "optimizer_comparison/budget",
        old="run_optimizer(model, name, x, y, batches)",
        new='run_optimizer(model, name, x, y, batches if name.startswith("adam") else batches[: len(batches) // 2])',
        hint="The optimizers do not make the same number of steps. A race needs the same distance for all.",
    ),
    Mistake(
        "optimizer_comparison/stale-params",
        old="    params = list(model.parameters())\n",
        new="    params = list(copy.deepcopy(model).parameters())\n",
        hint="The optimizer holds the parameters of another net, so the one that you measure never moves.",
    ),
    Mistake(
        "optimizer_comparison/other-batches",
        old="        losses = run_optimizer(model, name, x, y, batches)",
        new="        batches = [rows for _ in range(epochs) for rows in torch.randperm(len(x)).split(32)]\n"
        "        losses = run_optimizer(model, name, x, y, batches)",
        hint="Each optimizer sees the rows in an order of its own. Draw the batches once, for all of them.",
    ),
    Mistake(
        "optimizer_comparison/no-zero-grad",
        old="        optimizer.zero_grad()\n",
        new="",
        hint="Gradients of earlier batches are still in the .grad fields: backward adds to what it finds there.",
    ),
    Mistake(
        "optimizer_comparison/no-momentum",
        old='momentum=0.9 if name == "momentum" else 0.0',
        new="momentum=0.0",
        hint="Your momentum has no momentum: it is plain SGD.",
    ),
    Mistake(
        "optimizer_comparison/any-name",
        old='        raise ValueError(f"name is {name!r}: sgd, momentum, adam or adamw")',
        new="        optimizer = torch.optim.Adam(params, lr=1e-3)",
        hint="A name that does not exist is taken for one of the four. It should raise a ValueError.",
    ),
    Mistake(
        "optimizer_comparison/seed-ignored",
        old="    torch.manual_seed(seed)\n",
        new="",
        hint="Two runs with the same seed differ. Set the seed before the net is made: its weights are already random.",
    ),
]
