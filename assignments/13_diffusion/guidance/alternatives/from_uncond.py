def cfg_combine(eps_cond, eps_uncond, w):
    return eps_uncond + (1 + w) * (eps_cond - eps_uncond)
