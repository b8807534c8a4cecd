import math

from autograder.suite import assert_close, assert_equal


def test_a_product(student):
    """At x = 3, y = -2 the output of x * y is -6, with the slopes -2 and 3."""
    out, grads = student.graph_backward([("p", "mul", ("x", "y"))], {"x": 3.0, "y": -2.0})
    assert_close(out, -6.0, "the output")
    assert_equal(sorted(grads), ["p", "x", "y"], "names with a derivative")
    assert_close([grads[name] for name in "xyp"], [-2.0, 3.0, 1.0], "derivatives by x, y and p")


def test_a_square(student):
    """At x = 3 the derivative of x * x is 6."""
    out, grads = student.graph_backward([("square", "mul", ("x", "x"))], {"x": 3.0})
    assert_close(out, 9.0, "the output")
    assert_close(grads["x"], 6.0, "derivative by x")


def test_a_chain(student):
    """log(1 + exp(x)), the softplus, has the sigmoid as its derivative."""
    nodes = [("e", "exp", ("x",)), ("s", "add", ("e", "one")), ("out", "log", ("s",))]
    out, grads = student.graph_backward(nodes, {"x": 0.5, "one": 1.0})
    assert_close(out, math.log(1 + math.exp(0.5)), "the output")
    assert_close(grads["x"], 1 / (1 + math.exp(-0.5)), "derivative by x")
