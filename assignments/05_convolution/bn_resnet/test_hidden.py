from functools import lru_cache

import numpy as np

from autograder.suite import (
    assert_between,
    assert_close,
    assert_equal,
    assert_history,
    assert_true,
    check_pair,
    definition,
    exercise,
    gradcheck,
    gradcheck_pair,
    leaves_arguments,
    points,
    show_curves,
    threshold,
)

PARTS = {"stem": ("w", "gamma", "beta"), "head": ("W", "c"), "block": ("w1", "gamma1", "beta1", "w2", "gamma2", "beta2")}


def draw(rng, n=4, c_in=2, c=3, k=5, h=6, w=8, blocks=2):
    def unit(c_from):
        return rng.normal(size=(c, c_from, 3, 3)), rng.uniform(0.5, 1.5, size=c), 0.3 * rng.normal(size=c)

    params = {
        "stem": unit(c_in),
        "blocks": [(*unit(c), *unit(c)) for _ in range(blocks)],
        "head": (rng.normal(size=(c, k)), rng.normal(size=k)),
    }
    return params, rng.normal(size=(n, c_in, h, w)), rng.integers(0, k, size=n)


def flat(tree):
    """All arrays of parameters or gradients, with names."""
    found = {}
    for name in ("stem", "head"):
        for part, entry in zip(PARTS[name], tree[name]):
            found[f"{part} of the {name}"] = entry
    for number, block in enumerate(tree["blocks"]):
        for part, entry in zip(PARTS["block"], block):
            found[f"{part} of block {number}"] = entry
    return found


def built(entries):
    """The way back from `flat`."""
    blocks = sum(name.startswith("w1 ") for name in entries)
    return {
        "stem": tuple(entries[f"{part} of the stem"] for part in PARTS["stem"]),
        "blocks": [tuple(entries[f"{part} of block {i}"] for part in PARTS["block"]) for i in range(blocks)],
        "head": tuple(entries[f"{part} of the head"] for part in PARTS["head"]),
    }


def compare(student, reference, given, skip):
    loss, grads = student.bn_resnet_loss_and_grads(*given, skip)
    expected, expected_grads = reference.bn_resnet_loss_and_grads(*given, skip)
    assert_close(loss, expected, "the loss")
    assert_equal(len(grads["blocks"]), len(given[0]["blocks"]), "number of blocks in the gradients")
    got = flat(grads)
    for name, entry in flat(expected_grads).items():
        assert_close(got[name], entry, f"the gradient of {name}")


