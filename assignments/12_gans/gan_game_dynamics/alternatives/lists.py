def gan_game_dynamics(theta0, psi0, eta, steps, mode):
    import numpy as np

    together = {"simultaneous": True, "alternating": False}
    if mode not in together:
        raise ValueError(f"mode: {mode}")
    if steps < 0:
        raise ValueError(f"steps: {steps}")
    thetas, psis = [theta0], [psi0]
    while len(thetas) <= steps:
        old_theta, old_psi = thetas[-1], psis[-1]
        psis.append(old_psi + eta * old_theta)
        thetas.append(old_theta - eta * (old_psi if together[mode] else psis[-1]))
    return np.stack([np.array(thetas, dtype=float), np.array(psis, dtype=float)], axis=1)
