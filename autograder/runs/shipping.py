"""How a plan reaches graders on other machines: as a bundle in the store, by digest, opened there in a cache of their own.

A bundle is the smallest course that grades the plan (`runs/bundle.py`). Whoever opens it computes the plan's digest anew: a
machine on which that differs would give other scores, and refuses.
"""

from __future__ import annotations

import io
import json
import os
import platform
import shutil
import stat
import tempfile
import zipfile
from dataclasses import asdict, replace
from importlib import metadata
from pathlib import Path

from autograder import __version__
from autograder.course.load import Course
from autograder.course.model import Selection
from autograder.errors import UserError
from autograder.grading.allowance import AUDIT_FOLDER
from autograder.grading.plan import Plan
from autograder.runs.bundle import bundle_files
from autograder.store.queue import Store

PLAN = "plan.json"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
COMPARED = ("gradmark", "python", "torch", "numpy")
"""What decides scores beside the course: a machine that has another version refuses."""


def versions() -> dict[str, str]:
    """Of this machine. A build for a GPU is the same version: torch 2.9.1+cu128 is 2.9.1."""
    found = {"gradmark": __version__, "python": ".".join(platform.python_version_tuple()[:2])}
    for package in ("torch", "numpy"):
        try:
            found[package] = metadata.version(package).partition("+")[0]
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def ship(store: Store, course: Course, selection: Selection, plan: Plan) -> None:
    """Puts the bundle into a database that several machines share. In a run's own file nobody else looks for it."""
    if store.engine.dialect.name != "sqlite":
        store.shelf.put_bundle(plan.digest, pack_course(course, selection, plan), versions())


def pack_course(course: Course, selection: Selection, plan: Plan) -> bytes:
    files = bundle_files(course, selection)
    # All listed mistakes of the assignment have a part in the plan's digest, and what an audit measured in time limits.
    others = [concept.mistakes for concept in selection.assignment.concepts()]
    others += [course.root / AUDIT_FOLDER / selection.assignment.name / f"{e.id}.json" for e in selection.exercises]
    files |= {p.relative_to(course.root).as_posix(): p.read_bytes() for p in others if p.is_file()}
    if plan.seed is not None:  # then hidden inputs come from the seed, and the secret can stay at home
        files[".gradmark/secret"] = b"00" * 32
    files[PLAN] = json.dumps(asdict(replace(plan, root="")), sort_keys=True).encode()
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):  # the same bytes for the same course
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), files[name], zipfile.ZIP_DEFLATED)
    return body.getvalue()


def fetch(store: Store, digest: str, cache: Path) -> Plan:
    """The plan with its course, as this machine has it; UserError if it is another one here."""
    known = store.shelf.bundle_digest(digest)
    if known is None:
        raise UserError(
            f"plan {digest[:8]}: the database has no course for it; the command that filled the queue was of an older "
            "gradmark, or its course was removed. Run that command again"
        )
    folder = cache / known[:32]
    if not (folder / PLAN).is_file():
        bundle = store.shelf.bundle(digest)
        if bundle is None or bundle.digest != known:
            raise UserError(
                f"plan {digest[:8]}: its course in the database is damaged; run the command that filled the queue again"
            )
        _refuse_other_versions(digest, bundle.made_by)
        _unpack(bundle.body, folder)
    plan = replace(Plan.from_json((folder / PLAN).read_text(encoding="utf-8")), root=str(folder))
    if plan.digest != digest:
        bundle = store.shelf.bundle(digest)
        _refuse_other_versions(digest, bundle.made_by if bundle else {})
        raise UserError(
            f"plan {digest[:8]}: on this machine the same course makes another plan ({plan.digest[:8]}), and could give other "
            f"scores. Remove {folder} and try again; if that does not help, install the same gradmark here as there"
        )
    return plan


def _refuse_other_versions(digest: str, there: dict[str, str]) -> None:
    here = versions()
    other = [
        f"{name} {here[name]} here, {there[name]} there" for name in COMPARED if name in there and here[name] != there[name]
    ]
    if other:
        raise UserError(
            f"plan {digest[:8]}: this machine differs from the one that filled the queue, and could give other scores: "
            f"{'; '.join(other)}. Install the same versions"
        )


def _unpack(body: bytes, folder: Path) -> None:
    """Whole or not at all: graders that start at once, or a kill in the middle, leave no half of it."""
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder.parent))  # 0700
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        archive.extractall(draft)
    (draft / ".gradmark").chmod(0o700)
    (draft / ".gradmark/secret").chmod(0o600)
    try:
        draft.rename(folder)
    except OSError:  # another process was faster
        shutil.rmtree(draft, ignore_errors=True)
        if not (folder / PLAN).is_file():
            raise


def cache_folder() -> Path:
    """Where courses from the store are kept: closed to everybody else."""
    chosen = os.environ.get("GRADMARK_CACHE")
    home = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gradmark"
    places = [home] if chosen else [home, own_temporary_folder()]
    for place in places:
        try:
            place.mkdir(parents=True, exist_ok=True)
            place.chmod(0o700)
            with tempfile.TemporaryDirectory(dir=place):
                return place
        except OSError as error:
            problem = error
    raise UserError(f"{places[-1]} cannot be used to keep the course ({problem}); set GRADMARK_CACHE to a folder of yours")


def own_temporary_folder() -> Path:
    """On this machine's own disk, whoever else has the home folder: a lock in it is about this machine."""
    place = Path(tempfile.gettempdir()) / f"gradmark-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    place.mkdir(mode=0o700, exist_ok=True)
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o077)):
        raise UserError(
            f"{place} belongs to somebody else, or is open to others; remove it, or set TMPDIR to a folder of yours"
        )
    return place