@exercise("bn_resnet_loss_and_grads")
class TestNet:
    @points(2)
    def test_norm_and_its_gradients(self, student, reference, rng):
        """The norm of maps and its gradients are right."""
        for shape in ((3, 4, 5, 2), (3, 3, 3, 3)):
            inputs = {
                "x": rng.normal(size=shape) + 1,
                "gamma": rng.uniform(0.5, 2, size=shape[1]),
                "beta": rng.normal(size=shape[1]),
            }
            out, _ = student.batchnorm2d_forward(*inputs.values())
            assert_close(out, reference.batchnorm2d_forward(*inputs.values())[0], "out")
            check_pair(student, reference, "batchnorm2d", inputs, rng=rng)

    @definition
    def test_eps_stands_under_the_root(self, student, rng):
        """Maps that hardly vary are divided by sqrt(var + eps), and eps is 1e-5 unless told otherwise."""
        x = 1e-3 * rng.normal(size=(4, 2, 3, 3))
        for options in ({}, {"eps": 0.1}):
            out, _ = student.batchnorm2d_forward(x, np.ones(2), np.zeros(2), **options)
            spread = np.sqrt(x.var(axis=(0, 2, 3), keepdims=True) + options.get("eps", 1e-5))
            assert_close(out, (x - x.mean(axis=(0, 2, 3), keepdims=True)) / spread, "out of nearly constant maps")

    def test_the_norm_agrees_with_finite_differences(self, student, reference, rng):
        """Nudging x, gamma or beta changes the loss as the gradients of the norm say."""
        inputs = {"x": rng.normal(size=(3, 2, 4, 5)), "gamma": rng.uniform(0.5, 2, size=2), "beta": rng.normal(size=2)}
        gradcheck_pair(student, reference, "batchnorm2d", inputs, rng=rng)

    @leaves_arguments
    @points(3)
    def test_loss_and_gradients_with_skips(self, student, reference, rng):
        """The loss and all gradients of the residual net are right."""
        compare(student, reference, draw(rng), True)
        compare(student, reference, draw(rng, 3, 3, 3, 3, 3, 3, 1), True)

    @points(3)
    def test_loss_and_gradients_without_skips(self, student, reference, rng):
        """Without the direct ways, the loss and all gradients are right."""
        compare(student, reference, draw(rng), False)

    @points(2)
    def test_loss(self, student, reference, rng):
        """The loss alone is right, with skips by default, for no block and for several."""
        for blocks in (0, 1, 3):
            given = draw(rng, blocks=blocks)
            loss, _ = student.bn_resnet_loss_and_grads(*given)
            assert_close(loss, reference.bn_resnet_loss_and_grads(*given)[0], "the loss")

    @points(2)
    def test_gradient_check_of_the_whole_net(self, student, reference, rng):
        """Nudging any array of the net changes the loss as its gradient says."""
        params, x, y = draw(rng, blocks=1)
        names = list(flat(params))

        def pair(code):
            return (
                lambda *arrays: code.bn_resnet_loss_and_grads(built(dict(zip(names, arrays))), x, y),
                lambda dout, grads: tuple(dout * flat(grads)[name] for name in names),
            )

        right, _ = pair(reference)
        redraw = lambda: flat(draw(rng, blocks=1)[0])
        gradcheck(*pair(student), flat(params), reference=right, rng=rng, redraw=redraw)

    @definition
    def test_blocks_without_gamma_change_nothing(self, student, rng):
        """Blocks whose last gamma and beta are 0 change nothing with skips, and stop everything without."""
        params, x, y = draw(rng, blocks=1)
        w1, gamma1, beta1, w2, gamma2, beta2 = params["blocks"][0]
        silent = (w1, gamma1, beta1, w2, 0 * gamma2, 0 * beta2)
        shallow, grads = student.bn_resnet_loss_and_grads({**params, "blocks": []}, x, y)
        deep, deep_grads = student.bn_resnet_loss_and_grads({**params, "blocks": [silent] * 3}, x, y)
        assert_close(deep, shallow, "the loss with three silent blocks")
        assert_close(deep_grads["stem"][0], grads["stem"][0], "the gradient of the stem's kernels", atol=1e-9)
        c = params["head"][1]
        stopped, _ = student.bn_resnet_loss_and_grads({**params, "blocks": [silent]}, x, y, skip=False)
        assert_close(stopped, float(np.mean(np.log(np.exp(c).sum()) - c[y])), "the loss of a plain net with a silent block")

    @definition
    def test_large_scores(self, student, reference, rng):
        """Scores of a thousand do no harm: the loss and the gradients of the head are finite and right, also if the scores of
        the images lie far apart.
        """
        params, x, _ = draw(rng, k=3, blocks=1)
        params["head"] = (np.zeros((3, 3)), np.array([1000.0, 0.0, -1000.0]))
        loss, grads = student.bn_resnet_loss_and_grads(params, x, np.array([0, 0, 1, 2]))
        assert_close(loss, 750.0, "the loss")
        assert_close(grads["head"][1], np.array([0.5, -0.25, -0.25]), "the gradient of c of the head")
        params, x, y = draw(rng, blocks=1)
        W, c = params["head"]
        far = {**params, "head": (1e5 * W, c)}
        loss, _ = student.bn_resnet_loss_and_grads(far, x, y)
        assert_close(loss, reference.bn_resnet_loss_and_grads(far, x, y)[0], "the loss")


# --- training


@lru_cache(maxsize=1)
def digits():
    from sklearn.datasets import load_digits

    found = load_digits()
    return found.images, found.target


