"""`gradmark release NN --format otter`: our notebook through the real `otter assign`, which grades the solution itself.

The instructor's part holds the solved notebook, the autograder zip (for `otter run`, `otter grade` and Gradescope), and
`master/` with all that `otter assign` was given.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from string import Template

from autograder.authoring.release import FORMATS
from autograder.authoring.wheel import build_wheel, write_zip
from autograder.basics.words import mark_text, translated
from autograder.course.load import Course
from autograder.course.model import Selection
from autograder.errors import UserError
from autograder.platforms.otter.master import build_master
from autograder.platforms.otter.names import BUNDLE, STUDENT_FILES
from autograder.platforms.otter.version import FOR_STUDENTS, require_otter
from autograder.runs.bundle import bundle_files, requirements

# Docker adds nothing but files called requirements.* before it runs setup.sh; pip wants a wheel's full name.
WHEEL = "requirements.gradmark"
SETUP = Template("""
# gradmark, from the wheel in this zip
cp /autograder/source/$file /tmp/$wheel
mamba run -n otter-env pip install --no-deps --force-reinstall /tmp/$wheel
# otter leaves this file empty in its image, and then cannot read it where a plugin is used
[ -s /autograder/submission_metadata.json ] || echo '{}' > /autograder/submission_metadata.json
""")
READS_ANYTHING = "from autograder.platforms.otter.reading import read_anything\n\nread_anything()\n"
START = 'if __name__ == "__main__":\n'
README = mark_text("""
## With otter

This notebook uses otter: in it, `grader.check("$first")` checks an exercise, and the last cell makes the zip that
you hand in. Save the notebook before you run that cell. In Colab it does not work: download the notebook and hand that in.
""")


def build(course: Course, selection: Selection, student: Path, instructor: Path) -> None:
    require_otter()
    name = selection.assignment.name
    master = instructor / "master" / f"{name}.ipynb"
    write_master(course, selection, master)
    made = instructor / "made"
    run_assign(master, made)
    for path in (made / "student").iterdir():
        shutil.move(path, student / path.name)
    zipped = next((made / "autograder").glob(f"{name}-autograder_*.zip"))  # called by the time of day
    write_autograder(zipped, instructor / f"{name}-autograder.zip")
    solved = instructor / f"{name}_solutions.ipynb"
    shutil.move(made / "autograder" / master.name, solved)
    for notebook in (student / master.name, solved):
        _settle_ids(notebook)
    shutil.rmtree(made)


def write_master(course: Course, selection: Selection, master: Path) -> None:
    """The master and, beside it, the bundle and the students' other files."""
    import nbformat

    files = bundle_files(course, selection)
    student = master.parent / STUDENT_FILES
    student.mkdir(parents=True)
    FORMATS["plain"](course, selection, student, student)
    for path in student.glob("*.ipynb"):
        path.unlink()
    with (student / "requirements.txt").open("a", encoding="utf-8") as file:
        file.write(f"{FOR_STUDENTS}\n")
    with (student / "README.md").open("a", encoding="utf-8") as file:
        file.write(Template(translated(README)).substitute(first=selection.exercises[0].id))
    write_zip(master.parent / BUNDLE, files)
    (master.parent / BUNDLE).chmod(0o600)
    notebook = build_master(course, selection, requirements(selection, files))
    master.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")


def run_assign(master: Path, out: Path) -> None:
    """`otter assign`, which ends with an error unless its own grading of the solution gives every point."""
    places = [str(path.resolve()) for path in (master, out)]
    command = [sys.executable, "-m", "otter", "assign", "--no-pdfs", *places]
    # otter starts kernels and tools by name.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, cwd=master.parent, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    if done.returncode != 0:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise UserError(f"`otter assign` refused {master.name}:\n{said}")


def write_autograder(made: Path, place: Path) -> None:
    """otter's zip, made able to build an image that has gradmark."""
    with zipfile.ZipFile(made) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    wheel = build_wheel(made.parent)
    files[WHEEL] = wheel.read_bytes()
    script = files["run_otter.py"].decode()
    if START not in script:
        raise UserError("this otter's run_otter.py is not the one that gradmark knows; see docs/bridges_otter.md")
    files["run_otter.py"] = script.replace(START, f"{READS_ANYTHING}\n{START}").encode()
    files["setup.sh"] += SETUP.substitute(file=WHEEL, wheel=wheel.name).encode()
    write_zip(place, files)
    place.chmod(0o600)


def _settle_ids(notebook: Path) -> None:
    """otter gives its own cells new random ids each time; a release is to be the same bytes each time."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    for number, cell in enumerate(content["cells"]):
        if "-" not in cell["id"]:  # ours all have a role in front
            text = f"{number} {''.join(cell['source'])}"
            cell["id"] = "otter-" + hashlib.sha256(text.encode()).hexdigest()[:12]
    notebook.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
