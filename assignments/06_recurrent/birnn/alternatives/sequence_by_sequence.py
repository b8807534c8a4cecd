import numpy as np


def _read(steps, wx, wh, b):
    states, state = [], np.zeros(len(b))
    for x in steps:
        state = np.tanh(x @ wx + state @ wh + b)
        states.append(state)
    return states


def _read_back(dstates, steps, states, wx, wh):
    """Gradients of one sequence in one net, all lists in reading order."""
    dx, dwx, dwh, db, carry = [], 0, 0, 0, 0
    for i in reversed(range(len(steps))):
        before = states[i - 1] if i else np.zeros(len(wh))
        da = (dstates[i] + carry) * (1 - states[i] ** 2)
        dx.append(wx @ da)
        dwx, dwh, db = dwx + np.outer(steps[i], da), dwh + np.outer(before, da), db + da
        carry = wh @ da
    return dx[::-1], dwx, dwh, db


def birnn_forward(x, fwd, bwd, lengths=None):
    h = len(fwd[2])
    lengths = [x.shape[1]] * len(x) if lengths is None else [int(length) for length in lengths]
    out = np.zeros((*x.shape[:2], 2 * h))
    for n, length in enumerate(lengths):
        valid = x[n, :length]
        out[n, :length, :h] = _read(valid, *fwd)
        out[n, :length, h:] = _read(valid[::-1], *bwd)[::-1]
    return out, {"x": x, "fwd": fwd, "bwd": bwd, "lengths": lengths, "out": out.copy()}


def birnn_backward(dout, cache):
    x, out = cache["x"], cache["out"]
    h = out.shape[2] // 2
    dx = np.zeros_like(x)
    totals = [[0, 0, 0], [0, 0, 0]]
    for n, length in enumerate(cache["lengths"]):
        for way, (wx, wh, _) in enumerate((cache["fwd"], cache["bwd"])):
            turn = slice(None, None, -1 if way else 1)
            half = slice(h, None) if way else slice(h)
            parts = (dout[n, :length, half][turn], x[n, :length][turn], out[n, :length, half][turn])
            dsteps, *grads = _read_back(*parts, wx, wh)
            dx[n, :length] += np.array(dsteps)[turn]
            totals[way] = [total + grad for total, grad in zip(totals[way], grads)]
    return dx, *totals
