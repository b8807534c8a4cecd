import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape


def test_three_steps(student):
    """A schedule of three steps that stops while a fifth of the variance is still signal."""
    report = student.terminal_noise_report(np.array([0.9, 0.5, 0.2]))
    assert_shape(report["snr"], (3,), "snr")
    assert_close(report["snr"], np.array([9.0, 1.0, 0.25]), "snr")
    assert_close(report["signal_std"], 0.4472135955, "signal_std")
    assert_equal(bool(report["ok"]), False, "ok")
