import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, exercise, fill_weights


@exercise("vit_embedding")
def test_shape_and_size(student):
    """Images of 32 x 32 pixels with 3 channels in patches of 8: 17 tokens, and 13504 parameters for width 64."""
    layer = student.ViTEmbedding(32, 8, 3, 64)
    assert_shape(layer(torch.zeros(2, 3, 32, 32)), (2, 17, 64), "tokens")
    assert_equal(count_parameters(layer), 13504, "number of parameters")


@exercise("vit_embedding")
def test_the_first_token_does_not_see_the_image(student, rng):
    """Token 0 is the same for all images."""
    x = torch.tensor(rng.normal(size=(2, 1, 4, 4)), dtype=torch.float32)
    tokens = student.ViTEmbedding(4, 2, 1, 6)(x).detach()
    assert_close(tokens[0, 0], tokens[1, 0], "token 0 of two images")


@exercise("vit")
def test_shape_and_size_of_the_model(student):
    """The model for digits has 18218 parameters."""
    model = student.ViT(8, 2, 1, 32, 4, 2, 64, 10)
    assert_shape(model(torch.zeros(3, 1, 8, 8)), (3, 10), "logits")
    assert_equal(count_parameters(model), 18218, "number of parameters")


@exercise("vit")
def test_without_weights_all_classes_are_equal(student):
    """With all weights 0 every logit is 0."""
    model = student.ViT(4, 2, 1, 6, 2, 1, 5, 3)
    fill_weights(model, 0.0)
    assert_close(model(torch.ones(2, 1, 4, 4)).detach(), torch.zeros(2, 3), "logits")
