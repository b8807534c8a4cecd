import numpy as np


def _check(real, fake):
    if len(real) == 0 or len(fake) == 0:
        raise ValueError("both batches (real, fake) need samples")


def lsgan_losses(d_real, d_fake):
    _check(d_real, d_fake)
    miss_real, miss_fake = d_real - 1.0, d_fake - 0.0
    d = (miss_real @ miss_real / len(d_real) + miss_fake @ miss_fake / len(d_fake)) / 2
    g = np.square(1.0 - d_fake).sum() / (2 * len(d_fake))
    return d, g


def wgan_losses(critic_real, critic_fake):
    _check(critic_real, critic_fake)
    up, down = critic_real.sum() / len(critic_real), critic_fake.sum() / len(critic_fake)
    return -(up - down), 0.0 - down
