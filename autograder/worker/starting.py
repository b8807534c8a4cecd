"""Starts a zygote, and does little else: whoever is in a hurry starts it first, and imports a grader's modules meanwhile.

A zygote says for itself when it is ready; `grading.workers.Zygote` takes over from here.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from autograder.basics.threads import ONE_THREAD

_HERE = Path(__file__).resolve().parents[2]
CHECKOUT = None if _HERE.name in ("site-packages", "dist-packages") else _HERE
"""The source tree that this code lies in, where it is not an installed package."""
PROGRAM = (
    "-c",
    (f"import sys; sys.path.insert(0, {str(CHECKOUT)!r}); " if CHECKOUT else "")
    + "import runpy; runpy.run_module('autograder.worker.zygote', run_name='__main__', alter_sys=True)",
)
"""The zygote that belongs to this code: with `-I -m`, a second checkout would start the zygote of the installed one."""
QUICK = "--quick"
"""Ready sooner, without torch's compiler, and each fork a little slower: for a process that grades one hand-in and ends."""
KEPT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT")


@dataclass
class StartedZygote:
    process: subprocess.Popen[bytes]
    control: socket.socket
    errors: IO[bytes]
    quick: bool = False


def start_zygote(
    runtime: str,
    level: str,
    *,
    visible: str = "",
    beside: tuple[str, ...] = (),
    quick: bool = False,
    program: tuple[str, ...] = PROGRAM,
) -> StartedZygote:
    """`visible`: the GPUs that it may see, as CUDA_VISIBLE_DEVICES has them. `beside`: a device, its extension, its files."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    errors = tempfile.TemporaryFile()  # noqa: SIM115
    # A clean environment and -I: nothing of the course, the caller's folder or its variables comes along.
    keep = {name: os.environ[name] for name in KEPT if name in os.environ}
    keep |= {"CUDA_VISIBLE_DEVICES": visible, "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}
    keep |= {"CUBLAS_WORKSPACE_CONFIG": ":4096:8", "CUDA_CACHE_DISABLE": "1"}
    said = [runtime, level, str(theirs.fileno()), *beside, *([QUICK] if quick else [])]
    process = subprocess.Popen(
        [sys.executable, "-I", *program, *said],
        pass_fds=[theirs.fileno()],
        env={**keep, **ONE_THREAD},
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=True,
    )
    theirs.close()
    return StartedZygote(process, ours, errors, quick)
