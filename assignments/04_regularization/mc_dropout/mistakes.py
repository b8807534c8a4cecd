from autograder.suite import Mistake

TRAIN = "        if isinstance(layer, nn.Dropout):\n            layer.train()\n"

MISTAKES = [
    Mistake(
        "mc_dropout_predict/all-eval",
        old=TRAIN,
        new="        pass\n",
        hint="Dropout is switched off, as always in evaluation, so all passes give the same. Here its layers have to be "
        "in training mode.",
    ),
    Mistake(
        "mc_dropout_predict/all-train",
        old="model.eval()\n",
        new="model.train()\n",
        hint="The whole net is in training mode. Then batch normalisation uses the batch, and moves its running "
        "statistics. Only the "
        "dropout layers should train.",
    ),
    Mistake(
        "mc_dropout_predict/logits",
        old="torch.softmax(model(x), dim=1) for",
        new="model(x) for",
        also=(
            (
                "mean = passes.mean(dim=0)",
                "passes = torch.softmax(passes.mean(dim=0, keepdim=True) + 0 * passes, dim=2)\n    mean = passes.mean(dim=0)",
            ),
        ),
        hint="You average the logits and take the softmax at the end. It is the probabilities that are averaged: the "
        "softmax belongs "
        "into each pass.",
    ),
    Mistake(
        "mc_dropout_predict/shared-mask",
        old="[torch.softmax(model(x), dim=1) for _ in range(k)]",
        new="[torch.softmax((torch.manual_seed(seed), model(x))[1], dim=1) for _ in range(k)]",
        hint="Every pass has the same mask: the seed is set again before each. Set it once, before the first pass.",
    ),
    Mistake(
        "mc_dropout_predict/ddof-one",
        old="((passes - mean) ** 2).mean(dim=0)",
        new="((passes - mean) ** 2).sum(dim=0) / max(k - 1, 1)",
        hint="Your variance is divided by k - 1. The statement asks for the biased one, divided by k. (torch.var divides "
        "by k - 1 "
        "unless told otherwise.)",
    ),
    Mistake(
        "mc_dropout_predict/spread",
        old="return mean, ((passes - mean) ** 2).mean(dim=0)",
        new="return mean, ((passes - mean) ** 2).mean(dim=0).sqrt()",
        hint="You return the standard deviation. The variance is asked for.",
    ),
    Mistake(
        "mc_dropout_predict/modes-left",
        old="    for layer, training in before:\n        layer.training = training\n",
        new="",
        hint="After the call the layers are in other modes than before. Note the mode of every layer, and put it back.",
    ),
    Mistake(
        "mc_dropout_predict/ends-in-train",
        old="    for layer, training in before:\n        layer.training = training\n",
        new="    model.train(before[0][1])\n",
        hint="You put all layers into the mode of the whole net. A layer may have been in another one, such as a frozen "
        "normalisation "
        "in a net that trains.",
    ),
    Mistake(
        "mc_dropout_predict/graph",
        old="with torch.no_grad():",
        new="if True:",
        hint="A graph is built in every pass, though no gradient is asked for. It costs time and memory.",
    ),
]
