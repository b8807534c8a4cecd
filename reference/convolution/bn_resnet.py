"""A deep residual net with batch norm in plain numpy: its loss, all its gradients, and its training by momentum."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from reference.convolution.avgpool2d import global_avg_pool, global_avg_pool_backward
from reference.convolution.fast_conv import conv2d_im2col_backward, conv2d_im2col_forward


def batchnorm2d_forward(
    x: Float[np.ndarray, "N C H W"], gamma: Float[np.ndarray, "C"], beta: Float[np.ndarray, "C"], eps: float = 1e-5
) -> tuple[Float[np.ndarray, "N C H W"], tuple]:
    """Normalise each channel over the batch and all its pixels, then scale and shift it.

        mu_c  = mean of x[:, c, :, :]
        var_c = mean of (x[:, c, :, :] - mu_c)^2            (biased: divided by N*H*W)
        x_hat = (x - mu_c) / sqrt(var_c + eps)
        out   = gamma_c * x_hat + beta_c

    If you have solved this in the assignment on regularisation, your solution fits.

    Args:
        x: maps, shape (N, C, H, W).
        gamma, beta: scale and shift of each channel, shape (C,).
        eps: keeps the root away from 0; it stands under the root.

    Returns:
        out of shape (N, C, H, W), and a cache: whatever your `batchnorm2d_backward` needs.
    """
    if x.size == 0:
        raise ValueError(f"x has shape {x.shape}: there is nothing to take a mean of")
    if gamma.shape != (x.shape[1],):
        raise ValueError(f"gamma has shape {gamma.shape}: one number for each of {x.shape[1]} channels is needed")
    if beta.shape != (x.shape[1],):
        raise ValueError(f"beta has shape {beta.shape}: one number for each of {x.shape[1]} channels is needed")
    if not eps >= 0:
        raise ValueError(f"eps is {eps}: it must not be negative")
    mu = x.mean(axis=(0, 2, 3), keepdims=True)
    var = ((x - mu) ** 2).mean(axis=(0, 2, 3), keepdims=True)
    std = np.sqrt(var + eps)
    x_hat = (x - mu) / std
    out = gamma[:, None, None] * x_hat + beta[:, None, None]
    cache = (x_hat, gamma, std)
    return out, cache


def batchnorm2d_backward(
    dout: Float[np.ndarray, "N C H W"], cache: tuple
) -> tuple[Float[np.ndarray, "N C H W"], Float[np.ndarray, "C"], Float[np.ndarray, "C"]]:
    """Gradients of the loss with respect to x, gamma and beta of `batchnorm2d_forward`.

    Args:
        dout: gradient of the loss with respect to out, shape (N, C, H, W).
        cache: as your `batchnorm2d_forward` returned it.

    Returns:
        dx of shape (N, C, H, W), dgamma of shape (C,), dbeta of shape (C,).
    """
    x_hat, gamma, std = cache
    if dout.shape != x_hat.shape:
        raise ValueError(f"dout has shape {dout.shape}, not {x_hat.shape}")
    dbeta = dout.sum(axis=(0, 2, 3))
    dgamma = (dout * x_hat).sum(axis=(0, 2, 3))
    through_mean = dout.mean(axis=(0, 2, 3), keepdims=True)
    through_variance = x_hat * (dout * x_hat).mean(axis=(0, 2, 3), keepdims=True)
    dx = gamma[:, None, None] / std * (dout - through_mean - through_variance)
    return dx, dgamma, dbeta


def bn_resnet_loss_and_grads(
    params: dict, X: Float[np.ndarray, "N C_in H W"], y: Int[np.ndarray, "N"], skip: bool = True
) -> tuple[float, dict]:
    """Loss of a residual net with batch norm on a batch, and its gradients with respect to all parameters.

    A unit is a 3 x 3 convolution with padding 1 and without a bias, and the batch norm behind it: unit(x) = bn(conv(x,
    w), gamma, beta).

        stem    relu(unit(X)), with stride 2: the maps are half as high and half as wide as the images
        blocks  relu(x + unit2(relu(unit1(x)))), one after the other, with stride 1
        end     the mean of every map over its pixels, and an affine layer: scores = means @ W + c

    The loss is the mean over the batch of -log softmax(scores)[label]; scores in the thousands must not overflow. The norms
    use the statistics of this batch. With skip False the direct ways are taken out, and nothing else changes: a block is
    then relu(unit2(relu(unit1(x)))).

    Args:
        params: "stem": (w (C, C_in, 3, 3), gamma (C,), beta (C,)); "blocks": a list with (w1, gamma1, beta1, w2, gamma2, beta2)
            for each block, maybe empty; "head": (W (C, K), c (K,)).
        X: images, shape (N, C_in, H, W).
        y: labels 0, ..., K - 1, shape (N,).
        skip: whether blocks have their direct way.

    Returns:
        The loss, a float, and the gradients: a dict that is made like `params`.
    """
    _check_bn_net(params, X, y)
    first, stem_cache = _unit_forward(X, *params["stem"], stride=2)
    maps, caches = np.maximum(first, 0.0), []
    for w1, gamma1, beta1, w2, gamma2, beta2 in params["blocks"]:
        hidden, cache1 = _unit_forward(maps, w1, gamma1, beta1)
        branch, cache2 = _unit_forward(np.maximum(hidden, 0.0), w2, gamma2, beta2)
        total = maps + branch if skip else branch
        caches.append((hidden, total, cache1, cache2))
        maps = np.maximum(total, 0.0)
    means, pool_cache = global_avg_pool(maps)
    W, c = params["head"]
    scores = means @ W + c
    shifted = scores - scores.max(axis=1, keepdims=True)
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    rows = np.arange(len(X))
    loss = -log_probs[rows, y].mean()

    dscores = np.exp(log_probs)
    dscores[rows, y] -= 1
    dscores = dscores / len(X)
    dmaps = global_avg_pool_backward(dscores @ W.T, pool_cache)
    dblocks = []
    for hidden, total, cache1, cache2 in reversed(caches):
        dtotal = dmaps * (total > 0)
        dactive, *second = _unit_backward(dtotal, cache2)
        dmaps, *one = _unit_backward(dactive * (hidden > 0), cache1)
        if skip:
            dmaps = dmaps + dtotal
        dblocks.append((*one, *second))
    _, *dstem = _unit_backward(dmaps * (first > 0), stem_cache)
    grads = {"stem": tuple(dstem), "blocks": dblocks[::-1], "head": (means.T @ dscores, dscores.sum(axis=0))}
    return float(loss), grads


def _check_bn_net(params: dict, X: np.ndarray, y: np.ndarray) -> None:
    """Refuse arrays that do not fit each other, and labels without a class."""
    c, classes = len(params["stem"][0]), len(params["head"][1])
    parts = [("stem", params["stem"], ((c, X.shape[1], 3, 3), (c,), (c,)))]
    parts += [("blocks", block, ((c, c, 3, 3), (c,), (c,)) * 2) for block in params["blocks"]]
    parts += [("head", params["head"], ((c, classes), (classes,)))]
    for part, arrays, shapes in parts:
        found = tuple(array.shape for array in arrays)
        if found != shapes:
            raise ValueError(f"params: {part} holds arrays of the shapes {found}, not {shapes}")
    if len(X) == 0:
        raise ValueError("X has no images")
    if y.shape != X.shape[:1]:
        raise ValueError(f"y has shape {y.shape}: one label for each of {len(X)} images is needed")
    if y.dtype.kind not in "iu" or y.min() < 0 or y.max() >= classes:
        raise ValueError(f"y: the labels are not all in 0 ... {classes - 1}")


def _unit_forward(x: np.ndarray, w: np.ndarray, gamma: np.ndarray, beta: np.ndarray, stride: int = 1) -> tuple:
    """A convolution without a bias, and its norm."""
    maps, conv_cache = conv2d_im2col_forward(x, w, np.zeros(len(w)), stride, 1)
    out, norm_cache = batchnorm2d_forward(maps, gamma, beta)
    return out, (conv_cache, norm_cache)


def _unit_backward(dout: np.ndarray, cache: tuple) -> tuple:
    conv_cache, norm_cache = cache
    dmaps, dgamma, dbeta = batchnorm2d_backward(dout, norm_cache)
    dx, dw, _ = conv2d_im2col_backward(dmaps, conv_cache)
    return dx, dw, dgamma, dbeta


def momentum_step(params: dict, grads: dict, velocity: dict, lr: float, momentum: float) -> tuple[dict, dict]:
    """One step of gradient descent with momentum, for every array of the net.

        velocity = momentum * velocity + gradient
        parameter = parameter - lr * velocity

    Args:
        params, grads, velocity: dicts that are made like the `params` of `bn_resnet_loss_and_grads`; left as they are.
        lr: learning rate.
        momentum: how much of the old velocity stays.

    Returns:
        (params, velocity) after the step, two new dicts that are made alike.
    """
    for name, tree in (("grads", grads), ("velocity", velocity)):
        if _each(np.shape, tree) != _each(np.shape, params):
            raise ValueError(f"{name} is not made like params")
    velocity = _each(lambda v, g: momentum * v + g, velocity, grads)
    return _each(lambda p, v: p - lr * v, params, velocity), velocity


def _each(function, *trees: dict) -> dict:
    """Apply a function to the arrays of nets that are made alike."""

    def parts(entries: tuple) -> tuple:
        return tuple(function(*arrays) for arrays in zip(*entries))

    return {
        "stem": parts(tuple(tree["stem"] for tree in trees)),
        "blocks": [parts(blocks) for blocks in zip(*(tree["blocks"] for tree in trees))],
        "head": parts(tuple(tree["head"] for tree in trees)),
    }


def train_bn_resnet(
    data: dict[str, np.ndarray], seed: int, skip: bool = True, blocks: int = 8, steps: int = 150, width: int = 8
) -> dict:
    """Train the net of `bn_resnet_loss_and_grads` on digits, by momentum, in plain numpy.

    Divide the pixels by 16 first. Kernels begin as normal numbers with standard deviation sqrt(2 / (9 c)), c the channels
    that they see, the weights W of the head with standard deviation sqrt(1 / width); gammas begin at 1, betas and c at 0,
    velocities at 0. Each step draws 64 different rows of the training data at random (all rows, if there are fewer), and
    makes one `momentum_step` with learning rate 0.1 and momentum 0.9.

    Args:
        data: "x_train", pixels from 0 to 16, shape (n, 1, 8, 8); "y_train", labels 0, ..., 9, shape (n,).
        seed: decides everything random: initial weights and rows.
        skip: whether the blocks have their direct ways.
        blocks: number of blocks; with 8 of them the net has 17 convolutions.
        steps: number of training steps; with 0 of them the initial weights come back.
        width: channels of all maps.

    Returns:
        A dict: "params", the weights; "history", a dict with the list "loss", one float for each step: the loss of its batch
        before the step.
    """
    for name, value, least in (("blocks", blocks, 0), ("steps", steps, 0), ("width", width, 1)):
        if not value >= least:
            raise ValueError(f"{name} is {value}: it must be at least {least}")
    rng = np.random.default_rng(seed)
    x, y = data["x_train"] / 16, data["y_train"]
    if len(y) != len(x):
        raise ValueError(f"data: {len(x)} images have {len(y)} labels")
    if steps and len(x) == 0:
        raise ValueError("data: there is no image to learn from")
    if y.dtype.kind not in "iu" or ((y < 0) | (y > 9)).any():
        raise ValueError("data: the labels are not all in 0 ... 9")

    def unit(c: int) -> tuple:
        return rng.normal(size=(width, c, 3, 3)) * np.sqrt(2 / (9 * c)), np.ones(width), np.zeros(width)

    stem = unit(x.shape[1])
    layers = []
    for _ in range(blocks):
        layers.append(unit(width) + unit(width))
    params = {"stem": stem, "blocks": layers, "head": (rng.normal(size=(width, 10)) * np.sqrt(1 / width), np.zeros(10))}
    velocity = _each(np.zeros_like, params)
    losses = []
    for _ in range(steps):
        rows = rng.permutation(len(x))[:64]
        loss, grads = bn_resnet_loss_and_grads(params, x[rows], y[rows], skip)
        params, velocity = momentum_step(params, grads, velocity, 0.1, 0.9)
        losses.append(loss)
    return {"params": params, "history": {"loss": losses}}
