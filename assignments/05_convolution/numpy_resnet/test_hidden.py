import numpy as np

from autograder.suite import assert_close, assert_equal, definition, gradcheck, points


def draw(rng, n=3, c_in=2, c=3, k=4, h=4, w=5, blocks=2):
    def conv(c_from, scale):
        return rng.normal(size=(c, c_from, 3, 3)) * scale, rng.normal(size=c) * 0.2

    params = {
        "stem": conv(c_in, 0.5),
        "blocks": [(*conv(c, 0.3), *conv(c, 0.3)) for _ in range(blocks)],
        "head": (rng.normal(size=(c, k)), rng.normal(size=k)),
    }
    return params, rng.normal(size=(n, c_in, h, w)), rng.integers(0, k, size=n)


def flat(tree):
    """All arrays of parameters or gradients, with names."""
    found = {}
    for name, parts in (("stem", ("w", "b")), ("head", ("W", "c"))):
        for part, entry in zip(parts, tree[name]):
            found[f"{part} of the {name}"] = entry
    for number, block in enumerate(tree["blocks"]):
        for part, entry in zip(("w1", "b1", "w2", "b2"), block):
            found[f"{part} of block {number}"] = entry
    return found


def compare(student, reference, given, skip):
    loss, grads = student.resnet_loss_and_grads(*given, skip)
    expected, expected_grads = reference.resnet_loss_and_grads(*given, skip)
    assert_close(loss, expected, "the loss")
    assert_equal(len(grads["blocks"]), len(given[0]["blocks"]), "number of blocks in the gradients")
    got = flat(grads)
    for name, entry in flat(expected_grads).items():
        assert_close(got[name], entry, f"the gradient of {name}")


@points(3)
def test_loss_and_gradients_with_skips(student, reference, rng):
    """The loss and all gradients of the residual net are right."""
    compare(student, reference, draw(rng), True)
    compare(student, reference, draw(rng, 3, 3, 3, 3, 3, 3, 1), True)


@points(3)
def test_loss_and_gradients_without_skips(student, reference, rng):
    """Without the direct ways, the loss and all gradients are right."""
    compare(student, reference, draw(rng), False)


@points(2)
def test_loss(student, reference, rng):
    """The loss alone is right, with skips by default, for no block and for several."""
    for blocks in (0, 1, 3):
        given = draw(rng, blocks=blocks)
        loss, _ = student.resnet_loss_and_grads(*given)
        assert_close(loss, reference.resnet_loss_and_grads(*given)[0], "the loss")


def as_pair(code, names, x, y, skip):
    """The loss as a function of all arrays of the net, with its gradients in the place of a cache."""

    def forward(*arrays):
        entries = dict(zip(names, arrays))
        blocks = sum(name.startswith("w1") for name in names)
        tree = {
            "stem": (entries["w of the stem"], entries["b of the stem"]),
            "blocks": [tuple(entries[f"{part} of block {i}"] for part in ("w1", "b1", "w2", "b2")) for i in range(blocks)],
            "head": (entries["W of the head"], entries["c of the head"]),
        }
        return code.resnet_loss_and_grads(tree, x, y, skip)

    return forward, lambda dout, grads: tuple(dout * flat(grads)[name] for name in names)


@points(2)
def test_gradient_check_of_the_whole_net(student, reference, rng):
    """Nudging any array of the net changes the loss as its gradient says, with skips and without."""
    params, x, y = draw(rng)
    names = list(flat(params))
    for skip in (True, False):
        right, _ = as_pair(reference, names, x, y, skip)
        gradcheck(
            *as_pair(student, names, x, y, skip),
            flat(draw(rng)[0]),
            reference=right,
            rng=rng,
            redraw=lambda: flat(draw(rng)[0]),
        )


@definition
def test_blocks_without_weights_change_nothing(student, rng):
    """Blocks whose weights are 0 change nothing with skips, and stop everything without."""
    params, x, y = draw(rng, blocks=0)
    zeros = (np.zeros((3, 3, 3, 3)), np.zeros(3), np.zeros((3, 3, 3, 3)), np.zeros(3))
    shallow, grads = student.resnet_loss_and_grads(params, x, y)
    deep, deep_grads = student.resnet_loss_and_grads({**params, "blocks": [zeros] * 3}, x, y)
    assert_close(deep, shallow, "the loss with three blocks without weights")
    assert_close(deep_grads["stem"][0], grads["stem"][0], "the gradient of the stem's kernels")
    c = params["head"][1]
    expected = float(np.mean(np.log(np.exp(c).sum()) - c[y]))
    stopped, _ = student.resnet_loss_and_grads({**params, "blocks": [zeros]}, x, y, skip=False)
    assert_close(stopped, expected, "the loss of a plain net with a block without weights")


@definition
def test_large_scores(student, reference, rng):
    """Scores of a thousand do no harm: the loss and the gradients of the head are finite and right, also if one image has far
    larger scores than the others.
    """
    params, x, _ = draw(rng, n=4, k=3, blocks=1)
    params["head"] = (np.zeros((3, 3)), np.array([1000.0, 0.0, -1000.0]))
    loss, grads = student.resnet_loss_and_grads(params, x, np.array([0, 0, 1, 2]))
    assert_close(loss, 750.0, "the loss")
    assert_close(grads["head"][1], np.array([0.5, -0.25, -0.25]), "the gradient of c of the head")
    params, x, y = draw(rng, blocks=1)
    x[0] *= 1e5
    assert_close(student.resnet_loss_and_grads(params, x, y)[0], reference.resnet_loss_and_grads(params, x, y)[0], "the loss")
