from contextlib import contextmanager

import numpy as np

from autograder.suite import (
    CheckFailed,
    assert_close,
    assert_shape,
    assert_true,
    check_backward,
    exercise,
    first_divergence,
    gradcheck,
    points,
)

N, D, H = 5, 4, 2
GATES = ("z", "r", "n")
AXES = {
    "x": ("batch", "input"),
    "h_prev": ("batch", "unit"),
    "wx": ("input", "column"),
    "wh": ("unit", "column"),
    "b": ("column",),
}
SPELLINGS = {
    "z": ("z_t", "update", "update_gate"),
    "r": ("r_t", "reset", "reset_gate"),
    "n": ("n_t", "candidate", "h_tilde", "h_hat", "new"),
}


def draw(rng, n=N, d=D, h=H):
    """A cell whose gates are neither open nor closed, and a state with no small entries."""
    return {
        "x": rng.normal(size=(n, d)),
        "h_prev": rng.uniform(0.3, 0.9, size=(n, h)) * rng.choice([-1, 1], size=(n, h)),
        "wx": 0.7 * rng.normal(size=(d, 3 * h)),
        "wh": rng.normal(size=(h, 3 * h)),
        "b": 0.5 * rng.normal(size=3 * h),
    }


def sigmoid(a):
    return 1 / (1 + np.exp(-a))


def steps(given):
    """What the statement names on the way to h, in the order of computation."""
    x, h_prev = given["x"], given["h_prev"]
    wx, wh, b = (np.split(given[name], 3, axis=-1) for name in ("wx", "wh", "b"))
    z, r = (sigmoid(x @ wx[k] + h_prev @ wh[k] + b[k]) for k in (0, 1))
    return {"z": z, "r": r, "n": np.tanh(x @ wx[2] + (r * h_prev) @ wh[2] + b[2])}


def with_bias(given, block, value):
    """The same cell with one gate that listens to nothing: `value` is all it gets."""
    found = {name: array.copy() for name, array in given.items()}
    h = given["h_prev"].shape[1]
    columns = slice(block * h, (block + 1) * h)
    found["wx"][:, columns] = found["wh"][:, columns] = 0
    found["b"][columns] = value
    return found


def add(failure, sentence):
    """One more sentence for the student: names of gates and steps only."""
    end = "" if failure.public.endswith((".", "?", ".)")) else "."
    failure.public += f"{end} {sentence}"


@contextmanager
def blocks_named():
    """If the gradient of a weight is wrong inside, the message also says in the blocks of which gates."""
    try:
        yield
    except CheckFailed as failure:
        got, want = failure.actual, failure.expected
        name = failure.where.get("output")
        if name in ("dwx", "dwh", "db") and np.shape(got) == np.shape(want):
            wrong = np.abs(got - want) > 1e-6 * np.abs(want).max()
            parts = dict(zip(GATES, np.split(wrong, 3, axis=-1)))
            differ = [gate for gate, part in parts.items() if part.any()]
            right = [gate for gate in GATES if gate not in differ]
            if differ and right:
                add(failure, f"By gate: wrong in {', '.join(differ)}, right in {', '.join(right)}.")
        raise


