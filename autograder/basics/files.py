"""Writing a file so that no reader, and no kill, ever sees half of it."""

from __future__ import annotations

import os
from pathlib import Path


def replace_text(path: Path, text: str, newline: str = "") -> Path:
    """Writes a draft beside the file and moves it into place. Line ends are written as they are, on every system."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with draft.open("w", encoding="utf-8", newline=newline) as file:
        file.write(text)
    draft.replace(path)
    return path
