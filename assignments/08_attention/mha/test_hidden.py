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

B, T, S, H, D = 2, 3, 5, 4, 2
E = H * D
SIZES = (B, T, S, H, D), (4, 4, 4, 2, 2)  # also with axes that are equally long
MAP_AXES = ("batch", "head", "query", "key")

# torch.nn.MultiheadAttention with the same weights gives these.
KNOWN_WEIGHTS = np.array(
    [
        [
            [[0.167044357, 0.750591301, 0.082364342], [0.509885304, 0.313578552, 0.176536144]],
            [[0.091149323, 0.533930687, 0.374919989], [0.480427526, 0.236883772, 0.282688702]],
        ]
    ]
)
KNOWN_OUT = np.array(
    [
        [
            [2.738246672, 2.549042136, 2.165881679, 1.936588548],
            [2.641943083, 2.458367764, 2.204320394, 2.006295081],
        ]
    ]
)


def draw(rng, t=T, s=S, e=E, b=B):
    """Tokens and projections for which scores are of moderate size and no two heads alike."""
    tokens = [rng.normal(size=(b, n, e)) for n in (t, s)]
    return [*tokens, *(rng.normal(size=(e, e)) * 1.5 / np.sqrt(e) for _ in range(4))]


def softmax(scores, mask=None):
    """Rows without a key are 0."""
    allowed = np.broadcast_to(True if mask is None else mask, scores.shape)
    powers = np.where(allowed, np.exp(scores - scores.max(axis=-1, keepdims=True)), 0.0)
    total = powers.sum(axis=-1, keepdims=True)
    return np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)


def by_head(xq, xkv, wq, wk, wv, wo, n_heads, mask=None):
    """What the statement names, head by head."""
    d = xq.shape[-1] // n_heads
    cut = [slice(i * d, (i + 1) * d) for i in range(n_heads)]
    q, k, v = (np.stack([(x @ w)[..., c] for c in cut], 1) for x, w in ((xq, wq), (xkv, wk), (xkv, wv)))
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / d**0.5
    weights = softmax(scores, mask)
    return {"q": q, "k": k, "v": v, "scores": scores, "weights": weights, "heads": weights @ v}


NAMES = ("xq", "xkv", "wq", "wk", "wv", "wo")
INPUT_AXES = {"xq": ("batch", "query", "feature"), "xkv": ("batch", "key", "feature")}
INPUT_AXES |= {name: ("input", "output") for name in NAMES[2:]}


def check_gradients(student, reference, rng, given, n_heads, mask=None):
    check_backward(
        student.mha_forward,
        student.mha_backward,
        dict(zip(NAMES, given)),
        reference.mha_forward,
        reference.mha_backward,
        args=(n_heads, mask),
        outputs=[0],
        rng=rng,
        axes=INPUT_AXES,
    )


def gradients(student, given, n_heads, dout, mask=None):
    """The gradients by name, with dwo held against the student's own output: a wrong forward is another exercise's business."""
    _, weights, cache = student.mha_forward(*given, n_heads, mask)
    grads = dict(zip(NAMES, student.mha_backward(dout, cache)))
    for name, array in zip(NAMES, given):
        assert_shape(grads[name], array.shape, f"d{name}")
    assert_true(np.ptp(weights, axis=-1).max() > 1e-6, "all weights are equal")
    heads = weights @ by_head(*given, n_heads)["v"]
    joined = heads.transpose(0, 2, 1, 3).reshape(given[0].shape)
    assert_close(grads["wo"], np.einsum("bte,btf->ef", joined, dout), "dwo", axes=INPUT_AXES["wo"])
    return grads


def show(weights):
    """All heads of the first sample, one below the other."""
    if isinstance(weights, np.ndarray) and weights.ndim == 4:
        show_map(
            weights[0].reshape(-1, weights.shape[-1]),
            "your attention weights, one head below the other",
            rows="queries of head 0, of head 1, ...",
            columns="keys",
        )


