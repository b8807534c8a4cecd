from autograder.suite import Mistake

COUNT = 'table["parameters"].append(sum(m * (n + 1) for n, m in pairwise(widths)))'
MODEL = "model = MLPClassifier(x.shape[1], hidden, 10, activations[act])"
SEEDED = """    for hidden, act in configs:
        models = []
        for seed in seeds:
            torch.manual_seed(seed)
"""
RETURN = 'return {**table, "accuracy": np.array(table["accuracy"]), "loss": np.array(table["loss"])}'

MISTAKES = [
    Mistake(
        "mlp_ablation/printed-counts",
        old=COUNT,
        new="printed = {(784, 1024, 10): 812042, (784, 256, 128, 64, 10): 243338, (784, 64, 64, 64, 64, 10): 63434}\n"
        '        table["parameters"].append(printed.get(widths, sum(m * (n + 1) for n, m in pairwise(widths))))',
        hint="Your numbers of parameters are those of a printed table that is wrong in three places. Count them: each layer "
        "has a weight for every pair of units and a bias for every output.",
    ),
    Mistake(
        "mlp_ablation/reused",
        old=MODEL,
        new="model = models[-1] if models else MLPClassifier(x.shape[1], hidden, 10, activations[act])",
        hint="The second seed goes on with the network that the first one trained. Every cell needs a new network, made after "
        "the seed is set.",
    ),
    Mistake(
        "mlp_ablation/depth-counts-output",
        old=MODEL,
        new="model = MLPClassifier(x.shape[1], hidden[:-1], 10, activations[act])",
        also=(("widths = (x.shape[1], *hidden, 10)", "widths = (x.shape[1], *hidden[:-1], 10)"),),
        hint="Your networks have a hidden layer too few. `hidden` lists the hidden layers only; the output layer comes on top.",
    ),
    Mistake(
        "mlp_ablation/unequal-budget",
        old="            for _ in range(epochs):\n",
        new="            for _ in range(epochs * max(len(hidden), 1)):\n",
        hint="Deeper networks are trained for longer in your table. Then nobody knows whether the depth or the time made the "
        "difference: every cell has `epochs` epochs.",
    ),
    Mistake(
        "mlp_ablation/transposed",
        old=RETURN,
        new='return {**table, "accuracy": np.array(table["accuracy"]).T, "loss": np.array(table["loss"]).T}',
        hint="Rows and columns of your table are exchanged. A row belongs to a configuration, a column to a seed.",
    ),
    Mistake(
        "mlp_ablation/seeded-once",
        old=SEEDED,
        new="    torch.manual_seed(seeds[0])\n" + SEEDED.replace("            torch.manual_seed(seed)\n", ""),
        hint="You set the seed once, before the whole table. Then a cell depends on all cells before it: set the seed of "
        "each cell just before its network is made.",
    ),
    Mistake(
        "mlp_ablation/seed-after-the-net",
        old="            torch.manual_seed(seed)\n            " + MODEL + "\n",
        new="            " + MODEL + "\n            torch.manual_seed(seed)\n",
        hint="You set the seed after the network is made, so its first weights are left to chance.",
    ),
    Mistake(
        "mlp_ablation/act-ignored",
        old=MODEL,
        new="model = MLPClassifier(x.shape[1], hidden, 10)",
        hint="All of your networks have the same activation. The second entry of a configuration says which one to use.",
    ),
    Mistake(
        "mlp_ablation/steep-leak",
        old='"leaky": nn.LeakyReLU,',
        new='"leaky": lambda: nn.LeakyReLU(0.2),',
        hint="Your leaky ReLU has another slope on the left than 0.01.",
    ),
    Mistake(
        "mlp_ablation/eval-on-train",
        old="accuracy(model, x_test, y_test)",
        new="accuracy(model, x, y)",
        also=(("F.cross_entropy(model(x_test), y_test)", "F.cross_entropy(model(x), y)"),),
        hint="Your table is about the training rows. A comparison counts on rows that the networks have not seen.",
    ),
    Mistake(
        "mlp_ablation/no-shuffle",
        old="torch.randperm(len(x)).split(64)",
        new="torch.arange(len(x)).split(64)",
        hint="The rows are used in their order. If they are sorted by class, every batch knows one class only.",
    ),
    Mistake(
        "mlp_ablation/unknown-is-relu",
        old="        if act not in activations:\n",
        new="        if act is None:\n",
        also=(("hidden, 10, activations[act])", "hidden, 10, activations.get(act, nn.ReLU))"),),
        hint="An activation that you do not know becomes ReLU without a word, and the table then tells a story that is not "
        "true. Raise ValueError.",
    ),
    Mistake(
        "mlp_ablation/negative-epochs",
        old="""    if epochs < 0:
        raise ValueError("epochs is negative")
""",
        new="",
        hint="A negative number of epochs trains nothing, and nobody is told. Refuse it with a ValueError.",
    ),
]
