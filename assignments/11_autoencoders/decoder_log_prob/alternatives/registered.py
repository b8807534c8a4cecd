"""A class for each family, which the base class hears of when it is defined."""

import abc
import math

import numpy as np


class Family(abc.ABC):
    registry = {}  # noqa: RUF012

    def __init_subclass__(cls, name, **kw):
        super().__init_subclass__(**kw)
        Family.registry[name] = cls

    def __init__(self, params):
        self.params = params

    @abc.abstractmethod
    def log_prob(self, x): ...


class GaussianFamily(Family, name="gaussian"):
    def log_prob(self, x):
        mu, lv = self.params
        return (-0.5 * (math.log(2 * math.pi) + lv + (x - mu) ** 2 / np.exp(lv))).sum(axis=1)


class BernoulliFamily(Family, name="bernoulli"):
    def log_prob(self, x):
        a = self.params
        return (x * a - np.maximum(a, 0) - np.log1p(np.exp(-np.abs(a)))).sum(axis=1)


class CategoricalFamily(Family, name="categorical"):
    def log_prob(self, x):
        a = self.params - self.params.max(axis=-1, keepdims=True)
        n, d = np.indices(x.shape)
        return (a - np.log(np.exp(a).sum(axis=-1, keepdims=True)))[n, d, x].sum(axis=1)


def decoder_log_prob(x, params, family):
    return Family.registry[family](params).log_prob(x)
