import numpy as np

from autograder.suite import assert_close, assert_shape, assert_true, points

N, D, K = 9, 5, 2
SPREAD = np.array([3.0, 2.0, 1.2, 0.7, 0.3])
CROSS = np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]])


def draw(rng, n=N, d=D):
    """Samples around a mean far from 0, with clearly different variances along directions of no special kind."""
    left = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, d))]))[0][:, 1:]
    right = np.linalg.qr(rng.normal(size=(d, d)))[0]
    mean = 1.5 + rng.uniform(0, 1, size=d)
    return np.sqrt(n) * left * SPREAD[:d] @ right + mean


def optimum(student, x, k):
    """The five parts, with their shapes looked at."""
    w_enc, b_enc, w_dec, b_dec, loss = student.linear_ae_optimum(x, k)
    d = x.shape[1]
    for name, array, shape in (
        ("w_enc", w_enc, (d, k)),
        ("b_enc", b_enc, (k,)),
        ("w_dec", w_dec, (k, d)),
        ("b_dec", b_dec, (d,)),
    ):
        assert_shape(array, shape, name)
    return w_enc, b_enc, w_dec, b_dec, loss


def error(x, w_enc, b_enc, w_dec, b_dec):
    return np.sum((x - (x @ w_enc + b_enc) @ w_dec - b_dec) ** 2) / len(x)


@points(2)
def test_reconstructions_are_projections_onto_the_principal_subspace(student, reference, rng):
    """Every sample is reconstructed by its projection onto the directions of largest variance through the mean."""
    square = draw(rng, n=D, d=4) @ np.linalg.qr(rng.normal(size=(D, D)))[0][:4] + 1.0
    for x, k in ((draw(rng), 1), (draw(rng), K), (draw(rng), 3), (square, K)):
        w_enc, b_enc, w_dec, b_dec, _ = optimum(student, x, k)
        e, f, g, h, _ = reference.linear_ae_optimum(x, k)
        xhat = (x @ w_enc + b_enc) @ w_dec + b_dec
        assert_close(xhat, (x @ e + f) @ g + h, "the reconstructions", axes=("sample", "feature"))


@points(2)
def test_the_loss(student, reference, rng):
    """The loss is the sum of the variances that the code leaves out."""
    x = draw(rng)
    for k in (K, 4):
        loss = student.linear_ae_optimum(x, k)[4]
        assert_close(loss, np.sum(SPREAD[k:] ** 2), "loss", sizes={"samples": N, "features": D})


def test_the_loss_is_that_of_the_weights(student, rng):
    """The loss returned is the one that the returned weights and biases have on the data."""
    x = draw(rng)
    *parts, loss = optimum(student, x, K)
    assert_close(loss, error(x, *parts), "loss")


def test_no_other_linear_autoencoder_does_better(student, rng):
    """Neither random projections, nor keeping some of the features, nor any other basis has a smaller loss."""
    x = draw(rng)
    *parts, _ = optimum(student, x, K)
    best = error(x, *parts)
    mean = x.mean(axis=0)
    _, directions = np.linalg.eigh((x - mean).T @ (x - mean))
    others = [np.linalg.qr(rng.normal(size=(D, K)))[0] for _ in range(20)]
    others += [np.eye(D)[:, [i, j]] for i in range(D) for j in range(i)]
    others += [directions[:, [i, j]] for i in range(D) for j in range(i)]
    rivals = [error(x, w, -mean @ w, w.T, mean) for w in others]
    assert_true(best <= min(rivals) * (1 + 1e-9), "another linear autoencoder of the same width has a smaller loss")


def test_the_encoder_is_orthonormal_and_the_decoder_its_transpose(student, rng):
    """The columns of w_enc have length 1 and are perpendicular, and w_dec is its transpose."""
    w_enc, _, w_dec, _, _ = optimum(student, draw(rng), 3)
    assert_close(w_enc.T @ w_enc, np.eye(3), "products of the columns of w_enc", atol=1e-9)
    assert_close(w_dec, w_enc.T, "w_dec")


def test_codes_have_mean_zero(student, rng):
    """The mean of the data has the code 0, and the code 0 is decoded to the mean."""
    x = draw(rng)
    w_enc, b_enc, _, b_dec, _ = optimum(student, x, K)
    codes = x @ w_enc + b_enc
    assert_true(np.ptp(codes, axis=0).min() > 1e-9, "the codes do not vary")
    assert_close(codes.mean(axis=0), np.zeros(K), "mean of the codes", atol=1e-9)
    assert_close(b_dec, x.mean(axis=0), "b_dec")


def test_known_cross(student):
    """Four points on a cross have the loss worked out by hand, wherever the cross stands."""
    for shift in (0.0, 5.0):
        w_enc, b_enc, w_dec, b_dec, loss = optimum(student, CROSS + shift, 1)
        assert_close(loss, 0.5, "loss")
        xhat = ((CROSS + shift) @ w_enc + b_enc) @ w_dec + b_dec
        assert_close(xhat, CROSS * [1, 0] + shift, "the reconstructions", atol=1e-9)


def test_moving_the_data_moves_the_reconstructions(student, rng):
    """A shift of all samples shifts the reconstructions with them, and leaves the loss."""
    x, shift = draw(rng), rng.normal(size=D) * 4
    *parts, loss = optimum(student, x, K)
    *moved, same = optimum(student, x + shift, K)
    before = (x @ parts[0] + parts[1]) @ parts[2] + parts[3]
    after = ((x + shift) @ moved[0] + moved[1]) @ moved[2] + moved[3]
    assert_true(np.ptp(before, axis=0).min() > 1e-9, "the reconstructions do not vary")
    assert_close(same, loss, "loss of the shifted samples", rtol=1e-6)
    assert_close(after - shift, before, "the reconstructions of the shifted samples, shifted back", rtol=1e-6)


def test_a_code_as_wide_as_the_data(student, rng):
    """With as many code units as features nothing is lost."""
    x = draw(rng)
    *parts, loss = optimum(student, x, D)
    xhat = (x @ parts[0] + parts[1]) @ parts[2] + parts[3]
    assert_close(xhat, x, "the reconstructions")
    assert_close(loss, 0.0, "loss", atol=1e-9)


def test_few_samples_of_many_features(student, reference, rng):
    """Where there are fewer samples than features, it is right as well."""
    x = draw(rng, n=8, d=4) @ np.linalg.qr(rng.normal(size=(11, 11)))[0][:4] + 1.0
    *parts, loss = optimum(student, x, 3)
    assert_close(loss, SPREAD[3] ** 2, "loss")
    assert_close(error(x, *parts), SPREAD[3] ** 2, "loss of the weights returned")
