from autograder.suite import Mistake

MEMBERS = "members = x.reshape(n, groups, -1)"
HAT = "x_hat = ((members - mu) / std).reshape(n, c, height, width)"
GRADIENT = "g = (gamma[:, None, None] * dout).reshape(grouped)"
DX = "dx = ((g - through_mean - through_variance) / std).reshape(dout.shape)"

MISTAKES = [
    Mistake(
        "groupnorm/strided",
        old=MEMBERS,
        new="members = x.reshape(n, c // groups, groups, -1).swapaxes(1, 2).reshape(n, groups, -1)",
        also=(
            (
                HAT,
                "x_hat = ((members - mu) / std).reshape(n, groups, c // groups, -1).swapaxes(1, 2).reshape(n, c, height, "
                "width)",
            ),
        ),
        hint="Your groups take every second or third channel. A group is a run of NEIGHBOURING channels: 0 1 2, then 3 4 5.",
    ),
    Mistake(
        "groupnorm/batch",
        old="mu = members.mean(axis=2, keepdims=True)\n    var = ((members - mu) ** 2).mean(axis=2, keepdims=True)",
        new="mu = members.mean(axis=(0, 2), keepdims=True)\n    var = ((members - mu) ** 2).mean(axis=(0, 2), keepdims=True)",
        hint="Your statistics run over the batch as well. Group normalisation looks at one sample at a time.",
    ),
    Mistake(
        "groupnorm/group-gamma",
        old="out = gamma[:, None, None] * x_hat + beta[:, None, None]",
        new="first = np.arange(c) // (c // groups) * (c // groups)\n"
        "    out = gamma[first][:, None, None] * x_hat + beta[first][:, None, None]",
        hint="All channels of a group are scaled and shifted alike. Only the statistics are shared; each channel has its "
        "own gamma "
        "and beta.",
    ),
    Mistake(
        "groupnorm/spatial-only",
        old=MEMBERS,
        new="members = x.reshape(n, c, -1)",
        hint="Each channel is normalised by itself, whatever the number of groups. The channels of a group share one mean "
        "and one "
        "variance.",
    ),
    Mistake(
        "groupnorm/whole-sample",
        old=MEMBERS,
        new="members = x.reshape(n, 1, -1)",
        hint="All channels of a sample share one mean and one variance, whatever the number of groups.",
    ),
    Mistake(
        "groupnorm/not-refused",
        old="if c % groups != 0:",
        new="if False:",
        also=((MEMBERS, "groups = groups if c % groups == 0 else 1\n    " + MEMBERS),),
        hint="A number of groups that does not divide the channels is accepted. It should raise a ValueError.",
    ),
    Mistake(
        "groupnorm/eps-outside",
        old="std = np.sqrt(var + eps)",
        new="std = np.sqrt(var) + eps",
        hint="eps is added to the standard deviation. It belongs to the variance, under the root.",
    ),
    Mistake(
        "groupnorm/gamma-late",
        old=GRADIENT,
        new="g = dout.reshape(grouped)",
        also=((DX, DX.replace("dx = (", "dx = gamma[:, None, None] * (")),),
        hint="gamma multiplies your dx at the end. The means inside dx run over all channels of a group, and each channel "
        "has its own "
        "gamma: it has to be in before the means are taken.",
    ),
    Mistake(
        "groupnorm/constant-stats",
        old=DX,
        new="dx = (g / std).reshape(dout.shape)",
        hint="Your dx treats mean and variance as constants. Both are computed from x, so two more paths lead to it.",
    ),
    Mistake(
        "groupnorm/no-mean-path",
        old="(g - through_mean - through_variance)",
        new="(g - through_variance)",
        hint="The path through the mean is missing in dx. A sign of it: dx of a group does not sum to zero.",
    ),
    Mistake(
        "groupnorm/dgamma-mean",
        old="dgamma = (dout * x_hat).sum(axis=(0, 2, 3))",
        new="dgamma = (dout * x_hat).mean(axis=(0, 2, 3))",
        hint="dgamma is averaged. A channel's gamma is used at every pixel of every sample, and their contributions are "
        "added up.",
    ),
]
