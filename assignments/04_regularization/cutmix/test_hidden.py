import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, points

N, C, H, W, K = 5, 3, 6, 8, 4


def draw(rng, n=N, shape=(C, H, W), k=K):
    """Soft labels that all differ, and partners without anyone paired with itself."""
    order = rng.permutation(n)
    perm = np.empty(n, dtype=int)
    perm[order] = np.roll(order, 1)
    return rng.normal(size=(n, *shape)), rng.dirichlet(np.ones(k), size=n), perm


def inner_box(rng):
    """Inside the image, flat and never as high as it is wide."""
    r0, c0 = (int(v) for v in rng.integers(0, 4, size=2))
    return r0, r0 + 2, c0, c0 + 4


def box_over_the_border(rng):
    """Over one corner; what is left is three rows high and at most two columns wide."""
    rows = (-2, 3) if rng.random() < 0.5 else (H - 3, H + 2)
    cols = (-3, 2) if rng.random() < 0.5 else (W - 2, W + 3)
    return *rows, *cols


def numbered(perm):
    """Images that say on every pixel of every channel which image and channel this is."""
    return np.broadcast_to((10 * np.arange(N)[:, None] + np.arange(C))[:, :, None, None], (N, C, H, W)).astype(float)


@points(2)
def test_the_box_comes_from_the_partner(student, reference, rng):
    """Inside the box stands the partner's image, outside the image itself; the labels are mixed by area."""
    for sizes, box in (
        ((), inner_box(rng)),
        ((4, (4, 4, 4), 4), (0, 2, 1, 4)),
    ):  # also where all lengths are equal
        x, y, perm = draw(rng, *sizes)
        x_mixed, y_mixed, lam = student.cutmix(x, y, perm, box)
        right_x, right_y, right_lam = reference.cutmix(x, y, perm, box)
        assert_close(x_mixed, right_x, "x_mixed", axes=("image", "channel", "row", "column"))
        assert_close(lam, right_lam, "lam")
        assert_close(y_mixed, right_y, "y_mixed")


@points(2)
def test_a_box_over_the_border_is_clipped(student, reference, rng):
    """Of a box that reaches over the border only the part inside the image counts."""
    x, y, perm = draw(rng)
    box = box_over_the_border(rng)
    x_mixed, y_mixed, lam = student.cutmix(x, y, perm, box)
    right_x, right_y, right_lam = reference.cutmix(x, y, perm, box)
    assert_close(x_mixed, right_x, "x_mixed")
    assert_close(lam, right_lam, "lam")
    assert_close(y_mixed, right_y, "y_mixed")


def test_lam_is_the_share_of_kept_pixels(student, rng):
    """lam is the share of pixels that an image keeps, counted in the mixed images, in every channel."""
    _, y, perm = draw(rng)
    x = numbered(perm)
    for box in (inner_box(rng), box_over_the_border(rng)):
        x_mixed, _, lam = student.cutmix(x, y, perm, box)
        assert_shape(x_mixed, x.shape, "x_mixed")
        assert_close((x_mixed == x).mean(axis=(2, 3)), np.full((N, C), float(lam)), "share of kept pixels")


def test_every_pixel_is_the_image_s_own_or_its_partner_s(student, rng):
    """Nothing is blended or moved: each pixel is the image's own, or its partner's from the same channel."""
    _, y, perm = draw(rng)
    x = numbered(perm)
    x_mixed, _, _ = student.cutmix(x, y, perm, inner_box(rng))
    assert_shape(x_mixed, x.shape, "x_mixed")
    changed = x_mixed != x
    assert_equal(bool((x_mixed[changed] == x[perm][changed]).all()), True, "whether changed pixels are the partner's")
    assert_equal([int(n) for n in changed.sum(axis=(0, 2, 3))], [8 * N] * C, "changed pixels in each channel")


def test_an_empty_box_and_one_outside_change_nothing(student, rng):
    """A box without area, or wholly outside the image, leaves images and labels as they are; a box over all swaps."""
    x, y, perm = draw(rng)
    for box in ((2, 2, 1, 5), (H, H + 3, 0, 4), (1, 4, -5, -1)):
        assert_close(student.cutmix(x, y, perm, box), (x, y, 1.0), "the result for a box without area in the image")
    whole = student.cutmix(x, y, perm, (-1, H + 1, 0, W))
    assert_close(whole, (x[perm], y[perm], 0.0), "the result for a box over the whole image")


def test_the_batch_is_left_alone(student, reference, rng):
    """x and y are the same after the call, and the result is right."""
    x, y, perm = draw(rng)
    box = inner_box(rng)
    after = student.call(student.cutmix, x, y, perm, box, return_args=True)
    assert_close(after.args[:2], (x, y), "x and y after the call")
    assert_close(after.result, reference.cutmix(x, y, perm, box), "the result")
