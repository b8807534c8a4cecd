import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, points

N, C, H, W, PAD = 6, 3, 5, 7, 2
MIDDLE = np.full((N, 2), PAD)


def draw(rng, n=N, shape=(C, H, W)):
    """Some images mirrored and some not; windows that differ, never in the middle, rows never equal to columns."""
    flips = rng.permutation(np.arange(n) % 2 == 0)
    places = [(r, c) for r in range(2 * PAD + 1) for c in range(2 * PAD + 1) if r != c and PAD not in (r, c)]
    offsets = np.array(places)[rng.permutation(len(places))[:n]]
    return rng.normal(size=(n, *shape)), flips, offsets


@points(3)
def test_every_image_is_mirrored_and_cropped_by_its_own_draw(student, reference, rng):
    """Each image is mirrored if its own flag says so, and cropped at its own offset."""
    for n, shape in ((N, (C, H, W)), (4, (4, 4, 4)), (2, (3, 5, 5))):  # also where lengths are equal
        x, flips, offsets = draw(rng, n, shape)
        offsets = offsets if n > 2 else np.array([[0, 1], [3, 4]])
        out = student.random_flip_crop(x, flips, offsets, PAD)
        expected = reference.random_flip_crop(x, flips, offsets, PAD)
        assert_close(out, expected, "out", axes=("image", "channel", "row", "column"))


def test_the_window_in_the_middle_changes_nothing(student, rng):
    """Without mirroring, the window at (pad, pad) is the image itself, border included."""
    x, _, _ = draw(rng)
    assert_equal(student.random_flip_crop(x, np.zeros(N, dtype=bool), MIDDLE, PAD), x, "out")


def test_mirroring_twice_changes_nothing(student, rng):
    """In the middle window mirroring is its own inverse, and only the chosen images change."""
    x, flips, _ = draw(rng)
    once = student.random_flip_crop(x, flips, MIDDLE, PAD)
    assert_equal(student.random_flip_crop(once, flips, MIDDLE, PAD), x, "out of mirroring twice")
    assert_equal([bool((once[n] != x[n]).any()) for n in range(N)], [bool(f) for f in flips], "which images changed")


def test_mirroring_is_left_to_right(student, rng):
    """An image whose columns are all constant in itself is reversed from left to right, channel by channel."""
    x = np.broadcast_to(np.arange(C)[:, None, None] * 10.0 + np.arange(W), (N, C, H, W)).copy()
    out = student.random_flip_crop(x, np.ones(N, dtype=bool), np.zeros((N, 2), dtype=int), 0)
    assert_equal(out, np.flip(x, axis=3), "out without a border")


def test_what_moves_in_is_zero(student, rng):
    """A window off the middle shows the image shifted, and zeros where the image does not reach."""
    x = rng.uniform(1, 2, size=(N, C, H, W))
    _, _, offsets = draw(rng)
    out = student.random_flip_crop(x, np.zeros(N, dtype=bool), offsets, PAD)
    assert_shape(out, x.shape, "out")
    visible = [(H - abs(r - PAD)) * (W - abs(c - PAD)) for r, c in offsets.tolist()]
    assert_equal([int(n) for n in (out[:, 0] != 0).sum(axis=(1, 2))], visible, "pixels that are not zero in each image")


def test_the_batch_is_left_alone(student, reference, rng):
    """x is the same after the call, and the result is right."""
    x, flips, offsets = draw(rng)
    after = student.call(student.random_flip_crop, x, flips, offsets, PAD, return_args=True)
    assert_equal(after.args[0], x, "x after the call")
    assert_equal(after.result, reference.random_flip_crop(x, flips, offsets, PAD), "out")
