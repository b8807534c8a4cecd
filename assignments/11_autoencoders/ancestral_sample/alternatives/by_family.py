import numpy as np


def softmax(a):
    e = np.exp(a - np.max(a, axis=2, keepdims=True))
    return e / e.sum(2, keepdims=True)


def ancestral_sample(decoder, z, family, noise):
    if family == "gaussian":
        mu, logvar = decoder(z)
        return np.sqrt(np.exp(logvar)) * noise + mu
    logits = decoder(z)
    if family == "bernoulli":
        # sigmoid by tanh, which never overflows
        return np.where(noise < 0.5 * (1 + np.tanh(0.5 * logits)), 1.0, 0.0)
    below = np.cumsum(softmax(logits), axis=2)[:, :, :-1]
    return np.sum(below <= noise[:, :, np.newaxis], axis=2)
