from autograder.suite import accepts, assert_true


def test_refuses_standing_still(student):
    """An implementation that changes nothing is refused."""

    def nothing(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, bias_correction=True):
        return theta.copy(), m.copy(), v.copy()

    assert_true(not accepts(student.test_adam_step, nothing), "your test accepts a step that changes nothing")


def test_refuses_gradient_descent(student):
    """An implementation that follows the gradient itself is refused."""

    def descent(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, bias_correction=True):
        return theta - lr * g, m.copy(), v.copy()

    assert_true(not accepts(student.test_adam_step, descent), "your test accepts plain gradient descent")


def test_refuses_steps_by_sign(student):
    """An implementation that looks at the signs of the gradient only is refused."""

    def signs(theta, m, v, t, g, lr, b1=0.9, b2=0.999, eps=1e-8, bias_correction=True):
        return theta - lr * ((g > 0) * 1.0 - (g < 0) * 1.0), g.copy(), g * g

    assert_true(not accepts(student.test_adam_step, signs), "your test accepts steps of the same size for all gradients")
