from autograder.suite import Mistake

SWAPPED = (
    "Forget and input gate have exchanged their roles. The blocks stand in the order i, f, g, o, and f weighs what is kept "
    "(c_prev), i what is new (g): check both, the order in which you cut a into blocks and the line that computes c."
)

MISTAKES = [
    Mistake(
        "lstm_cell_forward/gate-order",
        old="a_i, a_f, a_g, a_o = np.split(a, 4, axis=1)",
        new="a_f, a_i, a_g, a_o = np.split(a, 4, axis=1)",
        hint=SWAPPED,
    ),
    Mistake(
        "lstm_cell_forward/candidate-sigmoid",
        old="g = np.tanh(a_g)",
        new="g = _sigmoid(a_g)",
        hint="Your candidate g goes through a sigmoid. It is no gate but what is written into the cell, so it must "
        "be able to be negative, too: look at its nonlinearity.",
    ),
    Mistake(
        "lstm_cell_forward/no-tanh-c",
        old="h = o * tanh_c",
        new="h = o * c",
        hint="Your h lets the cell state through as it is. c may grow without bound; on its way out it is squashed first.",
    ),
    Mistake(
        "lstm_cell_forward/fi-swapped",
        old="c = f * c_prev + i * g\n    tanh_c",
        new="c = i * c_prev + f * g\n    tanh_c",
        hint=SWAPPED,
        same_as="lstm_cell_forward/gate-order",
    ),
    Mistake(
        "lstm_cell_forward/h-old-c",
        old="tanh_c = np.tanh(c)",
        new="tanh_c = np.tanh(c_prev)",
        hint="Your h is read from the cell state of the step before. The cell is updated first, then read.",
    ),
    Mistake(
        "lstm_cell_forward/coupled",
        old="i = _sigmoid(a_i)",
        new="i = 1 - _sigmoid(a_f)",
        hint="Your input gate is 1 - f. That is the coupled variant, which cannot keep and add at the same time; "
        "here the input gate has weights of its own.",
    ),
    Mistake(
        "lstm_cell_forward/overflow",
        old="i = _sigmoid(a_i)\n    f = _sigmoid(a_f)",
        new="i = np.exp(a_i) / (1 + np.exp(a_i))\n    f = np.exp(a_f) / (1 + np.exp(a_f))",
        also=(("o = _sigmoid(a_o)", "o = np.exp(a_o) / (1 + np.exp(a_o))"),),
        hint="Your sigmoid divides infinity by infinity where its argument is large. Write it so that the exponential that "
        "can overflow stands in the denominator only, or use tanh, which never overflows.",
    ),
    Mistake(
        "lstm_cell_backward/no-dh-path",
        old="dc_total = dc + dh * o * (1 - tanh_c**2)",
        new="dc_total = dc",
        hint="The gradient that enters the cell through h is missing: h = o * tanh(c), so dh reaches c as well, on "
        "top of the dc that comes from the next step.",
    ),
    Mistake(
        "lstm_cell_backward/dc-ignored",
        old="dc_total = dc + dh * o * (1 - tanh_c**2)",
        new="dc_total = dh * o * (1 - tanh_c**2)",
        hint="What arrives at c from the next step, dc, gets lost. c reaches the loss along two paths, and their "
        "gradients add up.",
    ),
    Mistake(
        "lstm_cell_backward/f-missing",
        old="dc_prev = dc_total * f",
        new="dc_prev = dc_total",
        hint="dc_prev is passed on undiminished. The old cell state was multiplied by the forget gate on its way, "
        "so its gradient is, too.",
    ),
    Mistake(
        "lstm_cell_backward/tanh-of-c",
        old="(1 - tanh_c**2)",
        new="(1 - (f * c_prev + i * g) ** 2)",
        hint="The derivative of tanh(c) is written as 1 - c^2. It is 1 minus the square of tanh's VALUE, not of its argument.",
    ),
    Mistake(
        "lstm_cell_backward/gate-derivative-a",
        old="da_i = di * i * (1 - i)\n    da_f = df * f * (1 - f)",
        new="da_i = di * _sigmoid(i) * (1 - _sigmoid(i))\n    da_f = df * _sigmoid(f) * (1 - _sigmoid(f))",
        also=(("da_o = do * o * (1 - o)", "da_o = do * _sigmoid(o) * (1 - _sigmoid(o))"),),
        hint="The slope of the sigmoid gates is taken at the gate's value, so the sigmoid is applied twice. s (1 - "
        "s) with the gate's value s is already the slope at a.",
    ),
    Mistake(
        "lstm_cell_backward/sum-gates",
        old="db = da.sum(axis=0)",
        new="db = da.sum(axis=1)",
        hint="db is summed over the wrong axis: one bias serves all rows of the batch, and each column has its own.",
    ),
]
