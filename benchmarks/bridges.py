"""What gradmark costs inside otter, nbgrader and Gradescope, on top of what each takes by itself.

    python benchmarks/bridges.py [--submissions 30] [--starts 5] [--kinds numpy,torch] [--tools otter,nbgrader,gradescope]

The tool's own time is that of its own command on an empty assignment: one question, one test, nothing to compute. The two are
run in turns, so that a busy machine slows both. `otter run` is one command a submission; the first of them starts the warm
grader and is counted. `nbgrader autograde` is one command for the class. On Gradescope each container starts from nothing, and
the tool itself is no program: there a whole run is compared with a bare `python -c "import torch"`. Bars: at most 25 % on top;
on Gradescope 1.5 times that import for torch, and less than it for numpy. Exits with 1 if one is missed. `--write` notes it all
in RESULTS.md.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from bench import table, write_section
from peers import SMALL, NbGrader, Otter, PeerAssignment, Question
from small import write_class

SHARE_BAR = 1.25
FROM_NOTHING_BARS = {"numpy": 1.0, "torch": 1.5}
EMPTY = PeerAssignment("empty", "", (Question("answer", "def answer():\n    return 1", ("assert answer() == 1",)),))
TOOLS = Path(sys.executable).parent


@dataclass
class Spent:
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    """Of the command and its children; a warm grader is none of them."""

    def run(self, command: list[str], cwd: Path, **variables: str) -> None:
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        path = f"{TOOLS}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(command, cwd=cwd, env={**os.environ, "PATH": path, **variables}, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.wall.append(time.perf_counter() - start)
        self.cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


Row = tuple[str, Spent, str, Spent, float, float]
"""What, ours, what it is compared with, that, the ratio of wall time, its bar."""


def release(kind: str, format: str, folder: Path) -> Path:
    """The instructor's part of a release of the small assignment."""
    course = folder / "course"
    if not course.exists():
        shutil.copytree(SMALL[kind], course)
    Spent().run(
        [str(TOOLS / "gradmark"), "release", "01", "--format", format, "--no-audit", "--out", str(folder / format)], course
    )
    return folder / format / "01_small-instructor"


def otter(kind: str, folder: Path, count: int) -> Row:
    ours, alone = Spent(), Spent()
    archive = release(kind, "otter", folder) / "01_small-autograder.zip"
    empty = Otter(EMPTY, folder / "empty_otter")
    run = [str(TOOLS / "otter"), "run"]
    for number, path in enumerate(sorted(write_class(kind, folder / "class", count).glob("*.ipynb"))):
        alone.run([*run, str(empty.submission(f"s{number}", {})), "-a", str(empty.zip), "-o", str(folder)], folder)
        ours.run([*run, str(path), "-a", str(archive), "-o", str(folder)], folder)
        full_marks((folder / "results.json").read_text(), kind, path.name)
    return "otter run", ours, "otter run, an empty assignment", alone, sum(ours.wall) / sum(alone.wall), SHARE_BAR


def full_marks(results: str, kind: str, name: str) -> None:
    earned = sum(test["score"] for test in json.loads(results)["tests"])
    if abs(earned - 9) > 1e-6:
        raise SystemExit(f"{kind}: {name} got {earned} of 9")


def nbgrader(kind: str, folder: Path, count: int) -> Row:
    course = release(kind, "nbgrader", folder)
    empty = NbGrader(EMPTY, folder / "empty_nbgrader")
    command = [str(TOOLS / "nbgrader")]
    Spent().run([*command, "generate_assignment", "01_small"], course)
    for number, path in enumerate(sorted(write_class(kind, folder / "class", count).glob("*.ipynb"))):
        empty.submission(f"s{number}", {})
        place = course / "submitted" / f"s{number}" / "01_small" / "01_small.ipynb"
        place.parent.mkdir(parents=True)
        shutil.copy(path, place)
    ours, alone = Spent(), Spent()
    alone.run([*command, "autograde", "empty"], empty.folder)
    ours.run([*command, "autograde", "01_small"], course)
    return (
        f"nbgrader autograde, {count} submissions",
        ours,
        "the same, an empty assignment",
        alone,
        sum(ours.wall) / sum(alone.wall),
        SHARE_BAR,
    )


def gradescope(kind: str, folder: Path, count: int) -> Row:
    """An image as setup.sh builds it, around the packages of this environment; each run starts from nothing."""
    root, home = folder / "autograder", folder / "image"
    with zipfile.ZipFile(release(kind, "gradescope", folder) / "01_small-gradescope.zip") as archive:
        archive.extractall(root / "source")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    inside = home / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    (inside / "packages.pth").write_text("\n".join(p for p in sys.path if p.endswith("site-packages")) + "\n")
    variables = {"GRADMARK_AUTOGRADER": str(root), "GRADMARK_HOME": str(home)}
    Spent().run(["bash", str(root / "source" / "setup.sh")], root, **variables)
    shutil.copytree(write_class(kind, folder / "one", 1), root / "submission")
    ours, alone = Spent(), Spent()
    for _ in range(count):
        alone.run([str(home / "bin" / "python"), "-c", "import torch"], folder)
        ours.run(["bash", str(root / "source" / "run_autograder")], root, **variables)
        full_marks((root / "results" / "results.json").read_text(), kind, "the submission")
    ratio = statistics.median(a / b for a, b in zip(ours.wall, alone.wall))
    return "Gradescope, from nothing", ours, 'python -c "import torch"', alone, ratio, FROM_NOTHING_BARS[kind]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=30)
    parser.add_argument("--starts", type=int, default=5, help="runs on Gradescope")
    parser.add_argument("--kinds", default="numpy,torch")
    parser.add_argument("--tools", default="otter,nbgrader,gradescope")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    load, rows, good = os.getloadavg()[0], [], True
    for kind in options.kinds.split(","):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            folder.chmod(0o755)  # workers are other users
            for tool in options.tools.split(","):
                count = options.starts if tool == "gradescope" else options.submissions
                place = folder / tool
                place.mkdir()
                what, ours, against, alone, ratio, bar = {"otter": otter, "nbgrader": nbgrader, "gradescope": gradescope}[tool](
                    kind, place, count
                )
                met = ratio <= bar
                good = good and met
                rows.append([kind, what, against, *numbers(ours, alone), f"{ratio:.2f}", bar, "yes" if met else "NO"])
    heads = ["kind", "what", "compared with", "a run", "CPU", "compared: a run", "CPU", "ratio", "bar", "met"]
    text = f"## Inside other tools\n\n{table(heads, rows)}\n\n"
    text += f"{options.submissions} submissions in turns with as many empty ones, {options.starts} starts from nothing. "
    text += "CPU is that of the command, without a warm grader. "
    text += f"Load {load:.1f} before and {os.getloadavg()[0]:.1f} after on {os.cpu_count()} cores."
    print(text)
    if options.write:
        write_section("bridges", text)
    sys.exit(0 if good else 1)


def numbers(ours: Spent, alone: Spent) -> list[str]:
    return [f"{statistics.mean(each):.2f} s" for each in (ours.wall, ours.cpu, alone.wall, alone.cpu)]


if __name__ == "__main__":
    main()
