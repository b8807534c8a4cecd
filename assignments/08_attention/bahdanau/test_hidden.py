import numpy as np

from autograder.suite import (
    assert_close,
    assert_shape,
    assert_true,
    check_backward,
    exercise,
    first_divergence,
    gradcheck,
    leaves_arguments,
    points,
    show_map,
)

N, T, DS, DH, A = 3, 5, 4, 2, 6
AXES = {
    "s": ("sample", "feature"),
    "h": ("sample", "position", "feature"),
    "wa": ("input", "unit"),
    "ua": ("input", "unit"),
    "va": ("unit",),
}
BY_HAND = {
    "s": np.array([[1.0, 0.0]]),
    "h": np.array([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]]),
    "wa": np.array([[0.5, -0.2], [0.1, 0.3]]),
    "ua": np.array([[0.4, 0.6], [-0.3, 0.7]]),
    "va": np.array([1.0, -1.0]),
}


def draw(rng, n=N, t=T, ds=DS, dh=DH, a=A):
    """Weights of a size at which tanh is bent, and no unit is flat."""
    return {
        "s": rng.normal(size=(n, ds)),
        "h": rng.normal(size=(n, t, dh)),
        "wa": rng.uniform(-0.6, 0.6, size=(ds, a)),
        "ua": rng.uniform(-1, 1, size=(dh, a)),
        "va": rng.choice([-1.0, 1.0], size=a) * rng.uniform(0.7, 2, size=a),
    }


def draw_mask(rng, n=N, t=T):
    return rng.permuted(np.tile(np.arange(t) < 3, (n, 1)), axis=1)


@exercise("bahdanau_scores")
class TestScores:
    @points(2)
    def test_scores_match_the_definition(self, student, reference, rng):
        """The scores are those of the hidden layer, with all sizes different."""
        given = draw(rng).values()
        assert_close(
            student.bahdanau_scores(*given),
            reference.bahdanau_scores(*given),
            "e",
            axes=("sample", "position"),
        )

    def test_three_positions_by_hand(self, student):
        """A state over three positions has the scores worked out by hand."""
        e = student.bahdanau_scores(*BY_HAND.values())
        assert_close(e, np.array([[0.336349, -0.264742, -0.263449]]), "e", atol=1e-6)

    def test_all_of_one_width(self, student, reference, rng):
        """With all widths equal no shape gives a mistake away, only the numbers do."""
        given = draw(rng, n=4, t=4, ds=4, dh=4, a=4).values()
        assert_close(student.bahdanau_scores(*given), reference.bahdanau_scores(*given), "e")

    def test_scores_are_linear_in_va(self, student, rng):
        """va = 0 gives 0, and twice va gives twice the scores, but twice the hidden weights do not."""
        s, h, wa, ua, va = draw(rng).values()
        e = student.bahdanau_scores(s, h, wa, ua, va)
        assert_shape(e, (N, T), "e")
        assert_true(np.ptp(e, axis=1).min() > 1e-9, "the scores are the same at every position")
        assert_close(student.bahdanau_scores(s, h, wa, ua, 0 * va), np.zeros((N, T)), "e with va = 0")
        assert_close(student.bahdanau_scores(s, h, wa, ua, 2 * va), 2 * e, "e with twice the va")
        twice = student.bahdanau_scores(s, h, 2 * wa, 2 * ua, va)
        assert_true(not np.allclose(twice, 2 * e, rtol=1e-3), "the hidden layer is linear")

    def test_the_state_decides(self, student, rng):
        """Another state gives another preference: the scores do not all change by the same amount."""
        s, h, wa, ua, va = draw(rng).values()
        e = student.bahdanau_scores(s, h, wa, ua, va)
        other = student.bahdanau_scores(s[::-1].copy(), h, wa, ua, va)
        assert_shape(e, (N, T), "e")
        change = np.ptp(np.asarray(other) - e, axis=1)[[0, -1]]
        assert_true(np.all(change > 1e-9), "another state does not change what is preferred")

    def test_same_as_one_matrix_for_both(self, student, rng):
        """State and memory, one after the other, times Wa on top of Ua: the same scores."""
        s, h, wa, ua, va = draw(rng).values()
        joined = np.concatenate([np.repeat(s[:, None], T, axis=1), h], axis=2)
        wanted = np.tanh(joined @ np.concatenate([wa, ua])) @ va
        assert_close(student.bahdanau_scores(s, h, wa, ua, va), wanted, "e")


def check_forward(student, reference, given, mask=None):
    """Weights and context; without a mask also whether it is the scores that are wrong, where they are kept."""
    context, alpha, cache = student.bahdanau_attention_forward(*given.values(), mask)
    right_context, right_alpha, _ = reference.bahdanau_attention_forward(*given.values(), mask)
    steps = {} if mask is not None else {"score matrix": reference.bahdanau_scores(*given.values())}
    show_map(alpha, "your weights alpha", rows="samples", columns="positions")
    with first_divergence(cache, steps, {"score matrix": ("scores", "score", "e", "logits")}):
        assert_close(alpha, right_alpha, "alpha", axes=("sample", "position"))
        assert_close(context, right_context, "context", axes=("sample", "feature"))


