"""Data sets that a release carries, as .npz files that need neither pickle nor scikit-learn."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.authoring.wheel import write_zip
from autograder.course.model import Assignment
from autograder.errors import UserError

if TYPE_CHECKING:
    import numpy as np


def export_digits(folder: Path) -> Path:
    """scikit-learn's handwritten digits: images (1797, 8, 8) from 0 to 16 and labels, both uint8.

    They are public anyway; hidden suites warp, permute or split them under the course secret.
    """
    from autograder.data.digits import read_digits

    images, labels = read_digits()
    return write_npz(folder / "digits.npz", {"images": images, "labels": labels})


EXPORTERS = {"digits": export_digits}
# Too large to hand out with every assignment: the students' loader finds them, or says how to get them.
ON_THE_MACHINE = ("mnist", "fashion_mnist")


def export_data(assignment: Assignment, folder: Path) -> list[Path]:
    """The assignment's data sets: known ones are made, others are .npz files of its own data/ folder."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in assignment.data:
        own = assignment.folder / "data" / f"{name}.npz"
        if own.is_file():
            copy = folder / own.name
            copy.write_bytes(own.read_bytes())
            written.append(copy)
        elif name in EXPORTERS:
            written.append(EXPORTERS[name](folder))
        elif name not in ON_THE_MACHINE:
            known = ", ".join([*EXPORTERS, *ON_THE_MACHINE])
            raise UserError(
                f"{assignment.folder / 'assignment.toml'}: data set {name!r} is neither built in ({known}) nor a file {own}"
            )
    return written


def write_npz(path: Path, arrays: dict[str, np.ndarray]) -> Path:
    """Like numpy.savez_compressed, but equal bytes on every run."""
    from numpy.lib import format as npy

    files = {}
    for name, array in arrays.items():
        buffer = io.BytesIO()
        npy.write_array(buffer, array, allow_pickle=False)
        files[f"{name}.npy"] = buffer.getvalue()
    write_zip(path, files)
    return path
