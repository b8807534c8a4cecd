import math


def to_noise_level(x, ab):
    scale = ab**-0.5
    return scale * x, math.sqrt(1 / ab - 1)


def from_noise_level(xbar, sigma):
    ab = 1 / (1 + sigma * sigma)
    return math.sqrt(ab) * xbar


def ddim_euler_step(xbar, sigma, sigma_prev, eps):
    data = xbar - sigma * eps
    return data + sigma_prev * eps
