import numpy as np


def elbo_discrete(prior, lik, q):
    keep = q > 0
    p, l, w = prior[keep], lik[keep], q[keep]
    recon, kl = w @ np.log(l), w @ np.log(w / p)
    evidence = np.log(prior @ lik)
    return dict(gap=evidence - (recon - kl), kl_prior=kl, recon=recon, elbo=recon - kl, log_px=evidence)
