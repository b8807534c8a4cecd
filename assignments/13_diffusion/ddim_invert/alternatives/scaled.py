import numpy as np


def ddim_invert(model, x0, tau, alpha_bar):
    """In coordinates x / sqrt(alpha_bar), along which jumps are straight."""
    scaled, share, level = x0, 1.0, 0.0
    for index in tau:
        eps = model(np.sqrt(share) * scaled, np.repeat(index, len(x0)))
        share = alpha_bar[index]
        scaled = scaled + (np.sqrt(1 / share - 1) - level) * eps
        level = np.sqrt(1 / share - 1)
    return np.sqrt(share) * scaled
