from autograder.suite import Mistake

DX = "dx = d_new @ w_h.T + d_gate @ w_t.T + dout * (1 - t)"

MISTAKES = [
    Mistake(
        "highway/no-carry",
        old=DX,
        new="dx = d_new @ w_h.T + d_gate @ w_t.T",
        hint="A path is missing in dx: x also goes straight to the output, with the factor 1 - t. It is the path that keeps "
        "gradients alive in a deep net.",
    ),
    Mistake(
        "highway/gate-path",
        old=DX,
        new="dx = d_new @ w_h.T + dout * (1 - t)",
        hint="A path is missing in dx: the gate depends on x as well, so moving x opens or closes it.",
    ),
    Mistake(
        "highway/gate-one-branch",
        old="y = t * h + (1 - t) * x\n    cache",
        new="y = t * h + x\n    cache",
        hint="You carry all of x along, whatever the gate says. The two shares add up to 1: what the gate gives to h it "
        "takes from x.",
    ),
    Mistake(
        "highway/tanh-gate",
        old="t = np.where(gate >= 0, 1.0, power) / (1 + power)",
        new="t = np.tanh(gate)",
        hint="Your gate can be negative. It is a share, so it has to stay between 0 and 1: which of the two S-shaped "
        "functions does?",
    ),
    Mistake(
        "highway/gate-sign",
        old="d_gate = dout * (h - x) * t * (1 - t)",
        new="d_gate = dout * (x - h) * t * (1 - t)",
        hint="The gradient of the gate has the wrong sign. Opening it moves the output from x towards h.",
    ),
    Mistake(
        "highway/gate-slope",
        old="d_gate = dout * (h - x) * t * (1 - t)",
        new="d_gate = dout * (h - x)",
        hint="The gradient of the gate's weights lacks a factor: between the gate and its pre-activation stands the "
        "sigmoid, with its slope.",
    ),
    Mistake(
        "highway/relu-slope",
        old="d_new = dout * t * (h > 0)",
        new="d_new = dout * t",
        hint="Units that ReLU has switched off get a gradient in your layer. Its slope is missing on the path through h.",
    ),
    Mistake(
        "highway/overflow",
        old="power = np.exp(-np.abs(gate))  # never more than 1, so it cannot overflow\n"
        "    t = np.where(gate >= 0, 1.0, power) / (1 + power)",
        new="t = np.exp(gate) / (1 + np.exp(gate))",
        hint="Where the gate is fed with a large number it becomes infinity divided by infinity, which is not a number. "
        "Write the sigmoid so that the exponent is never positive.",
    ),
]
