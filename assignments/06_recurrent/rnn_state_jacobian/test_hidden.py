import numpy as np
import pytest

from autograder.suite import assert_close, assert_true, points

AXES = ("unit of the later state", "unit of the earlier state")


def draw(rng, t=6, h=4):
    """States of a net, its recurrent weights, and what is added to h Wh at each step."""
    drive = rng.normal(size=(t, h)) / 2
    wh = rng.normal(size=(h, h)) / np.sqrt(h)
    states = [np.tanh(drive[0])]
    for a in drive[1:]:
        states.append(np.tanh(a + states[-1] @ wh))
    return np.array(states), wh, drive


def later_state(start, wh, drive, k, t):
    """h_t of a net that is in the state `start` at step k."""
    state = start
    for m in range(k + 1, t + 1):
        state = np.tanh(drive[m - 1] + state @ wh)
    return state


@points(3)
@pytest.mark.parametrize(("k", "t"), [(1, 2), (2, 5), (1, 6)])
def test_jacobian_between_two_steps(student, reference, rng, k, t):
    """J holds how every unit of the later state depends on every unit of the earlier one."""
    for units in (4, 6):  # also with as many units as steps
        h, wh, _ = draw(rng, h=units)
        expected = reference.rnn_state_jacobian(h, wh, k, t)
        assert_close(student.rnn_state_jacobian(h, wh, k, t), expected, "the Jacobian", axes=AXES)


@points(2)
def test_nudging_an_earlier_state(student, rng):
    """Nudging the earlier state moves the later one as J says."""
    h, wh, drive = draw(rng)
    jacobian = student.rnn_state_jacobian(h, wh, 2, 5)
    nudges, eps = np.eye(4), 1e-5
    columns = [
        (later_state(h[1] + eps * e, wh, drive, 2, 5) - later_state(h[1] - eps * e, wh, drive, 2, 5)) / (2 * eps)
        for e in nudges
    ]
    assert_close(jacobian, np.stack(columns, axis=1), "the Jacobian", rtol=1e-6, axes=AXES)


def test_a_way_in_two_parts(student, rng):
    """The Jacobian over a long way is the product of those over its parts, the later part on the left."""
    h, wh, _ = draw(rng)
    whole = student.rnn_state_jacobian(h, wh, 1, 6)
    parts = [student.rnn_state_jacobian(h, wh, 3, 6), student.rnn_state_jacobian(h, wh, 1, 3)]
    assert_close(np.asarray(parts[0]) @ np.asarray(parts[1]), whole, "J(6, 3) J(3, 1), against J(6, 1)")
    assert_true(np.ptp(whole) > 1e-9, "the Jacobian does not vary")


def test_a_state_depends_on_itself_alone(student, rng):
    """For t = k the Jacobian is the identity, at every step."""
    h, wh, _ = draw(rng)
    for k in (1, 3, 6):
        assert_close(student.rnn_state_jacobian(h, wh, k, k), np.eye(4), "the Jacobian for t = k")


def test_one_unit_by_hand(student):
    """The net with one unit: how the third state depends on the first."""
    h = np.array([[0.537050], [0.029631], [0.808854]])
    assert_close(
        student.rnn_state_jacobian(h, np.array([[0.8]]), 1, 3),
        np.array([[0.221089]]),
        "the Jacobian",
        atol=2e-6,
    )
