from autograder.suite import Mistake

WHOLE = "a = x @ wx + h_prev @ wh + b\n    h = np.tanh(a)"

MISTAKES = [
    Mistake(
        "rnn_cell_forward/no-tanh",
        old="h = np.tanh(a)",
        new="h = a",
        hint="Your state is a linear function of its inputs: nothing bends. Without the nonlinearity all steps together "
        "are one linear map, and the state may grow without bound.",
    ),
    Mistake(
        "rnn_cell_forward/tanh-input-only",
        old=WHOLE,
        new="h = np.tanh(x @ wx + b) + h_prev @ wh",
        hint="Only the part that comes from the input goes through tanh; what comes from the old state is added behind it. "
        "Add up first, and bend the sum.",
    ),
    Mistake(
        "rnn_cell_forward/wh-transposed",
        old="h_prev @ wh",
        new="h_prev @ wh.T",
        hint="Wh is used the wrong way round. It is square, so no shape complains: states are rows here, and a row is "
        "multiplied with the matrix from its left side as it stands.",
    ),
    Mistake(
        "rnn_cell_forward/state-added",
        old="h_prev @ wh",
        new="h_prev",
        hint="The old state is added as it is. Its way into the new one leads through the recurrent weights.",
    ),
    Mistake(
        "rnn_cell_forward/bias-outside",
        old=WHOLE,
        new="h = np.tanh(x @ wx + h_prev @ wh) + b",
        hint="The bias is added after tanh, so a state may leave the range from -1 to 1. It is a part of what goes into tanh.",
    ),
    Mistake(
        "rnn_cell_forward/bias-twice",
        old="a = x @ wx + h_prev @ wh + b",
        new="a = (x @ wx + b) + (h_prev @ wh + b)",
        hint="The bias comes in twice, once with the input and once with the state. PyTorch has two bias vectors that add "
        "up; here there is one.",
    ),
    Mistake(
        "rnn_cell_backward/tanh-of-input",
        old="da = dh * (1 - h**2)",
        new="da = dh * (1 - np.arctanh(h) ** 2)",
        hint="The slope of tanh is taken as 1 - a^2, with a from before tanh. The square in that formula is the square of "
        "tanh's output.",
    ),
    Mistake(
        "rnn_cell_backward/no-mask",
        old="da = dh * (1 - h**2)",
        new="da = dh",
        hint="dh goes to the weights as it came, past tanh. Between h and what is inside stands its slope.",
    ),
    Mistake(
        "rnn_cell_backward/untransposed",
        old="dh_prev = da @ wh.T",
        new="dh_prev = da @ wh",
        hint="dh_prev is made by going through Wh in the same direction as the forward pass. On the way back, inputs and "
        "outputs of Wh change their roles.",
    ),
    Mistake(
        "rnn_cell_backward/db-mean",
        old="db = da.sum(axis=0)",
        new="db = da.mean(axis=0)",
        hint="db is a mean over the batch. One bias serves all rows, so what the rows contribute adds up.",
    ),
    Mistake(
        "rnn_cell_backward/swapped-outer",
        old="dwx = x.T @ da\n    dwh = h_prev.T @ da",
        new="dwx = h_prev.T @ da\n    dwh = x.T @ da",
        hint="dwx and dwh are made with each other's input. A matrix's gradient is made of what it was multiplied with: Wx "
        "with x, Wh with the old state.",
    ),
]
