import numpy as np
import pytest

from autograder.suite import (
    StudentError,
    assert_close,
    assert_shape,
    assert_true,
    exercise,
    gradcheck,
    leaves_arguments,
    points,
    signed,
)

SHAPES = [((3, 1), (1, 4)), ((2, 3), (3,)), ((4, 4), (4, 1)), ((3, 4), ()), ((2, 1, 3), (5, 1)), ((4, 4), (4, 4))]
REDUCTIONS = [((3, 4), 0), ((3, 4), 1), ((4, 4), 0), ((4, 4), 1), ((2, 3, 4), 1), ((2, 3, 4), -1), ((3, 4), None), ((5,), 0)]


def spaced(rng, shape):
    """Numbers of which no two are close, so that it is clear which one is the greatest."""
    return (rng.permutation(int(np.prod(shape))) + rng.uniform(0.1, 0.9, size=int(np.prod(shape)))).reshape(shape) / 5


@exercise("array_backward")
class TestMatmul:
    @points(2)
    @pytest.mark.parametrize("batch", [(), (2,), (2, 5)], ids=["matrices", "batch", "batches"])
    def test_gradients_agree_with_differences(self, student, rng, batch):
        """Nudging a or b changes the product as da and db say."""
        for n, k, m in ((2, 3, 4), (3, 3, 3)):
            gradcheck(
                lambda a, b: (a @ b, (a, b)),
                student.matmul_backward,
                {"a": rng.normal(size=(*batch, n, k)), "b": rng.normal(size=(*batch, k, m))},
                rng=rng,
            )

    @leaves_arguments
    def test_square_matrices(self, student, reference, rng):
        """With square matrices only the numbers show a transpose that is missing."""
        a, b, dc = rng.normal(size=(3, 2, 4, 4))
        got, right = student.matmul_backward(dc, (a, b)), reference.matmul_backward(dc, (a, b))
        assert_close(got[0], right[0], "da")
        assert_close(got[1], right[1], "db")


@exercise("array_backward")
class TestUnbroadcast:
    @points(2)
    @leaves_arguments
    @pytest.mark.parametrize("product", [False, True], ids=["sum", "product"])
    def test_sums_and_products_that_broadcast(self, student, rng, product):
        """Nudging x or y changes x + y, or x * y, as the gradients say once they are brought back to the shapes of x and y."""
        for left, right in SHAPES:
            gradcheck(
                lambda x, y: x * y if product else x + y,
                lambda dout, x, y: [
                    student.unbroadcast(dout * y if product else dout, np.shape(x)),
                    student.unbroadcast(dout * x if product else dout, np.shape(y)),
                ],
                {"x": rng.normal(size=left), "y": rng.normal(size=right)},
                cache=False,
                rng=rng,
            )

    def test_shape_and_total(self, student, rng):
        """The result has the shape that was asked for, and its entries sum up to the same as before."""
        grad = rng.uniform(1, 2, size=(2, 3, 4))
        for shape in [(2, 3, 4), (3, 4), (4,), (1, 4), (3, 1), (2, 1, 1), (1, 1, 1), (1,), ()]:
            back = student.unbroadcast(grad, shape)
            assert_shape(back, shape, "the gradient")
            assert_close(float(np.sum(back)), float(grad.sum()), "the sum of its entries")


@exercise("array_backward")
class TestReduce:
    @points(2)
    @leaves_arguments
    @pytest.mark.parametrize("op", ["sum", "mean", "max"])
    def test_gradients_agree_with_differences(self, student, rng, op):
        """Nudging x changes the sum, mean or maximum as dx says, along any axis, whether the axis is kept or not."""
        for shape, axis in REDUCTIONS:
            for keepdims in (False, True):
                gradcheck(
                    lambda x, axis=axis, keepdims=keepdims: getattr(np, op)(x, axis=axis, keepdims=keepdims),
                    lambda dout, x, axis=axis, keepdims=keepdims: student.reduce_backward(dout, x, op, axis, keepdims),
                    {"x": spaced(rng, shape)},
                    cache=False,
                    rng=rng,
                )

    def test_equal_maxima(self, student, rng):
        """Where several entries are the maximum, the first of them gets all of the gradient."""
        x = np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 3.0]])
        d = rng.uniform(1, 2, size=3)
        along = student.reduce_backward(d[:2], x, "max", 1, False)
        assert_close(along, np.array([[0.0, d[0], 0.0], [0.0, 0.0, d[1]]]), "dx of max along axis 1")
        down = student.reduce_backward(d[None], x, "max", 0, True)
        assert_close(down, np.array([[0.0, d[1], d[2]], [d[0], 0.0, 0.0]]), "dx of max along axis 0")
        total = student.reduce_backward(np.array(d[0]), x, "max", None, False)
        assert_close(total, np.array([[0.0, d[0], 0.0], [0.0, 0.0, 0.0]]), "dx of max of all entries")


