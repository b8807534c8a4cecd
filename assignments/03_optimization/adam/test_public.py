import numpy as np

from autograder.suite import assert_close, exercise


@exercise("adam_step")
def test_three_gradients(student):
    """Gradients 1, 2 and 3 lead from 1 to 0.9, 0.803482 and 0.707682; m ends at 0.561, v at 0.013994001."""
    theta, m, v = np.ones(1), np.zeros(1), np.zeros(1)
    for t, wanted in enumerate((0.9, 0.803481799, 0.707681677), start=1):
        theta, m, v = student.adam_step(theta, m, v, t, np.full(1, float(t)), 0.1)
        assert_close(theta, np.full(1, wanted), "theta", atol=1e-8)
    assert_close(m, np.full(1, 0.561), "m")
    assert_close(v, np.full(1, 0.013994001), "v")


@exercise("adamw_step")
def test_no_gradient(student):
    """Without a gradient AdamW multiplies theta by 1 - lr * weight_decay, while Adam with L2 moves by about lr."""
    theta, zeros = np.array([2.0]), np.zeros(1)
    assert_close(student.adamw_step(theta, zeros, zeros, 1, zeros, 0.1, weight_decay=0.5)[0], np.array([1.9]), "AdamW's theta")
    got = student.adam_l2_step(theta, zeros, zeros, 1, zeros, 0.1, weight_decay=0.5)[0]
    assert_close(got, np.array([1.9]), "theta of Adam with L2", atol=1e-6)


@exercise("adam_variant_step")
def test_three_steps_of_nadam(student):
    """On the loss theta^2 / 2, three steps of nadam with rate 0.1 lead from 1 to 0.81, 0.67413 and 0.556829."""
    theta, state = np.ones(1), (np.zeros(1), np.zeros(1))
    for t, wanted in enumerate((0.81, 0.674129966, 0.556829147), start=1):
        theta, state = student.adam_variant_step(theta, state, t, theta, 0.1, variant="nadam")
        assert_close(theta, np.full(1, wanted), "theta", atol=1e-7)


@exercise("adam_variant_step")
def test_amsgrad_keeps_its_maximum(student):
    """A gradient of 2 and then none: v shrinks, v_max does not."""
    theta, state = np.ones(1), (np.zeros(1),) * 3
    theta, state = student.adam_variant_step(theta, state, 1, np.full(1, 2.0), 0.1, b2=0.5)
    theta, state = student.adam_variant_step(theta, state, 2, np.zeros(1), 0.1, b2=0.5)
    assert_close(state[1], np.full(1, 1.0), "v")
    assert_close(state[2], np.full(1, 2.0), "v_max")
