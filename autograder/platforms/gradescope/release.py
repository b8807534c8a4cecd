"""`gradmark release NN --format gradescope`: the plain release for students, and the autograder's zip for the instructor."""

from __future__ import annotations

import json
from pathlib import Path

from autograder.authoring.release import FORMATS
from autograder.authoring.wheel import build_wheel, write_zip
from autograder.basics import pins
from autograder.course.load import Course
from autograder.course.model import Selection
from autograder.exams.sitting import Sitting
from autograder.platforms.gradescope.results import Settings
from autograder.platforms.gradescope.run import AHEAD
from autograder.runs.bundle import bundle_files, requirements, requirements_of
from autograder.runs.exam_bundle import exam_bundle_files

SCRIPTS = ("setup.sh", "run_autograder")


def build(course: Course, selection: Selection, student: Path, instructor: Path) -> None:
    FORMATS["plain"](course, selection, student, instructor)
    place = instructor / f"{selection.assignment.name}-gradescope.zip"
    write_zip(place, autograder_files(course, selection, instructor))
    place.chmod(0o600)


def autograder_files(course: Course, selection: Selection, scratch: Path) -> dict[str, bytes]:
    bundle = bundle_files(course, selection)
    files = zipped(bundle, requirements(selection, bundle), Settings(), scratch)
    return {**files, AHEAD: json.dumps(sorted({e.runtime for e in selection.exercises})).encode()}


def exam_zip(made: Path, sitting: Sitting) -> Path:
    """The autograder of an exam, in the staff's folder of what `gradmark exam make` wrote."""
    bundle = exam_bundle_files(made, sitting)
    settings = Settings(visibility="after_due_date", leaderboard=False)
    place = made / "staff" / f"{sitting.name}-gradescope.zip"
    write_zip(place, zipped(bundle, requirements_of((), bundle), settings, made / "staff"))
    place.chmod(0o600)
    return place


def zipped(bundle: dict[str, bytes], needed: list[str], settings: Settings, scratch: Path) -> dict[str, bytes]:
    files = {f"course/{name}": content for name, content in bundle.items()}
    files |= {name: (Path(__file__).parent / name).read_bytes() for name in SCRIPTS}
    files["requirements.txt"] = "\n".join([*needed, ""]).encode()
    files[pins.FILE] = pins.constraints().encode()
    files["settings.json"] = (settings.model_dump_json(indent=1) + "\n").encode()
    wheel = build_wheel(scratch)
    files[f"wheels/{wheel.name}"] = wheel.read_bytes()
    wheel.unlink()
    return files
