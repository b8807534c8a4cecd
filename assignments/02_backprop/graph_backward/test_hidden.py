import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_leaves_arguments_alone, points

ONE = ("neg", "exp", "log", "relu", "sigmoid")


def draw(rng, reference):
    """A random graph whose output really depends on its inputs: not one that a relu which is off cuts in two."""
    while True:
        nodes, values = draw_graph(rng, reference)
        _, grads = reference.graph_backward(nodes, values)
        if max(abs(grads[name]) for name in values) > 0.05:
            return nodes, values


def draw_graph(rng, reference):
    """A random graph with three inputs, in which every operation occurs and nodes are shared.

    Values stay between -3 and 3, arguments of log away from 0, those of relu off its kink: rounding says nothing.
    """
    values = {name: float(sign * rng.uniform(0.5, 1.5)) for name, sign in (("x", 1), ("y", -1), ("z", 1))}
    known, nodes = dict(values), []
    for op in rng.permutation([*ONE, "exp", "sigmoid", "add", "add", "mul", "mul", "mul"]).tolist():
        while True:  # some pair of the inputs always fits
            args = tuple(rng.choice(list(known), size=1 if op in ONE else 2).tolist())
            first = known[args[0]]
            if (op == "log" and first < 0.3) or (op == "relu" and abs(first) < 0.1):
                continue
            name = f"n{len(nodes)}"
            known[name], _ = reference.graph_backward([*nodes, (name, op, args)], values)
            if abs(known[name]) < 3:
                nodes.append((name, op, args))
                break
            del known[name]
    # The output joins the last nodes, so that most of the graph matters.
    for i in range(3):
        nodes.append((f"j{i}", "add" if i else "mul", (nodes[-1][0], nodes[-3 - i][0])))
    return nodes, values


def number(x):
    return float(np.asarray(x))


def compare(got, expected, what=""):
    out, grads = got
    assert_close(number(out), expected[0], "the output")
    assert_equal(sorted(grads), sorted(expected[1]), "names with a derivative")
    for name, right in expected[1].items():
        assert_close(number(grads[name]), right, f"a derivative{what}", atol=1e-9)


@points(3)
def test_random_graphs(student, reference, rng):
    """Output and all derivatives of graphs made at random are right."""
    for _ in range(4):
        nodes, values = draw(rng, reference)
        compare(student.graph_backward(nodes, values), reference.graph_backward(nodes, values))


@points(2)
def test_derivatives_by_differences(student, reference, rng):
    """Nudging an input changes the output as the derivatives say."""
    nodes, values = draw(rng, reference)
    _, grads = student.graph_backward(nodes, values)
    for name, at in values.items():
        h = 1e-5
        up, down = (reference.graph_backward(nodes, {**values, name: at + s})[0] for s in (h, -h))
        assert_close(number(grads[name]), (up - down) / (2 * h), "derivative by an input", rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("op", ["neg", "exp", "log", "relu", "sigmoid"])
def test_one_operation(student, reference, rng, op):
    """The slope of a single operation is right, also when what follows stretches it."""
    values = {"x": float(rng.uniform(0.5, 2)), "c": float(rng.uniform(2, 3))}
    nodes = [("y", op, ("x",)), ("out", "mul", ("y", "c"))]
    compare(student.graph_backward(nodes, values), reference.graph_backward(nodes, values), f" around {op}")


def test_relu_that_is_off(student):
    """Nothing passes relu where its argument is negative or exactly 0."""
    for x in (-1.5, 0.0):
        nodes = [("r", "relu", ("x",)), ("out", "mul", ("r", "c"))]
        compare(
            student.graph_backward(nodes, {"x": x, "c": 3.0}),
            (0.0, {"x": 0.0, "c": 0.0, "r": 3.0, "out": 1.0}),
        )


def test_sigmoid_far_from_zero(student):
    """At -1000 and at 1000 the sigmoid is 0 and 1, with slope 0, and nothing overflows."""
    nodes = [("s", "sigmoid", ("x",)), ("out", "mul", ("s", "c"))]
    for x, value in ((-1000.0, 0.0), (1000.0, 1.0)):
        compare(
            student.graph_backward(nodes, {"x": x, "c": 2.0}),
            (2 * value, {"x": 0.0, "c": value, "s": 2.0, "out": 1.0}),
        )


def test_a_name_used_by_several(student):
    """What several nodes use, or one node twice, gets the sum of what they send back."""
    nodes = [
        ("square", "mul", ("x", "x")),
        ("cube", "mul", ("square", "x")),
        ("twice", "add", ("square", "square")),
        ("out", "add", ("cube", "twice")),
    ]
    x = 1.5
    compare(
        student.graph_backward(nodes, {"x": x}),
        (x**3 + 2 * x**2, {"x": 3 * x**2 + 4 * x, "square": x + 2, "cube": 1.0, "twice": 1.0, "out": 1.0}),
    )


def test_what_the_output_does_not_need(student):
    """Inputs and nodes that the output does not depend on have the derivative 0."""
    nodes = [("side", "exp", ("x",)), ("out", "neg", ("y",))]
    compare(
        student.graph_backward(nodes, {"x": 0.5, "y": 2.0, "idle": 7.0}),
        (-2.0, {"x": 0.0, "y": -1.0, "idle": 0.0, "side": 0.0, "out": 1.0}),
    )


def test_inputs_are_left_alone(student, reference, rng):
    """The dict of inputs comes out as it went in, beside a right answer."""
    nodes, values = draw(rng, reference)
    compare(assert_leaves_arguments_alone(student.graph_backward, nodes, values), reference.graph_backward(nodes, values))
