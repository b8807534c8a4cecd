import numpy as np

from autograder.suite import assert_close, assert_equal, assert_true, definition, points


def codebook(rng, d=3):
    """Seven codes, among them a vector, its triple, and one on the other side of 0: their norms differ."""
    first = rng.uniform(0.5, 1, size=d) * rng.choice([-1.0, 1.0], size=d)
    return rng.permutation(np.vstack([first, 3 * first, -2 * first, 2 * rng.normal(size=(4, d))]))


def numbers(idx):
    """Indices as Python numbers: whole ones, whatever their dtype."""
    idx = np.asarray(idx)
    assert_true(idx.dtype.kind in "iu", "idx does not consist of whole numbers")
    return idx.tolist()


@definition
@points(2)
def test_nearest_code_of_every_vector(student, rng):
    """Each vector gets the code at the least distance, found by trying them all."""
    for d, n in ((3, 9), (3, 1), (7, 5)):  # also as many vectors, or codes, as entries in each
        e = codebook(rng, d)
        z_e = np.concatenate([2 * rng.normal(size=(n, d)), 0.9 * e[:2]])
        nearest = [int(np.argmin([np.linalg.norm(vector - code) for code in e])) for vector in z_e]
        idx, z_q = student.vq_quantize(z_e, e)
        assert_equal(numbers(idx), nearest, "idx")
        assert_close(z_q, e[nearest], "z_q")


@definition
def test_known_values(student):
    """Three vectors and three codes in the plane, worked out by hand."""
    e = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]])
    z_e = np.array([[0.9, 0.2], [0.4, 0.4], [1.6, 0.1]])
    idx, z_q = student.vq_quantize(z_e, e)
    assert_equal(numbers(idx), [1, 0, 2], "idx")
    distances = ((z_e - np.asarray(z_q)) ** 2).sum(axis=1)
    assert_close(distances, np.array([0.65, 0.32, 0.17]), "squared distances to the codes")


@points(2)
def test_codes_stay_where_they_are(student, rng):
    """A vector that is a code is mapped to itself, so quantising twice changes nothing."""
    e = codebook(rng)
    order = np.append(rng.permutation(7), rng.permutation(7)[:2])
    idx, z_q = student.vq_quantize(e[order], e)
    assert_equal(numbers(idx), order.tolist(), "idx of the codes")
    _, once = student.vq_quantize(2 * rng.normal(size=(8, 3)), e)
    _, twice = student.vq_quantize(np.asarray(once), e)
    assert_close(z_q, e[order], "z_q of the codes")
    assert_close(twice, np.asarray(once), "z_q of z_q")


def test_moving_everything_changes_no_choice(student, rng):
    """Adding the same vector to all vectors and all codes leaves the choices as they are: only distances count."""
    e = codebook(rng)
    z_e = np.concatenate([2 * rng.normal(size=(6, 3)), e[:2]])
    shift = rng.uniform(4, 6, size=3)
    idx, _ = student.vq_quantize(z_e, e)
    moved, z_q = student.vq_quantize(z_e + shift, e + shift)
    assert_equal(numbers(moved), numbers(idx), "idx after the move")
    assert_close(z_q, e[numbers(idx)] + shift, "z_q after the move")


def test_turning_everything_changes_no_choice(student, rng):
    """A rotation of all vectors and codes leaves distances, and so the choices, as they are."""
    # From 0 the corner is nearer than the point on the axis, although its coordinates add up to more.
    size = rng.uniform(0.5, 2)
    e = size * np.array([[2.2, 0.0, 0.0], [1.0, -1.0, 1.0], [0.0, 4.0, 3.0], [-3.0, -3.0, 0.0]])
    z_e = np.concatenate([np.zeros((1, 3)), 0.9 * e[:2]])
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    assert_equal(numbers(student.vq_quantize(z_e, e)[0]), [1, 0, 1], "idx")
    assert_equal(numbers(student.vq_quantize(z_e @ turn, e @ turn)[0]), [1, 0, 1], "idx after the rotation")


def test_ties_go_to_the_lowest_index(student):
    """Of several codes that are equally near, the first one is taken."""
    e = np.array([[2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, 2.0]])
    z_e = np.array([[0.0, 0.0], [1.0, 1.0], [-1.0, 1.0], [0.0, 3.0], [-1.0, 0.0]])
    assert_equal(numbers(student.vq_quantize(z_e, e)[0]), [0, 0, 1, 1, 2], "idx")
