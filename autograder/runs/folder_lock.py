"""One run in a folder at a time: equal commands may work on it together, another choice of exercises has to wait."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.errors import UserError
from autograder.store.queue import OTHER_PLAN

FILE = ".running"


@contextmanager
def occupied(out: Path, plan: str) -> Iterator[None]:
    """Held while a command grades into `out` with this plan. The lock goes with the process, however that ends."""
    with (out / FILE).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass  # somebody is at work, with the plan that stands there
        else:
            file.truncate(0)
            file.write(plan)
            file.flush()
        # Between the two locks another command may be faster: what stands there afterwards decides.
        fcntl.flock(file, fcntl.LOCK_SH)
        file.seek(0)
        if file.read() != plan:
            raise UserError(OTHER_PLAN)
        yield
