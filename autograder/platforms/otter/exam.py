"""`gradmark exam make --format otter`: an autograder zip for `otter run`, made by the real `otter generate`.

otter gets one test file a question, which all fail; our plugin reads the answers and puts its verdicts in their place.
Nothing of a student's is run. Texts are for a person, and not in it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from autograder.authoring.wheel import write_zip
from autograder.errors import UserError
from autograder.exams.sitting import Sitting
from autograder.platforms.otter.master import PLUGIN
from autograder.platforms.otter.names import BUNDLE
from autograder.platforms.otter.release import write_autograder
from autograder.platforms.otter.version import require_otter
from autograder.runs.bundle import requirements_of
from autograder.runs.exam_bundle import exam_bundle_files

TEST = """\
from otter.test_files import test_case

OK_FORMAT = False

name = "{id}"
points = {points}


@test_case(points=None, hidden=True)
def test_answer():
    raise AssertionError("gradmark's plugin decides these points, and it was not asked")
"""


def exam_zip(made: Path, sitting: Sitting) -> Path:
    require_otter()
    bundle = exam_bundle_files(made, sitting)
    place = made / "staff" / f"{sitting.name}-otter.zip"
    with tempfile.TemporaryDirectory(dir=made / "staff") as name:
        work = Path(name)
        (work / "tests").mkdir()
        for question, points in sitting.exam.points.items():
            if sitting.bank.entry(question).question.kind != "text":
                (work / "tests" / f"{question}.py").write_text(TEST.format(id=question, points=points), encoding="utf-8")
        write_zip(work / BUNDLE, bundle)
        # Cases are hidden: where students look at this zip's results, they see none of it before grades are published.
        config = {"plugins": [{PLUGIN: {}}], "show_hidden": False, "show_stdout": False, "show_all_public": False}
        (work / "otter_config.json").write_text(json.dumps(config), encoding="utf-8")
        (work / "requirements.txt").write_text("\n".join([*requirements_of((), bundle), ""]), encoding="utf-8")
        _generate(work)
        write_autograder(work / "made.zip", place)
    return place


def _generate(work: Path) -> None:
    command = [sys.executable, "-m", "otter", "generate", "-t", "tests", "-o", "made.zip", "-c", "otter_config.json"]
    command += ["-r", "requirements.txt", "--python-version", f"{sys.version_info.major}.{sys.version_info.minor}", BUNDLE]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, cwd=work, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UserError(f"`otter generate` failed:\n{(done.stdout + done.stderr).strip()[-1500:]}")
