"""Versions that were tested together: `constraints.txt`, beside the package in a source tree and inside it once installed.

Whatever others install for a release (students, an image of Gradescope or otter) is pinned to them. A Python older than the
one of the tests has no such versions of some packages: there the lower bounds hold.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

FILE = "constraints.txt"
_PACKAGE = Path(__file__).resolve().parents[1]
_PIN = re.compile(r"([\w.-]+)==(\S+)\s*\Z")
_PYTHON = re.compile(r"#.*\bPython (\d+\.\d+)")


@lru_cache(maxsize=1)
def _tested() -> tuple[str, dict[str, str]]:
    """The Python of the tests, and package -> version."""
    lines = constraints_path().read_text(encoding="utf-8").splitlines()
    python = next(found[1] for line in lines if (found := _PYTHON.match(line)))
    return python, {_plain(found[1]): found[2] for line in lines if (found := _PIN.match(line))}


def constraints_path() -> Path:
    beside = _PACKAGE.parent / FILE
    return beside if beside.is_file() and (_PACKAGE.parent / "pyproject.toml").is_file() else _PACKAGE / FILE


def tested_python() -> str:
    return _tested()[0]


def tested_version(package: str) -> str:
    """The version that was tested, or "" for a package that is not listed."""
    return _tested()[1].get(_plain(package), "")


def pinned(requirement: str) -> list[str]:
    """Lines for pip: the tested version, and for an older Python what was asked for. What was not tested stays as it is."""
    wanted, _, marker = (part.strip() for part in requirement.partition(";"))
    name = re.match(r"[\w.-]+(?:\[[\w,.-]+\])?", wanted)
    version = tested_version(name[0].partition("[")[0]) if name else ""
    if not name or not version:
        return [requirement]
    python = tested_python()
    extra = f" and ({marker})" if marker else ""
    return [
        f'{name[0]}=={version} ; python_version >= "{python}"{extra}',
        f'{wanted} ; python_version < "{python}"{extra}',
    ]


def constraints() -> str:
    """The whole list for `pip install -c`, also of what these packages need in turn."""
    python, versions = _tested()
    lines = [f'{name}=={version} ; python_version >= "{python}"' for name, version in sorted(versions.items())]
    return "\n".join([f"# What was tested together, with Python {python}.", *lines, ""])


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
