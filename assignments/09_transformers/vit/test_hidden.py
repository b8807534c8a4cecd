import numpy as np
import pytest

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    check_vjp,
    count_parameters,
    definition,
    exercise,
    load_weights,
    own_module,
    points,
    tensor,
    twins,
)

IMAGE, P, C, D = 6, 2, 3, 8


def scale(entry):
    return 1.3 / np.sqrt(entry.shape[-1]) if entry.ndim == 2 else 0.6


def images(rng, n=4, c=C, size=IMAGE):
    return tensor(rng.normal(size=(n, c, size, size)))


@exercise("vit_embedding")
class TestEmbedding:
    AXES = ("image", "token", "feature")

    def pair(self, student, reference, rng, *sizes):
        x = images(rng, 2, sizes[2], sizes[0])
        return twins(student.ViTEmbedding, reference.ViTEmbedding, *sizes, rng=rng, probe=[x], scale=scale, named=True)

    @points(3)
    def test_tokens_match_the_definition(self, student, reference, rng):
        """With the same weights, tokens are those of the definition, and so are all gradients."""
        for sizes in ((IMAGE, P, C, D), (9, 3, 2, 4), (4, 4, 1, 5), (3, 1, 2, 4)):
            theirs, mine, _ = self.pair(student, reference, rng, *sizes)
            for n in (4, D):
                x = images(rng, n, sizes[2], sizes[0])
                assert_close(theirs(x), mine(x).detach(), "tokens", axes=self.AXES)
        theirs, mine, _ = self.pair(student, reference, rng, IMAGE, P, C, D)
        check_vjp(theirs, mine, {"x": images(rng)}, [tensor(rng.normal(size=(4, 10, D)))], atol=1e-4)

    @definition
    def test_token_0_is_cls_and_its_position(self, student, reference, rng):
        """Token 0 is the learned vector plus the first position, whatever the image; the others are patches plus
        positions."""
        theirs, mine, _ = self.pair(student, reference, rng, IMAGE, P, C, D)
        x = images(rng)
        tokens = theirs(x).detach()
        start = (mine.cls[0, 0] + mine.pos[0, 0]).detach()
        assert_close(tokens[:, 0], start.expand(4, D), "token 0")
        corner = x[:, :, :P, P : 2 * P].reshape(4, -1) @ mine.proj.weight.detach().T + mine.proj.bias.detach()
        assert_close(tokens[:, 2], corner + mine.pos[0, 2].detach(), "the token of the second patch", atol=1e-5)

    def test_number_of_parameters(self, student):
        """A projection, one token and a position for each token."""
        assert_equal(count_parameters(student.ViTEmbedding(32, 8, 3, 64)), 13504, "number of parameters")
        assert_equal(count_parameters(student.ViTEmbedding(12, 4, 2, 5)), 33 * 5 + 5 + 50, "number of parameters")

    def test_patches_that_do_not_fit_are_refused(self, student):
        """If the patch is below 1 or does not divide the image, that is a ValueError that names it."""
        for patch in (3, 0):
            with pytest.raises(ValueError, match="patch"):
                student.ViTEmbedding(8, patch, 1, 4)


@exercise("vit")
class TestModel:
    SIZES = (IMAGE, P, C, D, 2, 2, 12, 5)

    def pair(self, student, reference, rng):
        return twins(student.ViT, reference.ViT, *self.SIZES, rng=rng, probe=[images(rng)], scale=scale, named=True)

    @points(3)
    def test_logits_match_the_definition(self, student, reference, rng):
        """With the same weights, logits are those of the definition."""
        theirs, mine, _ = self.pair(student, reference, rng)
        for n in (4, 5):
            x = images(rng, n)
            assert_close(theirs(x), mine(x).detach(), "logits", axes=("image", "class"))

    @points(2)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """The gradients of the images and of all parameters are those of the definition."""
        theirs, mine, _ = self.pair(student, reference, rng)
        check_vjp(theirs, mine, {"x": images(rng)}, [tensor(rng.normal(size=(4, 5)))], atol=1e-4)

    def test_patches_and_positions_permuted_together(self, student, reference, rng):
        """If patches change places and take their positions with them, no logit changes; without the positions some
        do."""
        theirs, mine, loaded = self.pair(student, reference, rng)
        x = images(rng)
        other = x.clone()
        other[:, :, :P, :P], other[:, :, P : 2 * P, P : 2 * P] = x[:, :, P : 2 * P, P : 2 * P], x[:, :, :P, :P]
        before = theirs(x).detach()
        assert_close(before, mine(x).detach(), "logits", axes=("image", "class"))
        moved = theirs(other).detach()
        assert_true(bool((moved - before).abs().max() > 1e-4), "the place of a patch makes no difference")
        state = {name: entry.clone() for name, entry in mine.state_dict().items()}
        state["emb.pos"][0, [1, 5]] = state["emb.pos"][0, [5, 1]]
        loaded.load(state)
        assert_close(theirs(other).detach(), before, "logits after patches and positions changed places", atol=1e-4)

    def test_number_of_parameters(self, student):
        """The parts and no others."""
        assert_equal(count_parameters(student.ViT(8, 2, 1, 32, 4, 2, 64, 10)), 18218, "number of parameters")

    def test_every_patch_is_seen(self, student, reference, rng):
        """Each patch has an influence on the logits: no mask hides any."""
        theirs, mine = student.ViT(*self.SIZES), own_module(reference.ViT, *self.SIZES)
        x = images(rng, 1)
        load_weights(theirs, mine, x, named=True)
        before = theirs(x).detach()
        assert_close(before, mine(x).detach(), "logits", axes=("image", "class"))
        for row in range(0, IMAGE, P):
            for column in range(0, IMAGE, P):
                other = x.clone()
                other[:, :, row : row + P, column : column + P] += 5
                assert_true(bool((theirs(other).detach() - before).abs().max() > 1e-6), "a patch has no influence")
