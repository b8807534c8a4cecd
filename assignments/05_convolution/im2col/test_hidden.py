import numpy as np

from autograder.suite import assert_close, assert_shape, definition, exercise, points

SETTINGS = ((3, 2, 1, 0), (2, 3, 2, 1), (2, 2, 3, 2), (3, 3, 1, 1))


def naive_convolution(x, w, stride, pad):
    """A convolution by its definition, window by window."""
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    kh, kw = w.shape[2:]
    rows, columns = range(0, xp.shape[2] - kh + 1, stride), range(0, xp.shape[3] - kw + 1, stride)
    out = np.zeros((len(x), len(w), len(rows), len(columns)))
    for i, top in enumerate(rows):
        for j, left in enumerate(columns):
            out[:, :, i, j] = np.tensordot(xp[:, :, top : top + kh, left : left + kw], w, axes=([1, 2, 3], [1, 2, 3]))
    return out


@exercise("im2col")
class TestIm2col:
    @points(3)
    def test_windows_stand_in_their_rows(self, student, reference, rng):
        """Every window is a row, ordered by image, row and column; within it channel, row and column."""
        for setting in SETTINGS:
            x = rng.normal(size=(2, 3, 6, 7))
            assert_close(student.im2col(x, *setting), reference.im2col(x, *setting), "the windows")
        x = rng.normal(size=(3, 3, 3, 3))
        assert_close(student.im2col(x, 3, 3, 1, 1), reference.im2col(x, 3, 3, 1, 1), "the windows of equal sizes")

    @definition
    @points(2)
    def test_product_with_kernels_is_the_convolution(self, student, rng):
        """The matrix times the flattened kernels, put back into maps, is the convolution."""
        for kh, kw, stride, pad in SETTINGS:
            x, w = rng.normal(size=(2, 3, 7, 6)), rng.normal(size=(4, 3, kh, kw))
            expected = naive_convolution(x, w, stride, pad)
            cols = student.im2col(x, kh, kw, stride, pad)
            assert_shape(cols, (expected[:, 0].size, 3 * kh * kw), "the windows")
            out = (cols @ w.reshape(4, -1).T).reshape(2, *expected.shape[2:], 4).transpose(0, 3, 1, 2)
            assert_close(out, expected, "the convolution")

    @definition
    def test_one_window_is_the_flattened_image(self, student, rng):
        """A window as large as the image gives one row for each image: the image in C order."""
        x = rng.normal(size=(3, 2, 4, 5))
        assert_close(student.im2col(x, 4, 5, 1, 0), x.reshape(3, -1), "the windows")

    @definition
    def test_windows_of_one_pixel(self, student, rng):
        """Windows of one pixel give the channels of each pixel; padding gives rows of zeros around them."""
        x = rng.normal(size=(2, 3, 3, 4))
        padded = np.zeros((2, 5, 6, 3))
        padded[:, 1:4, 1:5] = x.transpose(0, 2, 3, 1)
        assert_close(student.im2col(x, 1, 1, 1, 1), padded.reshape(-1, 3), "the windows")


@exercise("col2im")
class TestCol2im:
    @points(3)
    def test_entries_are_added_to_their_pixels(self, student, reference, rng):
        """Every pixel is the sum of its entries in all windows."""
        for setting in SETTINGS:
            shape = (2, 3, 6, 7)
            cols = rng.normal(size=reference.im2col(np.zeros(shape), *setting).shape)
            assert_close(student.col2im(cols, shape, *setting), reference.col2im(cols, shape, *setting), "the sums")
        cols = rng.normal(size=(27, 27))
        expected = reference.col2im(cols, (3, 3, 3, 3), 3, 3, 1, 1)
        assert_close(student.col2im(cols, (3, 3, 3, 3), 3, 3, 1, 1), expected, "the sums for equal sizes")

    @points(2)
    def test_adjoint_of_im2col(self, student, reference, rng):
        """<im2col(x), y> = <x, col2im(y)> for all x and y."""
        for setting in SETTINGS:
            x = rng.normal(size=(2, 3, 7, 6))
            cols = reference.im2col(x, *setting)
            y = rng.normal(size=cols.shape)
            back = student.col2im(y, x.shape, *setting)
            assert_shape(back, x.shape, "the sums")
            scale = float(np.abs(cols * y).sum())
            assert_close(float((x * back).sum()) / scale, float((cols * y).sum()) / scale, "<x, col2im(y)>", atol=1e-9)

    @definition
    def test_ones_count_the_windows(self, student):
        """Entries of one count the windows over each pixel: on 4 x 4 with k = 3 and padding 1 corners 4, edges 6, inside 9."""
        counts = np.outer([2, 3, 3, 2], [2, 3, 3, 2]).astype(float)
        out = student.col2im(np.ones((16, 9)), (1, 1, 4, 4), 3, 3, 1, 1)
        assert_close(out, counts.reshape(1, 1, 4, 4), "the numbers of windows")

    @definition
    def test_without_overlap_it_puts_the_pieces_together(self, student, rng):
        """Where windows lie side by side, col2im puts the image together again."""
        x = rng.normal(size=(2, 3, 4, 6))
        tiles = x.reshape(2, 3, 2, 2, 3, 2).transpose(0, 2, 4, 1, 3, 5).reshape(12, 12)
        assert_close(student.col2im(tiles, x.shape, 2, 2, 2, 0), x, "the image")
