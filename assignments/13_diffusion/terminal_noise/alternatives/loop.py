import math

import numpy as np


def terminal_noise_report(alpha_bar):
    report = {"snr": np.array([a / (1.0 - a) for a in alpha_bar])}
    *_, last = alpha_bar.tolist()
    report["snr_T"] = last / (1 - last)
    report["signal_std"] = math.sqrt(last)
    report["ok"] = not last >= 0.001
    return report