def check_gradients(student, reference, rng, given, mask=None):
    check_backward(
        student.bahdanau_attention_forward,
        student.bahdanau_attention_backward,
        given,
        reference.bahdanau_attention_forward,
        reference.bahdanau_attention_backward,
        args=(mask,),
        outputs=[0],
        rng=rng,
        axes=AXES,
    )


@exercise("bahdanau_attention_forward")
class TestAttention:
    @points(2)
    def test_context_matches_the_definition(self, student, reference, rng):
        """Scores, alpha and context are those of the definition."""
        check_forward(student, reference, draw(rng))

    def test_three_positions_by_hand(self, student):
        """A state over three positions has the weights and the context worked out by hand."""
        context, alpha, _ = student.bahdanau_attention_forward(*BY_HAND.values())
        assert_close(alpha, np.array([[0.476841, 0.261411, 0.261749]]), "alpha", atol=1e-6)
        assert_close(context, np.array([[0.738589, 0.523159]]), "context", atol=1e-6)

    @leaves_arguments
    def test_forbidden_positions_are_left_out(self, student, reference, rng):
        """With a mask the weights of the allowed positions sum to 1; where nothing is allowed all is 0."""
        for n in (N, T):  # also as many samples as positions
            mask = draw_mask(rng, n)
            check_forward(student, reference, draw(rng, n), mask)
            mask[1] = False
            check_forward(student, reference, draw(rng, n), mask)

    @leaves_arguments
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """ds, dh, dwa, dua and dva are the gradients of the forward pass."""
        check_gradients(student, reference, rng, draw(rng))

    @points(2)
    def test_gradients_agree_with_differences(self, student, reference, rng):
        """Nudging the state, the memories or a weight changes the loss as the gradients say."""
        gradcheck(
            student.bahdanau_attention_forward,
            student.bahdanau_attention_backward,
            draw(rng, n=2, t=4, a=3),
            reference=reference.bahdanau_attention_forward,
            outputs=[0],
            rng=rng,
            axes=AXES,
        )

    @points(2)
    def test_gradients_with_a_mask(self, student, reference, rng):
        """With a mask, also where nothing may be read, the gradients are those of the forward pass."""
        mask = draw_mask(rng)
        mask[2] = False
        check_gradients(student, reference, rng, draw(rng), mask)

    def test_two_paths_lead_to_the_memories(self, student, rng):
        """With va = 0 only the values carry a gradient to h; moving all memories of a sample moves its context as much."""
        given = draw(rng)
        given["va"] = np.zeros(A)
        dcontext = rng.normal(size=(N, DH))
        _, _, cache = student.bahdanau_attention_forward(*given.values())
        ds, dh, _, _, dva = student.bahdanau_attention_backward(dcontext, cache)
        assert_close(dh, np.repeat(dcontext[:, None] / T, T, axis=1), "dh", axes=AXES["h"])
        assert_close(ds, np.zeros((N, DS)), "ds", atol=1e-12)
        centred = given["h"] @ dcontext[:, :, None]
        centred = (centred - centred.mean(axis=1, keepdims=True)) / T
        hidden = np.tanh((given["s"] @ given["wa"])[:, None] + given["h"] @ given["ua"])
        assert_close(dva, (centred * hidden).sum(axis=(0, 1)), "dva", axes=AXES["va"])

    def test_a_batch_is_the_sum_of_its_samples(self, student, reference, rng):
        """Sample by sample, the gradients of the weights add up to those of the batch."""
        given, dcontext = draw(rng), rng.normal(size=(N, DH))
        _, _, cache = student.bahdanau_attention_forward(*given.values())
        whole = student.bahdanau_attention_backward(dcontext, cache)
        right = reference.bahdanau_attention_backward(dcontext, reference.bahdanau_attention_forward(*given.values())[2])
        assert_close(whole[0], right[0], "ds", axes=AXES["s"])
        weights = (given["wa"], given["ua"], given["va"])
        parts = []
        for n in range(N):
            _, _, cache = student.bahdanau_attention_forward(given["s"][n : n + 1], given["h"][n : n + 1], *weights)
            parts.append(student.bahdanau_attention_backward(dcontext[n : n + 1], cache))
        for place, name in ((2, "dwa"), (3, "dua"), (4, "dva")):
            total = np.sum([part[place] for part in parts], axis=0)
            assert_close(whole[place], total, f"{name} against its sum over the samples")

    def test_all_of_one_width(self, student, reference, rng):
        """With all sizes equal no shape gives a mistake away, only the numbers do."""
        given = draw(rng, n=4, t=4, ds=4, dh=4, a=4)
        check_forward(student, reference, given)
        check_gradients(student, reference, rng, given)
