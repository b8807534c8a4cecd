from autograder.suite import Mistake

SIGMOID = """    decay = np.exp(-np.abs(z))
    return np.where(z >= 0, 1.0, decay) / (1.0 + decay)"""
TANH = """    fade = np.exp(-2.0 * np.abs(z))
    return np.sign(z) * (1.0 - fade) / (1.0 + fade)"""
RELU = "return np.where(z > 0, z, alpha * z)"
ELU = "return np.where(z >= 0, z, alpha * (np.exp(np.minimum(z, 0.0)) - 1.0))"
GELU = "return z * _normal_cdf(z)"
SLOPES = '    if kind == "identity":\n'

MISTAKES = [
    Mistake(
        "activations/sigmoid-overflow",
        old=SIGMOID,
        new="    return 1.0 / (1.0 + np.exp(-z))",
        hint="Your sigmoid is right in the end, but exp(-z) is infinite on the way if z is very negative. Use exponentials of "
        "numbers that are not positive, on either side.",
    ),
    Mistake(
        "activations/sigmoid-sign",
        old=SIGMOID,
        new="    decay = np.exp(-np.abs(z))\n    return np.where(z >= 0, decay, 1.0) / (1.0 + decay)",
        hint="Your sigmoid falls from 1 to 0. Look at the sign in the exponent.",
    ),
    Mistake(
        "activations/sigmoid-nan-tail",
        old=SIGMOID,
        new="    return np.exp(z) / (1.0 + np.exp(z))",
        hint="For large positive z your sigmoid is infinity over infinity, which is nan. This form is good for negative z "
        "alone; positive z need the other one.",
    ),
    Mistake(
        "activations/sigmoid-tanh-form",
        old=SIGMOID,
        new="    decay = np.exp(-np.abs(z))\n    return np.sign(z) * (1.0 - decay) / (1.0 + decay)",
        hint="Your sigmoid goes from -1 to 1. That is tanh(z/2); shift and scale it to lie between 0 and 1.",
    ),
    Mistake(
        "activations/tanh-overflow-nan",
        old=TANH,
        new="    return (np.exp(z) - np.exp(-z)) / (np.exp(z) + np.exp(-z))",
        hint="For large z your tanh is infinity over infinity. Divide numerator and denominator by the larger exponential "
        "first.",
    ),
    Mistake(
        "activations/tanh-undoubled",
        old=TANH,
        new="    return 2.0 * sigmoid(z) - 1.0",
        hint="Your tanh is too flat: it is that of z/2. tanh and sigmoid differ by a factor 2 in the argument as well.",
    ),
    Mistake(
        "activations/tanh-even",
        old=TANH,
        new="    fade = np.exp(-2.0 * np.abs(z))\n    return (1.0 - fade) / (1.0 + fade)",
        hint="Your tanh of a negative number is positive: the sign is lost with the absolute value.",
    ),
    Mistake(
        "activations/tanh-unshifted",
        old=TANH,
        new="    return sigmoid(2.0 * z)",
        hint="Your tanh lies between 0 and 1. It has to lie between -1 and 1.",
    ),
    Mistake(
        "activations/relu-max-form",
        old=RELU,
        new="return np.maximum(alpha * z, z)",
        hint="The greater of alpha z and z is leaky ReLU for an alpha of at most 1 only. Write it with two branches.",
    ),
    Mistake(
        "activations/relu-alpha-positive",
        old=RELU,
        new="return np.where(z > 0, alpha * z, z)",
        hint="The slope alpha is on the wrong side: positive numbers should pass as they are.",
    ),
    Mistake(
        "activations/relu-abs",
        old=RELU,
        new="return np.abs(z)",
        hint="You return the absolute value. Negative numbers become alpha z, which is 0 for plain ReLU.",
    ),
    Mistake(
        "activations/relu-alpha-ignored",
        old=RELU,
        new="return np.where(z > 0, z, 0.0)",
        hint="alpha plays no role in your function. It is the slope for negative z.",
    ),
    Mistake(
        "activations/relu-in-place",
        old=RELU,
        new="z[z <= 0] *= alpha\n    return z",
        hint="Your numbers are right, but they are written into the array that came in. Make a new array.",
    ),
    Mistake(
        "activations/elu-alpha-misplaced",
        old=ELU,
        new="return np.where(z >= 0, z, alpha * np.exp(np.minimum(z, 0.0)) - 1.0)",
        hint="alpha multiplies the exponential alone. It belongs in front of the whole difference, or there is a jump at 0.",
    ),
    Mistake(
        "activations/elu-overflow",
        old=ELU,
        new="return np.where(z >= 0, z, alpha * (np.exp(z) - 1.0))",
        hint="np.where computes both branches, so the exponential of large positive z overflows although it is not used. "
        "Keep it "
        "from seeing positive numbers.",
    ),
    Mistake(
        "activations/elu-alpha-ignored",
        old=ELU,
        new="return np.where(z >= 0, z, np.exp(np.minimum(z, 0.0)) - 1.0)",
        hint="alpha plays no role in your elu. On the left the function goes to -alpha.",
    ),
    Mistake(
        "activations/elu-exp-only",
        old=ELU,
        new="return np.where(z >= 0, z, alpha * np.exp(np.minimum(z, 0.0)))",
        hint="The -1 is missing on the left: your elu jumps at 0.",
    ),
    Mistake(
        "activations/gelu-tanh-approx",
        old=GELU,
        new="return 0.5 * z * (1.0 + tanh_act(math.sqrt(2.0 / math.pi) * (z + 0.044715 * z**3)))",
        hint="That is the approximation by tanh, off in the fourth digit. Use the error function.",
    ),
    Mistake(
        "activations/gelu-sigmoid-approx",
        old=GELU,
        new="return z * sigmoid(1.702 * z)",
        hint="That is the approximation by a sigmoid, off in the second digit. Use the error function.",
    ),
    Mistake(
        "activations/gelu-no-root-two",
        old=GELU,
        new="return z * 0.5 * (1.0 + np.vectorize(math.erf, otypes=[float])(z))",
        hint="The error function wants z / sqrt(2): it belongs to a normal distribution of another width.",
    ),
    Mistake(
        "activations/gelu-cdf-only",
        old=GELU,
        new="return _normal_cdf(z)",
        hint="You return Phi(z). GELU is z times that.",
    ),
    Mistake(
        "activations/gelu-density",
        old=GELU,
        new="return z * np.exp(-(z**2) / 2.0) / math.sqrt(2.0 * math.pi)",
        hint="You multiply z by the density. GELU takes the probability of being below z, which is the area left of z.",
    ),
    Mistake(
        "activations/slope-output-as-input",
        old=SLOPES,
        new='    if kind == "sigmoid":\n        return z * (1.0 - z)\n    if kind == "tanh":\n        return 1.0 - z**2\n'
        + SLOPES,
        hint="Your formulas for sigmoid and tanh are right for the output of the function; what you are given is its input z.",
    ),
    Mistake(
        "activations/slope-tanh-z",
        old="return 1.0 - tanh_act(z) ** 2",
        new="return 1.0 - z**2",
        hint="The slope of tanh is 1 minus the square of tanh(z), not of z.",
    ),
    Mistake(
        "activations/slope-relu-one",
        old="return np.where(z > 0, 1.0, 0.0)",
        new="return np.where(z >= 0, 1.0, 0.0)",
        hint="At 0 your slope of ReLU is 1. There is a kink, and the convention of the statement is 0.",
    ),
    Mistake(
        "activations/slope-elu-value",
        old="alpha * np.exp(np.minimum(z, 0.0)))\n    if",
        new="alpha * (np.exp(np.minimum(z, 0.0)) - 1.0))\n    if",
        hint="On the left you return the value of ELU, not its slope. The derivative of the -1 is 0.",
    ),
    Mistake(
        "activations/slope-gelu-no-density",
        old="return _normal_cdf(z) + z * np.exp(-(z**2) / 2.0) / math.sqrt(2.0 * math.pi)",
        new="return _normal_cdf(z)",
        hint="Half of the product rule is missing: Phi(z) depends on z, too, and its slope is the density.",
    ),
    Mistake(
        "activations/slope-swapped",
        old="return np.where(z > 0, 1.0, alpha)",
        new="return np.where(z > 0, alpha, 1.0)",
        hint="Your leaky ReLU has the slope alpha on the right. It belongs on the left.",
    ),
]
