import numpy as np

from autograder.suite import assert_close, assert_shape, assert_true, definition, points, signed

T, M, N = 7, 3, 4
AXES = ("time step", "channel")


def draw(rng, t=T, m=M, n=N):
    return {
        "x": signed(rng, (t, m), 0.3, 1.5),
        "dt": rng.uniform(0.2, 1.2, size=(t, m)),
        "a": -rng.uniform(0.2, 1.5, size=(m, n)),
        "b": signed(rng, (t, n), 0.3, 1.5),
        "c": signed(rng, (t, n), 0.3, 1.5),
    }


@points(2)
def test_outputs_match_the_definition(student, reference, rng):
    """y is that of the recurrence, at every step and in every channel."""
    for sizes in ((T, M, N), (3, 3, 3), (1, 2, 3)):  # also where all lengths are equal, and for one step
        given = draw(rng, *sizes)
        assert_close(student.selective_scan(**given), reference.selective_scan(**given), "y", axes=AXES)


@definition
@points(2)
def test_constant_coefficients_are_a_plain_scan(student, rng):
    """With the same dt, b and c at all steps, each channel is a linear model with abar = exp(dt a) and bbar = dt b."""
    given = draw(rng)
    for name in ("dt", "b", "c"):
        given[name] = np.repeat(given[name][:1], T, axis=0)
    y = student.selective_scan(**given)
    assert_shape(y, (T, M), "y")
    for j in range(M):
        abar, bbar = np.exp(given["dt"][0, j] * given["a"][j]), given["dt"][0, j] * given["b"][0]
        kernel = abar ** np.arange(T)[:, None] @ (bbar * given["c"][0])
        expected = np.convolve(given["x"][:, j], kernel)[:T]
        assert_close(y[:, j], expected, "y of a channel with constant coefficients", axes=("time step",))


def test_a_step_of_length_zero_keeps_the_state(student, reference, rng):
    """Where dt is 0, what is read has no influence, and the state is the one before."""
    given = draw(rng)
    given["dt"][3] = 0.0
    y = student.selective_scan(**given)
    other = {**given, "x": given["x"].copy(), "b": given["b"].copy()}
    other["x"][3], other["b"][3] = signed(rng, M, 0.3, 1.5), signed(rng, N, 0.3, 1.5)
    assert_close(student.selective_scan(**other), y, "y with another input during a step of length 0", axes=AXES)
    without = {name: value if name == "a" else np.delete(value, 3, axis=0) for name, value in given.items()}
    right = reference.selective_scan(**without)
    assert_close(np.delete(y, 3, axis=0), right, "y at the other steps", axes=AXES)


def test_a_long_step_forgets_the_past(student, rng):
    """A step of length 100 leaves nothing of what was read before it."""
    given = draw(rng)
    given["dt"][3] = 100.0
    y = student.selective_scan(**given)
    other = {**given, "x": given["x"].copy()}
    other["x"][:3] += 1.0
    again = student.selective_scan(**other)
    assert_shape(y, (T, M), "y")
    assert_close(again[3:], y[3:], "y after the long step, with another beginning", axes=AXES)
    assert_true(bool((np.abs(again - y)[:3] > 1e-9).any(axis=0).all()), "the beginning has no influence on y at all")


def test_channels_are_independent_and_causal(student, reference, rng):
    """Changing one channel at one step changes that channel from that step on, and nothing else."""
    given = draw(rng)
    changed = {**given, "x": given["x"].copy()}
    changed["x"][4, 1] += 1.0
    first, second = student.selective_scan(**given), student.selective_scan(**changed)
    assert_shape(first, (T, M), "y")
    assert_shape(second, (T, M), "y")
    right = reference.selective_scan(**changed) - reference.selective_scan(**given)
    assert_close(second - first, right, "the change of y", axes=AXES, atol=1e-12)