# --- the engine -------------------------------------------------------------------------------------------


def compare(student, reference, build, arrays, what):
    """`build` makes a number of tensors; loss and gradients have to be those of the reference."""
    mine = [student.Tensor(a) for a in arrays.values()]
    right = [reference.Tensor(a) for a in arrays.values()]
    loss, right_loss = build(*mine), build(*right)
    loss.backward()
    right_loss.backward()
    assert_close(loss.data, right_loss.data, f"{what}: the number")
    for name, a, b in zip(arrays, mine, right):
        assert_close(a.grad, b.grad, f"{what}: grad of {name}")


def weighted(rng, tensor, shape):
    """A number that depends on each entry in its own way."""
    return (tensor * rng.uniform(0.5, 1.5, size=shape)).sum()


def classifier(rng, n=6, d=4, h=7, c=3):
    arrays = {
        "x": rng.normal(size=(n, d)),
        "w1": rng.normal(size=(d, h)) / 2,
        "b1": rng.normal(size=h) / 2,
        "w2": rng.normal(size=(h, c)) / 2,
        "b2": rng.normal(size=c) / 2,
    }
    return arrays, np.eye(c)[rng.permutation(np.arange(n) % c)]


def cross_entropy(onehot):
    def build(x, w1, b1, w2, b2):
        logits = (x @ w1 + b1).relu() @ w2 + b2
        log_total = logits.exp().sum(axis=1, keepdims=True).log()
        return ((log_total + logits * -1.0) * onehot).sum(axis=1).mean()

    return build


