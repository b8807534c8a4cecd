"""How much of a submission is read, and the error for one that cannot be."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.errors import UserError


class IntakeError(UserError):
    """A submission that cannot be read. One line, shown to student and TA; it costs only this submission."""

    def __init__(self, why: str, ask: str = "") -> None:
        """`ask`: what the student should hand in instead, where that is not said by `why`."""
        self.why, self.ask = _one_line(why), ask
        super().__init__(f"{self.why}; hand in {ask}" if ask else self.why)

    @property
    def for_staff(self) -> str:
        """Why it is not gradable, and what to ask the student for."""
        return f"{self.why}; ask the student for {self.ask or 'the notebook again (.ipynb), as it opens in Jupyter'}"


def _one_line(text: str) -> str:
    """Names of files come from students: whatever they hold, a message is one line, and not a long one."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain[:1500].split())


@dataclass(frozen=True)
class Limits:
    max_bytes: int = 64 * 2**20
    """Of one file, and of everything read from one zip or folder (counted while reading)."""
    max_files: int = 2000
    """Entries of a zip or folder."""
    max_source: int = 2 * 2**20
    """Characters of Python: of the cells together, and of the sibling modules together."""
    max_cells: int = 5000
    max_values: int = 5_000_000
    """JSON values of a notebook: a list of empty lists takes twenty times its size in memory."""


def megabytes(count: float) -> str:
    """ "0.5 MB", "64 MB"."""
    size = count / 2**20
    return f"{size:.1f} MB" if size < 10 and size != int(size) else f"{size:.0f} MB"
