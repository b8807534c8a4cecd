import math


def elbo_discrete(prior, lik, q):
    px = sum(float(p * l) for p, l in zip(prior, lik))
    recon = kl = gap = 0.0
    for p, l, w in zip(prior, lik, q):
        if w == 0:
            continue
        recon += w * math.log(l)
        kl += w * (math.log(w) - math.log(p))
        gap += w * math.log(w * px / (p * l))
    return {"log_px": math.log(px), "elbo": recon - kl, "recon": recon, "kl_prior": kl, "gap": gap}
