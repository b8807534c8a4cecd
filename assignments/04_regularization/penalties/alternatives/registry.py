"""A class a kind, which registers itself when it is defined."""

import numpy as np


class Penalty:
    kinds = {}  # noqa: RUF012

    def __init_subclass__(cls, kind):
        Penalty.kinds[kind] = cls

    def __init__(self, lam, alpha):
        self.lam, self.alpha = lam, alpha


class Squares(Penalty, kind="l2"):
    def value(self, theta):
        return self.lam / 2 * (theta**2).sum()

    def slope(self, theta):
        return self.lam * theta


class Sizes(Penalty, kind="l1"):
    def value(self, theta):
        return self.lam * np.abs(theta).sum()

    def slope(self, theta):
        return self.lam * np.sign(theta)


class Mixed(Penalty, kind="elastic"):
    @property
    def parts(self):
        return Sizes(self.lam * self.alpha, None), Squares(self.lam * (1 - self.alpha), None)

    def value(self, theta):
        return sum(part.value(theta) for part in self.parts)

    def slope(self, theta):
        return sum(part.slope(theta) for part in self.parts)


def norm_penalty(params, lam, kind, alpha=None):
    penalty = Penalty.kinds[kind](lam, alpha)
    return sum(penalty.value(theta) for theta in params), [penalty.slope(theta) for theta in params]
