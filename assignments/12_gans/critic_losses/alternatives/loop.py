from statistics import fmean


def lsgan_losses(d_real, d_fake):
    if not d_real.size:
        raise ValueError("d_real")
    if not d_fake.size:
        raise ValueError("d_fake")
    return (
        (fmean((s - 1) ** 2 for s in d_real) + fmean(s**2 for s in d_fake)) / 2,
        fmean((s - 1) ** 2 for s in d_fake) / 2,
    )


def wgan_losses(critic_real, critic_fake):
    if not critic_real.size:
        raise ValueError("critic_real")
    if not critic_fake.size:
        raise ValueError("critic_fake")
    return fmean(critic_fake) - fmean(critic_real), -fmean(critic_fake)
