"""numpy, torch and the usual imports work inside; what would need a file or a process fails with grace."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from typing import Any

import pytest

from autograder.jail import uids
from autograder.worker.imports import RuntimeFinder

numpy = pytest.importorskip("numpy")


def results(actions: dict[str, Callable[[], object]]) -> dict[str, str]:
    """What each action gives; an exception is its class."""
    seen = {}
    for name, action in actions.items():
        try:
            seen[name] = str(action())
        except Exception as problem:
            seen[name] = type(problem).__name__
    return seen


def imports(name: str) -> Callable[[], object]:
    def action() -> str:
        importlib.import_module(name)
        return "imported"

    return action


def use_numpy() -> dict[str, str]:
    import ctypes
    import random
    import tempfile
    import time
    import warnings

    tempfile.tempdir = None
    rng = numpy.random.default_rng()
    return results(
        {
            "decimals": imports("decimal"),
            "fft": imports("numpy.fft"),
            "polynomial": imports("numpy.polynomial"),
            "xml": imports("xml.dom.minidom"),
            "sqlite": imports("sqlite3"),
            "asyncio": imports("asyncio"),
            "futures": imports("concurrent.futures"),
            "solve": lambda: numpy.linalg.solve(numpy.eye(200) * 2, numpy.ones(200)).sum(),
            "svd": lambda: numpy.linalg.svd(rng.normal(size=(300, 200)))[1].shape,
            "random": lambda: len(str(random.random())) > 2,
            "urandom": lambda: len(os.urandom(7)),
            "clock": lambda: time.perf_counter() > 0 and time.localtime().tm_year > 2000,
            "warning": lambda: warnings.warn("look", stacklevel=1),
            "call back": lambda: ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda n: n + 1)(41),
            "null": lambda: open(os.devnull, "w").write("x"),  # noqa: PTH123
            "terminal": lambda: os.isatty(0),
            "temporary folder": tempfile.gettempdir,
            "command": lambda: os.system("true") == 0,
            "torch": imports("torch"),
            "scikit-learn": imports("sklearn.datasets"),
        }
    )


EXPECTED_OF_NUMPY = {
    **dict.fromkeys(("decimals", "fft", "polynomial", "xml", "sqlite", "asyncio", "futures"), "imported"),
    "solve": "100.0",
    "svd": "(200,)",
    "random": "True",
    "urandom": "7",
    "clock": "True",
    "warning": "None",
    "call back": "42",
    "null": "1",
    "terminal": "False",
    # tempfile asks for FileNotFoundError to be handled when no folder is usable.
    "temporary folder": "FileNotFoundError",
    "command": "False",
    "torch": "PermissionError",
    "scikit-learn": "PermissionError",
}


@pytest.mark.parametrize("start", ["as_root", "as_ordinary_user", "as_container_root_with_open_interpreter"])
def test_numpy(jailed: Callable[..., Any], starts: Any, start: str) -> None:
    starts.need_start(start)
    own = None if start == "as_ordinary_user" else uids.uid_for_slot(0)
    _, seen = jailed(use_numpy, start=getattr(starts, start), uid=own, address_space=3 << 30, cpu_seconds=20)
    if importlib.util.find_spec("torch") is None:
        seen["torch"] = "PermissionError"
    if importlib.util.find_spec("sklearn") is None:
        seen["scikit-learn"] = "PermissionError"
    assert seen == EXPECTED_OF_NUMPY


def test_other_packages(jailed: Callable[..., Any]) -> None:
    """Extension modules of the runtime that the zygote has not loaded; what is not of the runtime cannot be read."""

    def use() -> dict[str, str]:
        RuntimeFinder.install("numpy")  # as a worker does: what scipy would like to have may be missing
        return results({"scipy": imports("scipy.special"), "networkx": imports("networkx")})

    pytest.importorskip("scipy")
    _, seen = jailed(use, uid=uids.uid_for_slot(0), threads=2)
    assert seen == {"scipy": "imported", "networkx": "ModuleNotFoundError"}


def warm_torch() -> None:
    import torch

    torch.set_num_threads(1)
    layer = torch.nn.Linear(4, 3)
    optimizer = torch.optim.Adam(layer.parameters())
    layer(torch.randn(5, 4)).sum().backward()
    optimizer.step()


def use_torch() -> dict[str, str]:
    import torch
    from torch.nn import functional
    from torch.utils.data import DataLoader, TensorDataset

    def train() -> bool:
        model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        x, y = torch.randn(64, 3), torch.randint(0, 2, (64,))
        losses = []
        for _ in range(5):
            optimizer.zero_grad()
            loss = functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses[-1] < losses[0]

    def many_threads() -> int:
        torch.set_num_threads(2)
        x = torch.randn(600, 600, requires_grad=True)
        (x @ x).tanh().sum().backward()
        return torch.get_num_threads()

    loader = DataLoader(TensorDataset(torch.randn(10, 3)), batch_size=4, shuffle=True)
    return results(
        {
            "distributions": imports("torch.distributions"),
            "train": train,
            "threads": many_threads,
            "loader": lambda: len(list(loader)),
            "convolution": lambda: list(functional.conv2d(torch.randn(2, 3, 8, 8), torch.randn(4, 3, 3, 3)).shape),
            "lstm": lambda: list(torch.nn.LSTM(3, 4)(torch.randn(5, 2, 3))[0].shape),
            "save": lambda: torch.save({}, "/tmp/weights"),
        }
    )


def test_torch(jailed: Callable[..., Any]) -> None:
    pytest.importorskip("torch")
    _, seen = jailed(
        use_torch,
        start=warm_torch,
        runtime="torch",
        uid=uids.uid_for_slot(0),
        threads=2,
        address_space=4 << 30,
        timeout=60,
    )
    assert seen.pop("save") in ("RuntimeError", "PermissionError")
    assert seen == {
        "distributions": "imported",
        "train": "True",
        "threads": "2",
        "loader": "3",
        "convolution": "[2, 4, 6, 6]",
        "lstm": "[5, 2, 4]",
    }
