import numpy as np

from autograder.suite import assert_close, assert_equal, assert_true, points


def draw(rng, steps=6):
    return np.cumprod(rng.permutation(np.linspace(0.5, 0.9, steps)))


def fall_to(last):
    """Three steps down to this share of the data; the others are far from any border."""
    return np.array([0.8, 0.3, last])


@points(2)
def test_matches_the_formulas(student, reference, rng):
    """The ratio at every step, the one at the last step, and the signal's standard deviation there."""
    alpha_bar = draw(rng)
    got, wanted = student.terminal_noise_report(alpha_bar), reference.terminal_noise_report(alpha_bar)
    for key in ("snr", "snr_T", "signal_std"):
        assert_true(key in got, f"the report lacks {key}")
        assert_close(got[key], wanted[key], key)


def test_more_noise_less_signal(student, rng):
    """The ratio falls from step to step, and is 1 where half of the variance is noise."""
    snr = student.terminal_noise_report(np.append(draw(rng, 5) * 0.4 + 0.6, [0.5, 0.1]))["snr"]
    assert_true(np.all(np.diff(np.asarray(snr)) < 0), "the ratio does not fall from step to step")
    assert_close(snr[5], 1.0, "the ratio where half of the variance is noise")


def test_signal_and_noise_add_up(student, rng):
    """Of data of variance 1, the signal's variance at the last step and the ratio belong together."""
    report = student.terminal_noise_report(draw(rng))
    signal = report["signal_std"] ** 2
    assert_true(signal > 1e-6, "no signal is left at all")
    assert_close(report["snr_T"], signal / (1 - signal), "snr_T")


def test_thousand_linear_steps_end_in_noise(student):
    """The usual 1000 steps pass, with the ratios that were worked out beforehand."""
    report = student.terminal_noise_report(np.cumprod(1 - np.linspace(1e-4, 0.02, 1000)))
    assert_equal(bool(report["ok"]), True, "ok")
    assert_close(
        report["snr"][[0, 499]],
        np.array([9999.0, 0.0852899]),
        "snr of the first step and of step 500",
        rtol=1e-8,
    )
    assert_close(10 * report["snr"][499], 0.852899, "snr of step 500, times 10", rtol=2e-6)
    assert_close(1e5 * report["snr_T"], 4.03599, "snr_T, times 100000", rtol=2e-6)


def test_too_few_steps_of_the_same_size_are_flagged(student):
    """200 steps with the variances meant for 1000 leave a good part of the data, and do not pass."""
    report = student.terminal_noise_report(np.cumprod(1 - np.linspace(1e-4, 0.02, 200)))
    assert_equal(bool(report["ok"]), False, "ok")
    assert_close(report["signal_std"], 0.1321828**0.5, "signal_std", atol=1e-6)


def test_border(student):
    """A schedule passes if less than a thousandth of the variance is left at the end, and only then."""
    for last, passes in ((0.0009995, True), (0.001, False), (0.0010005, False)):
        assert_equal(bool(student.terminal_noise_report(fall_to(last))["ok"]), passes, "ok")


def test_only_the_last_step_decides(student):
    """What counts is the last step, whatever the others leave."""
    assert_equal(bool(student.terminal_noise_report(np.array([0.999, 0.5, 1e-4]))["ok"]), True, "ok")
    assert_equal(bool(student.terminal_noise_report(np.array([9e-4, 8e-4, 7e-3]))["ok"]), False, "ok")
