import numpy as np


def terminal_noise_report(alpha_bar):
    snr = 1 / (1 / alpha_bar - 1)
    return dict(ok=alpha_bar[-1] < 0.001, signal_std=np.sqrt(alpha_bar[-1]), snr_T=snr[-1], snr=snr)