@exercise("gru_cell_forward")
class TestForward:
    @points(2)
    def test_state_matches_the_definition(self, student, reference, rng):
        """h is that of the definition."""
        for sizes in ((N, D, H), (3, 3, 3)):  # also where all lengths are equal
            given = draw(rng, *sizes)
            h, cache = student.gru_cell_forward(*given.values())
            with first_divergence(cache, steps(given), SPELLINGS):
                assert_close(h, reference.gru_cell_forward(*given.values())[0], "h", axes=AXES["h_prev"])

    def test_known_numbers(self, student):
        """A cell with two units, worked out by hand, has the right state."""
        x, h_prev = np.ones((1, 1)), np.array([[0.5, -0.25]])
        wx = np.array([[0.5, -0.3, 0.8, 0.2, 0.1, -0.4]])
        wh = np.array([[0.1, 0.4, -0.6, 0.7, 0.3, 0.2], [-0.5, 0.2, 0.9, -0.1, 0.6, -0.8]])
        h, _ = student.gru_cell_forward(x, h_prev, wx, wh, np.zeros(6))
        assert_close(h, np.array([[0.22767851, -0.23238710]]), "h", atol=1e-7)

    def test_a_closed_update_gate_keeps_the_state(self, student, rng):
        """With z = 0 the state stays as it was, whatever is read."""
        given = with_bias(draw(rng), 0, -45.0)
        h, _ = student.gru_cell_forward(*given.values())
        assert_close(h, given["h_prev"], "h with z = 0", rtol=1e-9)
        half, _ = student.gru_cell_forward(*with_bias(given, 0, 0.0).values())
        assert_true(np.abs(np.asarray(half) - h).min() > 1e-9, "h is the old state with z = 1/2, too")

    def test_an_open_update_gate_replaces_the_state(self, student, rng):
        """With z = 1 the state is the candidate."""
        given = with_bias(draw(rng), 0, 45.0)
        h, _ = student.gru_cell_forward(*given.values())
        assert_close(h, steps(given)["n"], "h with z = 1", rtol=1e-9)

    def test_a_closed_reset_gate_leaves_the_history_out_of_the_candidate(self, student, rng):
        """With r = 0 the candidate sees the input alone, and all of it."""
        given = with_bias(with_bias(draw(rng), 0, 45.0), 1, -45.0)
        h, _ = student.gru_cell_forward(*given.values())
        expected = np.tanh(given["x"] @ given["wx"][:, 2 * H :] + given["b"][2 * H :])
        assert_close(h, expected, "h with z = 1 and r = 0", rtol=1e-9)

    def test_gates_of_any_size(self, student, rng):
        """With z at 1000 or -1000 before the sigmoid, the state is the candidate or the old one; r works likewise."""
        given = draw(rng)
        kept, _ = student.gru_cell_forward(*with_bias(given, 0, -1000.0).values())
        assert_close(kept, given["h_prev"], "h with z far closed")
        for far, r in ((1000.0, 1.0), (-1000.0, 0.0)):
            h, _ = student.gru_cell_forward(*with_bias(with_bias(given, 0, 1000.0), 1, far).values())
            columns = slice(2 * H, None)
            read = given["x"] @ given["wx"][:, columns] + (r * given["h_prev"]) @ given["wh"][:, columns]
            assert_close(h, np.tanh(read + given["b"][columns]), "h with gates far open and far closed")


@exercise("gru_cell_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """The five gradients are those of the forward pass."""
        for sizes in ((N, D, H), (3, 3, 3)):
            with blocks_named():
                check_backward(
                    student.gru_cell_forward,
                    student.gru_cell_backward,
                    draw(rng, *sizes),
                    reference.gru_cell_forward,
                    reference.gru_cell_backward,
                    rng=rng,
                    axes=AXES,
                    sizes={"N": sizes[0], "H": sizes[2]},
                )

    @points(2)
    def test_gradient_reaches_every_gate(self, student, reference, rng):
        """Gate by gate, nudging a bias changes the loss as its block of db says."""
        given = draw(rng)
        fixed = [given[name] for name in ("x", "h_prev", "wx", "wh")]

        def forward_of(code):
            return lambda n, z, r: code.gru_cell_forward(*fixed, np.concatenate([z, r, n]))

        def backward_of(code):
            def blocks(dh, cache):
                db = code.gru_cell_backward(dh, cache)[4]
                assert_shape(db, (3 * H,), "db")
                z, r, n = np.split(np.asarray(db), 3)
                return {"n": n, "z": z, "r": r}

            return blocks

        z, r, n = np.split(given["b"], 3)
        check_backward(
            forward_of(student),
            backward_of(student),
            # From the loss backwards: r is reached through n.
            {"n": n, "z": z, "r": r},
            forward_of(reference),
            backward_of(reference),
            rng=rng,
            names={gate: f"the {gate} block of db" for gate in GATES},
            axes={gate: ("unit",) for gate in GATES},
        )

    @points(2)
    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging any argument changes the loss as its gradient says."""
        with blocks_named():
            gradcheck(
                student.gru_cell_forward,
                student.gru_cell_backward,
                draw(rng, n=4, d=2, h=3),
                reference=reference.gru_cell_forward,
                reference_backward=reference.gru_cell_backward,
                rng=rng,
                axes=AXES,
            )

    def test_a_closed_update_gate_hands_the_gradient_back_as_it_is(self, student, rng):
        """With z = 0 the state is kept, so dh_prev is dh; with z = 1/2 it is not."""
        given, dh = with_bias(draw(rng), 0, -45.0), rng.normal(size=(N, H))
        _, cache = student.gru_cell_forward(*given.values())
        kept = student.gru_cell_backward(dh, cache)[1]
        _, cache = student.gru_cell_forward(*with_bias(given, 0, 0.0).values())
        half = student.gru_cell_backward(dh, cache)[1]
        assert_close(kept, dh, "dh_prev with z = 0", rtol=1e-9)
        assert_true(np.abs(np.asarray(half) - dh).min() > 1e-9, "dh_prev is dh with z = 1/2, too")
