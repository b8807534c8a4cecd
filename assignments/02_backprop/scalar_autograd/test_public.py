import math

from autograder.suite import assert_close, assert_equal


def test_new_value(student):
    """A new Value has its number, and no gradient yet."""
    x = student.Value(3.5)
    assert_equal(x.data, 3.5, "data")
    assert_equal(x.grad, 0.0, "grad")


def test_sum_of_products(student):
    """For x * y + x at (2, -3): the value is -4, the slopes are -2 and 2."""
    x, y = student.Value(2.0), student.Value(-3.0)
    z = x * y + x
    z.backward()
    assert_close([z.data, x.grad, y.grad, z.grad], [-4.0, -2.0, 2.0, 1.0], "value, slopes by x, y and itself")


def test_plain_numbers_on_the_left(student):
    """For (1 - x) / 2 + 3 / x at x = 2: the value is 1, the slope -1.25."""
    x = student.Value(2.0)
    z = (1 - x) / 2 + 3 / x
    z.backward()
    assert_close([z.data, x.grad], [1.0, -1.25], "value and slope")


def test_functions(student):
    """The functions of 0.5, and their slopes."""
    tanh, sigmoid = math.tanh(0.5), 1 / (1 + math.exp(-0.5))
    known = {
        "exp": (math.exp(0.5), math.exp(0.5)),
        "log": (math.log(0.5), 2.0),
        "tanh": (tanh, 1 - tanh**2),
        "sigmoid": (sigmoid, sigmoid * (1 - sigmoid)),
        "relu": (0.5, 1.0),
    }
    for name, (value, slope) in known.items():
        x = student.Value(0.5)
        y = getattr(x, name)()
        y.backward()
        assert_close([y.data, x.grad], [value, slope], f"{name} of 0.5 and its slope")
