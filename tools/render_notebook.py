"""Looks at an assignment's notebook as a page: builds it, runs it top to bottom, and takes pictures of it.

    python tools/render_notebook.py 04                the notebook with solutions, executed
    python tools/render_notebook.py 04 --set week4    only what a set hands out
    python tools/render_notebook.py 04 --student      what a student sees on opening it (nothing is run)

It says how long each slow cell took, which cells failed, and exits with 1 if any did. The page is written to
build/render/<assignment>/ as HTML, with pictures part by part where chromium is installed. Formulas need a MathJax 2
that can be read without a network: Debian's package libjs-mathjax, or --mathjax FILE.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.authoring.release import copy_public, release_record, write_notebook, write_template  # noqa: E402
from autograder.course import Course, Selection, find_course  # noqa: E402
from autograder.errors import UserError  # noqa: E402

WIDTH, PART = 1000, 1400
"""Pixels: of the page, and of one picture; a person looks at about this much at a time."""
PARTS_AT_ONCE = 8
"""Starting chromium costs more than drawing; it cannot draw more than 16384 pixels in one go."""
MATHJAX = Path("/usr/share/javascript/mathjax/MathJax.js")
SLOWEST = 8


@dataclass(frozen=True)
class Problem:
    cell: int
    """Position in the notebook, from 1."""
    where: str
    """The exercise, or the first line of the cell."""
    what: str


def main() -> int:
    arguments = parse()
    selection = find_course(arguments.course).assignment(arguments.assignment).select(set_name=arguments.set)
    name = selection.assignment.name + (f"-{arguments.set}" if arguments.set else "")
    out = arguments.out or ROOT / "build" / "render" / name
    out.mkdir(parents=True, exist_ok=True)
    page = out / ("student.html" if arguments.student else "solution.html")

    with tempfile.TemporaryDirectory(prefix="gradmark-render-") as work:
        folder = Path(work) / selection.assignment.name
        notebook = prepare(find_course(arguments.course), selection, folder, solutions=not arguments.student)
        problems: list[Problem] = []
        if not arguments.student:
            started = time.perf_counter()
            computing = run(notebook, folder)
            seconds = time.perf_counter() - started
            print(f"{name}: {len(notebook.cells)} cells ran in {seconds:.0f} s ({computing:.0f} s of computing)")
            print_slowest(notebook)
            problems = find_problems(notebook)
    page.write_text(to_html(notebook, arguments.mathjax), encoding="utf-8")
    print(f"page: {page}")
    if not arguments.no_pictures:
        pictures = photograph(page)
        print(f"pictures: {len(pictures)} in {out}" if pictures else "no pictures: chromium is not installed")
    for problem in problems:
        print(f"PROBLEM in cell {problem.cell} ({problem.where}): {problem.what}")
    if not arguments.student:
        print("clean" if not problems else f"{len(problems)} problems")
    return 1 if problems else 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("assignment", help="number or name, such as 04")
    parser.add_argument("--set", help="only this set of the assignment")
    parser.add_argument("--student", action="store_true", help="the student's notebook, not executed")
    parser.add_argument("--course", type=Path, help="folder of the course (default: the one around here)")
    parser.add_argument("--out", type=Path, help="folder for page and pictures")
    parser.add_argument("--mathjax", type=Path, default=MATHJAX, help="MathJax.js of MathJax 2")
    parser.add_argument("--no-pictures", action="store_true", help="leave chromium alone")
    return parser.parse_args()


# --- building and running ---------------------------------------------------------------------------


def prepare(course: Course, selection: Selection, folder: Path, *, solutions: bool) -> Any:
    """A student's folder, but for the wheel: the kernel already has gradmark. Returns the notebook."""
    import nbformat

    folder.mkdir()
    name = selection.assignment.name
    copy_public(course, selection, folder)
    (folder / "release.json").write_text(release_record(course, selection), encoding="utf-8")
    path = folder / f"{name}.ipynb"
    write_notebook(course, selection, path, solutions=solutions)
    write_template(selection, folder, "gradmark.whl")
    return nbformat.read(path, as_version=4)