@exercise("tensor_autograd")
class TestTensor:
    @points(3)
    def test_classifier(self, student, reference, rng):
        """The cross-entropy of a net with one hidden layer, built from the operations, has the right gradients."""
        for sizes in ((6, 4, 7, 3), (4, 4, 4, 4)):
            arrays, onehot = classifier(rng, *sizes)
            compare(student, reference, cross_entropy(onehot), arrays, "cross-entropy")

    @points(2)
    def test_classifier_by_differences(self, student, rng):
        """Nudging a weight changes the cross-entropy as its gradient says."""
        arrays, onehot = classifier(rng)

        def loss(x, w1, b1, w2, b2):
            logits = np.maximum(x @ w1 + b1, 0) @ w2 + b2
            return float(((np.log(np.exp(logits).sum(axis=1, keepdims=True)) - logits) * onehot).sum(axis=1).mean())

        def backward(dout, *values):
            tensors = [student.Tensor(value) for value in values]
            cross_entropy(onehot)(*tensors).backward()
            return [dout * np.asarray(t.grad) for t in tensors]

        gradcheck(loss, backward, arrays, cache=False, rng=rng, redraw=lambda: classifier(rng)[0])

    @pytest.mark.parametrize("op", ["add", "mul"])
    def test_broadcasting(self, student, reference, rng, op):
        """Sums and products of arrays of different shapes: each gradient has the shape of its own array."""
        for left, right in SHAPES:
            weights = rng.uniform(0.5, 1.5, size=np.broadcast_shapes(left, right))
            compare(
                student,
                reference,
                lambda a, b, weights=weights: ((a + b if op == "add" else a * b) * weights).sum(),
                {"a": signed(rng, left), "b": signed(rng, right)},
                f"{op} of shapes {left} and {right}",
            )

    @pytest.mark.parametrize("op", ["exp", "log", "relu"])
    def test_entry_by_entry(self, student, reference, rng, op):
        """exp, log and relu have the right values and slopes; relu has slope 0 at 0."""
        x = rng.uniform(0.5, 1.5, size=(3, 4)) if op == "log" else signed(rng, (3, 4))
        if op == "relu":
            x[1, 2] = 0.0
        weights = rng.uniform(0.5, 1.5, size=(3, 4))
        compare(student, reference, lambda a: (getattr(a, op)() * weights).sum(), {"a": x}, op)

    @pytest.mark.parametrize("op", ["sum", "mean"])
    def test_reductions(self, student, reference, rng, op):
        """Sums and means along any axis, kept or not."""
        for shape, axis in REDUCTIONS:
            for keepdims in (False, True):
                x = signed(rng, shape)
                weights = rng.uniform(0.5, 1.5, size=np.sum(x, axis=axis, keepdims=keepdims).shape)

                def build(a, axis=axis, keepdims=keepdims, weights=weights):
                    return (getattr(a, op)(axis=axis, keepdims=keepdims) * weights).sum()

                compare(student, reference, build, {"a": x}, f"{op} along axis {axis}")

    @points(2)
    def test_products_of_matrices(self, student, reference, rng):
        """a @ b of matrices, square ones among them, and of stacks of matrices."""
        for left, right in [((2, 3), (3, 4)), ((3, 3), (3, 3)), ((5, 2, 3), (5, 3, 4))]:
            weights = rng.uniform(0.5, 1.5, size=(*left[:-1], right[-1]))
            compare(
                student,
                reference,
                lambda a, b, weights=weights: (a @ b * weights).sum(),
                {"a": signed(rng, left), "b": signed(rng, right)},
                "a @ b",
            )

    def test_reshape(self, student, reference, rng):
        """An array that was reshaped on the way gets its gradient in its own shape."""
        for shape in ((3, 4), (12,), (2, -1), (4, 3)):
            weights = rng.uniform(0.5, 1.5, size=np.zeros((2, 6)).reshape(shape).shape)
            compare(
                student,
                reference,
                lambda a, shape=shape, weights=weights: (a.reshape(shape) * weights).sum(),
                {"a": signed(rng, (2, 6))},
                "reshape",
            )

    def test_plain_numbers_and_arrays(self, student, reference, rng):
        """A plain number may stand on either side, a plain array on the right."""
        array = rng.uniform(0.5, 1.5, size=(3, 4))
        compare(
            student,
            reference,
            lambda a: (2.5 * (1.5 + a * 3.0 + array) * a * array + 1).mean(),
            {"a": signed(rng, (3, 4))},
            "plain numbers",
        )

    @points(2)
    def test_a_shared_weight(self, student, reference, rng):
        """A weight that is used near the end and far from it gets the sum of what all uses send back."""
        compare(
            student,
            reference,
            lambda x, w: ((x @ w).relu() @ w).sum() * 0.1 + (w * w).mean() + w.sum(),
            {"x": rng.normal(size=(5, 3)), "w": rng.normal(size=(3, 3))},
            "a shared weight",
        )

    def test_a_second_backward_adds(self, student, reference, rng):
        """After two calls all gradients, also those on the way, are twice the derivatives."""
        x = signed(rng, (3, 4))
        a, right = student.Tensor(x), reference.Tensor(x)
        middle, right_middle = (a * a).exp(), (right * right).exp()
        loss, right_loss = middle.mean(), right_middle.mean()
        for _ in range(2):
            loss.backward()
        right_loss.backward()
        assert_close(a.grad, 2 * right.grad, "grad after two calls")
        assert_close(middle.grad, 2 * right_middle.grad, "grad of a tensor on the way after two calls")
        assert_close(loss.grad, 2.0, "grad of the number itself after two calls")

    def test_backward_starts_at_one_number(self, student, rng):
        """backward of a tensor with one entry works, whatever its shape; with more entries it is a ValueError."""
        x = signed(rng, (1, 1))
        a = student.Tensor(x)
        out = a * 3.0
        out.backward()
        assert_close(a.grad, np.full((1, 1), 3.0), "grad of an array of shape (1, 1)")
        several = student.Tensor(signed(rng, (2, 3))) * 2.0
        with pytest.raises(StudentError, match="ValueError"):
            several.backward()

    def test_a_long_chain(self, student, rng):
        """A sum of thousands of terms, one after another, has the gradients of a short one."""
        a, b = student.Tensor(signed(rng, (1,))), student.Tensor(signed(rng, (1,)))
        out = student.given.engine.long_sum(a, b, 3000)
        out.backward()
        assert_close(a.grad, np.ones(1), "grad of the first term")
        assert_close(b.grad, np.full(1, 3000.0), "grad of the term that is repeated")

    def test_operands_are_left_alone(self, student, rng):
        """Operations and backward leave the data of their operands as they were, and the array that a leaf was made from."""
        x = signed(rng, (3, 4))
        a = student.Tensor(x)
        out = (a * a + 1.0).relu()
        loss = out.sum()
        loss.backward()
        assert_close(a.data, x, "data of the operand")
        assert_close(out.data, x * x + 1, "data of a tensor on the way")
        assert_true(not student.same(out, a), "the result is one of the operands")
        assert_shape(out.grad, (3, 4), "grad of a tensor on the way")