def secret_digits(rng, n_train=1297, in_order=False):
    """Digits turned by a secret angle, with noise and permuted labels: (data for the student, hidden images and labels)."""
    from scipy.ndimage import rotate

    images, labels = digits()
    turned = rotate(images, rng.uniform(-15, 15), axes=(2, 1), reshape=False, order=1)
    x = np.clip(turned + 0.5 * rng.normal(size=turned.shape), 0, 16)[:, None]
    y = rng.permutation(10)[labels]
    train, hidden = np.split(rng.permutation(len(x)), [n_train])
    if in_order:
        train = train[np.argsort(y[train], kind="stable")]
    return {"x_train": x[train], "y_train": y[train]}, (x[hidden[:500]], y[hidden[:500]])


def share(reference, params, x, y, skip):
    """The share of hidden digits that the weights recognise; the norms use the statistics of all hidden digits."""
    params = built({name: np.asarray(entry, dtype=float) for name, entry in flat(params).items()})
    W, c = params["head"]
    means = hidden_means(reference, params, x / 16, skip)
    return float(((means @ W + c).argmax(axis=1) == y).mean())


def hidden_means(reference, params, x, skip):
    """What the head sees, from our own parts."""

    def unit(maps, w, gamma, beta, stride=1):
        found, _ = reference.conv2d_im2col_forward(maps, w, np.zeros(len(w)), stride, 1)
        return reference.batchnorm2d_forward(found, gamma, beta)[0]

    maps = np.maximum(unit(x, *params["stem"], stride=2), 0)
    for block in params["blocks"]:
        branch = unit(np.maximum(unit(maps, *block[:3]), 0), *block[3:])
        maps = np.maximum(maps + branch if skip else branch, 0)
    return maps.mean(axis=(2, 3))


