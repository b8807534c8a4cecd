from autograder.suite import Mistake

STEP = "state = np.tanh(x[:, t] @ wx + state @ wh + b)\n        states.append(state)"

MISTAKES = [
    Mistake(
        "rnn_forward/state-reset",
        old="state @ wh",
        new="h0 @ wh",
        hint="Every step starts from h0 again, so no state knows more than one input. A step starts from the state that "
        "the step before it reached.",
    ),
    Mistake(
        "rnn_forward/shifted",
        old=STEP,
        new="states.append(state)\n        state = np.tanh(x[:, t] @ wx + state @ wh + b)",
        hint="Your states are one step late: at the first place stands h0, and the last state is missing. h[:, 0] is the "
        "state after x[:, 0] has been read.",
    ),
    Mistake(
        "rnn_forward/reversed",
        old="state, states = h0, []",
        new="state, states = h0, []\n    x = x[:, ::-1]",
        hint="The sequences are read from their end. x[:, 0] comes first, and h[:, t] must not know anything of later inputs.",
    ),
    Mistake(
        "rnn_forward/batch-loop",
        old="for t in range(x.shape[1]):\n        " + STEP + "\n    h = np.stack(states, axis=1)",
        new="for t in range(x.shape[0]):\n        state = np.tanh(x[t] @ wx + state @ wh + b)\n        states.append(state)\n"
        "    h = np.stack(states, axis=0)",
        hint="You run along the first axis, from one sequence to the next, as if the state of one were the past of "
        "another. Time is the second axis of x.",
    ),
    Mistake(
        "rnn_forward/last-only",
        old="return h, cache",
        new="h = h[:, -1]\n    return h, cache",
        hint="Only the last state is returned. The states after all steps are asked for, shape (N, T, H).",
    ),
    Mistake(
        "rnn_backward/no-carry",
        old="(dh[:, t] + carry)",
        new="dh[:, t]",
        hint="What reaches a state through the next step is missing: you add up T single cells. h_t acts on the loss "
        "directly and through h_{t+1}, and both gradients add.",
    ),
    Mistake(
        "rnn_backward/overwrite",
        old="dwx += x[:, t].T @ da\n        dwh += h_prev.T @ da\n        db += da.sum(axis=0)",
        new="dwx = x[:, t].T @ da\n        dwh = h_prev.T @ da\n        db = da.sum(axis=0)",
        hint="The weight gradients of a step replace those of the step before, so in the end only step 1 is left. The "
        "same weights are used at every step: their gradients add up.",
    ),
    Mistake(
        "rnn_backward/mean-over-time",
        old="dh0 = carry",
        new="dh0 = carry\n    dwx, dwh, db = (g / x.shape[1] for g in (dwx, dwh, db))",
        hint="The weight gradients are divided by the number of steps. They are sums over the steps; if the loss is a "
        "mean over time, dh has it already.",
    ),
    Mistake(
        "rnn_backward/wrong-state",
        old="h_prev = h[:, t - 1] if t > 0 else h0",
        new="h_prev = h[:, t]",
        hint="dwh is made with the state that a step puts out. Wh was multiplied with the state that came in, and at the "
        "first step that is h0.",
    ),
    Mistake(
        "rnn_backward/forward-order",
        old="for t in reversed(range(x.shape[1])):",
        new="for t in range(x.shape[1]):",
        hint="Your loop runs up in time, so what a step hands on arrives at the step after it. Gradients go back: the last "
        "step comes first.",
    ),
    Mistake(
        "rnn_backward/carry-unmasked",
        old="da = (1 - h[:, t] ** 2) * (dh[:, t] + carry)",
        new="da = (1 - h[:, t] ** 2) * dh[:, t] + carry",
        hint="The slope of tanh is applied to what comes from outside, and not to what comes through time. Both arrive at "
        "h_t, behind tanh: add them first.",
    ),
    Mistake(
        "rnn_backward/wh-untransposed",
        old="carry = da @ wh.T",
        new="carry = da @ wh",
        hint="The gradient goes back through Wh in the direction of the forward pass. Wh is square, so no shape "
        "complains; write down one entry of h_t as a sum, and differentiate that.",
    ),
]
