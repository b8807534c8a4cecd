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

N, D, H = 5, 3, 2
GATES = ("i", "f", "g", "o")
AXES = {
    "x": ("batch", "input"),
    "h_prev": ("batch", "unit"),
    "c_prev": ("batch", "unit"),
    "wx": ("input", "column"),
    "wh": ("unit", "column"),
    "b": ("column",),
}


def draw(rng, n=N, d=D, h=H):
    """Inputs, states and weights of a cell whose gates are neither open nor closed."""
    return {
        "x": rng.normal(size=(n, d)),
        "h_prev": rng.uniform(-0.9, 0.9, size=(n, h)),
        "c_prev": rng.normal(size=(n, h)),
        "wx": 0.7 * rng.normal(size=(d, 4 * h)),
        "wh": 0.7 * rng.normal(size=(h, 4 * h)),
        "b": 0.5 * rng.normal(size=4 * h),
    }


def steps(given):
    """What the statement names on the way to h, in the order of computation."""
    a = given["x"] @ given["wx"] + given["h_prev"] @ given["wh"] + given["b"]
    i, f, g, o = np.split(a, 4, axis=1)
    i, f, g, o = 1 / (1 + np.exp(-i)), 1 / (1 + np.exp(-f)), np.tanh(g), 1 / (1 + np.exp(-o))
    c = f * given["c_prev"] + i * g
    return {"i": i, "f": f, "g": g, "o": o, "c": c, "tanh_c": np.tanh(c)}


SPELLINGS = {
    "i": ("i_t", "input_gate", "i_gate"),
    "f": ("f_t", "forget_gate", "f_gate"),
    "g": ("g_t", "candidate", "c_tilde", "c_hat", "g_gate"),
    "o": ("o_t", "output_gate", "o_gate"),
    "c": ("c_t", "c_next", "c_new"),
    "tanh_c": ("tanh_c_t", "tc", "tanhc"),
}


def with_gates(given, i=0.0, f=0.0, g=0.0, o=0.0):
    """The same cell with gates that listen to nothing: `b` decides alone."""
    h = given["h_prev"].shape[1]
    bias = np.concatenate([np.broadcast_to(value, h) for value in (i, f, g, o)])
    return {**given, "wx": 0 * given["wx"], "wh": 0 * given["wh"], "b": bias}


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
            parts = dict(zip(GATES, np.split(wrong, 4, axis=-1)))
            differ = [gate for gate, part in parts.items() if part.any()]
            right = [gate for gate in GATES if gate not in differ]
            if differ and right:
                add(failure, f"By gate: wrong in {', '.join(differ)}, right in {', '.join(right)}.")
        raise


@exercise("lstm_cell_forward")
class TestForward:
    @points(2)
    def test_states_match_the_definition(self, student, reference, rng):
        """c and h are those of the definition."""
        for sizes in ((N, D, H), (3, 3, 3)):  # also where all lengths are equal
            given = draw(rng, *sizes)
            h, c, cache = student.lstm_cell_forward(*given.values())
            right_h, right_c, _ = reference.lstm_cell_forward(*given.values())
            with first_divergence(cache, steps(given), SPELLINGS):
                assert_close(c, right_c, "c", axes=AXES["c_prev"])
                assert_close(h, right_h, "h", axes=AXES["h_prev"])

    def test_known_numbers(self, student):
        """A cell with one unit, worked out by hand, has the right h and c; the order of the blocks is i, f, g, o."""
        one = np.ones((1, 1))
        wx, wh = np.array([[0.5, -0.3, 0.8, 0.2]]), np.array([[0.1, 0.4, -0.6, 0.7]])
        h, c, _ = student.lstm_cell_forward(one, 0.5 * one, 0.25 * one, wx, wh, np.array([0, 1, 0.1, -0.2]))
        assert_close([h, c], [0.27945675 * one, 0.51829962 * one], "h and c", rtol=1e-6)
        ones = np.ones((1, 4))
        h, c, _ = student.lstm_cell_forward(one, 0.5 * one, 0.25 * one, ones, ones, np.zeros(4))
        assert_close([h, c], [0.60275376 * one, 0.94441973 * one], "h and c", rtol=1e-6)

    def test_gates_keep_replace_add_and_clear(self, student, rng):
        """With f and i fully open or closed, c is the old one, the candidate, their sum, or 0."""
        given, shut = draw(rng), 40.0
        g = rng.uniform(0.3, 1.2, size=H) * np.where(np.arange(H) % 2, 1, -1)
        for f in (0.0, 1.0):
            for i in (0.0, 1.0):
                bias = {"f": shut * (2 * f - 1), "i": shut * (2 * i - 1), "g": g}
                _, c, _ = student.lstm_cell_forward(*with_gates(given, **bias).values())
                kind = {(1, 0): "closed i", (0, 1): "closed f", (1, 1): "both open", (0, 0): "both closed"}
                expected = f * given["c_prev"] + i * np.tanh(g) * np.ones((N, 1))
                assert_close(c, expected, f"c with {kind[f, i]}", atol=1e-12)

    def test_an_open_forget_gate_keeps_the_cell_for_a_hundred_steps(self, student, rng):
        """With f = 1 and i = 0, c is the same after 100 steps, whatever is read; h still is o * tanh(c)."""
        given = with_gates(draw(rng), i=-45.0, f=45.0, g=1.0, o=0.4)
        h, c = given["h_prev"], given["c_prev"]
        weights = [given["wx"], given["wh"], given["b"]]
        for _ in range(100):
            h, c, _ = student.lstm_cell_forward(rng.normal(size=(N, D)), h, c, *weights)
        assert_close(c, given["c_prev"], "c after 100 steps", rtol=1e-9)
        assert_close(h, np.tanh(given["c_prev"]) / (1 + np.exp(-0.4)), "h after 100 steps", rtol=1e-9)

    def test_gates_of_any_size(self, student, rng):
        """With a at 1000 or -1000 the gates are open or closed, and c and h are finite."""
        given, g = draw(rng), rng.uniform(0.3, 1.2, size=H)
        for far in (1000.0, -1000.0):
            h, c, _ = student.lstm_cell_forward(*with_gates(given, i=far, f=-far, g=g, o=1000.0).values())
            kept = np.tanh(g) * np.ones((N, 1)) if far > 0 else given["c_prev"]
            assert_close(c, kept, "c with gates far open and far closed")
            assert_close(h, np.tanh(kept), "h with gates far open and far closed")
        h, _, _ = student.lstm_cell_forward(*with_gates(given, i=0.3, f=0.3, g=g, o=-1000.0).values())
        assert_close(h, np.zeros((N, H)), "h with a closed output gate", atol=1e-12)

    def test_h_stays_below_one_although_c_is_large(self, student, rng):
        """h has the sign of c and never exceeds 1, however far c has grown."""
        given = with_gates(draw(rng), i=-45.0, f=45.0, o=3.0)
        given["c_prev"] = rng.uniform(2, 6, size=(N, H)) * rng.choice([-1, 1], size=(N, H))
        h, _, _ = student.lstm_cell_forward(*given.values())
        assert_shape(h, (N, H), "h")
        assert_true(bool((np.abs(h) < 1).all()), "h reaches beyond 1")
        assert_true(bool((h * given["c_prev"] > 0).all()), "h does not have the sign of c")
        assert_true(bool((np.abs(h) > 0.5).all()), "h is small although c is large and o is open")