def run(notebook: Any, folder: Path) -> float:
    """Executes in place; returns the kernel's CPU seconds, which a busy machine does not stretch as much.

    A failing cell does not stop it, as it does not stop a student who goes on.
    """
    from nbclient import NotebookClient

    client = NotebookClient(
        notebook,
        timeout=600,
        allow_errors=True,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
    )
    before = os.times()
    client.execute(stderr=subprocess.DEVNULL)  # the kernel's own log; what cells write to stderr is in the notebook
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def print_slowest(notebook: Any) -> None:
    timed = [(seconds_of(cell), number, cell) for number, cell in enumerate(notebook.cells, 1)]
    slow = sorted((t for t in timed if t[0] >= 1), key=lambda t: t[0], reverse=True)
    for seconds, number, cell in slow[:SLOWEST]:
        print(f"  {seconds:6.1f} s  cell {number} ({place(cell)})")


def seconds_of(cell: Any) -> float:
    from datetime import datetime

    stamps = cell.metadata.get("execution", {})
    try:
        begin, end = stamps["iopub.execute_input"], stamps["shell.execute_reply"]
    except KeyError:
        return 0.0
    first, last = (datetime.fromisoformat(s.replace("Z", "+00:00")) for s in (begin, end))
    return (last - first).total_seconds()


def place(cell: Any) -> str:
    tags = cell.metadata.get("tags", [])
    lines = [line for line in cell.source.splitlines() if line.strip()]
    # Nearly every plot begins with its imports; what tells cells apart comes after them.
    telling = next((line for line in lines if not line.startswith(("import ", "from "))), "empty")
    return tags[0] if tags else telling[:70]


def find_problems(notebook: Any) -> list[Problem]:
    """Errors, checks that the reference itself does not pass, and whatever was written to stderr."""
    found = []
    for number, cell in enumerate(notebook.cells, 1):
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                what = f"{output.ename}: {output.evalue}".splitlines()[0]
            elif output.get("name") == "stderr":
                what = "on stderr: " + output.text.strip().splitlines()[-1]
            elif output.output_type == "stream" and output.text.startswith("✘"):
                what = output.text.splitlines()[0]
            else:
                continue
            found.append(Problem(number, place(cell), what))
    return found


# --- the page ---------------------------------------------------------------------------------------

# Shows the part of the page that begins at #<pixels>: headless chromium has no way to scroll.
SCROLL = "<script>document.body.style.marginTop = '-' + (location.hash.slice(1) || 0) + 'px'</script>"


def to_html(notebook: Any, mathjax: Path) -> str:
    from nbconvert import HTMLExporter

    options = {"require_js_url": ""}
    if mathjax.is_file():
        options["mathjax_url"] = f"{mathjax.resolve().as_uri()}?config=TeX-AMS_CHTML-full,Safe"
    else:
        print(f"no MathJax at {mathjax}: formulas on the page need a network (or install libjs-mathjax)")
    html, _ = HTMLExporter(**options).from_notebook_node(notebook)
    return html.replace("</body>", f"{SCROLL}</body>")


def photograph(page: Path) -> list[Path]:
    """The page from top to bottom, in pictures <page>_01.png, _02.png and so on."""
    chromium = next((found for n in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(n))), None)
    if chromium is None:
        return []
    for old in page.parent.glob(f"{page.stem}_[0-9][0-9].png"):
        old.unlink()
    pictures: list[Path] = []
    height = PART * PARTS_AT_ONCE
    with tempfile.TemporaryDirectory(prefix="gradmark-chromium-") as work:
        while True:
            shot = Path(work) / "shot.png"
            command = [
                *(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                *(f"--user-data-dir={work}/profile", "--allow-file-access-from-files"),
                *("--virtual-time-budget=60000", f"--window-size={WIDTH},{height}", f"--screenshot={shot}"),
                f"{page.resolve().as_uri()}#{height * len(pictures) // PARTS_AT_ONCE}",
            ]
            subprocess.run(command, check=True, capture_output=True, timeout=600)
            parts = cut(shot, page, len(pictures))
            pictures += parts
            if len(parts) < PARTS_AT_ONCE:
                return pictures


def cut(shot: Path, page: Path, already: int) -> list[Path]:
    """Pictures of one part each, up to the first that has nothing on it."""
    from PIL import Image

    made = []
    with Image.open(shot) as whole:
        for k in range(PARTS_AT_ONCE):
            part = whole.convert("RGB").crop((0, k * PART, WIDTH, (k + 1) * PART))
            if all(low == high for low, high in part.getextrema()):
                break
            made.append(page.with_name(f"{page.stem}_{already + k + 1:02d}.png"))
            # A palette makes a third of the bytes; with fewer than 256 colours, curves change theirs.
            part.quantize(256).save(made[-1], optimize=True)
    return made


if __name__ == "__main__":
    try:
        sys.exit(main())
    except UserError as error:
        sys.exit(f"render_notebook: {error}")
