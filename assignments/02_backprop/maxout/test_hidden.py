import numpy as np

from autograder.suite import assert_close, assert_true, check_backward, first_divergence, leaves_arguments, points

AXES = {"x": ("sample", "feature"), "w": ("piece", "feature", "unit"), "b": ("piece", "unit")}


def draw(rng, n=7, d=3, m=4, k=5):
    """Every piece wins somewhere: each has a direction of its own, and no two are close at any sample."""
    while True:
        x, w, b = rng.normal(size=(n, d)), rng.normal(size=(k, d, m)), 0.3 * rng.normal(size=(k, m))
        pieces = np.sort(x @ w + b[:, None], axis=0)
        if (pieces[-1] - pieces[-2]).min() > 1e-3 and len(np.unique((x @ w + b[:, None]).argmax(axis=0))) > min(k, 3) - 1:
            return {"x": x, "w": w, "b": b}


@points(2)
def test_output_is_the_greatest_piece(student, reference, rng):
    """out is the greatest of the affine maps, for each sample and unit by itself."""
    for sizes in ((7, 3, 4, 5), (3, 3, 3, 3), (1, 2, 3, 4)):
        given = draw(rng, *sizes)
        out, cache = student.maxout_forward(*given.values())
        with first_divergence(cache, {"pieces": given["x"] @ given["w"] + given["b"][:, None]}):
            assert_close(out, reference.maxout_forward(*given.values())[0], "out", axes=("sample", "unit"))


@points(3)
@leaves_arguments
def test_gradients(student, reference, rng):
    """Nudging x, a weight or a bias changes the output as the gradients say."""
    for sizes in ((7, 3, 4, 5), (3, 3, 3, 3)):
        check_backward(
            student.maxout_forward,
            student.maxout_backward,
            draw(rng, *sizes),
            reference.maxout_forward,
            reference.maxout_backward,
            axes=AXES,
            rng=rng,
            redraw=lambda sizes=sizes: draw(rng, *sizes),
        )


def test_with_a_piece_of_zeros_it_is_relu(student, rng):
    """With two pieces, one of them 0, a unit is a ReLU, and its gradients are those of a ReLU layer."""
    x, weight, bias, dout = rng.normal(size=(8, 3)), rng.normal(size=(3, 4)), rng.normal(size=4), rng.normal(size=(8, 4))
    z = x @ weight + bias
    out, cache = student.maxout_forward(x, np.stack([weight, 0 * weight]), np.stack([bias, 0 * bias]))
    assert_close(out, np.maximum(z, 0), "out")
    dx, dw, db = student.maxout_backward(dout, cache)
    delta = dout * (z > 0)
    assert_close(dx, delta @ weight.T, "dx")
    assert_close(dw[0], x.T @ delta, "dw of the piece that is not 0")
    assert_close(db[0], delta.sum(axis=0), "db of the piece that is not 0")


def test_pieces_that_never_win_get_nothing(student, rng):
    """A piece that is far below the others has gradients that are exactly 0, and the others have not."""
    x, w, b = draw(rng, k=3).values()
    b[1] -= 100
    dout = rng.normal(size=(7, 4))
    _, cache = student.maxout_forward(x, w, b)
    _, dw, db = student.maxout_backward(dout, cache)
    assert_close(dw[1], np.zeros((3, 4)), "dw of a piece that never wins", atol=0)
    assert_close(db[1], np.zeros(4), "db of a piece that never wins", atol=0)
    assert_close(np.asarray(db).sum(axis=0), dout.sum(axis=0), "db, summed over the pieces")


def test_ties_go_to_the_first_piece(student, rng):
    """Where two pieces are equal, the one with the lower k gets the whole gradient."""
    x, weight = rng.normal(size=(5, 3)), rng.normal(size=(3, 2))
    dout = rng.uniform(1, 2, size=(5, 2))
    low = np.full(2, -50.0)
    _, cache = student.maxout_forward(x, np.stack([0 * weight, weight, weight]), np.stack([low, 0 * low, 0 * low]))
    dx, dw, db = student.maxout_backward(dout, cache)
    assert_close(db, np.stack([0 * low, dout.sum(axis=0), 0 * low]), "db with a tie")
    assert_close(dw[1], x.T @ dout, "dw of the first of two equal pieces")
    assert_close(dx, dout @ weight.T, "dx with a tie")
    assert_true(float(np.abs(np.asarray(dw[2])).max()) == 0.0, "the second of two equal pieces gets a gradient as well")
