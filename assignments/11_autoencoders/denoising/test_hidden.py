import numpy as np

from autograder.suite import assert_close, assert_true, leaves_arguments, points, signed

N, D, K = 5, 4, 2


def samples(rng, n=N):
    """No entry near 0, so that it shows which ones are lost."""
    return signed(rng, (n, D))


def uniform(rng, level, n=N):
    """Numbers on both sides of the level, each kind for certain, and in the first entry the level itself."""
    low, high = rng.uniform(0, level, size=n * D // 2), rng.uniform(level, 1, size=n * D // 2)
    noise = rng.permutation(np.concatenate([low, high])).reshape(n, D)
    noise[0, 0] = level
    return noise


def linear_pair(rng):
    """An encoder and a decoder that are linear maps."""
    down, up = rng.normal(size=(D, K)), rng.normal(size=(K, D))
    return (lambda x: x @ down), (lambda z: z @ up)


@points(2)
@leaves_arguments
def test_normal_noise(student, reference, rng):
    """Every entry moves by its own noise, scaled to the standard deviation that was asked for."""
    for level, n in ((0.3, N), (2.5, D)):  # also with as many samples as features
        x, noise = samples(rng, n), rng.normal(size=(n, D))
        expected = reference.corrupt_input(x, "gauss", level, noise)
        assert_close(student.corrupt_input(x, "gauss", level, noise), expected, "the spoilt samples")


@points(2)
def test_entries_that_are_lost(student, reference, rng):
    """Entries whose noise is below the level become 0, the others stay as they are."""
    for level, n in ((0.25, N), (0.7, D)):  # also with as many samples as features
        x, noise = samples(rng, n), uniform(rng, level, n)
        expected = reference.corrupt_input(x, "mask", level, noise)
        assert_close(student.corrupt_input(x, "mask", level, noise), expected, "the spoilt samples")


def test_level_zero_spoils_nothing(student, rng):
    """At level 0 the samples come back as they were; at level 1 a mask takes everything."""
    x, noise = samples(rng), rng.uniform(0.01, 0.99, size=(N, D))
    noise[2, 1] = 0.0
    assert_close(student.corrupt_input(x, "gauss", 0.0, noise - 0.5), x, "samples without noise")
    assert_close(student.corrupt_input(x, "mask", 0.0, noise), x, "samples without a mask")
    assert_close(student.corrupt_input(x, "mask", 1.0, noise), np.zeros((N, D)), "samples behind a full mask")


def test_the_clean_samples_are_still_there(student, reference, rng):
    """The clean samples are needed for the loss: whichever way they are spoilt, the array that came in keeps its values."""
    x = samples(rng)
    for kind, level, noise in (("gauss", 0.8, rng.normal(size=(N, D))), ("mask", 0.4, uniform(rng, 0.4))):
        after = student.call(student.corrupt_input, x, kind, level, noise, return_args=True)
        assert_close(after.result, reference.corrupt_input(x, kind, level, noise), "the spoilt samples")
        assert_close(after.args[0], x, "the samples that came in")


@points(2)
@leaves_arguments
def test_loss_compares_the_restored_with_the_clean(student, reference, rng):
    """The spoilt samples go through encoder and decoder, and what comes out is compared with the clean ones."""
    for n in (N, D):  # also with as many samples as features
        encode, decode = linear_pair(rng)
        x = samples(rng, n)
        spoilt = x + signed(rng, (n, D))
        expected = reference.denoising_ae_loss(encode, decode, x, spoilt)
        assert_close(student.denoising_ae_loss(encode, decode, x, spoilt), expected, "the loss", sizes={"features": D})


@points(2)
def test_returning_the_input_does_not_pay(student, rng):
    """For an autoencoder that changes nothing, the loss is the squared size of the noise, averaged over the samples."""
    x, off = samples(rng), signed(rng, (N, D))
    got = student.denoising_ae_loss(np.copy, np.copy, x, x + off)
    assert_close(got, np.sum(off**2) / N, "the loss", sizes={"features": D})


def test_zero_for_a_perfect_restorer(student, rng):
    """The loss is 0 if the clean samples come out, and positive if the spoilt ones do."""
    x, off = samples(rng), signed(rng, (N, D))
    perfect = student.denoising_ae_loss(lambda spoilt: spoilt - off, np.copy, x, x + off)
    assert_close(perfect, 0.0, "the loss of a perfect restorer", atol=1e-12)
    assert_true(student.denoising_ae_loss(np.copy, np.copy, x, x + off) > 1e-3, "doing nothing costs nothing")


def test_what_the_encoder_sees(student, rng):
    """The encoder is given the spoilt samples, the decoder the codes."""
    seen = {}
    x = samples(rng)
    spoilt, codes, restored = x + signed(rng, (N, D)), rng.normal(size=(N, K)), rng.normal(size=(N, D))

    def encode(given):
        seen["encoder"] = given
        return codes

    def decode(given):
        seen["decoder"] = given
        return restored

    loss = student.denoising_ae_loss(encode, decode, x, spoilt)
    assert_close(seen["encoder"], spoilt, "what the encoder is given")
    assert_close(seen["decoder"], codes, "what the decoder is given")
    assert_close(loss, np.sum((restored - x) ** 2) / N, "the loss", sizes={"features": D})


def test_copies(student, rng):
    """Every sample twice leaves the loss as it is; every feature twice doubles it."""
    x = samples(rng)
    spoilt = x + signed(rng, (N, D))
    once = student.denoising_ae_loss(np.copy, np.copy, x, spoilt)
    tall = student.denoising_ae_loss(np.copy, np.copy, np.tile(x, (2, 1)), np.tile(spoilt, (2, 1)))
    wide = student.denoising_ae_loss(np.copy, np.copy, np.tile(x, 2), np.tile(spoilt, 2))
    assert_true(once > 0.1, "the loss is 0 although nothing was restored")
    assert_close(tall, once, "the loss with every sample twice")
    assert_close(wide, 2 * once, "the loss with every feature twice")
