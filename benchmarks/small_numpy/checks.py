# The nine checks of assignments/01_small/hidden as otter and nbgrader have them: one cell each, plain asserts.

# %% imports
import numpy as np

# %% linear_forward
rng = np.random.default_rng(101)
x, w, b = rng.normal(size=(5, 4)), rng.normal(size=(4, 3)), rng.normal(size=3)
assert np.allclose(linear_forward(x, w, b), x @ w + b)

# %% linear_forward
rng = np.random.default_rng(102)
b = rng.normal(size=3)
out = linear_forward(rng.normal(size=(5, 4)), np.zeros((4, 3)), b)
assert np.allclose(out, np.tile(b, (5, 1)))

# %% linear_forward
out = linear_forward(np.array([[1.0, 2.0]]), np.array([[3.0], [4.0]]), np.array([0.5]))
assert np.allclose(out, np.array([[11.5]]))

# %% softmax
z = np.random.default_rng(103).normal(size=(6, 5))
assert np.allclose(softmax(z), np.exp(z) / np.exp(z).sum(axis=1, keepdims=True))

# %% softmax
assert np.allclose(softmax(np.array([[1000.0, 1000.0]])), np.array([[0.5, 0.5]]))

# %% softmax
z = np.random.default_rng(104).normal(size=(6, 5))
assert np.allclose(softmax(z + 3.0), softmax(z))

# %% batchnorm_forward
rng = np.random.default_rng(105)
x, gamma, beta = rng.normal(size=(7, 4)), rng.uniform(0.5, 2.0, size=4), rng.normal(size=4)
out = gamma * (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + 1e-5) + beta
assert np.allclose(batchnorm_forward(x, gamma, beta), out)

# %% batchnorm_forward
rng = np.random.default_rng(106)
x, gamma, beta = rng.normal(size=(7, 4)), rng.uniform(0.5, 2.0, size=4), rng.normal(size=4)
assert np.allclose(batchnorm_forward(x, gamma, beta).mean(axis=0), beta)

# %% batchnorm_forward
beta = np.random.default_rng(107).normal(size=4)
out = batchnorm_forward(np.full((7, 4), 2.0), np.ones(4), beta)
assert np.allclose(out, np.tile(beta, (7, 1)))
