"""Finding data sets, refusing wrong ones, and saying in one line how to get missing ones."""

from __future__ import annotations

import gzip
import hashlib
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from autograder.data import NAMES, DataError, idx_sets, load, places
from autograder.data.idx_sets import FILES, IDX_SETS, IdxSet
from autograder.data.places import candidate_folders

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATE = ROOT / "student_template" / "data" / "__init__.py"


def tiny_files(seed: int) -> dict[str, bytes]:
    """Two training images and one test image, of 4 x 3 pixels."""
    rng = np.random.default_rng(seed)
    contents = {}
    for name, count in zip(FILES, (2, 2, 1, 1)):
        shape = (count, 4, 3) if "images" in name else (count,)
        values = rng.integers(0, 256 if "images" in name else 10, size=shape).astype(np.uint8)
        values.flat[0] = 255 if "images" in name else 7 + seed
        header = struct.pack(f">HBB{len(shape)}I", 0, 8, len(shape), *shape)
        contents[name] = header + values.tobytes()
    return contents


def write(folder: Path, files: dict[str, bytes], *, packed: bool = False) -> Path:
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / (name + ".gz" * packed)).write_bytes(gzip.compress(content) if packed else content)
    return folder


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, dict[str, bytes]]:
    """Tiny sets in the place of the two real ones, on a machine that has none."""
    sets = {"mnist": tiny_files(0), "fashion_mnist": tiny_files(1)}
    for name, files in sets.items():
        sums = tuple(hashlib.sha256(files[file]).hexdigest() for file in FILES)
        real = IDX_SETS[name]
        monkeypatch.setitem(idx_sets.IDX_SETS, name, IdxSet(name, real.torchvision_name, sums, real.way_out))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "share"))
    monkeypatch.setattr(places.sys, "prefix", str(tmp_path / "prefix"))
    monkeypatch.delenv("GRADMARK_DATA", raising=False)
    return sets


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("mnist", "said"),
        ("mnist", "said/mnist"),
        ("mnist", "said/MNIST/raw"),
        ("fashion_mnist", "said/FashionMNIST/raw"),
        ("mnist", "here/data/MNIST/raw"),
        ("fashion_mnist", "here/FashionMNIST/raw"),
        ("fashion_mnist", "share/datasets/fashion-mnist"),
        ("mnist", "prefix/share/datasets/mnist"),
    ],
)
def test_a_set_is_found_where_it_may_lie(tiny, tmp_path: Path, monkeypatch, name: str, place: str, packed: bool):
    write(tmp_path / place, tiny[name], packed=packed)
    monkeypatch.setenv("GRADMARK_DATA", str(tmp_path / "said"))
    x_train, y_train, x_test, y_test = load(name)
    assert (x_train.shape, x_test.shape, y_test.shape) == ((2, 4, 3), (1, 4, 3), (1,))
    assert x_train.dtype == np.float32 and x_train.max() == 1.0 and x_train.min() >= 0.0
    assert y_train.dtype == np.int64 and y_train[0] == (7 if name == "mnist" else 8)
    raw = load(name, raw=True)
    assert raw.x_train.dtype == np.uint8 and raw.x_train.tobytes() == tiny[name][FILES[0]][16:]


def test_the_variable_goes_before_the_system_and_may_name_several_folders(tiny, tmp_path: Path, monkeypatch):
    write(tmp_path / "share/datasets/mnist", {name: b"broken" for name in FILES})
    write(tmp_path / "two", tiny["mnist"])
    monkeypatch.setenv("GRADMARK_DATA", f"{tmp_path / 'one'}{places.os.pathsep}{tmp_path / 'two'}")
    assert load("mnist").x_train.shape == (2, 4, 3)


def test_the_other_set_under_the_same_file_names_is_passed_by(tiny, tmp_path: Path, monkeypatch):
    write(tmp_path / "said", tiny["fashion_mnist"])
    write(tmp_path / "share/datasets/mnist", tiny["mnist"])
    monkeypatch.setenv("GRADMARK_DATA", str(tmp_path / "said"))
    assert load("mnist", raw=True).x_train.tobytes() == tiny["mnist"][FILES[0]][16:]
    assert load("fashion_mnist", raw=True).x_train.tobytes() == tiny["fashion_mnist"][FILES[0]][16:]