@exercise("mha_forward")
class TestForward:
    @points(2)
    def test_weights_are_those_of_every_head(self, student, reference, rng):
        """Every head has the weights that its own slices of the queries and keys give."""
        for b, t, s, h, d in SIZES:
            given = draw(rng, t, s, h * d, b)
            _, weights, cache = student.mha_forward(*given, h)
            show(weights)
            with first_divergence(cache, by_head(*given, h)):
                assert_close(weights, reference.mha_forward(*given, h)[1], "weights", axes=MAP_AXES)

    @points(3)
    def test_output_joins_and_projects_the_heads(self, student, reference, rng):
        """out is what the heads found, side by side, multiplied by wo."""
        for b, t, s, h, d in SIZES:
            given = draw(rng, t, s, h * d, b)
            out, _, cache = student.mha_forward(*given, h)
            with first_divergence(cache, by_head(*given, h)):
                assert_close(out, reference.mha_forward(*given, h)[0], "out", axes=("batch", "query", "feature"))

    def test_each_head_has_its_own_block_of_the_output(self, student, rng):
        """With wo the identity, the first features of out come from head 0, the next from head 1, and so on."""
        given = draw(rng)
        given[5] = np.eye(E)
        out, _, cache = student.mha_forward(*given, H)
        steps = by_head(*given, H)
        with first_divergence(cache, steps):
            assert_close(
                np.reshape(out, (B, T, H, D)) if np.shape(out) == (B, T, E) else out,
                steps["heads"].transpose(0, 2, 1, 3),
                "out, cut into heads",
                axes=("batch", "query", "head", "feature"),
            )

    def test_self_attention(self, student, reference, rng):
        """With the same tokens on both sides, out and weights are those of self-attention."""
        x, _, *w = draw(rng)
        expected, maps, _ = reference.mha_forward(x, x, *w, H)
        out, weights, cache = student.mha_forward(x, x, *w, H)
        show(weights)
        with first_divergence(cache, lambda: by_head(x, x, *w, H)):
            assert_close(weights, maps, "weights", axes=MAP_AXES)
            assert_close(out, expected, "out")

    def test_one_head_is_plain_attention(self, student, rng):
        """A single head is scaled dot-product attention between the projected tokens."""
        given = draw(rng)
        xq, xkv, wq, wk, wv, wo = given
        scores = (xq @ wq) @ (xkv @ wk).transpose(0, 2, 1) / np.sqrt(E)
        out, weights, _ = student.mha_forward(*given, 1)
        assert_close(weights, softmax(scores)[:, None], "weights of the only head", axes=MAP_AXES)
        assert_close(out, softmax(scores) @ (xkv @ wv) @ wo, "out")

    def test_as_many_heads_as_features(self, student, reference, rng):
        """With heads of one feature each, nothing is scaled and every feature has its own map."""
        given = draw(rng, e=3)
        out, weights, cache = student.mha_forward(*given, 3)
        expected, maps, _ = reference.mha_forward(*given, 3)
        with first_divergence(cache, lambda: by_head(*given, 3)):
            assert_close(weights, maps, "weights", axes=MAP_AXES)
            assert_close(out, expected, "out")

    def test_known_values(self, student):
        """A small case, checked with another library, comes out right."""
        xq = np.array([[[1.0, 0.0, -1.0, 2.0], [0.5, 1.0, 0.0, -0.5]]])
        xkv = np.array([[[0.0, 1.0, 1.0, 0.0], [2.0, -1.0, 0.5, 1.0], [-1.0, 0.0, 1.0, 1.0]]])
        wq = np.eye(4) + 0.5 * np.eye(4, k=1)
        wk = np.eye(4) - 0.5 * np.eye(4, k=-1)
        wv = np.arange(16.0).reshape(4, 4) / 10
        wo = np.eye(4)[::-1] + 0.1
        out, weights, _ = student.mha_forward(xq, xkv, wq, wk, wv, wo, 2)
        assert_close(weights, KNOWN_WEIGHTS, "weights", atol=1e-6, axes=MAP_AXES)
        assert_close(out, KNOWN_OUT, "out", atol=1e-6)

    @leaves_arguments
    def test_masked_keys_get_no_weight(self, student, reference, rng):
        """Where the mask is False, the weights are exactly 0, in every head; the others share out the rest."""
        given = draw(rng)
        mask = rng.permuted(np.tile([True, True, True, False, False], (B, 1, T, 1)), axis=-1)
        out, weights, cache = student.mha_forward(*given, H, mask)
        show(weights)
        expected, maps, _ = reference.mha_forward(*given, H, mask)
        with first_divergence(cache, lambda: by_head(*given, H, mask)):
            assert_close(weights, maps, "weights under a mask", axes=MAP_AXES)
            assert_close(out, expected, "out under a mask")
        assert_true(not np.any(weights[~np.broadcast_to(mask, weights.shape)]), "a forbidden key has some weight left")

    def test_a_mask_may_differ_from_head_to_head(self, student, reference, rng):
        """A mask of shape (B, H, T, S) hides keys in one head and shows them in another."""
        given = draw(rng)
        mask = rng.permuted(np.tile([True, True, True, False, False], (B, H, T, 1)), axis=-1)
        out, weights, _ = student.mha_forward(*given, H, mask=mask)
        show(weights)
        expected, maps, _ = reference.mha_forward(*given, H, mask)
        assert_close(weights, maps, "weights", axes=MAP_AXES)
        assert_close(out, expected, "out")

    def test_a_query_that_may_look_nowhere_gets_zeros(self, student, reference, rng):
        """A query without any allowed key has weight 0 everywhere and output 0, never nan; the others are as always."""
        given = draw(rng)
        mask = np.ones((T, S), dtype=bool)
        mask[1] = False
        out, weights, _ = student.mha_forward(*given, H, mask)
        show(weights)
        expected, maps, _ = reference.mha_forward(*given, H, mask)
        assert_close(weights, maps, "weights", axes=MAP_AXES)
        assert_close(out, expected, "out", axes=("batch", "query", "feature"))

    def test_the_order_of_the_keys_does_not_matter(self, student, rng):
        """Exchanging the tokens that are looked at exchanges the weights, and leaves out as it is."""
        xq, xkv, *w = draw(rng)
        order = np.roll(np.arange(S), 2)
        out, weights, _ = student.mha_forward(xq, xkv, *w, H)
        moved, moved_weights, _ = student.mha_forward(xq, xkv[:, order], *w, H)
        assert_true(np.ptp(out, axis=1).min() > 1e-9, "out is the same for every query")
        assert_true(np.ptp(weights, axis=-1).min() > 1e-9, "the weights are the same for every key")
        assert_close(moved_weights, weights[..., order], "weights of the exchanged keys", axes=MAP_AXES)
        assert_close(moved, out, "out with exchanged keys")


