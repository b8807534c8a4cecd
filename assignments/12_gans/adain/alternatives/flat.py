"""Pixels in one axis."""


def adain(x, y, eps=1e-5):
    if x.shape[0] != y.shape[0] or x.shape[1] != y.shape[1]:
        raise ValueError("y must have the samples and channels of x")
    if not eps > 0:
        raise ValueError("eps must be positive")
    n, c = x.shape[:2]
    a, b = x.reshape(n, c, -1), y.reshape(n, c, -1)

    def stats(v):
        mean = v.mean(-1)[..., None]
        return mean, (((v - mean) ** 2).mean(-1)[..., None] + eps) ** 0.5

    (ma, sa), (mb, sb) = stats(a), stats(b)
    return ((a - ma) * (sb / sa) + mb).reshape(x.shape)
