import numpy as np

from autograder.suite import (
    assert_close,
    assert_shape,
    assert_steps_close,
    assert_true,
    check_backward,
    exercise,
    first_divergence,
    gradcheck,
    points,
    show_map,
)

B, H, T, S, D, DV = 2, 3, 4, 5, 6, 7
AXES = {name: ("sample", "head", row, "feature") for name, row in (("q", "query"), ("k", "key"), ("v", "key"))}
LIKE = {"weights": ("sample", "head", "query", "key"), "out": ("sample", "head", "query", "feature")}


def draw(rng, b=B, h=H, t=T, s=S, d=D, dv=DV):
    """Queries, keys and values whose scores spread, so that no weight is near the mean of its row."""
    return {
        "q": rng.normal(size=(b, h, t, d)) * 1.5,
        "k": rng.normal(size=(b, h, s, d)),
        "v": rng.normal(size=(b, h, s, dv)),
    }


def draw_mask(rng, shape=(B, H, T, S)):
    """Every query lacks a key, and has at least two."""
    return rng.permuted(np.broadcast_to(np.arange(shape[-1]) < 3, shape), axis=-1)


def check(student, reference, given, mask=None, name="out"):
    """Weights and output; without a mask also whether it is the scores that are wrong, where they are kept."""
    out, weights, cache = student.sdpa_forward(*given.values(), mask)
    right_out, right_weights, _ = reference.sdpa_forward(*given.values(), mask)
    scores = given["q"] @ given["k"].swapaxes(-1, -2) / np.sqrt(given["q"].shape[-1])
    steps = {} if mask is not None else {"score matrix": scores}
    show_map(np.asarray(weights)[0, 0], "your weights of one head", rows="queries", columns="keys")
    with first_divergence(cache, steps, {"score matrix": ("scores", "logits")}):
        assert_close(weights, right_weights, "weights", axes=LIKE["weights"])
        assert_close(out, right_out, name, axes=LIKE["out"])


@exercise("sdpa_forward")
class TestForward:
    @points(2)
    def test_weights_and_output_match_the_definition(self, student, reference, rng):
        """Scores, weights and output are those of the definition, with all sizes different."""
        check(student, reference, draw(rng))

    def test_three_keys_by_hand(self, student):
        """Two queries over three keys have the weights and outputs worked out by hand."""
        q, k = np.eye(2)[None, None], np.array([[[[1.0, 0], [0, 1], [1, 1]]]])
        a, b = 0.401112, 0.197776
        for v, wanted in (
            ([[1.0, 0], [0, 1], [2, 2]], [[1.203336, 1.0], [1.0, 1.203336]]),
            ([[1.0, 2], [3, 4], [5, 6]], [[3.0, 4.0], [3.406673, 4.406673]]),
        ):
            out, weights, _ = student.sdpa_forward(q, k, np.array([[v]]))
            assert_close(weights, np.array([[[[a, b, a], [b, a, a]]]]), "weights", atol=1e-6)
            assert_close(out, np.array([[wanted]]), "out", atol=1e-6)
        out, _, _ = student.sdpa_forward(q, q, q)
        assert_close(out[0, 0], np.array([[0.669762, 0.330238], [0.330238, 0.669762]]), "out", atol=1e-6)

    @points(2)
    def test_forbidden_keys_are_left_out(self, student, reference, rng):
        """With a mask each query shares out all of its weight among the keys that it may see."""
        check(student, reference, draw(rng), draw_mask(rng))

    def test_masks_of_other_shapes(self, student, reference, rng):
        """A mask for all samples and heads, or for all queries of a sample, is used wherever it broadcasts to."""
        given = draw(rng)
        for shape in ((T, S), (B, 1, 1, S)):
            check(student, reference, given, draw_mask(rng, shape), "out with a shared mask")

    def test_queries_that_may_see_nothing(self, student, reference, rng):
        """A query without any key has weights and an output of 0, and the others are not disturbed."""
        mask = draw_mask(rng)
        mask[1, 2, :2], mask[0, 1, 3] = False, False
        check(student, reference, draw(rng), mask, "out where some see nothing")

    def test_large_scores(self, student, reference, rng):
        """Queries a thousand times as long are no problem."""
        given = draw(rng)
        given["q"] = given["q"] * 1000
        check(student, reference, given, name="out for long queries")

    def test_keys_with_their_values_may_change_places(self, student, rng):
        """Another order of the keys, with their values, leaves the output; another order of the queries moves it along."""
        q, k, v = draw(rng).values()
        out, weights, _ = student.sdpa_forward(q, k, v)
        assert_shape(out, (B, H, T, DV), "out")
        assert_close(np.sum(weights, axis=-1), np.ones((B, H, T)), "sums of the weights over the keys")
        assert_true(np.ptp(out, axis=2).min() > 1e-9, "out is the same for every query")
        keys, queries = rng.permutation(S), rng.permutation(T)
        moved, moved_weights, _ = student.sdpa_forward(q[:, :, queries], k[:, :, keys], v[:, :, keys])
        assert_close(moved, out[:, :, queries], "out in the new order")
        assert_close(moved_weights, weights[:, :, queries][..., keys], "weights in the new order")

    def test_equal_keys_give_the_mean_of_the_values(self, student, rng):
        """If all keys of a head are the same, every query reads the mean of that head's values."""
        q, k, v = draw(rng).values()
        out, weights, _ = student.sdpa_forward(q, np.repeat(k[:, :, :1], S, axis=2), v)
        assert_close(weights, np.full((B, H, T, S), 1 / S), "weights")
        assert_close(out, np.repeat(v.mean(axis=2, keepdims=True), T, axis=2), "out")

    def test_as_many_queries_as_keys_and_features(self, student, reference, rng):
        """With all sizes equal no shape gives a mistake away, only the numbers do."""
        check(student, reference, draw(rng, 4, 4, 4, 4, 4, 4), draw_mask(rng, (4, 4, 4, 4)))

    def test_inputs_are_left_alone(self, student, reference, rng):
        """Neither queries, keys and values nor the mask are overwritten."""
        given, mask = draw(rng), draw_mask(rng)
        after = student.call(student.sdpa_forward, *given.values(), mask, return_args=True)
        assert_close(after.result[0], reference.sdpa_forward(*given.values(), mask)[0], "out")
        assert_steps_close(after.args[:3], given, "the arguments")
        assert_true(np.array_equal(after.args[3], mask), "the mask is overwritten")


