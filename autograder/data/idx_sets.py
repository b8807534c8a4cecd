"""MNIST and Fashion-MNIST: the files they consist of, what must be in them, and reading them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from autograder.data.arrays import Dataset
from autograder.data.errors import DataError
from autograder.data.idx import IdxFile, read_idx
from autograder.data.places import VARIABLE, candidate_folders

FILES = (
    "train-images-idx3-ubyte",
    "train-labels-idx1-ubyte",
    "t10k-images-idx3-ubyte",
    "t10k-labels-idx1-ubyte",
)


@dataclass(frozen=True)
class IdxSet:
    name: str
    torchvision_name: str
    sha256: tuple[str, str, str, str]
    """Of FILES in their order, without compression."""
    way_out: str
    """How to get it, on one line."""


# The two sets have files of the same names and sizes; only the checksums tell one from the other.
IDX_SETS = {
    each.name: each
    for each in (
        IdxSet(
            "mnist",
            "MNIST",
            (
                "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
                "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
                "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
                "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
            ),
            'run torchvision.datasets.MNIST("data", download=True) here once',
        ),
        IdxSet(
            "fashion_mnist",
            "FashionMNIST",
            (
                "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
                "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
                "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
                "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34",
            ),
            "install Debian's package dataset-fashion-mnist, or "
            'run torchvision.datasets.FashionMNIST("data", download=True) here once',
        ),
    )
}


def load_idx_set(wanted: IdxSet, folders: Iterable[Path] | None = None) -> Dataset:
    """From the first folder that holds the set; one that holds its look-alike is passed by."""
    for folder in candidate_folders(wanted.name, wanted.torchvision_name) if folders is None else folders:
        paths = [_file(folder, name) for name in FILES]
        present = [path for path in paths if path is not None]
        if not present:
            continue
        if len(present) < len(FILES):
            missing = next(name for name, path in zip(FILES, paths) if path is None)
            raise DataError(f"{folder} has only part of {wanted.name}, but no {missing} or {missing}.gz; add it")
        if _is_other_set(wanted, present):
            continue
        return _read(wanted, present)
    raise DataError(
        f"{wanted.name} is not on this machine: {wanted.way_out}, "
        f"or set {VARIABLE} to a folder with {FILES[0]}.gz and its three companions"
    )


def _file(folder: Path, name: str) -> Path | None:
    return next((p for p in (folder / name, folder / f"{name}.gz") if p.is_file()), None)


def _is_other_set(wanted: IdxSet, paths: list[Path]) -> bool:
    """Told by the test labels, which are ten kilobytes."""
    found = read_idx(paths[3]).sha256
    return any(found == other.sha256[3] for other in IDX_SETS.values() if other.name != wanted.name)


def _read(wanted: IdxSet, paths: list[Path]) -> Dataset:
    files = []
    for path, checksum in zip(paths, wanted.sha256):
        file = read_idx(path)
        if file.sha256 != checksum:
            raise DataError(
                f"{path} is not the file that {wanted.name} was published with "
                f"(SHA-256 {file.sha256[:12]}…, must be {checksum[:12]}…); delete it and download it again"
            )
        files.append(file)
    x_train, y_train, x_test, y_test = files
    return Dataset(x_train.array, _labels(y_train), x_test.array, _labels(y_test))


def _labels(file: IdxFile) -> np.ndarray:
    return file.array.astype(np.int64)
