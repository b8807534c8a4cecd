from autograder.suite import Mistake

NET = "bn_resnet_loss_and_grads"
ROWS = "        rows = rng.permutation(len(x))[:64]\n"

MISTAKES = [
    Mistake(
        f"{NET}/skip-ignored",
        old="total = maps + branch if skip else branch",
        new="total = maps + branch",
        also=(("        if skip:\n            dmaps = dmaps + dtotal\n", "        dmaps = dmaps + dtotal\n"),),
        hint="The direct way is there whatever skip says. With skip False a block is relu(unit2(relu(unit1(x)))).",
    ),
    Mistake(
        f"{NET}/no-identity",
        old="        if skip:\n            dmaps = dmaps + dtotal\n",
        new="",
        hint="On the way back, the direct ways are missing: a block's input gets the gradient of the sum, and that of the two "
        "units.",
    ),
    Mistake(
        f"{NET}/identity-unmasked",
        old="dmaps = dmaps + dtotal",
        new="dmaps = dmaps + previous",
        also=(("dtotal = dmaps * (total > 0)", "previous = dmaps\n        dtotal = dmaps * (total > 0)"),),
        hint="The gradient of the direct way does not pass the ReLU behind the sum. That ReLU masks both ways.",
    ),
    Mistake(
        f"{NET}/blocks-reversed",
        old='"blocks": dblocks[::-1]',
        new='"blocks": dblocks',
        hint="The gradients of the blocks are in the order in which the backward pass meets them. Put them into the order of "
        "the parameters.",
    ),
    Mistake(
        f"{NET}/stem-stride-one",
        old='*params["stem"], stride=2)',
        new='*params["stem"], stride=1)',
        hint="Your stem has stride 1. With stride 2 the maps are a quarter as large, and so is the work of all blocks.",
    ),
    Mistake(
        f"{NET}/no-mean",
        old="dscores = dscores / len(X)",
        new="dscores = dscores / 1",
        hint="The loss is a mean over the batch, but your gradients are those of the sum.",
    ),
    Mistake(
        f"{NET}/statistics-constant",
        old="dx = gamma[:, None, None] / std * (dout - through_mean - through_variance)",
        new="dx = gamma[:, None, None] / std * dout",
        hint="Your backward pass of the norm treats mean and variance as constants. Both depend on every entry of the channel.",
    ),
    Mistake(
        f"{NET}/per-sample",
        old="    mu = x.mean(axis=(0, 2, 3), keepdims=True)\n    var = ((x - mu) ** 2).mean(axis=(0, 2, 3), keepdims=True)\n",
        new="    mu = x.mean(axis=(2, 3), keepdims=True)\n    var = ((x - mu) ** 2).mean(axis=(2, 3), keepdims=True)\n",
        also=(
            ("through_mean = dout.mean(axis=(0, 2, 3), keepdims=True)", "through_mean = dout.mean(axis=(2, 3), keepdims=True)"),
            (
                "(dout * x_hat).mean(axis=(0, 2, 3), keepdims=True)",
                "(dout * x_hat).mean(axis=(2, 3), keepdims=True)",
            ),
        ),
        hint="You normalise each image by itself. The statistics of a channel are taken over all images of the batch.",
    ),
    Mistake(
        f"{NET}/inner-mask",
        old="_unit_backward(dactive * (hidden > 0), cache1)",
        new="_unit_backward(dactive, cache1)",
        hint="The ReLU between the two units of a block is left out on the way back.",
    ),
    Mistake(
        "train_bn_resnet/velocity-lost",
        old="return _each(lambda p, v: p - lr * v, params, velocity), velocity",
        new="return _each(lambda p, g: p - lr * g, params, grads), velocity",
        hint="Your parameters follow the gradient of this step only. They should follow the velocity.",
    ),
    Mistake(
        "train_bn_resnet/averaged-gradient",
        old="momentum * v + g",
        new="momentum * v + (1 - momentum) * g",
        hint="You multiply the gradient by 1 - momentum. Here the velocity is momentum times the old one, plus the whole "
        "gradient.",
    ),
    Mistake(
        "train_bn_resnet/velocity-not-kept",
        old="params, velocity = momentum_step(params, grads, velocity, 0.1, 0.9)",
        new="params, _ = momentum_step(params, grads, velocity, 0.1, 0.9)",
        hint="The velocity is thrown away after each step, so every step begins at rest.",
    ),
    Mistake(
        "train_bn_resnet/unscaled",
        old='x, y = data["x_train"] / 16, data["y_train"]',
        new='x, y = data["x_train"] / 1, data["y_train"]',
        hint="The pixels are used as they come, from 0 to 16. Divide them by 16.",
    ),
    Mistake(
        "train_bn_resnet/same-rows",
        old=ROWS,
        new="        rows = np.arange(min(64, len(x)))\n",
        hint="Every step takes the same 64 rows, so the others are never seen.",
    ),
    Mistake(
        "train_bn_resnet/in-order",
        old=ROWS,
        new="        rows = (np.arange(min(64, len(x))) + 64 * len(losses)) % len(x)\n",
        hint="Rows are taken in the order in which they stand. Where the data are sorted, a batch knows one class only: draw "
        "the rows at random.",
    ),
    Mistake(
        "train_bn_resnet/skip-not-handed-on",
        old="bn_resnet_loss_and_grads(params, x[rows], y[rows], skip)",
        new="bn_resnet_loss_and_grads(params, x[rows], y[rows])",
        hint="The training does not hand skip on to the net, so both kinds are the same.",
    ),
    Mistake(
        "train_bn_resnet/labels-unpaired",
        old="x[rows], y[rows], skip)",
        new="x[rows], y[rng.permutation(len(x))[:64]], skip)",
        hint="Images and labels are drawn separately, so they do not belong together.",
    ),
    Mistake(
        "train_bn_resnet/seed-ignored",
        old="rng = np.random.default_rng(seed)",
        new="rng = np.random.default_rng()",
        hint="Your training does not depend on `seed`, so no run can be repeated.",
    ),
    Mistake(
        "train_bn_resnet/fan-in",
        old="np.sqrt(2 / (9 * c))",
        new="np.sqrt(2 / c)",
        hint="Your kernels begin too large: each output is a sum of 9 c numbers, not of c.",
    ),
]
