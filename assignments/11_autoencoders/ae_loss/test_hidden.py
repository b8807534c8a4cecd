import numpy as np

from autograder.suite import assert_close, gradcheck, points

SIZES = {"the batch size": 5, "features": 3}


def draw(rng, n=5, d=3):
    return rng.normal(size=(n, d)), rng.normal(size=(n, d))


@points(2)
def test_loss_is_the_mean_squared_distance(student, reference, rng):
    """The loss is the squared distance from sample to reconstruction, averaged over the samples."""
    for n in (5, 3):  # also with as many samples as features
        x, xhat = draw(rng, n)
        loss, _ = student.ae_reconstruction_loss(x, xhat)
        assert_close(loss, reference.ae_reconstruction_loss(x, xhat)[0], "loss", sizes=SIZES)


@points(2)
def test_gradient_agrees_with_differences(student, reference, rng):
    """Nudging the reconstructions changes the loss as dxhat says."""
    x, xhat = draw(rng)
    gradcheck(
        lambda xhat: (student.ae_reconstruction_loss(x, xhat)[0], xhat),
        lambda dout, xhat: dout * np.asarray(student.ae_reconstruction_loss(x, xhat)[1]),
        {"xhat": xhat},
        reference=lambda xhat: (reference.ae_reconstruction_loss(x, xhat)[0], xhat),
        rng=rng,
        sizes=SIZES,
    )


def test_known_value(student):
    """Two samples of two features, reconstructed as zeros, have the loss and gradient worked out by hand."""
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    loss, dxhat = student.ae_reconstruction_loss(x, np.zeros((2, 2)))
    assert_close(loss, 15.0, "loss")
    assert_close(dxhat, -x, "dxhat")


def test_repeated_features_count_again(student, rng):
    """Three copies of every feature make the loss three times as large, and leave the gradient of each as it was."""
    x, xhat = draw(rng)
    loss, dxhat = student.ae_reconstruction_loss(x, xhat)
    thrice, wide = student.ae_reconstruction_loss(np.tile(x, 3), np.tile(xhat, 3))
    assert_close(thrice, 3 * loss, "loss of three copies")
    assert_close(wide, np.tile(dxhat, 3), "dxhat of three copies")


def test_repeated_samples_count_once(student, rng):
    """Two copies of every sample leave the loss as it was, and halve the gradient of each."""
    x, xhat = draw(rng)
    loss, dxhat = student.ae_reconstruction_loss(x, xhat)
    twice, tall = student.ae_reconstruction_loss(np.tile(x, (2, 1)), np.tile(xhat, (2, 1)))
    assert_close(twice, loss, "loss of two copies")
    assert_close(tall, np.tile(dxhat, (2, 1)) / 2, "dxhat of two copies")


def test_a_step_against_the_gradient_lowers_the_loss(student, rng):
    """A full step of N/2 against dxhat lands on x itself, where the loss is 0."""
    x, xhat = draw(rng)
    _, dxhat = student.ae_reconstruction_loss(x, xhat)
    landed = xhat - 2.5 * np.asarray(dxhat)
    assert_close(landed, x, "the reconstruction after the step")
    loss, dxhat = student.ae_reconstruction_loss(x, landed)
    assert_close(loss, 0.0, "loss of a perfect reconstruction", atol=1e-12)
    assert_close(dxhat, np.zeros((5, 3)), "dxhat of a perfect reconstruction", atol=1e-12)
