from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "manual_mlp/new-w2",
        old='        self.w1 = self.w1 - lr * grads["w1"]',
        new='        grads = self.backward()\n        self.w1 = self.w1 - lr * grads["w1"]',
        hint="The gradient of the first layer is computed when w2 has already made its step. All gradients belong to the "
        "same parameters: compute them all, then update.",
    ),
    Mistake(
        "manual_mlp/db-mean",
        old="db1, db2 = delta1.sum(axis=0), delta2.sum(axis=0)",
        new="db1, db2 = delta1.mean(axis=0), delta2.mean(axis=0)",
        hint="Your bias gradients are too small by the number of rows. The mean of the loss is in delta already; what the "
        "rows contribute to a bias adds up.",
    ),
    Mistake(
        "manual_mlp/no-mean",
        old="delta2 = (self.probs - target) / len(self.x)",
        new="delta2 = self.probs - target",
        hint="Your gradients grow with the size of the batch. The loss is a mean over the rows, so its gradient is, too.",
    ),
    Mistake(
        "manual_mlp/axis-zero",
        old="powers = np.exp(self.z2 - self.z2.max(axis=1, keepdims=True))\n"
        "        self.probs = powers / powers.sum(axis=1, keepdims=True)",
        new="powers = np.exp(self.z2 - self.z2.max(axis=0, keepdims=True))\n"
        "        self.probs = powers / powers.sum(axis=0, keepdims=True)",
        hint="Your softmax normalises over the batch. The probabilities of the classes of one row have to add up to 1.",
    ),
    Mistake(
        "manual_mlp/mask-output",
        old="delta1 = delta2 @ self.w2.T * (self.z1 > 0)",
        new="delta1 = (delta2 * (self.z2 > 0)) @ self.w2.T",
        hint="The mask of ReLU is taken from the logits. ReLU stands behind the hidden layer: its mask has the hidden "
        "layer's shape, and comes from its pre-activation.",
    ),
    Mistake(
        "manual_mlp/no-mask",
        old="delta1 = delta2 @ self.w2.T * (self.z1 > 0)",
        new="delta1 = delta2 @ self.w2.T",
        hint="Hidden units that are switched off get a gradient in your net. The slope of ReLU is missing.",
    ),
    Mistake(
        "manual_mlp/overflow",
        old="np.exp(self.z2 - self.z2.max(axis=1, keepdims=True))",
        new="np.exp(self.z2)",
        hint="For large logits your exponentials overflow. A softmax does not change if a constant "
        "is taken off all logits of a row.",
    ),
    Mistake(
        "manual_mlp/log-of-zero",
        old="""        self.forward(x)
        self.labels = labels
        top = self.z2.max(axis=1)
        log_total = top + np.log(np.exp(self.z2 - top[:, None]).sum(axis=1))
        return float((log_total - self.z2[np.arange(len(x)), labels]).mean())""",
        new="""        probs = self.forward(x)
        self.labels = labels
        return float(-np.log(probs[np.arange(len(x)), labels]).mean())""",
        hint="Your loss is infinite where the net is sure of a wrong class: the probability of the label has been rounded "
        "to 0, and you take its logarithm. Take the logarithm of the softmax on paper first, and compute it from the "
        "logits.",
    ),
    Mistake(
        "train_manual_mlp/after-update",
        old="""        losses.append(model.loss(x, labels))
        predicted = model.forward(x).argmax(axis=1)
        accs.append(float((predicted == labels).mean()))
        model.step(lr)""",
        new="""        model.loss(x, labels)
        model.step(lr)
        losses.append(model.loss(x, labels))
        predicted = model.forward(x).argmax(axis=1)
        accs.append(float((predicted == labels).mean()))""",
        hint="Your record is one step ahead: it holds the values after each update. The first entry belongs to the "
        "model as it came in.",
    ),
    Mistake(
        "train_manual_mlp/reinit",
        old="    losses, accs = [], []\n    for _ in range(steps):\n",
        new="    losses, accs = [], []\n    start = model.w1, model.b1, model.w2, model.b2\n"
        "    for _ in range(steps):\n        model.w1, model.b1, model.w2, model.b2 = start\n",
        hint="Every step of yours starts again from the first parameters, so the loss never gets anywhere. The model has to "
        "keep what it has learned from one step to the next.",
    ),
    Mistake(
        "train_manual_mlp/stale",
        old="        model.step(lr)\n",
        new="        if not losses[1:]:\n            grads = model.backward()\n"
        '        model.w1, model.b1 = model.w1 - lr * grads["w1"], model.b1 - lr * grads["b1"]\n'
        '        model.w2, model.b2 = model.w2 - lr * grads["w2"], model.b2 - lr * grads["b2"]\n',
        hint="All your updates use the gradient of the first step. A gradient belongs to a point: once the parameters have "
        "moved, it has to be computed again.",
    ),
    Mistake(
        "train_manual_mlp/bias-frozen",
        old="        model.step(lr)\n",
        new="        grads = model.backward()\n"
        '        model.w1, model.w2 = model.w1 - lr * grads["w1"], model.w2 - lr * grads["w2"]\n',
        hint="Only the weights are updated. The biases are parameters as well.",
    ),
]
