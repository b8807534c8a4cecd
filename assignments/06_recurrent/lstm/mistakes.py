from autograder.suite import Mistake

CELL = "h_t, c_t, step = lstm_cell_forward(x[:, t], h_t, c_t, wx, wh, b)"
CELL_BACK = "dx_t, dh_carry, dc_carry, dwx_t, dwh_t, db_t = lstm_cell_backward(arriving, dc_carry, cache[t])"

MISTAKES = [
    Mistake(
        "lstm_forward/c-reset",
        old=CELL,
        new="h_t, _, step = lstm_cell_forward(x[:, t], h_t, c_t, wx, wh, b)",
        hint="The cell state is not carried: every step starts from c0 again. Then the forget gate has nothing to "
        "keep, and the LSTM loses the path that makes it remember.",
    ),
    Mistake(
        "lstm_forward/returns-c",
        old="states.append(h_t)",
        new="states.append(c_t)",
        hint="You return the cell states. c stays inside the LSTM; what the outside reads is h.",
    ),
    Mistake(
        "lstm_forward/state-reset",
        old=CELL,
        new="h_t, c_t, step = lstm_cell_forward(x[:, t], h0, c_t, wx, wh, b)",
        hint="The hidden state is not carried: every step reads h0. The gates of a step must see the h of the step before.",
    ),
    Mistake(
        "lstm_forward/shifted",
        old=CELL + "\n        states.append(h_t)",
        new="states.append(h_t)\n        " + CELL,
        hint="Your h[:, t] is the state before step t: everything comes one step late, and the last state is lost. "
        "h[:, t] has read x[:, t].",
    ),
    Mistake(
        "lstm_backward/dc-dropped",
        old="lstm_cell_backward(arriving, dc_carry, cache[t])",
        new="lstm_cell_backward(arriving, np.zeros_like(arriving), cache[t])",
        hint="The carry through the cell state is missing: what a step hands back as dc_prev has to arrive as dc "
        "at the step before it. This is the path on which an LSTM's gradient survives.",
    ),
    Mistake(
        "lstm_backward/dh-dropped",
        old="arriving = dh[:, t] + dh_carry",
        new="arriving = dh[:, t]",
        hint="The carry through the hidden state is missing: h of a step is read by the gates of the next one, so "
        "a gradient comes back from there, on top of the one from outside.",
    ),
    Mistake(
        "lstm_backward/overwrite",
        old="dwx, dwh, db = dwx + dwx_t, dwh + dwh_t, db + db_t",
        new="dwx, dwh, db = dwx_t, dwh_t, db_t",
        hint="The gradients of the weights are those of the first step alone: the loop overwrites what later steps "
        "contributed. The same weights act at every step, so their contributions add up.",
    ),
    Mistake(
        "lstm_backward/swapped-carry",
        old=CELL_BACK,
        new="dx_t, dc_carry, dh_carry, dwx_t, dwh_t, db_t = lstm_cell_backward(arriving, dc_carry, cache[t])",
        hint="The two carries are exchanged: what comes back for h is added at c, and the other way round. Look at "
        "the order in which your cell returns its gradients.",
    ),
    Mistake(
        "lstm_backward/time-reversed",
        old="np.stack(dxs[::-1], axis=1)",
        new="np.stack(dxs, axis=1)",
        hint="dx comes out in the order in which your loop ran, last step first. The other gradients do not tell; "
        "put it back into the order of time.",
    ),
]
