from autograder.suite import Mistake

HIDDEN1 = "self.hidden1 = nn.Sequential(nn.Linear(d, h), nn.BatchNorm1d(h), nn.ReLU(), nn.Dropout(p))"
HIDDEN2 = "self.hidden2 = nn.Sequential(nn.Linear(h, h), nn.BatchNorm1d(h), nn.ReLU(), nn.Dropout(p))"


def both(order):
    """Edits that put other layers into both hidden blocks."""
    new1 = f"self.hidden1 = nn.Sequential(nn.Linear(d, h), {order})"
    new2 = f"self.hidden2 = nn.Sequential(nn.Linear(h, h), {order})"
    return {"old": HIDDEN1, "new": new1, "also": ((HIDDEN2, new2),)}


MISTAKES = [
    Mistake(
        "regularized_net/dropout-first",
        **both("nn.Dropout(p), nn.BatchNorm1d(h), nn.ReLU()"),
        hint="Dropout stands in front of batch normalisation. Then the statistics are taken from a layer with holes: "
        "they differ between training and test. In the net asked for, dropout comes last in each block.",
    ),
    Mistake(
        "regularized_net/bn-last",
        **both("nn.ReLU(), nn.BatchNorm1d(h), nn.Dropout(p)"),
        hint="Batch normalisation stands behind the ReLU. Here it normalises what goes into the activation: look at the "
        "order of the four layers in a block.",
    ),
    Mistake(
        "regularized_net/logit-dropout",
        old="return self.head(self.hidden2(self.hidden1(x)))",
        new="return self.hidden2[3](self.head(self.hidden2(self.hidden1(x))))",
        hint="Dropout also acts on the logits. A class whose logit is dropped gets score 0 whatever the net thinks; only "
        "hidden units may fall.",
    ),
    Mistake(
        "regularized_net/no-eval",
        old="return self.head(self.hidden2(self.hidden1(x)))",
        new="x = nn.functional.dropout(self.hidden1[:3](x), self.hidden1[3].p)\n"
        "        x = nn.functional.dropout(self.hidden2[:3](x), self.hidden2[3].p)\n"
        "        return self.head(x)",
        hint="Your net still drops units after model.eval(). The function form of dropout knows nothing of the module's "
        "mode: by default it is on.",
    ),
    Mistake(
        "regularized_net/shared-bn",
        old=HIDDEN2,
        new="self.hidden2 = nn.Sequential(nn.Linear(h, h), self.hidden1[1], nn.ReLU(), nn.Dropout(p))",
        hint="One batch normalisation serves both hidden layers. Their pre-activations have different statistics, and "
        "each needs its own scale and shift: count your parameters.",
    ),
    Mistake(
        "regularized_net/keep-prob",
        **both("nn.BatchNorm1d(h), nn.ReLU(), nn.Dropout(1 - p)"),
        hint="Units are dropped with probability 1 - p. Here p is the probability of dropping, as in torch.",
    ),
    Mistake(
        "regularized_net/in-place",
        **both("nn.BatchNorm1d(h), nn.ReLU(), nn.Dropout(p, inplace=True)"),
        hint="Dropout overwrites the output of the ReLU, which the backward pass still needs: the forward pass looks right and "
        "backward raises an error. Do not drop in place here.",
    ),
]