@pytest.mark.parametrize("file", FILES)
def test_one_changed_byte_is_refused_with_the_files_name(tiny, tmp_path: Path, monkeypatch, file: str):
    changed = dict(tiny["mnist"])
    changed[file] = changed[file][:-1] + bytes([changed[file][-1] ^ 1])
    folder = write(tmp_path / "said", changed, packed=True)
    monkeypatch.setenv("GRADMARK_DATA", str(folder))
    with pytest.raises(DataError) as caught:
        load("mnist")
    message = str(caught.value)
    assert str(folder / f"{file}.gz") in message and "download it again" in message and "\n" not in message


def test_a_set_with_a_file_missing_says_which(tiny, tmp_path: Path, monkeypatch):
    files = dict(tiny["mnist"])
    del files["t10k-labels-idx1-ubyte"]
    monkeypatch.setenv("GRADMARK_DATA", str(write(tmp_path / "said", files)))
    with pytest.raises(DataError, match="but no t10k-labels-idx1-ubyte"):
        load("mnist")


@pytest.mark.parametrize(("name", "way"), [("mnist", "torchvision"), ("fashion_mnist", "dataset-fashion-mnist")])
def test_a_missing_set_is_one_line_with_the_way_out(tiny, name: str, way: str):
    with pytest.raises(DataError) as caught:
        load(name)
    message = str(caught.value)
    assert way in message and "GRADMARK_DATA" in message and "\n" not in message
    assert caught.value._render_traceback_() == [message]


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(DataError, match="digits, mnist, fashion_mnist"):
        load("cifar")
    assert NAMES == ("digits", "mnist", "fashion_mnist")


def test_digits_are_split_once_and_for_all():
    found = load("digits")
    assert found.x_train.shape == (1442, 8, 8) and found.x_test.shape == (355, 8, 8)
    assert found.x_train.dtype == np.float32 and found.x_train.max() == 1.0
    assert np.bincount(found.y_test).tolist() == [35, 36, 35, 36, 36, 36, 36, 35, 34, 36]
    seen = {image.tobytes() for image in found.x_train}
    assert not any(image.tobytes() in seen for image in found.x_test)


def test_the_real_checksums_where_the_real_files_are():
    for name, wanted in IDX_SETS.items():
        if any((folder / f"{FILES[0]}.gz").is_file() for folder in candidate_folders(name, wanted.torchvision_name)):
            found = load(name, raw=True)
            assert found.x_train.shape == (60000, 28, 28) and found.x_test.shape == (10000, 28, 28)
            assert np.bincount(found.y_test).sum() == 10000
            return
    pytest.skip("neither MNIST nor Fashion-MNIST is on this machine")


# --- what a student imports -------------------------------------------------------------------------


def in_release(tmp_path: Path, code: str, **environment: str) -> str:
    """Runs code in a folder with the release's data/, in an interpreter without scikit-learn."""
    folder = tmp_path / "release"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "__init__.py").write_bytes(TEMPLATE.read_bytes())
    from autograder.authoring.data import export_digits, write_npz

    export_digits(folder / "data")
    write_npz(folder / "data" / "own.npz", {"x": np.arange(3)})
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.modules['sklearn'] = None\n"
    ran = subprocess.run(
        [sys.executable, "-c", start + code],
        cwd=folder,
        env={"HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path), **environment},
        capture_output=True,
        text=True,
    )
    return ran.stdout + ran.stderr


def test_students_load_what_the_release_carries_and_are_told_about_the_rest(tmp_path: Path):
    code = """
import data
from data import load_digits, load_mnist
images, labels = load_digits()
print(images.shape, images.max(), labels[:3].tolist(), labels.dtype)
x_train, y_train, x_test, y_test = data.load("digits")
print(x_train.shape, x_train.dtype, x_test.shape, y_test.dtype)
print(data.load("own")["x"].tolist())
try:
    load_mnist()
except Exception as error:
    print(error)
"""
    first, second, third, fourth = in_release(tmp_path, code).splitlines()
    assert first == "(1797, 8, 8) 1.0 [0, 1, 2] int64"
    assert second == "(1442, 8, 8) float32 (355, 8, 8) int64"
    assert third == "[0, 1, 2]"
    assert fourth.startswith("mnist is not on this machine: run torchvision")
