"""What works on a student's machine and cannot in a jail, and has a plain equivalent: processes, compilers, widgets."""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

WIDGETS = ("IPython", "ipywidgets")

# A loader whose work is done in this process gives the same batches.
IN_THIS_PROCESS = {
    "num_workers": 0,
    "persistent_workers": False,
    "prefetch_factor": None,
    "multiprocessing_context": None,
    "worker_init_fn": None,
    "timeout": 0,
    "pin_memory": False,
    "pin_memory_device": "",
}


def install(runtime: str) -> None:
    """In the zygote, before the first fork."""
    quiet_progress_bars()
    if runtime == "torch":
        load_in_this_process()
        leave_uncompiled()


def quiet_progress_bars() -> None:
    """tqdm counts, and neither writes nor starts a thread; the notebook's bar needs no widgets."""
    os.environ["TQDM_DISABLE"] = "1"
    for name in [each for each in sys.modules if each.partition(".")[0] == "tqdm"]:
        del sys.modules[name]  # torch has imported it: the setting is read then
    with suppress(ImportError), _without_widgets():
        import tqdm.auto
        import tqdm.autonotebook
        import tqdm.notebook

        for module in (tqdm.auto, tqdm.autonotebook, tqdm.notebook):
            module.tqdm, module.trange = tqdm.std.tqdm, tqdm.std.trange  # type: ignore[attr-defined]
        tqdm.notebook.tqdm_notebook = tqdm.std.tqdm
        tqdm.notebook.tnrange = tqdm.std.trange


@contextmanager
def _without_widgets() -> Iterator[None]:
    """tqdm does without them where they cannot be imported. They would bring 130 modules of packages that no runtime has
    into every worker, and each fork would pay for them."""
    before = {name: sys.modules.get(name) for name in WIDGETS}
    sys.modules.update(dict.fromkeys(WIDGETS))  # type: ignore[arg-type]  # None: an import of it fails
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def load_in_this_process() -> None:
    from torch.utils.data import DataLoader

    made = DataLoader.__init__
    signature = inspect.signature(made)

    @functools.wraps(made)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        asked = signature.bind(self, *args, **kwargs).arguments
        asked.pop("self")
        made(self, **{name: IN_THIS_PROCESS.get(name, value) for name, value in asked.items()})

    DataLoader.__init__ = init  # type: ignore[method-assign]


def leave_uncompiled() -> None:
    """Compiled or not, a function computes the same; a compiler wants source files, and processes of its own."""
    import torch

    def as_it_is(function: Any = None, *args: Any, **options: Any) -> Any:
        return function if function is not None else lambda decorated: decorated

    torch.compile = as_it_is  # type: ignore[assignment]
    torch.nn.Module.compile = lambda self, *args, **options: None  # type: ignore[method-assign]
    for name in ("script", "trace", "trace_module", "freeze", "optimize_for_inference"):
        setattr(torch.jit, name, _or_as_it_is(getattr(torch.jit, name)))


def _or_as_it_is(compiler: Any) -> Any:
    @functools.wraps(compiler)
    def compiled(function: Any, *args: Any, **options: Any) -> Any:
        try:
            return compiler(function, *args, **options)
        except Exception:
            return function

    return compiled
