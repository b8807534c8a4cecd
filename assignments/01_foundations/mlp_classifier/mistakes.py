from autograder.suite import Mistake

OUT = "return self.layers(x.flatten(1))"

MISTAKES = [
    Mistake(
        "mlp_classifier/softmax-inside",
        old=OUT,
        new="return torch.softmax(self.layers(x.flatten(1)), dim=1)",
        hint="Your net returns probabilities. The loss takes logits and applies the softmax itself; twice is too often.",
    ),
    Mistake(
        "mlp_classifier/last-act",
        old="layers.append(nn.Linear(width, out_dim))",
        new="layers += [nn.Linear(width, out_dim), act()]",
        hint="There is an activation behind the last layer. Logits may be any number.",
    ),
    Mistake(
        "mlp_classifier/unregistered",
        old="self.layers = nn.Sequential(*layers)",
        new="self.layers = layers",
        also=((OUT, "h = x.flatten(1)\n        for layer in self.layers:\n            h = layer(h)\n        return h"),),
        hint="Your layers are in a plain list, so torch does not know them: parameters() is empty, and nothing would be "
        "trained. Use "
        "nn.Sequential or nn.ModuleList.",
    ),
    Mistake(
        "mlp_classifier/shared-act-state",
        old="        width = in_dim\n",
        new="        width = in_dim\n        shared = act()\n",
        also=(("act()]\n            width", "shared]\n            width"),),
        hint="One activation object serves all hidden layers. Where it has parameters, they are shared; make one for each "
        "layer.",
    ),
    Mistake(
        "mlp_classifier/no-flatten",
        old=OUT,
        new="return self.layers(x)",
        hint="Images are not flattened: a sample of shape (1, 28, 28) has to become a row of 784 numbers first.",
    ),
]