@exercise("lstm_cell_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """The six gradients are those of the forward pass."""
        for sizes in ((N, D, H), (3, 3, 3)):
            with blocks_named():
                check_backward(
                    student.lstm_cell_forward,
                    lambda dout, cache: student.lstm_cell_backward(*dout, cache),
                    draw(rng, *sizes),
                    reference.lstm_cell_forward,
                    lambda dout, cache: reference.lstm_cell_backward(*dout, cache),
                    rng=rng,
                    axes=AXES,
                    sizes={"N": sizes[0], "H": sizes[2]},
                )

    @points(2)
    def test_gradient_reaches_every_gate(self, student, reference, rng):
        """Gate by gate, nudging a bias changes the loss as its block of db says."""
        given = draw(rng)
        fixed = [given[name] for name in ("x", "h_prev", "c_prev", "wx", "wh")]

        def forward_of(code):
            return lambda o, g, f, i: code.lstm_cell_forward(*fixed, np.concatenate([i, f, g, o]))

        def backward_of(code):
            def blocks(dout, cache):
                db = code.lstm_cell_backward(*dout, cache)[5]
                assert_shape(db, (4 * H,), "db")
                return dict(zip(reversed(GATES), np.split(np.asarray(db), 4)[::-1]))

            return blocks

        check_backward(
            forward_of(student),
            backward_of(student),
            # From the loss backwards: o is the first that a gradient passes.
            dict(zip(reversed(GATES), np.split(given["b"], 4)[::-1])),
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
                student.lstm_cell_forward,
                lambda dout, cache: student.lstm_cell_backward(*dout, cache),
                draw(rng, n=4, d=2, h=3),
                reference=reference.lstm_cell_forward,
                reference_backward=lambda dout, cache: reference.lstm_cell_backward(*dout, cache),
                rng=rng,
                axes=AXES,
            )

    def test_without_dh_the_cell_gradient_is_scaled_by_the_forget_gate(self, student, rng):
        """If nothing arrives at h, dc_prev is dc times the forget gate."""
        given = draw(rng)
        dc = rng.normal(size=(N, H))
        _, _, cache = student.lstm_cell_forward(*given.values())
        found = student.lstm_cell_backward(np.zeros((N, H)), dc, cache)
        assert_close(found[2], dc * steps(given)["f"], "dc_prev for dh = 0", axes=AXES["c_prev"])

    def test_without_dc_the_gradient_still_enters_the_cell(self, student, reference, rng):
        """If nothing arrives at c from the next step, dc_prev is what comes through h."""
        given = draw(rng)
        dh = rng.normal(size=(N, H))
        _, _, cache = student.lstm_cell_forward(*given.values())
        found = student.lstm_cell_backward(dh, np.zeros((N, H)), cache)
        at = steps(given)
        expected = dh * at["o"] * (1 - at["tanh_c"] ** 2) * at["f"]
        assert_close(found[2], expected, "dc_prev for dc = 0", axes=AXES["c_prev"])
