from contextlib import contextmanager

import numpy as np
import torch

from autograder.suite import (
    CheckFailed,
    assert_close,
    assert_shape,
    assert_true,
    check_backward,
    definition,
    exercise,
    gradcheck,
    points,
    show_map,
)

N, T, D, H = 3, 5, 4, 2
GATES = ("i", "f", "g", "o")
AXES = {
    "x": ("batch", "time", "input"),
    "h0": ("batch", "unit"),
    "c0": ("batch", "unit"),
    "wx": ("input", "column"),
    "wh": ("unit", "column"),
    "b": ("column",),
}
IN_TIME = ("batch", "time", "unit")


def draw(rng, n=N, t=T, d=D, h=H):
    return {
        "x": rng.normal(size=(n, t, d)),
        "h0": rng.uniform(-0.9, 0.9, size=(n, h)),
        "c0": rng.normal(size=(n, h)),
        "wx": 0.7 * rng.normal(size=(d, 4 * h)),
        "wh": 0.7 * rng.normal(size=(h, 4 * h)),
        "b": 0.5 * rng.normal(size=4 * h),
    }


def torch_lstm(x, h0, c0, wx, wh, b):
    """The same net as torch computes it: weights transposed, the second bias 0."""
    with torch.random.fork_rng():
        net = torch.nn.LSTM(x.shape[2], h0.shape[1], batch_first=True, dtype=torch.float64)
    own = (wx.T, wh.T, b, 0 * b)
    with torch.no_grad():
        for parameter, value in zip(net.parameters(), own):
            parameter.copy_(torch.tensor(np.ascontiguousarray(value)))
        out, _ = net(torch.tensor(x), (torch.tensor(h0)[None], torch.tensor(c0)[None]))
    return out.numpy()


def add(failure, sentence):
    """One more sentence for the student: names of gates and steps only."""
    end = "" if failure.public.endswith((".", "?", ".)")) else "."
    failure.public += f"{end} {sentence}"


def differs(failure, names):
    """Where the two arrays of a failed comparison of one of these outputs differ, else None."""
    got, want = failure.actual, failure.expected
    if failure.where.get("output") not in names or got is None or np.shape(got) != np.shape(want):
        return None
    return np.abs(got - want) > 1e-6 * np.abs(want).max()


@contextmanager
def first_step_named(name, axis=1, backwards=False):
    """If the output `name` is wrong inside, the message also says at which time-step it leaves the right path."""
    try:
        yield
    except CheckFailed as failure:
        wrong = differs(failure, [name])
        if wrong is not None and wrong.any():
            at = np.flatnonzero(np.moveaxis(wrong, axis, 0).reshape(wrong.shape[axis], -1).any(axis=1))
            first = int(at[-1] if backwards else at[0])
            failure.where["first_divergence"] = f"time-step {first}"
            if first == (wrong.shape[axis] - 1 if backwards else 0):
                add(failure, f"It is wrong already at time-step {first}, where the loop begins.")
            else:
                way = "back" if backwards else "forward"
                add(failure, f"Going {way} in time, step {first} (counted from 0) is the first to differ.")
        raise


@contextmanager
def gates_in_time_named():
    """For dwx of an input that is 1 in column t at time t: row t is the gradient at the gates at time t."""
    try:
        yield
    except CheckFailed as failure:
        wrong = differs(failure, ["dwx"])
        if wrong is not None and wrong.any():
            first = int(np.flatnonzero(wrong.any(axis=1))[-1])
            blocks = dict(zip(GATES, np.split(wrong[first], 4)))
            named = ", ".join(gate for gate, block in blocks.items() if block.any())
            failure.where["first_divergence"] = f"gate {named} at time-step {first}"
            right = f" all gates are right down to step {first + 1};" if first + 1 < len(wrong) else ""
            add(failure, f"Going back in time,{right} at step {first} (counted from 0) {named} differ.")
        raise


