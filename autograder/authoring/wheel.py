"""The wheel that travels with a release: gradmark is on no registry, so students install this file.

It is made from the running installation with nothing but the standard library, and two builds are equal
byte for byte.
"""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Iterator
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any

from autograder import __version__
from autograder.authoring.template import package_folder, source_tree, template_folder
from autograder.basics import pins
from autograder.errors import UserError

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib  # type: ignore[no-redef]

EXAMPLE = "authoring/example_course"
# zip knows no year before this one; a fixed date keeps the bytes equal
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def build_wheel(folder: Path, *, for_students: bool = True) -> Path:
    """Writes gradmark-<version>-py3-none-any.whl into the folder.

    The students' wheel leaves out the example course of `gradmark init`: it holds a worked solution.
    """
    files = dict(package_files(for_students=for_students))
    version, info = _dist_info()
    stem = f"gradmark-{version}"
    files |= {f"{stem}.dist-info/{name}": content for name, content in info.items()}
    record = f"{stem}.dist-info/RECORD"
    files[record] = _record(files, record)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}-py3-none-any.whl"
    write_zip(path, files)
    return path


def package_files(*, for_students: bool = True) -> Iterator[tuple[str, bytes]]:
    """Archive name -> content of the package, the template always in place of an installation."""
    package = package_folder()
    for root, prefix in [(package, "autograder"), (template_folder(), "autograder/student_template")]:
        for path in sorted(p for p in root.rglob("*") if p.is_file()):
            inside = path.relative_to(root).as_posix()
            if "__pycache__" in path.parts or path.suffix in {".pyc", ".pyo"}:
                continue
            if root == package and (
                inside.startswith("student_template/") or inside == pins.FILE or (for_students and inside.startswith(EXAMPLE))
            ):
                continue
            yield f"{prefix}/{inside}", path.read_bytes()
    yield f"autograder/{pins.FILE}", pins.constraints_path().read_bytes()


def write_zip(path: Path, files: dict[str, bytes]) -> None:
    """A zip whose bytes depend on names and contents only."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files, key=lambda n: (".dist-info/" in n, n)):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            archive.writestr(entry, files[name])


def _record(files: dict[str, bytes], own: str) -> bytes:
    lines = []
    for name, content in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{own},,", ""]).encode()


def _dist_info() -> tuple[str, dict[str, bytes]]:
    """Version, and the files of the dist-info folder but RECORD."""
    root = source_tree()
    if root is not None:
        version, described, scripts, licenses = _from_source(root)
    else:
        version, described, scripts, licenses = _from_installation()
    wheel = "Wheel-Version: 1.0\nGenerator: gradmark\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return version, {"METADATA": described, "WHEEL": wheel.encode(), "entry_points.txt": scripts, **licenses}


def _from_installation() -> tuple[str, bytes, bytes, dict[str, bytes]]:
    try:
        distribution = metadata.distribution("gradmark")
    except metadata.PackageNotFoundError:
        raise UserError(
            "this gradmark is neither an installed package nor a source tree, so no wheel can be built from it"
        ) from None
    licenses = {
        "/".join(file.parts[1:]): file.read_binary()
        for file in distribution.files or []
        if "licenses" in file.parts and file.parts[0].endswith(".dist-info")
    }
    described, scripts = (
        distribution.read_text("METADATA") or "",
        distribution.read_text("entry_points.txt") or "",
    )
    return distribution.version, described.encode(), scripts.encode(), licenses


def _from_source(root: Path) -> tuple[str, bytes, bytes, dict[str, bytes]]:
    """From pyproject.toml, which is never stale, unlike the metadata of an editable install."""
    project: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    message = Message()
    message["Metadata-Version"] = "2.4"
    message["Name"] = project["name"]
    message["Version"] = __version__
    message["Summary"] = project.get("description", "")
    message["License-Expression"] = project.get("license", "")
    message["Requires-Python"] = project.get("requires-python", ">=3.10")
    for pattern in project.get("license-files", []):
        message["License-File"] = pattern
    for requirement in project.get("dependencies", []):
        message["Requires-Dist"] = requirement
    for extra, requirements in sorted(project.get("optional-dependencies", {}).items()):
        message["Provides-Extra"] = extra
        for requirement in requirements:
            message["Requires-Dist"] = _with_extra(requirement, extra)
    message["Description-Content-Type"] = "text/markdown"
    readme = root / project.get("readme", "README.md")
    body = readme.read_text(encoding="utf-8") if readme.is_file() else message["Summary"] + "\n"
    headers = "".join(f"{key}: {value}\n" for key, value in message.items())
    scripts = "".join(f"{name} = {target}\n" for name, target in sorted(project.get("scripts", {}).items()))
    licenses = {f"licenses/{p.name}": p.read_bytes() for g in project.get("license-files", []) for p in sorted(root.glob(g))}
    return (
        __version__,
        f"{headers}\n{body}".encode(),
        f"[console_scripts]\n{scripts}".encode(),
        licenses,
    )


def _with_extra(requirement: str, extra: str) -> str:
    name, _, marker = requirement.partition(";")
    condition = f'extra == "{extra}"'
    return f"{name.rstrip()}; " + (f"({marker.strip()}) and {condition}" if marker else condition)
