"""Grades a class of attacks with honest hand-ins between them, and gathers all that can be looked at afterwards."""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attack import MARK, Attack, write
from course import Target, honest_text, make_target

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent
ORDINARY_UID = 65534
MOST_MEMORY = 8 << 30
WORKER_UIDS = range(60_200, 61_100), range(210_000, 210_900)
WRITABLE = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev/mqueue")
QUEUES = ("/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg")


@dataclass
class Graded:
    """A finished run."""

    target: Target
    status: int
    late: bool
    seconds: float
    log: str
    peak: int
    """Megabytes that the largest process of the run had."""
    left_processes: list[str]
    left_files: list[str]
    left_sockets: list[str]
    left_queues: list[str]
    names: dict[str, str]
    """Attack -> the name of its hand-in."""
    honest: list[str]

    def result(self, submission: str) -> dict[str, Any]:
        return json.loads((self.target.out / submission / "results.json").read_text(encoding="utf-8"))

    def feedback(self, submission: str) -> str:
        return (self.target.out / submission / "feedback.md").read_text(encoding="utf-8")

    def for_the_student(self, submission: str) -> list[str]:
        """Every file that a student may get."""
        return [p.read_text(encoding="utf-8") for p in sorted((self.target.out / submission).glob("feedback.*"))]

    def everything_of(self, submission: str) -> str:
        """All that was written because of a hand-in."""
        return "\n".join(p.read_text(encoding="utf-8") for p in sorted((self.target.out / submission).iterdir()))


def new_folder(start: str) -> Path:
    """Reachable by every user that a start may become; pytest's own folders are closed."""
    folder = Path(tempfile.mkdtemp(prefix="gradmark-attacked-"))
    folder.chmod(0o755)
    return folder


def run(
    attacks: Iterable[Attack],
    *,
    start: str = "as_root",
    jobs: int = 2,
    timeout: float = 600,
    every: int = 4,
    root: Path,
    only: list[str] | None = None,
    extra: Mapping[str, bytes] | None = None,
) -> Graded:
    """`every` attacks there is an honest hand-in; `extra` are further files of the class folder."""
    target = make_target(root)
    names: dict[str, str] = {}
    honest: list[str] = []

    def add_honest(number: int) -> None:
        name = f"s{number:03d}_honest"
        honest.append(name)
        text = honest_text(remark=f"{target.canaries['neighbour']} {number}")
        (target.submissions / f"{name}.py").write_text(text)

    number = 0
    add_honest(number)
    for position, attack in enumerate(attacks):
        number += 1
        names[attack.name] = f"s{number:03d}_{attack.name}"
        write(attack, target.submissions / names[attack.name], target.paths)
        if position % every == every - 1:
            number += 1
            add_honest(number)
    number += 1
    add_honest(number)
    # In the gradebook a hand-in's name is what another student must not learn.
    last = f"z_{target.canaries['gradebook'].replace('-', '_')}"
    (target.submissions / f"{last}.py").write_text(honest_text(("double",)))
    for name, content in (extra or {}).items():
        (target.submissions / name).write_bytes(content)
    return grade(target, [target.submissions], names, honest, start, jobs, timeout, only)


def grade(
    target: Target,
    paths: list[Path],
    names: dict[str, str] | None = None,
    honest: list[str] | None = None,
    start: str = "as_root",
    jobs: int = 2,
    timeout: float = 600,
    only: list[str] | None = None,
) -> Graded:
    environment = {
        "GRADMARK_CANARY": target.canaries["environment"],
        "HOME": str(target.home),
        "PYTHONPATH": str(REPOSITORY),
        "PYTHONDONTWRITEBYTECODE": "1",
        # Text of results must not depend on where the tests run.
        "CI": "",
    }
    log = target.root / "log.txt"
    spec = {
        "start": start,
        "course": str(target.course),
        "paths": [str(p) for p in paths],
        "out": str(target.out),
        "jobs": jobs,
        "timeout": timeout,
        "env": environment,
        "log": str(log),
        "only": only,
        "most_memory": MOST_MEMORY,
    }
    spec_file = target.root / "spec.json"
    spec_file.write_text(json.dumps(spec))
    log.touch()
    if start == "as_ordinary_user" and os.geteuid() == 0:
        for path in [target.root, *target.root.rglob("*")]:
            os.chown(path, ORDINARY_UID, ORDINARY_UID, follow_symlinks=False)
    sockets, queues = named_sockets(), waiting_queues()
    files = marked_files(target)
    done = subprocess.run(
        [sys.executable, str(HERE / "run_class.py"), str(spec_file)],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        check=True,
        cwd="/",
    )
    report = json.loads(done.stdout)
    return Graded(
        target,
        report["status"],
        report["late"],
        report["seconds"],
        log.read_text(errors="replace"),
        report["peak"],
        report["left"],
        sorted(marked_files(target) - files),
        sorted(named_sockets() - sockets),
        sorted(waiting_queues() - queues),
        names or {},
        honest or [],
    )


def marked_files(target: Target) -> set[str]:
    """Files that an attack made: by their name, or by the user that only workers have."""
    found = set()
    for top in (*WRITABLE, "/"):
        walk = os.walk(top) if top != "/" else [("/", *_split("/"))]
        for folder, folders, files in walk:
            for name in [*folders, *files]:
                path = os.path.join(folder, name)  # noqa: PTH118
                try:
                    owner = os.lstat(path).st_uid
                except OSError:
                    continue
                if MARK in name or any(owner in uids for uids in WORKER_UIDS):
                    found.add(path)
    found |= {str(p) for p in target.root.rglob("*") if MARK in p.name}
    return found


def _split(folder: str) -> tuple[list[str], list[str]]:
    return [], os.listdir(folder)  # noqa: PTH208


def named_sockets() -> set[str]:
    """Unix and abstract sockets with an attack's mark, in this network namespace."""
    try:
        lines = Path("/proc/net/unix").read_text(errors="replace").splitlines()
    except OSError:
        return set()
    return {line for line in lines if MARK in line}


def waiting_queues() -> set[str]:
    """System V memory, semaphores and queues, but for those of a PostgreSQL server that other tests have running."""
    found = set()
    database = next((user.pw_uid for user in pwd.getpwall() if user.pw_name == "postgres"), -1)
    for name in QUEUES:
        try:
            header, *lines = (line.split() for line in Path(name).read_text().splitlines())
        except (OSError, ValueError):
            continue
        mine = [line for line in lines if int(line[header.index("uid")]) != database]
        found |= {f"{name} {' '.join(line[:2])}" for line in mine}
    return found