@exercise("lstm_forward")
class TestForward:
    @definition
    @points(2)
    def test_states_are_those_of_torch(self, student, rng):
        """With the same weights, h is what nn.LSTM of PyTorch computes, at every time-step."""
        given = draw(rng)
        h, _ = student.lstm_forward(*given.values())
        with first_step_named("h"):
            assert_close(h, torch_lstm(**given), "h", axes=IN_TIME)

    @points(2)
    def test_a_sequence_is_a_loop_of_cells(self, student, reference, rng):
        """The equations of the cell, step after step from h0 and c0, give the same h; also where all sizes are equal."""
        for n, t, d, h in ((N, T, D, H), (3, 3, 3, 3)):
            given = draw(rng, n, t, d, h)
            weights = [given["wx"], given["wh"], given["b"]]
            found, _ = student.lstm_forward(*given.values())
            assert_shape(found, (n, t, h), "h")
            state, cell, expected = given["h0"], given["c0"], []
            for step in range(t):
                state, cell, _ = reference.lstm_cell_forward(given["x"][:, step], state, cell, *weights)
                expected.append(state)
            with first_step_named("h"):
                assert_close(found, np.stack(expected, axis=1), "h", axes=IN_TIME)

    @definition
    def test_known_numbers(self, student):
        """One unit reading 1, -1, 2 has the states worked out by hand."""
        x, zero = np.array([[[1.0], [-1.0], [2.0]]]), np.zeros((1, 1))
        h, _ = student.lstm_forward(x, zero, zero, np.ones((1, 4)), 0.5 * np.ones((1, 4)), np.zeros(4))
        with first_step_named("h"):
            assert_close(h, np.array([[[0.36960635], [-0.01088257], [0.59276488]]]), "h", atol=1e-7)

    def test_causal(self, student, rng):
        """What is read at a step shows in h from this step on until the end, and not before."""
        given = draw(rng)
        before, _ = student.lstm_forward(*given.values())
        given["x"][:, 2] += rng.choice([-1.0, 1.0], size=(N, D))
        after, _ = student.lstm_forward(*given.values())
        assert_shape(before, (N, T, H), "h")
        assert_close(after[:, :2], before[:, :2], "h before the step that was changed")
        moved = np.abs(np.asarray(after) - before).max(axis=(0, 2))[2:]
        assert_true(bool((moved > 1e-9).all()), "a change of the input does not last until the end of the sequence")

    def test_both_states_are_all_that_is_handed_on(self, student, reference, rng):
        """Beginning in the middle with h and c of the step before gives the rest of the sequence."""
        given = draw(rng)
        weights = [given["wx"], given["wh"], given["b"]]
        whole, _ = student.lstm_forward(*given.values())
        state, cell = given["h0"], given["c0"]
        for t in range(2):
            state, cell, _ = reference.lstm_cell_forward(given["x"][:, t], state, cell, *weights)
        rest, _ = student.lstm_forward(given["x"][:, 2:], state, cell, *weights)
        assert_shape(whole, (N, T, H), "h")
        assert_true(np.ptp(whole, axis=1).min() > 1e-9, "h is the same at all time-steps")
        assert_close(rest, whole[:, 2:], "h of the second part", axes=IN_TIME)


@exercise("lstm_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """The six gradients are those of the forward pass."""
        with first_step_named("dx", backwards=True):
            check_backward(
                student.lstm_forward,
                student.lstm_backward,
                draw(rng),
                reference.lstm_forward,
                reference.lstm_backward,
                rng=rng,
                axes=AXES,
                sizes={"N": N, "T": T},
            )

    @points(2)
    def test_gradients_agree_with_finite_differences_for_every_length(self, student, reference, rng):
        """For sequences of 1 to 5 steps, nudging any argument changes the loss as its gradient says."""
        for length in range(1, 6):
            with first_step_named("dx", backwards=True):
                gradcheck(
                    student.lstm_forward,
                    student.lstm_backward,
                    draw(rng, n=2, t=length, d=3, h=2),
                    reference=reference.lstm_forward,
                    reference_backward=reference.lstm_backward,
                    rng=rng,
                    axes=AXES,
                )

    @points(2)
    def test_gradient_arrives_at_every_gate_of_every_step(self, student, reference, rng):
        """Gate by gate and step by step, the gradient is right (the input marks each step by a column of its own)."""
        steps = 6
        given = draw(rng, t=steps, d=steps)
        # x_t is row t of the unit matrix, so row t of dwx is what arrives at the gates at step t.
        given["x"] = np.broadcast_to(np.eye(steps), (N, steps, steps)).copy()
        before, after = [given[name] for name in ("x", "h0", "c0")], [given["wh"], given["b"]]

        def backward(dh, cache):
            dwx = student.lstm_backward(dh, cache)[3]
            show_map(dwx, "your gradient at the gates", rows="time-step", columns="i, f, g, o")
            return dwx

        with gates_in_time_named():
            check_backward(
                lambda wx: student.lstm_forward(*before, wx, *after),
                backward,
                {"wx": given["wx"]},
                lambda wx: reference.lstm_forward(*before, wx, *after),
                lambda dh, cache: reference.lstm_backward(dh, cache)[3],
                rng=rng,
                axes={"wx": ("time", "column")},
            )

    def test_a_loss_at_one_step_reaches_all_steps_up_to_it(self, student, rng):
        """If dh is 0 except at one step, dx is 0 after that step and nowhere before it."""
        given = draw(rng)
        _, cache = student.lstm_forward(*given.values())
        dh = np.zeros((N, T, H))
        dh[:, 3] = rng.uniform(1, 2, size=(N, H))
        dx = student.lstm_backward(dh, cache)[0]
        assert_shape(dx, (N, T, D), "dx")
        size = np.abs(np.asarray(dx)).max(axis=(0, 2))
        assert_true(bool((size[:4] > 1e-12).all()), "dx is 0 at a step that the loss depends on")
        assert_true(bool((size[4:] == 0).all()), "dx is not 0 after the only step that the loss sees")

    def test_a_single_step_is_the_cell(self, student, reference, rng):
        """For a sequence of length 1 the gradients are those of one cell, with nothing arriving at c."""
        given = draw(rng, t=1)
        dh = rng.normal(size=(N, 1, H))
        _, cache = student.lstm_forward(*given.values())
        found = student.lstm_backward(dh, cache)
        _, _, step = reference.lstm_cell_forward(given["x"][:, 0], *list(given.values())[1:])
        expected = reference.lstm_cell_backward(dh[:, 0], np.zeros((N, H)), step)
        names = ("dx", "dh0", "dc0", "dwx", "dwh", "db")
        for name, got, want in zip(names, found, [expected[0][:, None], *expected[1:]], strict=True):
            assert_close(got, want, name)
