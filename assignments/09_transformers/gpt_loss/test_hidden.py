import numpy as np
import pytest

from autograder.suite import assert_close, definition, gradcheck, leaves_arguments, points

AXES = ("sequence", "position", "token")


def draw(rng, n=3, t=5, v=7):
    lengths = rng.permutation(np.arange(n) % (t - 1) + 2)
    mask = np.arange(t) < lengths[:, None]
    mask[0, 0], mask[1, 1] = False, False  # not only at the end
    return rng.normal(size=(n, t, v)) * 2, rng.integers(v, size=(n, t)), mask


def check(student, reference, *given, **options):
    loss, dlogits = student.gpt_loss(*given, **options)
    right, dright = reference.gpt_loss(*given, **options)
    assert_close(float(loss), right, "the loss")
    assert_close(dlogits, dright, "dlogits", axes=AXES)


@points(3)
def test_loss_and_gradient_match_the_definition(student, reference, rng):
    """Without a mask, loss and gradient are those of the definition."""
    for sizes in ((3, 5, 7), (6, 6, 6), (2, 2, 4)):
        logits, ids, _ = draw(rng, *sizes)
        check(student, reference, logits, ids)


@leaves_arguments
@points(2)
def test_the_mask_belongs_to_the_target(student, reference, rng):
    """A prediction counts if its target is in the mask, for both reductions."""
    for sizes in ((3, 5, 7), (6, 6, 6)):
        given = draw(rng, *sizes)
        check(student, reference, *given)
        check(student, reference, *given, reduction="token_mean")


def test_token_mean(student, reference, rng):
    """With "token_mean" and no mask, the loss is divided by N (T - 1)."""
    logits, ids, _ = draw(rng)
    check(student, reference, logits, ids, None, "token_mean")


@points(2)
def test_gradient_by_differences(student, reference, rng):
    """The gradient is the slope of the loss."""
    logits, ids, mask = draw(rng)
    for options in ((None, "mean"), (mask, "token_mean")):
        gradcheck(
            lambda z: student.gpt_loss(z, ids, *options)[0],  # noqa: B023
            lambda dout, z: (dout * student.gpt_loss(z, ids, *options)[1],),  # noqa: B023
            {"logits": logits},
            reference=lambda z: reference.gpt_loss(z, ids, *options)[0],  # noqa: B023
            rng=rng,
            cache=False,
        )


@definition
def test_a_product_of_conditionals(student, rng):
    """exp(-loss) of one sequence is the product of the probabilities of its tokens after the first."""
    logits, ids, _ = draw(rng, 2, 5, 4)
    p = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    right = -np.mean([np.log(np.prod([p[n, t, ids[n, t + 1]] for t in range(4)])) for n in range(2)])
    assert_close(float(student.gpt_loss(logits, ids)[0]), float(right), "the loss")


@definition
def test_the_last_logits_predict_nothing(student, rng):
    """The last logits have no gradient and no influence, and the first token has no influence either."""
    logits, ids, _ = draw(rng)
    loss, dlogits = student.gpt_loss(logits, ids)
    assert_close(dlogits[:, -1], np.zeros((3, 7)), "gradient of the last logits")
    other, others = logits.copy(), ids.copy()
    other[:, -1] += rng.normal(size=(3, 7))
    others[:, 0] = (others[:, 0] + 1) % 7
    assert_close(float(student.gpt_loss(other, others)[0]), float(loss), "the loss with other last logits and first tokens")
    p = np.exp(logits[:, 0]) / np.exp(logits[:, 0]).sum(axis=-1, keepdims=True)
    assert_close(dlogits[:, 0], (p - np.eye(7)[ids[:, 1]]) / 3, "gradient of the first logits")


@definition
def test_nothing_to_predict(student, rng):
    """If no target counts, loss and gradient are 0 for both reductions."""
    logits, ids, _ = draw(rng)
    mask = np.zeros((3, 5), dtype=bool)
    mask[:, 0] = True  # the first token is never a target
    for reduction in ("mean", "token_mean"):
        loss, dlogits = student.gpt_loss(logits, ids, mask, reduction)
        assert_close(float(loss), 0.0, "the loss without targets")
        assert_close(dlogits, np.zeros(logits.shape), "dlogits without targets")
    mask[2, 3] = True
    row = logits[2, 2]
    right = float(np.log(np.exp(row).sum()) - row[ids[2, 3]])
    assert_close(float(student.gpt_loss(logits, ids, mask, "token_mean")[0]), right, "the loss of a single target")


def test_large_logits_do_not_overflow(student, reference, rng):
    """Logits in the thousands give a finite loss and gradient."""
    logits, ids, mask = draw(rng)
    check(student, reference, 1000 * logits, ids, mask)


def test_another_reduction_is_refused(student, rng):
    """Another reduction is a ValueError that names the argument."""
    logits, ids, _ = draw(rng)
    with pytest.raises(ValueError, match="reduction"):
        student.gpt_loss(logits, ids, None, "sum")
