"""Folders in which a data set of IDX files may lie."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "GRADMARK_DATA"


def candidate_folders(name: str, torchvision_name: str) -> Iterator[Path]:
    """From the most deliberate to the most general: what the user says, what torchvision left, what the system has."""
    said = [Path(part).expanduser() for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    dashed = name.replace("_", "-")
    for base in said:
        yield from (base / name, base / dashed, base / torchvision_name / "raw", base / "raw", base)
    # torchvision writes below the `root` it is given, which is ./data in nearly every example.
    for base in (Path("data"), Path(), Path.home() / "data"):
        yield base / torchvision_name / "raw"
    for base in system_folders():
        yield base / "datasets" / dashed


def system_folders() -> list[Path]:
    """Where an operating system or a Python environment keeps shared data."""
    listed = os.environ.get("XDG_DATA_DIRS") or os.pathsep.join(["/usr/local/share", "/usr/share"])
    return [Path(sys.prefix) / "share", *(Path(part) for part in listed.split(os.pathsep) if part)]
