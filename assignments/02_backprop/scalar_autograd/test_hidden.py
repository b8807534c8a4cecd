import math

import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, points

UNARY = ("exp", "log", "tanh", "sigmoid", "relu", "neg", "power")


def apply(op, a, b, number):
    """One operation, on whatever understands it. `number` is a plain number."""
    if op in ("exp", "log", "tanh", "sigmoid", "relu"):
        return getattr(a, op)()
    return {
        "neg": lambda: -a,
        "power": lambda: a**3,
        "add": lambda: a + b,
        "sub": lambda: a - b,
        "mul": lambda: a * b,
        "div": lambda: a / b,
        "number+": lambda: number + a,
        "number-": lambda: number - a,
        "number*": lambda: number * a,
        "number/": lambda: number / a,
        "+number": lambda: a + number,
        "-number": lambda: a - number,
        "*number": lambda: a * number,
        "/number": lambda: a / number,
    }[op]()


OPERATIONS = (*UNARY, "add", "sub", "mul", "div")
MIXED = ("number+", "number-", "number*", "number/", "+number", "-number", "*number", "/number")


def draw(rng, reference):
    """A random program on three numbers: every operation occurs, values are shared, and none is large or near a kink."""
    numbers = [float(sign * rng.uniform(0.5, 1.5)) for sign in (1, -1, 1)]
    known, program = [reference.Value(x) for x in numbers], []
    for op in rng.permutation([*OPERATIONS, "mul", "number-", "/number"]).tolist():
        while True:  # some choice among the first three always fits
            i, j = (int(k) for k in rng.integers(len(known), size=2))
            number = float(rng.uniform(0.7, 1.5))
            if (op == "log" and known[i].data < 0.3) or (op == "relu" and abs(known[i].data) < 0.1):
                continue
            if op == "div" and abs(known[j].data) < 0.3:
                continue
            value = apply(op, known[i], known[j], number)
            if abs(value.data) < 3:
                break
        program.append((op, i, j, number))
        known.append(value)
    return numbers, program


def run(make, numbers, program):
    """All values of a program; the last one joins the last few, so that most of the program matters."""
    values = [make(x) for x in numbers]
    for op, i, j, number in program:
        values.append(apply(op, values[i], values[j], number))
    joined = values[-1] * values[-3] + values[-2] * values[-4] + values[-5]
    return [*values, joined]


def grads(values):
    return [float(np.asarray(v.grad)) for v in values]


@points(3)
def test_random_expressions(student, reference, rng):
    """Data and gradients of everything in expressions made at random are right."""
    for _ in range(2):
        numbers, program = draw(rng, reference)
        mine, right = run(student.Value, numbers, program), run(reference.Value, numbers, program)
        mine[-1].backward()
        right[-1].backward()
        assert_close([float(np.asarray(v.data)) for v in mine], [v.data for v in right], "data", rtol=1e-10)
        assert_close(grads(mine), grads(right), "grad of all values", rtol=1e-10)


