"""What the course's backwards are the gradients of: for the gradient check's benchmark, which tries their mistakes.

A backward beside an `X_forward(inputs..., options) -> (out, cache)` whose signature tells the shapes needs no entry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reference.attention.bahdanau import bahdanau_attention_forward
from reference.attention.sdpa import sdpa_forward
from reference.autoencoders.reparameterize import reparameterize
from reference.recurrent.birnn import birnn_forward
from reference.recurrent.gru_cell import gru_cell_forward
from reference.recurrent.lstm import lstm_forward
from reference.recurrent.lstm_cell import lstm_cell_forward

Rng = np.random.Generator
Inputs = dict[str, np.ndarray]


@dataclass(frozen=True)
class Setting:
    """One way to call a pair. Without a `forward`, the module's own is taken, which returns (out, cache)."""

    draw: Callable[[Rng], Inputs]
    args: Sequence[Any] = ()
    forward: Callable[..., Any] | None = None
    backward: Callable[..., Any] | None = None
    """(module's backward, dout, inputs...) -> gradients, where there is no cache."""
    kwargs: dict[str, Any] = field(default_factory=dict)


def normal(**shapes: Sequence[int]) -> Callable[[Rng], Inputs]:
    return lambda rng: {name: rng.standard_normal(shape) for name, shape in shapes.items()}


def softmax(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def sigmoid(z: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-z))


# --- 04_regularization ---------------------------------------------------------------------------------------------

MASK = np.array([[1.0, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1]])
LAYER = normal(x=(3, 5, 4), gamma=(4,), beta=(4,))


# --- 02_backprop ---------------------------------------------------------------------------------------------------


def affine(x: np.ndarray, w: np.ndarray, b: np.ndarray) -> np.ndarray:
    return x.reshape(len(x), -1) @ w + b


LABELS = np.array([2, 0, 3, 1, 0])
TARGETS = np.array([[0.3, -1.0, 0.5], [2.0, 0.1, -0.4], [-0.7, 0.8, 1.9], [0.6, -0.2, 1.1]])
SHARES = np.array([[0.0, 0.2, 1.0], [0.9, 0.5, 0.3], [1.0, 0.0, 0.7], [0.1, 0.6, 0.0]])


def cross_entropy(z: np.ndarray) -> np.ndarray:
    return np.asarray(-np.log(softmax(z)[np.arange(len(z)), LABELS]).mean())


def regression(kind: str) -> Callable[[np.ndarray], np.ndarray]:
    power = {"mse": 2, "mae": 1}[kind]
    return lambda pred: np.asarray((np.abs(pred - TARGETS) ** power).sum() / len(pred))


def binary_cross_entropy(p: np.ndarray) -> np.ndarray:
    return np.asarray(-(SHARES * np.log(p) + (1 - SHARES) * np.log(1 - p)).sum() / len(p))


def mlp(act: Callable) -> Callable[..., Any]:
    def forward(x: np.ndarray, w1: np.ndarray, b1: np.ndarray, w2: np.ndarray, b2: np.ndarray) -> np.ndarray:
        return act(x @ w1 + b1) @ w2 + b2

    return forward