@exercise("mha_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """All six gradients are those of the forward pass, also where axes are equally long."""
        for b, t, s, h, d in SIZES:
            check_gradients(student, reference, rng, draw(rng, t, s, h * d, b), h)

    @points(2)
    def test_gradients_agree_with_differences(self, student, reference, rng):
        """Nudging tokens or projections changes the loss as the gradients say."""
        gradcheck(
            student.mha_forward,
            student.mha_backward,
            dict(zip(NAMES, draw(rng))),
            reference=reference.mha_forward,
            args=(2,),
            outputs=[0],
            rng=rng,
            axes=INPUT_AXES,
        )

    @points(2)
    def test_gradients_with_a_mask(self, student, reference, rng):
        """With a mask, also where a query may look nowhere, the gradients are those of the forward pass."""
        mask = rng.permuted(np.tile([True, True, True, False, False], (B, H, T, 1)), axis=-1)
        mask[1, :, 2] = False
        check_gradients(student, reference, rng, draw(rng), H, mask)

    def test_self_attention_adds_the_two_gradients(self, student, reference, rng):
        """With one array on both sides, dxq + dxkv is the gradient of that array."""
        x, _, *w = draw(rng)

        def both(grads):
            dxq, dxkv, *rest = grads
            return dxq + dxkv, *rest

        gradcheck(
            lambda x, *w: student.mha_forward(x, x, *w, H),
            lambda dout, cache: both(student.mha_backward(dout, cache)),
            {"x": x, **dict(zip(NAMES[2:], w))},
            reference=lambda x, *w: reference.mha_forward(x, x, *w, H),
            outputs=[0],
            rng=rng,
        )

    def test_hidden_tokens_get_no_gradient(self, student, rng):
        """A token that no query may look at has a gradient of exactly 0 in dxkv; all others have one."""
        given = draw(rng)
        mask = np.ones((B, 1, 1, S), dtype=bool)
        mask[0, ..., 3:], mask[1, ..., 0] = False, False
        grads = gradients(student, given, H, rng.normal(size=(B, T, E)), mask)
        seen = mask[:, 0, 0, :]
        assert_true(np.abs(grads["xkv"]).max(axis=2)[seen].min() > 1e-9, "a visible token has no gradient")
        assert_true(not np.any(grads["xkv"][~seen]), "a hidden token has a gradient")

    def test_two_batches_add_up(self, student, rng):
        """The gradients of the projections over a batch are the sums of those of its samples."""
        given, dout = draw(rng), rng.normal(size=(B, T, E))
        whole = gradients(student, given, H, dout)
        parts = [
            gradients(student, [given[0][n : n + 1], given[1][n : n + 1], *given[2:]], H, dout[n : n + 1]) for n in range(B)
        ]
        for name in NAMES[2:]:
            assert_close(whole[name], parts[0][name] + parts[1][name], f"d{name} of the batch", axes=INPUT_AXES[name])

    @leaves_arguments
    def test_backward_leaves_its_input_alone(self, student, reference, rng):
        """dout is not overwritten, and a second call with the same cache gives the same."""
        given, dout = draw(rng), rng.normal(size=(B, T, E))
        _, _, cache = student.mha_forward(*given, H)
        first = student.mha_backward(dout, cache)
        right = reference.mha_backward(dout, reference.mha_forward(*given, H)[2])
        assert_close(first[0], right[0], "dxq")
        assert_close(student.mha_backward(dout, cache), first, "gradients of a second call")