def check_gradients(student, reference, rng, given, mask=None):
    check_backward(
        student.sdpa_forward,
        student.sdpa_backward,
        given,
        reference.sdpa_forward,
        reference.sdpa_backward,
        args=(mask,),
        outputs=[0],
        rng=rng,
        axes=AXES,
    )


def gradients(student, given, dout, mask=None):
    """The gradients, with dv held against the student's own weights: a wrong forward is another exercise's business."""
    _, weights, cache = student.sdpa_forward(*given.values(), mask)
    dq, dk, dv = student.sdpa_backward(dout, cache)
    for name, grad in (("q", dq), ("k", dk), ("v", dv)):
        assert_shape(grad, given[name].shape, f"d{name}")
    assert_true(np.ptp(weights, axis=-1).max() > 1e-6, "all weights are equal")
    assert_close(dv, np.swapaxes(weights, -1, -2) @ dout, "dv", axes=AXES["v"])
    return dq, dk, dv


@exercise("sdpa_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dq, dk and dv are the gradients of the forward pass."""
        check_gradients(student, reference, rng, draw(rng))

    @points(2)
    def test_gradients_agree_with_differences(self, student, reference, rng):
        """Nudging queries, keys or values changes the loss as the gradients say."""
        gradcheck(
            student.sdpa_forward,
            student.sdpa_backward,
            draw(rng, b=1, h=2, t=3),
            reference=reference.sdpa_forward,
            outputs=[0],
            rng=rng,
            axes=AXES,
        )

    @points(2)
    def test_gradients_with_a_mask(self, student, reference, rng):
        """With a mask, also where a query may see nothing, the gradients are those of the forward pass."""
        mask = draw_mask(rng)
        mask[1, 0, 2], mask[0, 2, 1] = False, False
        check_gradients(student, reference, rng, draw(rng), mask)

    def test_gradients_by_hand(self, student):
        """Two queries over three keys have the gradients worked out by hand."""
        given = {
            "q": np.eye(2)[None, None],
            "k": np.array([[[[1.0, 0], [0, 1], [1, 1]]]]),
            "v": np.array([[[[1.0, 2], [3, 4], [5, 6]]]]),
        }
        dq, dk, dv = gradients(student, given, np.array([[[[1.0, 0], [0.5, 2]]]]))
        wanted = {
            "dv": [[0.5, 0.395552], [0.398332, 0.802224], [0.601668, 0.802224]],
            "dq": [[0.0, 0.567258], [0.288360, 0.841425]],
            "dk": [[-0.567258, -0.841425], [0.0, -0.288360], [0.567258, 1.129785]],
        }
        for (name, right), got in zip(wanted.items(), (dv, dq, dk)):
            assert_close(got[0, 0], np.array(right), name, atol=2e-6)

    def test_keys_that_nobody_may_see_get_no_gradient(self, student, rng):
        """A key that is hidden from all queries has a gradient of exactly 0, and so has its value."""
        given = draw(rng)
        mask = np.ones((B, 1, 1, S), bool)
        mask[0, ..., 3:], mask[1, ..., 0] = False, False
        _, dk, dv = gradients(student, given, rng.normal(size=(B, H, T, DV)), mask)
        hidden = ~mask[:, :, 0, :, None]
        assert_true(np.ptp(dk[0, :, :3], axis=1).min() > 1e-9, "dk is the same for every key")
        assert_true(not np.any(dk * hidden), "a hidden key has a gradient")
        assert_true(not np.any(dv * hidden), "the value of a hidden key has a gradient")

    def test_shifting_all_keys_changes_nothing(self, student, rng):
        """A vector added to all keys of a head adds the same to all scores of a query, so dk sums to 0 over the keys."""
        given = draw(rng)
        dq, dk, _ = gradients(student, given, rng.normal(size=(B, H, T, DV)))
        assert_true(np.ptp(dk, axis=2).min() > 1e-9, "dk is the same for every key")
        assert_true(np.ptp(dq, axis=2).min() > 1e-9, "dq is the same for every query")
        assert_close(np.sum(dk, axis=2), np.zeros((B, H, D)), "sums of dk over the keys", atol=1e-9)

    def test_equal_values_leave_nothing_to_choose(self, student, rng):
        """If all values of a head are the same, it does not matter where a query looks: dq and dk are 0, dv is not."""
        given = draw(rng)
        given["v"] = np.repeat(given["v"][:, :, :1], S, axis=2)
        dq, dk, _ = gradients(student, given, rng.normal(size=(B, H, T, DV)))
        assert_close(dq, np.zeros_like(dq), "dq", atol=1e-9)
        assert_close(dk, np.zeros_like(dk), "dk", atol=1e-9)

    def test_as_many_queries_as_keys_and_features(self, student, reference, rng):
        """With all sizes equal no shape gives a mistake away, only the numbers do."""
        check_gradients(student, reference, rng, draw(rng, 4, 4, 4, 4, 4, 4), draw_mask(rng, (4, 4, 4, 4)))
