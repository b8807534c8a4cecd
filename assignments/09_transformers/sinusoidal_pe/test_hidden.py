import numpy as np
import pytest

from autograder.suite import assert_close, definition, leaves_arguments, points

AXES = ("position", "feature")


@points(3)
def test_the_table_matches_the_definition(student, reference, rng):
    """Every entry is the sine or cosine of the definition, for several sizes and bases."""
    for T, d in ((7, 10), (5, 4), (8, 8), (1, 2)):
        assert_close(student.sinusoidal_pe(T, d), reference.sinusoidal_pe(T, d), "the table", axes=AXES)
    base = float(rng.uniform(20, 500))
    assert_close(student.sinusoidal_pe(6, 8, base), reference.sinusoidal_pe(6, 8, base), "the table", axes=AXES)


@definition
def test_known_rows(student):
    """With 4 features, positions 0, 1 and 2 have the values that one can look up."""
    right = np.array(
        [
            [0.0, 1.0, 0.0, 1.0],
            [np.sin(1.0), np.cos(1.0), np.sin(0.01), np.cos(0.01)],
            [np.sin(2.0), np.cos(2.0), np.sin(0.02), np.cos(0.02)],
        ]
    )
    assert_close(student.sinusoidal_pe(3, 4), right, "the table", axes=AXES)


@definition
def test_pairs_lie_on_the_unit_circle(student, rng):
    """Each pair of neighbouring features lies on the unit circle, and the angle of pair i grows by base^(-2i/d) a
    position."""
    base = float(rng.uniform(30, 300))
    pairs = student.sinusoidal_pe(9, 6, base).reshape(9, 3, 2)
    assert_close((pairs**2).sum(axis=-1), np.ones((9, 3)), "squared length of the pairs")
    angles = np.unwrap(np.arctan2(pairs[:, :, 0], pairs[:, :, 1]), axis=0)
    steps = np.tile(base ** (-np.arange(3) / 3), (8, 1))
    assert_close(np.diff(angles, axis=0), steps, "growth of the angles")


@points(2)
def test_the_matrix_matches_the_definition(student, reference, rng):
    """The matrix has the blocks of the definition on its diagonal, and zeros elsewhere."""
    for k in (1, int(rng.integers(3, 40)), -int(rng.integers(2, 20))):
        for d in (8, 2):
            assert_close(student.pe_shift_matrix(k, d), reference.pe_shift_matrix(k, d), "the matrix")
    base = float(rng.uniform(20, 500))
    assert_close(student.pe_shift_matrix(3, 6, base), reference.pe_shift_matrix(3, 6, base), "the matrix")


def own_table(T, d, base):
    angles = np.arange(T)[:, None] / base ** (np.arange(d) // 2 * 2 / d)
    return np.where(np.arange(d) % 2, np.cos(angles), np.sin(angles))


@definition
@points(2)
def test_the_matrix_moves_every_position(student, rng):
    """M PE[p] is PE[p + k], whatever p is; forward and backward."""
    base = float(rng.uniform(30, 3000))
    table = own_table(40, 10, base)
    k = int(rng.integers(2, 15))
    assert_close(table[:-k] @ student.pe_shift_matrix(k, 10, base).T, table[k:], "rows moved on by k", axes=AXES)
    assert_close(table[k:] @ student.pe_shift_matrix(-k, 10, base).T, table[:-k], "rows moved back by k", axes=AXES)


def test_moves_add_up(student, reference, rng):
    """Moving by a and then by b is moving by a + b, and no length changes."""
    a, b = (int(rng.integers(2, 30)) for _ in range(2))
    first, second, both = (student.pe_shift_matrix(k, 6) for k in (a, b, a + b))
    assert_close(both, reference.pe_shift_matrix(a + b, 6), "the matrix")
    assert_close(second @ first, both, "the product of two matrices")
    assert_close(first @ first.T, np.eye(6), "M times its transpose")


@leaves_arguments
def test_bad_sizes_are_refused(student):
    """An odd number of features, or no position at all, is a ValueError that names the argument."""
    for d in (5, 0):
        with pytest.raises(ValueError, match="d"):
            student.sinusoidal_pe(4, d)
        with pytest.raises(ValueError, match="d"):
            student.pe_shift_matrix(2, d)
    with pytest.raises(ValueError, match="T"):
        student.sinusoidal_pe(0, 4)
