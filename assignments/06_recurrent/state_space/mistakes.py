from autograder.suite import Mistake

LATE = (
    "Your outputs come one step late: x_t has no part in the state that y_t is read from. The state is updated with the input "
    "of the same step first, and then it is read."
)

MISTAKES = [
    Mistake(
        "ssm_discretize/euler",
        old="abar = np.exp(a * dt)",
        new="abar = 1 + a * dt",
        hint="Your abar for zero-order hold is 1 + a dt. That is a step of Euler's method, the beginning of a series only; the "
        "exact solution of h' = a h is an exponential.",
    ),
    Mistake(
        "ssm_discretize/b-unscaled",
        old="scale[moving] = np.expm1(a[moving] * dt) / a[moving]",
        new="pass",
        hint="Your bbar for zero-order hold is dt times b. That would be right if the state did not decay while the input "
        "comes in; it is the limit for a = 0 only.",
    ),
    Mistake(
        "ssm_discretize/zero-division",
        old="moving = a != 0",
        new="moving = np.ones(len(a), dtype=bool)",
        hint="Where a is 0 you divide 0 by 0, and bbar is nan. The limit is known: treat that case apart.",
    ),
    Mistake(
        "ssm_discretize/sign",
        old="abar = np.exp(a * dt)",
        new="abar = np.exp(-a * dt)",
        hint="Your abar has the wrong sign in its exponent: with a < 0 the state must decay, and yours grows.",
    ),
    Mistake(
        "ssm_discretize/cancellation",
        old="np.expm1(a[moving] * dt)",
        new="(abar[moving] - 1)",
        hint="For tiny a your bbar has only a few right digits: exp(a dt) is so close to 1 that the difference is mostly "
        "rounding. numpy has a function for exp(z) - 1 that keeps all digits.",
    ),
    Mistake(
        "ssm_discretize/bilinear-unscaled",
        old="scale = dt / (1 - half)",
        new="scale = np.full_like(a, dt)",
        hint="With the bilinear method bbar has the same denominator as abar. Yours is dt times b.",
    ),
    Mistake(
        "ssm_scan/no-d",
        old="y.append(c @ h + d @ x_t)",
        new="y.append(c @ h)",
        hint="The direct path is missing: y_t has a second term, which takes x_t as it is.",
    ),
    Mistake(
        "ssm_scan/old-state",
        old="h = abar * h + bbar @ x_t\n        y.append(c @ h + d @ x_t)",
        new="y.append(c @ h + d @ x_t)\n        h = abar * h + bbar @ x_t",
        hint=LATE,
    ),
    Mistake(
        "ssm_scan/x-previous",
        old="for x_t in x:\n        h = abar * h + bbar @ x_t",
        new="for x_t, before in zip(x, np.concatenate([0 * x[:1], x[:-1]])):\n        h = abar * h + bbar @ before",
        hint=LATE,
        same_as="ssm_scan/old-state",
    ),
    Mistake(
        "ssm_scan/c-transposed",
        old="y.append(c @ h + d @ x_t)",
        new="y.append(c.T @ h + d @ x_t)",
        hint="You multiply by the transpose of c. Its rows belong to the outputs and its columns to the entries of the state.",
    ),
    Mistake(
        "ssm_convolution/circular",
        old="size = 2 * steps",
        new="size = steps",
        hint="Your convolution goes round in a circle: inputs at the end reach outputs at the beginning. Fill x and the kernel "
        "up with zeros before you transform.",
    ),
    Mistake(
        "ssm_convolution/kernel-from-one",
        old="np.arange(length)[:, None]",
        new="np.arange(1, length + 1)[:, None]",
        hint="Your kernel begins with the first power of abar. What has just been read has not decayed yet: k starts at 0.",
    ),
    Mistake(
        "ssm_convolution/reversed",
        old="product = np.fft.rfft(x, size) * np.fft.rfft(kernel, size)",
        new="product = np.fft.rfft(x, size) * np.fft.rfft(kernel[::-1], size)",
        hint="Your kernel is turned round in time, so the oldest input weighs most. In a convolution K_0 meets the newest "
        "input, and a product of transforms sees to that by itself.",
    ),
    Mistake(
        "ssm_convolution/no-d",
        old="return np.fft.irfft(product, size)[:steps] + d * x",
        new="return np.fft.irfft(product, size)[:steps]",
        hint="The direct path is missing: y_t has d times x_t as well, which is not part of the kernel.",
    ),
]
