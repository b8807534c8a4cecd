"""Through the diagonal Jacobian, and entry by entry."""

import numpy as np


def elementwise_backward(dout, z, dphi):
    jacobian = np.diag(dphi(z.ravel()))
    return (jacobian.T @ dout.ravel()).reshape(z.shape)


def sigmoid_backward(dout, s):
    return np.multiply(dout, s - np.square(s))


def tanh_backward(dout, t):
    return dout - dout * np.square(t)


def relu_backward(dout, z, alpha=0.0):
    open_ = (z > 0).astype(float)
    return dout * open_ + alpha * dout * (1 - open_)


def prelu_backward(dout, z, alpha):
    slopes = np.where(z > 0, 1.0, alpha)
    return dout * slopes, np.vdot(dout, np.minimum(z, 0))
