"""What is cut off is theta clipped to [-tau, tau]."""

import numpy as np


def soft_threshold(theta, tau):
    return theta - np.clip(theta, -tau, tau)