def mlp_call(name: str, act: Callable) -> Callable[..., Any]:
    def backward(own: Callable, dout: Any, x: Any, w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
        z = x @ w1 + b1
        h = act(z)
        return own(dout, [(x, z), (h, h @ w2 + b2)], [(w1, b1), (w2, b2)], name)

    return backward


def fanout(x: np.ndarray) -> np.ndarray:
    return np.concatenate([j @ x for j in CONSUMERS])


GRAPH = [
    ("p", "mul", ("a", "b")),
    ("s", "sigmoid", ("p",)),
    ("e", "exp", ("a",)),
    ("l", "log", ("e",)),
    ("r", "relu", ("b",)),
    ("n", "neg", ("r",)),
    ("u", "mul", ("s", "a")),
    ("v", "add", ("u", "n")),
    ("w", "mul", ("v", "v")),
    ("out", "add", ("w", "l")),
]


def graph(x: np.ndarray) -> np.ndarray:
    a, b = x
    return np.asarray((sigmoid(a * b) * a - np.maximum(b, 0)) ** 2 + a)


def graph_call(own: Callable, dout: Any, x: np.ndarray) -> np.ndarray:
    _, grads = own(GRAPH, {"a": float(x[0]), "b": float(x[1])})
    return dout * np.array([grads["a"], grads["b"]])


CONSUMERS = [np.array([[1.0, 2, -1], [0.5, -0.3, 2]]), np.array([[0.2, -2.0, 0.7]])]
MLP = normal(x=(5, 3), w1=(3, 4), b1=(4,), w2=(4, 2), b2=(2,))
ACTIVATIONS: dict[str, Callable] = {"tanh": np.tanh, "sigmoid": sigmoid, "relu": lambda z: np.maximum(z, 0)}
Z = normal(z=(4, 3))


# --- forwards of 06, 08 and 11 that return more than (out, cache), or whose shapes no signature tells ------------------------


def paired(forward: Callable, draw: Callable[[Rng], Inputs]) -> Setting:
    """A forward that returns (out, ..., cache)."""
    return Setting(
        draw,
        forward=lambda *inputs: forward(*inputs)[0],
        backward=lambda own, dout, *inputs: own(dout, forward(*inputs)[-1]),
    )


def lstm_states(*inputs: np.ndarray) -> np.ndarray:
    return np.stack(lstm_cell_forward(*inputs)[:2])


def lstm_cell_call(own: Callable, dout: np.ndarray, *inputs: np.ndarray) -> Any:
    return own(*dout, lstm_cell_forward(*inputs)[2])


def both_ways(x: np.ndarray, *weights: np.ndarray) -> Any:
    return birnn_forward(x, weights[:3], weights[3:], np.array([4, 2, 3]))


def both_ways_call(own: Callable, dout: np.ndarray, *inputs: np.ndarray) -> Any:
    dx, forwards, backwards = own(dout, both_ways(*inputs)[1])
    return dx, *forwards, *backwards


STEP = {"x": (3, 2), "h_prev": (3, 4)}
LSTM_WEIGHTS = {"wx": (2, 16), "wh": (4, 16), "b": (16,)}
NOISE = np.random.default_rng(0).normal(size=(4, 3))
ONE_WAY = {"x": (3, 4, 2), "fx": (2, 5), "fh": (5, 5), "fb": (5,)}

SETTINGS: dict[str, list[Setting]] = {
    "lstm_cell_backward": [
        Setting(normal(**STEP, c_prev=(3, 4), **LSTM_WEIGHTS), forward=lstm_states, backward=lstm_cell_call)
    ],
    "lstm_backward": [paired(lstm_forward, normal(x=(3, 5, 2), h0=(3, 4), c0=(3, 4), **LSTM_WEIGHTS))],
    "gru_cell_backward": [paired(gru_cell_forward, normal(**STEP, wx=(2, 12), wh=(4, 12), b=(12,)))],
    "birnn_backward": [
        Setting(
            normal(**ONE_WAY, bx=(2, 5), bh=(5, 5), bb=(5,)),
            forward=lambda *inputs: both_ways(*inputs)[0],
            backward=both_ways_call,
        )
    ],
    "bahdanau_attention_backward": [
        paired(bahdanau_attention_forward, normal(s=(3, 2), h=(3, 5, 4), wa=(2, 6), ua=(4, 6), va=(6,)))
    ],
    "sdpa_backward": [
        paired(sdpa_forward, normal(q=(2, 3, 4, 5), k=(2, 3, 6, 5), v=(2, 3, 6, 7))),
        paired(sdpa_forward, normal(q=(2, 3, 5, 5), k=(2, 3, 5, 5), v=(2, 3, 5, 5))),
    ],
    "reparameterize_backward": [
        Setting(
            normal(mu=(4, 3), logvar=(4, 3)),
            forward=lambda mu, logvar: reparameterize(mu, logvar, NOISE)[0],
            backward=lambda own, dout, mu, logvar: own(dout, reparameterize(mu, logvar, NOISE)[1]),
        )
    ],
    "layernorm_backward": [Setting(LAYER)],
    "dropout_backward": [Setting(normal(x=(3, 4)), args=(0.4, MASK, train)) for train in (True, False)],
    "affine_backward": [
        Setting(
            normal(x=(4, 2, 3), w=(6, 5), b=(5,)),
            forward=affine,
            backward=lambda own, dout, x, w, b: own(dout, (x, w, b)),
        )
    ],
    "elementwise_backward": [
        Setting(Z, forward=np.sin, backward=lambda own, dout, z: own(dout, z, np.cos)),
    ],
    "sigmoid_backward": [Setting(Z, forward=sigmoid, backward=lambda own, dout, z: own(dout, sigmoid(z)))],
    "tanh_backward": [Setting(Z, forward=np.tanh, backward=lambda own, dout, z: own(dout, np.tanh(z)))],
    "relu_backward": [
        Setting(
            Z,
            forward=lambda z, a=a: np.where(z > 0, z, a * z),
            backward=lambda own, dout, z, a=a: own(dout, z, a),
        )
        for a in (0.0, 0.1, -0.5)
    ],
    "prelu_backward": [
        Setting(
            lambda rng: {**Z(rng), "alpha": rng.uniform(0.1, 0.5)},
            forward=lambda z, alpha: np.where(z > 0, z, alpha * z),
            backward=lambda own, dout, z, alpha: own(dout, z, float(alpha)),
        )
    ],
    "matmul_backward": [
        Setting(normal(a=(2, 5, 3), b=(2, 3, 4)), forward=np.matmul, backward=lambda own, dout, a, b: own(dout, (a, b)))
    ],
    "reduce_backward": [
        Setting(
            normal(x=(3, 3)),
            forward=lambda x, op=op: getattr(np, op)(x, axis=1),
            backward=lambda own, dout, x, op=op: own(dout, x, op, 1, False),
        )
        for op in ("sum", "mean", "max")
    ],
    "softmax_backward": [
        Setting(Z, forward=softmax, backward=lambda own, dout, z: own(dout, softmax(z))),
    ],
    "softmax_ce_backward": [
        Setting(normal(z=(5, 4)), forward=cross_entropy, backward=lambda own, dout, z: dout * own(z, LABELS)),
    ],
    "regression_loss_backward": [
        Setting(
            normal(pred=(4, 3)),
            forward=regression(kind),
            backward=lambda own, dout, pred, kind=kind: dout * own(pred, TARGETS, kind),
        )
        for kind in ("mse", "mae")
    ],
    "bce_backward": [
        Setting(
            lambda rng: {"x": rng.uniform(0.1, 0.9, size=(4, 3))},
            forward=binary_cross_entropy,
            backward=lambda own, dout, x: dout * own(x, SHARES, False),
        ),
        Setting(
            normal(x=(4, 3)),
            forward=lambda x: binary_cross_entropy(sigmoid(x)),
            backward=lambda own, dout, x: dout * own(x, SHARES, True),
        ),
    ],
    "fanout_backward": [
        Setting(
            normal(x=(3,)),
            forward=fanout,
            backward=lambda own, dout, x: own(CONSUMERS, [dout[:2], dout[2:]]),
        )
    ],
    "graph_backward": [Setting(normal(x=(2,)), forward=graph, backward=graph_call)],
    "mlp_backward": [Setting(MLP, forward=mlp(act), backward=mlp_call(name, act)) for name, act in ACTIVATIONS.items()],
}
"""Name of a backward -> the ways in which it is called; a mistake is caught if one of them shows it."""

KINK = "the gradients are right but at the kink itself, where the slope is a convention"
NO_GRADIENT: dict[str, str] = {
    "softmax_ce_backward/overflow": "the gradients are right as long as nothing overflows",
    "regression_loss_backward/sign-zero": KINK,
    "activation_backward/relu-ge-zero": KINK,
    "graph_backward/relu-at-zero": KINK,
    "graph_backward/overflow": "the gradients are right as long as nothing overflows",
    "mlp_backward/overflow": "the gradients are right as long as nothing overflows",
    "maxout/ties-shared": "the gradients are right but where two pieces are equal, where the slope is a convention",
    "array_backward/max-all-ties": "the gradients are right but where two entries are equal, where the slope is a convention",
    "graph_backward/inputs-only": "the gradients of the inputs are right; those of the nodes are left out",
    "graph_backward/inputs-changed": "the gradients are right; the inputs do not stay as they were",
}
"""Mistake -> why the gradients are right all the same: not for a gradient check to find."""
