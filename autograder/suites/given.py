"""The files of an assignment's `given/` folder, on the grader's side."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path
from types import ModuleType


@lru_cache
def load_given(suite: str, name: str) -> ModuleType:
    """`given/<name>.py` beside the folder of the suite: `load_given(__file__, "models").Scale(4.0)`.

    The suite's own copy of what `student.given.<name>` is in the student's process, to compare with.
    """
    path = Path(suite).resolve().parents[1] / "given" / f"{name}.py"  # a suite lies in its concept's folder
    if not path.is_file():
        raise FileNotFoundError(f"{path} does not exist: load_given takes the suite's __file__ and a file's name in given/")
    spec = importlib.util.spec_from_file_location(f"given_{name}", path)
    assert spec is not None and spec.loader is not None  # a .py file has both
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
