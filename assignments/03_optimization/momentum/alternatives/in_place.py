"""Working on copies in place."""


def momentum_step(theta, v, g, lr, mu=0.9):
    velocity = v.copy()
    velocity *= mu
    velocity += g
    moved = theta.copy()
    moved -= lr * velocity
    return moved, velocity


def nesterov_step(theta, v, grad_fn, lr, mu=0.9):
    drift = mu * v
    velocity = grad_fn(theta - lr * drift)
    velocity = velocity + drift
    return theta - lr * velocity, velocity
