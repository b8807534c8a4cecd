"""Which packages there are in grading: an allow list, for the importer and for the jail's file grants alike.

scipy is in it: it differentiates nothing by itself and has no layers, and `scipy.special.expit` is an honest way to write a
sigmoid. What is drawn or logged is not graded: plotting packages are there as dummies that do nothing.
"""

from __future__ import annotations

import sys
from typing import Literal

Runtime = Literal["numpy", "torch"]

STUDENTS: dict[str, tuple[str, ...]] = {
    "numpy": ("numpy", "scipy", "einops", "jaxtyping", "tqdm", "typing_extensions"),
    "torch": ("torch", "numpy", "scipy", "einops", "jaxtyping", "safetensors", "tqdm", "typing_extensions"),
}
"""What a student may import in each runtime, beside the standard library, `given` and files of the hand-in."""

_SUPPORT: dict[str, tuple[str, ...]] = {
    "numpy": ("wadler_lindig",),
    "torch": (
        "wadler_lindig",
        "filelock",
        "fsspec",
        "functorch",
        "jinja2",
        "markupsafe",
        "mpmath",
        "networkx",
        "nvidia",
        "sympy",
        "torchgen",
        "triton",
    ),
}
"""What these packages import themselves."""

DUMMIES = frozenset(
    (
        "altair",
        "autograder",
        "bokeh",
        "google",
        "graphviz",
        "icecream",
        "ipykernel",
        "IPython",
        "ipywidgets",
        "livelossplot",
        "matplotlib",
        "mpl_toolkits",
        "nbgrader",
        "otter",
        "plotly",
        "pylab",
        "rich",
        "seaborn",
        "tabulate",
        "tensorboard",
        "tensorboardX",
        "termcolor",
        "torchinfo",
        "torchsummary",
        "torchviz",
        "wandb",
    )
)
"""What shows something: code that uses it on the way must not fail for it."""

AUTODIFF = frozenset(
    (
        "aesara",
        "algopy",
        "autograd",
        "casadi",
        "chainer",
        "diffrax",
        "equinox",
        "flax",
        "functorch",
        "haiku",
        "jax",
        "jaxlib",
        "jaxopt",
        "keras",
        "lightning",
        "micrograd",
        "minitorch",
        "mlx",
        "mxnet",
        "numdifftools",
        "optax",
        "paddle",
        "pytensor",
        "pytorch_lightning",
        "sympy",
        "tensorflow",
        "tf_keras",
        "theano",
        "tinygrad",
        "torch",
        "torchaudio",
        "torchvision",
    )
)
"""Packages that differentiate, or bring ready-made layers: named as such where an exercise is to be solved with numpy."""

HARMLESS = {
    **dict.fromkeys(("is_tensor", "is_available", "is_built", "is_grad_enabled"), "question"),
    **dict.fromkeys(("no_grad", "enable_grad", "inference_mode", "set_grad_enabled"), "context"),
    **dict.fromkeys(
        (
            "manual_seed",
            "manual_seed_all",
            "set_printoptions",
            "set_default_dtype",
            "set_default_device",
            "set_num_threads",
            "use_deterministic_algorithms",
            "empty_cache",
            "device",
            "get_default_dtype",
            "set_float32_matmul_precision",
        ),
        "setting",
    ),
    "device_count": "count",
}
"""Functions of such packages that compute nothing, by what is asked of them: they are answered where the package is missing."""


def installed_for(runtime: Runtime) -> frozenset[str]:
    """Top-level names of packages that are there."""
    return frozenset((*STUDENTS[runtime], *_SUPPORT[runtime]))


def in_runtime(name: str, runtime: Runtime) -> bool:
    """Whether a dotted module name belongs to what a runtime has."""
    root = name.partition(".")[0]
    return root in sys.stdlib_module_names or root in installed_for(runtime)