@points(2)
def test_gradients_by_differences(student, reference, rng):
    """Nudging a number changes the result as its gradient says."""
    numbers, program = draw(rng, reference)
    values = run(student.Value, numbers, program)
    values[-1].backward()
    h, slopes = 1e-5, []
    for k in range(3):
        up, down = (run(reference.Value, [x + s * (i == k) for i, x in enumerate(numbers)], program)[-1].data for s in (h, -h))
        slopes.append((up - down) / (2 * h))
    assert_close(grads(values[:3]), slopes, "grad of the inputs", rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("ops", [OPERATIONS, MIXED], ids=["values", "numbers"])
def test_each_operation(student, reference, rng, ops):
    """Every operation alone has the right value and slopes, also with a plain number on either side."""
    x, y, number = (float(v) for v in rng.uniform(0.5, 1.5, size=3))
    number += 1  # so that number - a and a - number differ by more than a sign
    for op in ops:
        a, b, p, q = student.Value(x), student.Value(y), reference.Value(x), reference.Value(y)
        out, right = apply(op, a, b, number), apply(op, p, q, number)
        out.backward()
        right.backward()
        assert_close([float(np.asarray(out.data)), *grads([a, b])], [right.data, *grads([p, q])], f"{op}")


def test_relu_that_is_off(student):
    """relu of a negative number, and of 0, is 0 with slope 0."""
    for x in (-2.0, 0.0):
        a = student.Value(x)
        out = a.relu() * 3
        out.backward()
        assert_close([float(np.asarray(out.data)), *grads([out, a])], [0.0, 1.0, 0.0], "relu, and the slopes")


@pytest.mark.parametrize("k", [2, 3, -1, -2, 0.5])
def test_powers(student, rng, k):
    """Powers with whole, negative and fractional exponents have the right value and slope."""
    x = float(rng.uniform(1.5, 2.5))
    a = student.Value(x)
    out = a**k
    out.backward()
    assert_close([float(np.asarray(out.data)), *grads([a])], [x**k, k * x**k / x], "the power and its slope")


def test_the_same_value_twice(student, rng):
    """A value may be both operands: x * x, x + x and x / x have the slopes 2 x, 2 and 0."""
    x = float(rng.uniform(2, 3))
    for op, slope in (("mul", 2 * x), ("add", 2.0), ("div", 0.0), ("sub", 0.0)):
        a = student.Value(x)
        out = apply(op, a, a, 0.0)
        out.backward()
        assert_close(grads([out, a]), [1.0, slope], "slopes by itself and by x", atol=1e-9)


@points(2)
def test_values_shared_on_paths_of_different_length(student, rng):
    """What is used near the end and far from it passes its gradient on once, with everything in it."""
    x = float(rng.uniform(0.5, 1))
    for short_first in (True, False):
        a = student.Value(x)
        square = a * a
        long = (square * 3.0 + 1.0).log()
        out = square + long if short_first else long + square
        out.backward()
        by_square = 1 + 3 / (3 * x**2 + 1)
        assert_close(grads([square, a]), [by_square, by_square * 2 * x], "slopes by the shared value and by x")


def test_flat_ends(student):
    """Far from 0 sigmoid and tanh are flat, and do not overflow."""
    for x, low, high in ((-1000.0, 0.0, -1.0), (1000.0, 1.0, 1.0)):
        a, b = student.Value(x), student.Value(x)
        s, t = a.sigmoid(), b.tanh()
        s.backward()
        t.backward()
        assert_close([float(np.asarray(s.data)), float(np.asarray(t.data))], [low, high], f"sigmoid and tanh of {x:g}")
        assert_close(grads([s, a, t, b]), [1.0, 0.0, 1.0, 0.0], "slopes by itself and by x", atol=1e-12)


def test_power_zero(student, rng):
    """a**0 is 1 with slope 0, whatever a is."""
    for x in (0.0, float(rng.uniform(1, 2)), -1.5):
        a = student.Value(x)
        out = a**0 * 3
        out.backward()
        assert_close([float(np.asarray(out.data)), *grads([out, a])], [3.0, 1.0, 0.0], "3 a**0, and its slopes")


def test_a_long_chain(student, rng):
    """A sum of thousands of terms, one after another, has the slopes of a short one."""
    a, b = student.Value(float(rng.uniform(1, 2))), student.Value(float(rng.uniform(1, 2)))
    start, term = float(np.asarray(a.data)), float(np.asarray(b.data))
    out = student.given.engine.long_sum(a, b, 4000)
    out.backward()
    assert_close(float(np.asarray(out.data)), start + 4000 * term, "the sum")
    assert_close(grads([a, b]), [1.0, 4000.0], "slopes by the first and by the repeated term")


@points(2)
def test_a_second_backward_adds(student, reference, rng):
    """After a second call all gradients are twice the derivatives; set to 0, they are as after the first."""
    numbers, program = draw(rng, reference)
    values, right = run(student.Value, numbers, program), run(reference.Value, numbers, program)
    right[-1].backward()
    once = np.array(grads(right))
    values[-1].backward()
    values[-1].backward()
    assert_close(np.array(grads(values)), 2 * once, "grad after two calls")
    student.given.engine.zero_grad(values)
    values[-1].backward()
    assert_close(np.array(grads(values)), once, "grad after they were set to 0")


def test_two_results_of_one_input(student, rng):
    """Two results that share an input add to its gradient; one result does not touch what only the other is made of."""
    x, y = (float(v) for v in rng.uniform(1, 2, size=2))
    a, b = student.Value(x), student.Value(y)
    first, second = a.exp(), a * b
    first.backward()
    assert_close(grads([a, b, second]), [math.exp(x), 0.0, 0.0], "slopes after the first result")
    second.backward()
    assert_close(grads([a, b]), [math.exp(x) + y, x], "slopes after both")


def test_a_sigmoid_unit(student):
    """The squared error of a sigmoid unit at x = (2, 3), w = (1, -1), worked out by hand."""
    x, w = [student.Value(2.0), student.Value(3.0)], [student.Value(1.0), student.Value(-1.0)]
    loss = ((x[0] * w[0] + x[1] * w[1]).sigmoid() - 1) ** 2
    loss.backward()
    assert_close(float(np.asarray(loss.data)), 0.534447, "loss", atol=1e-6)
    assert_close(grads([*x, *w]), [-0.28747, 0.28747, -0.57494, -0.86241], "derivatives", atol=1e-5)


def test_operands_are_left_alone(student, rng):
    """Operations and backward leave the data of what they are given as it was, and make something new."""
    x, y = (float(v) for v in rng.uniform(1, 2, size=2))
    a, b = student.Value(x), student.Value(y)
    out = (a + b) * a - b
    out.backward()
    assert_close([a.data, b.data, out.data], [x, y, (x + y) * x - y], "data")
    assert_true(not student.same(out, a), "the result is one of the operands")
