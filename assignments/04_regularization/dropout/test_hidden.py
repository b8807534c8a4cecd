from itertools import product

import numpy as np

from autograder.suite import assert_close, assert_equal, check_backward, exercise, gradcheck, points

AXES = {"x": ("batch", "units")}


def draw(rng, n=5, d=6):
    """Activations away from 0, p_drop away from 1/2, and a mask that keeps some units of each row and drops others."""
    x = rng.uniform(0.5, 2, size=(n, d)) * np.where(rng.random((n, d)) < 0.5, -1.0, 1.0)
    mask = rng.permuted(np.tile(np.arange(d) % 3 > 0, (n, 1)), axis=1).astype(float)
    return x, rng.uniform(0.15, 0.35), mask


def all_masks(d, p_drop):
    """Every mask of d units, and the probability of each."""
    masks = np.array(list(product([0.0, 1.0], repeat=d)))
    return masks, np.prod(np.where(masks == 1, 1 - p_drop, p_drop), axis=1)


@exercise("dropout_forward")
class TestForward:
    @points(2)
    def test_survivors_are_scaled_up_and_the_others_are_zero(self, student, reference, rng):
        """In training a kept unit becomes x / (1 - p_drop), a dropped one exactly 0."""
        x, p_drop, mask = draw(rng)
        out, _ = student.dropout_forward(x, p_drop, mask, True)
        assert_close(out, reference.dropout_forward(x, p_drop, mask, True)[0], "out", axes=AXES["x"])
        assert_equal(np.equal(out, 0), mask == 0, "whether out is exactly 0")

    def test_known_values(self, student):
        """Four activations worked out by hand come out right."""
        x = np.array([0.3342, 0.8208, 0.3765, 0.1820])
        out, _ = student.dropout_forward(x, 0.5, np.array([1.0, 1.0, 0.0, 0.0]), True)
        assert_close(out, np.array([0.6684, 1.6416, 0.0, 0.0]), "out")

    @points(2)
    def test_mean_over_the_masks_is_the_input(self, student, rng):
        """Over all masks, each weighted by its probability, the mean of the output is x."""
        x, p_drop, _ = draw(rng, n=1)
        masks, probabilities = all_masks(6, p_drop)
        out, _ = student.dropout_forward(np.repeat(x, len(masks), axis=0), p_drop, masks, True)
        assert_close(probabilities @ out, x[0], "the mean of out over the masks")
        assert_equal(np.equal(out, 0), masks == 0, "whether out is exactly 0")

    def test_evaluation_leaves_the_input_as_it_is(self, student, rng):
        """In evaluation out is x, whatever the mask says; in training it is not."""
        x, p_drop, mask = draw(rng)
        evaluated, _ = student.dropout_forward(x, p_drop, mask, False)
        trained, _ = student.dropout_forward(x, p_drop, mask, True)
        assert_close(evaluated, x, "out in evaluation")
        assert_equal(np.equal(trained, 0), mask == 0, "whether out is 0 in training")

    def test_dropping_nothing_changes_nothing(self, student, rng):
        """With p_drop = 0 all units stay and none is scaled; the larger p_drop is, the more the survivors are."""
        x, _, mask = draw(rng)
        out, _ = student.dropout_forward(x, 0.0, np.ones_like(x), True)
        assert_close(out, x, "out with p_drop = 0")
        out, _ = student.dropout_forward(x, 0.75, mask, True)
        assert_close(out, 4 * x * mask, "out with a large p_drop")

    def test_images_and_vectors_work_too(self, student, rng):
        """x may have any number of axes."""
        x = rng.normal(size=(2, 3, 4, 5))
        mask = (rng.random(x.shape) < 0.6).astype(float)
        out, _ = student.dropout_forward(x, 0.4, mask, True)
        assert_close(out, x * mask / 0.6, "out")

    def test_arguments_are_left_alone(self, student, rng):
        """The output is right, and neither x nor the mask is overwritten on the way."""
        x, p_drop, mask = draw(rng)
        after = student.call(student.dropout_forward, x, p_drop, mask, True, return_args=True)
        assert_close(after.result[0], x * mask / (1 - p_drop), "out")
        assert_close([after.args[0], after.args[2]], [x, mask], "x and mask as passed in")


