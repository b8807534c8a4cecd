from autograder.suite import Mistake

KINDS = """        nn.ConvTranspose1d,
        nn.ConvTranspose2d,
        nn.ConvTranspose3d,
"""
KERNEL = "nn.init.normal_(layer.weight, 0.0, 0.02, generator=generator)"
NORM = "nn.init.normal_(layer.weight, 1.0, 0.02, generator=generator)"
SHIFT = "            nn.init.zeros_(layer.bias)"

MISTAKES = [
    Mistake(
        "dcgan_init/skips-transposed",
        old=KINDS,
        new="",
        hint="Transposed convolutions keep their default weights. They are not subclasses of the others: ask for them as well.",
    ),
    Mistake(
        "dcgan_init/two-dimensions-only",
        old="        nn.Conv1d,\n        nn.Conv2d,\n        nn.Conv3d,\n" + KINDS,
        new="        nn.Conv2d,\n        nn.ConvTranspose2d,\n",
        also=(("nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)", "nn.BatchNorm2d,)"),),
        hint="Only two-dimensional layers are drawn. The statement speaks of one and three dimensions, too.",
    ),
    Mistake(
        "dcgan_init/bn-zero-mean",
        old=NORM,
        new="nn.init.normal_(layer.weight, 0.0, 0.02, generator=generator)",
        hint="The weights of your norms lie around 0, so that almost nothing comes through. They lie around 1.",
    ),
    Mistake(
        "dcgan_init/variance",
        old=KERNEL,
        new="nn.init.normal_(layer.weight, 0.0, 0.02**0.5, generator=generator)",
        also=((NORM, "nn.init.normal_(layer.weight, 1.0, 0.02**0.5, generator=generator)"),),
        hint="Your spread is about seven times too large: 0.02 is the standard deviation, not the variance.",
    ),
    Mistake(
        "dcgan_init/squared",
        old=KERNEL,
        new="nn.init.normal_(layer.weight, 0.0, 0.02**2, generator=generator)",
        hint="You pass the variance where the standard deviation is asked for: kernels are fifty times too small.",
    ),
    Mistake(
        "dcgan_init/linear-too",
        old="        nn.Conv1d,\n",
        new="        nn.Linear,\n        nn.Conv1d,\n",
        hint="Linear layers are drawn as well. They stay as they are.",
    ),
    Mistake(
        "dcgan_init/children-only",
        old="for layer in module.modules():",
        new="for layer in module.children():",
        hint="You look one level deep, and not at the module itself. Layers may sit deeper.",
    ),
    Mistake(
        "dcgan_init/global-random",
        old=KERNEL,
        new="nn.init.normal_(layer.weight, 0.0, 0.02)",
        hint="Your kernels come from torch's global random numbers. All draws come from `generator`.",
    ),
    Mistake(
        "dcgan_init/bias-kept",
        old="\n" + SHIFT,
        new="",
        hint="The shifts of your norms stay as they were. They begin at 0.",
    ),
    Mistake(
        "dcgan_init/conv-bias",
        old=KERNEL,
        new=KERNEL + "\n            if layer.bias is not None:\n                nn.init.zeros_(layer.bias)",
        hint="You set the biases of convolutions to 0. They stay as they are.",
    ),
    Mistake(
        "dcgan_init/uniform",
        old=KERNEL,
        new="nn.init.uniform_(layer.weight, -0.02 * 3**0.5, 0.02 * 3**0.5, generator=generator)",
        hint="Your kernels are uniform. Mean and spread are right, the distribution should be normal.",
    ),
]
