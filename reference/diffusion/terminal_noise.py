"""Does a schedule end in noise? Signal against noise, step by step."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def terminal_noise_report(alpha_bar: Float[np.ndarray, "T"]) -> dict:
    """How much signal there is beside the noise, at every step and at the last one.

    After a step x_t is sqrt(alpha_bar) times the data plus noise of variance 1 - alpha_bar. For data of variance 1 the
    signal-to-noise ratio, variance against variance, is

        snr_t = alpha_bar_t / (1 - alpha_bar_t)

    Sampling starts from pure noise. That is right only if the last step leaves next to nothing of the data; here a schedule
    passes if its last alpha_bar is less than 0.001.

    Args:
        alpha_bar: share of the data's variance after each step, shape (T,).

    Returns:
        A dict with
        "snr": the ratio at every step, shape (T,),
        "snr_T": the ratio at the last step, a number,
        "signal_std": standard deviation of the data's part of x_T, for data of variance 1, a number,
        "ok": True if the schedule passes, else False.
    """
    snr = alpha_bar / (1 - alpha_bar)
    last = float(alpha_bar[-1])
    return {"snr": snr, "snr_T": float(snr[-1]), "signal_std": last**0.5, "ok": last < 1e-3}
