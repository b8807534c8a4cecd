from autograder.suite import Mistake

PARAMS = "params = decoder(z)"
NORMAL = "return mu + np.exp(logvar / 2) * noise"
COIN = "return (noise < np.exp(-np.logaddexp(0.0, -params))).astype(float)"
POWERS = "p = np.exp(params - params.max(axis=-1, keepdims=True))"
CLASS = "return (cumulative > noise[:, :, None]).argmax(axis=-1)"

MISTAKES = [
    Mistake(
        "ancestral_sample/returns-mean",
        old=NORMAL,
        new="return mu",
        also=(
            (COIN, "return np.exp(-np.logaddexp(0.0, -params))"),
            (CLASS, "return p.argmax(axis=-1)"),
        ),
        hint="You return what the decoder expects (a mean, a probability, the likeliest class), and the noise is not "
        "used. A sample of the model is a draw from p(x | z); means are smoother than data.",
    ),
    Mistake(
        "ancestral_sample/variance-scale",
        old=NORMAL,
        new="return mu + np.exp(logvar) * noise",
        hint="You scale the noise by the variance. Standard normal noise becomes noise of variance v when it is "
        "multiplied by the root of v.",
    ),
    Mistake(
        "ancestral_sample/logvar-scale",
        old=NORMAL,
        new="return mu + logvar * noise",
        hint="You scale the noise by logvar itself, which is a logarithm and may be negative.",
    ),
    Mistake(
        "ancestral_sample/encoder-prior",
        old=PARAMS,
        new="first = decoder(z)\n"
        "    encode = getattr(decoder, 'encode', lambda x: z)\n"
        "    if isinstance(first, tuple):\n"
        "        likely = first[0]\n"
        "    else:\n"
        "        likely = first.reshape(*noise.shape, -1).mean(axis=2)\n"
        "    params = decoder(encode(likely))",
        hint="Your codes went through the encoder. To make new data no encoder is needed: the codes you are given are "
        "draws from the prior, and the decoder takes them as they are.",
    ),
    Mistake(
        "ancestral_sample/normalised-codes",
        old=PARAMS,
        new="params = decoder((z - z.mean(axis=0)) / z.std(axis=0).clip(1e-9))",
        hint="You normalise the codes over the batch before decoding. They are draws from the prior, to be used as they "
        "are; otherwise what becomes of one depends on which others are drawn with it.",
    ),
    Mistake(
        "ancestral_sample/flipped",
        old=COIN,
        new="return (noise >= np.exp(-np.logaddexp(0.0, -params))).astype(float)",
        hint="Your comparison is the wrong way round: uniform noise lies below p with probability p, and that is where x "
        "has to be 1.",
    ),
    Mistake(
        "ancestral_sample/half",
        old=COIN,
        new="return (params > 0).astype(float)",
        hint="Your zeros and ones are decided by whether the probability exceeds one half; the noise has no say.",
    ),
    Mistake(
        "ancestral_sample/logit-as-probability",
        old=COIN,
        new="return (noise < params).astype(float)",
        hint="You compare the noise with the logit. A logit is no probability: the sigmoid makes it one.",
    ),
    Mistake(
        "ancestral_sample/unstable",
        old=POWERS,
        new="p = np.exp(params)",
        hint="The exponential of large logits overflows in your softmax. The same number may be taken from all logits of "
        "a feature beforehand.",
    ),
    Mistake(
        "ancestral_sample/unnormalised",
        old="cumulative /= cumulative[:, :, -1:]",
        new="cumulative = cumulative * 1.0",
        hint="You accumulate exponentials that do not sum to 1, so the noise is compared with something that is no "
        "probability.",
    ),
    Mistake(
        "ancestral_sample/complement",
        old=CLASS,
        new="return (cumulative > 1 - noise[:, :, None]).argmax(axis=-1)",
        hint="Your classes have the right frequencies, but they are not those that the statement asks for: the noise "
        "counts from class 0 upwards.",
    ),
    Mistake(
        "ancestral_sample/reaches",
        old=CLASS,
        new="return (cumulative >= noise[:, :, None]).argmax(axis=-1)",
        hint="You take the first class whose cumulative probability reaches the noise; it has to exceed it. At a noise of "
        "0 yours may return a class of probability 0.",
    ),
    Mistake(
        "ancestral_sample/one-hot",
        old=CLASS,
        new="return np.eye(p.shape[-1], dtype=int)[(cumulative > noise[:, :, None]).argmax(axis=-1)]",
        hint="You return the classes one-hot. Asked for are their numbers, of shape (N, D).",
    ),
]