@exercise("train_bn_resnet")
class TestTraining:
    @leaves_arguments
    @points(2)
    def test_momentum_step(self, student, reference, rng):
        """Parameters and velocities after a step are those of the definition, and new arrays."""
        params, grads, velocity = (draw(rng)[0] for _ in range(3))
        found = student.momentum_step(params, grads, velocity, 0.07, 0.8)
        right = reference.momentum_step(params, grads, velocity, 0.07, 0.8)
        for kind, one, other in zip(("parameter", "velocity"), found, right):
            assert_equal(len(one["blocks"]), len(other["blocks"]), "number of blocks")
            for name, entry in flat(other).items():
                assert_close(flat(one)[name], entry, f"the {kind} {name}")

    @points(3)
    def test_a_short_run_step_by_step(self, student, reference, rng):
        """From 65 rows, every batch leaves one out; losses and weights are those of momentum with learning rate 0.1."""
        data, _ = secret_digits(rng, 65)
        seed = int(rng.integers(1 << 31))
        for skip, steps in ((True, 5), (False, 2)):
            start, run = (student.train_bn_resnet(data, seed, skip, 1, made, 5) for made in (0, steps))
            losses = assert_history(run["history"]["loss"], steps, "loss", noisy=False)
            params = built({name: np.asarray(entry, dtype=float) for name, entry in flat(start["params"]).items()})
            velocity = built({name: np.zeros_like(entry) for name, entry in flat(params).items()})
            left_out = []
            for loss in losses:
                row, params, velocity = follow(reference, params, velocity, data, float(loss), skip)
                assert_true(row is not None, "the losses are not those of 64 different rows after the steps before")
                left_out.append(row)
            # Five right steps leave out one and the same row once in 18 million runs; two would do so once in 65.
            assert_true(steps < 5 or len(set(left_out)) > 1, "every step takes the same rows")
            for name, entry in flat(params).items():
                assert_close(flat(run["params"])[name], entry, f"{name} after a few steps", rtol=1e-6, atol=1e-8)

    @points(2)
    def test_first_weights(self, student, rng):
        """Kernels and head begin with the spread of the statement, gammas at 1, the rest at 0."""
        data, _ = secret_digits(rng, 70)
        params = student.train_bn_resnet(data, int(rng.integers(1 << 31)), steps=0, width=24)["params"]
        assert_equal(len(params["blocks"]), 8, "number of blocks")
        entries = flat(params)
        for name, entry in entries.items():
            first = name.split()[0].rstrip("12")
            if first == "gamma":
                assert_close(entry, np.ones(24), f"{name} before training")
            elif first in ("beta", "c"):
                assert_close(entry, np.zeros_like(entry), f"{name} before training")
        kernels = np.concatenate([np.ravel(block[i]) for block in params["blocks"] for i in (0, 3)])
        # 82944 numbers: the ratio is off by .25 %; the 240 of the head by 5 %, the 216 of the stem, too.
        assert_between(float(kernels.std() / np.sqrt(2 / 216)), 0.97, 1.03, "the spread of the blocks' kernels")
        assert_between(float(entries["w of the stem"].std() / np.sqrt(2 / 9)), 0.7, 1.3, "the spread of the stem's kernels")
        assert_between(float(entries["W of the head"].std() / np.sqrt(1 / 24)), 0.7, 1.3, "the spread of the head's weights")
        assert_true(abs(float(kernels.mean())) < 0.01, "the kernels have a mean")

    @leaves_arguments
    def test_seed_decides(self, student, rng):
        """The same seed gives the same run, another seed another one; a longer run begins like a shorter one."""
        data, _ = secret_digits(rng, 200)
        first, again, other = (student.train_bn_resnet(data, seed, True, 1, 3, 4)["history"]["loss"] for seed in (7, 7, 8))
        assert_close(list(again), list(first), "losses with the same seed")
        assert_true(not np.allclose(first, other, rtol=1e-5), "another seed gives the same run")
        longer = student.train_bn_resnet(data, 7, True, 1, 6, 4)["history"]["loss"]
        assert_equal(len(longer), 6, "number of losses")
        assert_close(list(longer)[:3], list(first), "the first losses of a longer run", rtol=1e-6)

    @points(2)
    def test_sorted_rows_are_mixed(self, student, reference, rng):
        """Also if the training rows are sorted by class, a small net recognises most hidden digits after 60 steps."""
        data, hidden = secret_digits(rng, in_order=True)
        run = student.train_bn_resnet(data, int(rng.integers(1 << 31)), True, 1, 60)
        name = "accuracy on hidden digits, from sorted rows"
        threshold(share(reference, run["params"], *hidden, True), at_least=0.6, name=name)

    @points(4)
    def test_hidden_digits_are_recognised(self, student, reference, rng):
        """With direct ways, 17 layers recognise most hidden digits after 60 steps; without them, clearly fewer."""
        data, hidden = secret_digits(rng)
        for last in (False, True):
            seed = int(rng.integers(1 << 31))
            runs = {skip: student.train_bn_resnet(data, seed, skip, steps=60) for skip in (True, False)}
            curves = {name: list(runs[skip]["history"]["loss"]) for name, skip in (("with", True), ("without", False))}
            show_curves(curves, "your losses, with direct ways and without", across="steps")
            shares = {skip: share(reference, run["params"], *hidden, skip) for skip, run in runs.items()}
            if last or (shares[True] >= GOOD and shares[True] - shares[False] >= GAP):
                break  # an unlucky run gets a second one
        threshold(shares[True], at_least=GOOD, name="accuracy on hidden digits, with direct ways")
        threshold(shares[True] - shares[False], at_least=GAP, name="what the direct ways are worth")


GOOD, GAP = 0.7, 0.05
"""Measured on a few seeds: .78 to .92 with direct ways, .41 to .72 without, gaps of .19 to .45. The audit measures more."""


def follow(reference, params, velocity, data, loss, skip):
    """Which row was left out of the batch, judging by its loss, and the weights and velocities after the step."""
    x, y = data["x_train"] / 16, data["y_train"]
    everyone = np.arange(len(x))
    found = [reference.bn_resnet_loss_and_grads(params, x[everyone != row], y[everyone != row], skip) for row in everyone]
    gaps = [abs(right - loss) for right, _ in found]
    row = int(np.argmin(gaps))
    if gaps[row] > 1e-8 * max(1.0, abs(loss)):
        return None, params, velocity
    return row, *reference.momentum_step(params, found[row][1], velocity, 0.1, 0.9)