@exercise("dropout_backward")
class TestBackward:
    @points(2)
    def test_gradient_matches_the_definition(self, student, reference, rng):
        """In training dx is the gradient of the forward pass, with the mask that was used there, also where x is 0."""
        x, p_drop, mask = draw(rng)
        x = np.maximum(x, 0)  # as it comes out of a ReLU
        check_backward(
            student.dropout_forward,
            student.dropout_backward,
            {"x": x},
            reference.dropout_forward,
            reference.dropout_backward,
            args=(p_drop, mask, True),
            rng=rng,
            axes=AXES,
        )

    @points(2)
    def test_gradient_agrees_with_finite_differences(self, student, reference, rng):
        """Nudging x, with the mask held fixed, changes the loss as the gradient says."""
        x, p_drop, mask = draw(rng, n=4, d=7)
        gradcheck(
            student.dropout_forward,
            student.dropout_backward,
            {"x": x},
            reference=reference.dropout_forward,
            args=(p_drop, mask, True),
            rng=rng,
            axes=AXES,
        )

    def test_evaluation_passes_the_gradient_through(self, student, rng):
        """In evaluation dx is dout; in training dropped units get no gradient."""
        x, p_drop, mask = draw(rng)
        dout = rng.uniform(1, 2, size=x.shape)
        _, evaluated = student.dropout_forward(x, p_drop, mask, False)
        _, trained = student.dropout_forward(x, p_drop, mask, True)
        assert_close(student.dropout_backward(dout, evaluated), dout, "dx in evaluation")
        dropped = np.equal(student.dropout_backward(dout, trained), 0)
        assert_equal(dropped, mask == 0, "whether dx is 0 in training")

    def test_gradient_depends_on_the_mask_and_not_on_the_input(self, student, rng):
        """For a fixed mask dropout is linear: dx does not depend on x, and twice the dout gives twice the dx."""
        x, p_drop, mask = draw(rng, n=6)
        dout = rng.uniform(1, 2, size=x.shape)
        _, cache = student.dropout_forward(np.maximum(x, 0), p_drop, mask, True)
        _, other_cache = student.dropout_forward(x + 3, p_drop, mask, True)
        dx = student.dropout_backward(dout, cache)
        assert_equal(np.equal(dx, 0), mask == 0, "whether dx is 0")
        twice = student.dropout_backward(2 * dout, other_cache)
        assert_close(twice, 2 * np.asarray(dx), "dx for another x and twice the dout")

    def test_dout_is_left_alone(self, student, rng):
        """dx is 0 where units were dropped, and dout is not overwritten on the way."""
        x, p_drop, mask = draw(rng)
        dout = rng.uniform(1, 2, size=x.shape)
        _, cache = student.dropout_forward(x, p_drop, mask, True)
        after = student.call(student.dropout_backward, dout, cache, return_args=True)
        assert_equal(np.equal(after.result, 0), mask == 0, "whether dx is 0")
        assert_close(after.args[0], dout, "dout as passed in")


@exercise("dropout_weight_scaling")
class TestWeightScaling:
    @points(2)
    def test_output_is_the_mean_over_the_masks(self, student, rng):
        """With the test-time parameters the layer gives the mean of what it gave in training, over all masks."""
        x, p_drop, _ = draw(rng, n=3, d=5)
        w, b = rng.normal(size=(5, 4)), rng.uniform(1, 2, size=4)
        masks, probabilities = all_masks(5, p_drop)
        mean = np.einsum("m,mnk->nk", probabilities, (masks[:, None, :] * x) @ w + b)
        test_w, test_b = student.dropout_weight_scaling(w, b, p_drop)
        assert_close(x @ test_w + test_b, mean, "the layer's output at test time")

    def test_known_values(self, student):
        """Three weights worked out by hand come out right."""
        w, b = student.dropout_weight_scaling(np.array([[1.0], [2.0], [3.0]]), np.zeros(1), 0.2)
        assert_close(np.sum(w) + b, np.array([4.8]), "the output for inputs of 1")

    def test_weights_and_biases(self, student, reference, rng):
        """Each of the two is right by itself."""
        for d_in, d_out in ((6, 3), (4, 4)):
            w, b, p_drop = (
                rng.normal(size=(d_in, d_out)),
                rng.uniform(1, 2, size=d_out),
                rng.uniform(0.6, 0.9),
            )
            expected = reference.dropout_weight_scaling(w, b, p_drop)
            assert_close(student.dropout_weight_scaling(w, b, p_drop), expected, "(w, b)")

    def test_arguments_are_left_alone(self, student, rng):
        """The result is right, and the trained parameters are not overwritten: training may go on with them."""
        w, b = rng.normal(size=(4, 2)), rng.uniform(1, 2, size=2)
        after = student.call(student.dropout_weight_scaling, w, b, 0.25, return_args=True)
        assert_close(after.result, (0.75 * w, b), "(w, b)")
        assert_close(after.args[:2], [w, b], "the parameters passed in")
