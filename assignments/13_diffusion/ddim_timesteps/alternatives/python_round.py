import numpy as np


def ddim_timesteps(steps, kept):
    return np.array([round((steps - 1) * (j / (kept - 1))) if kept > 1 else steps - 1 for j in range(kept)])
