def ddim_euler_step(xbar, sigma, sigma_prev, eps):
    data = xbar - sigma * eps
    return data + sigma_prev * eps
