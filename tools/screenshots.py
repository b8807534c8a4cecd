"""Makes the pictures of pages that the documentation shows: docs/images/feedback.png and its like.

    python tools/screenshots.py

A simulated class of assignment 04 is graded, without the exercises that train; then Chromium looks at the pages.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.authoring.simulated_class import FIRST, LAST, Simulator  # noqa: E402
from autograder.course import find_course  # noqa: E402
from autograder.course.source import solution_text  # noqa: E402
from autograder.jail.probe import probe  # noqa: E402
from autograder.reports.copies_page import write_pages  # noqa: E402
from autograder.runs.grade import Options, grade  # noqa: E402
from autograder.similar.find import find_similar  # noqa: E402
from tests.reports.variants import disguised, rewritten  # noqa: E402

IMAGES = ROOT / "docs" / "images"
ASSIGNMENT = "04"
EXERCISES = [
    "norm_penalty",
    "early_stopping",
    "dropout_forward",
    "dropout_backward",
    "batchnorm_forward",
    "batchnorm_backward",
    "layernorm_forward",
    "layernorm_backward",
    "mixup",
    "label_smoothing",
]
STUDENTS = 150
SEED = 7


def main() -> int:
    chromium = next((p for n in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(n))), None)
    if chromium is None:
        print("no chromium: install Debian's package chromium")
        return 1
    course = find_course(ROOT)
    selection = course.assignment(ASSIGNMENT).select(EXERCISES)
    with tempfile.TemporaryDirectory(prefix="gradmark-screenshots-") as folder:
        work = Path(folder)
        Simulator(course, selection, SEED).write(work, STUDENTS)
        isolation = "standard" if probe().level != "none" else "none"
        options = Options(only=EXERCISES, seed=SEED, isolation=isolation)
        summary = grade(ROOT, ASSIGNMENT, [work / "submissions"], work / "graded", options)
        found = find_similar(ROOT, ASSIGNMENT, [hand_in_copies(course, selection, work / "copies")], EXERCISES)
        write_pages(work / "similar", found)
        take_pictures(chromium, work, telling(summary.results))
    return 0


def telling(results) -> str:
    """The student whose page shows most: some exercises right, some with a hint and a picture."""

    def worth(result) -> float:
        tests = [t for e in result.exercises for t in e.tests]
        partly = [e for e in result.exercises if 0 < e.earned < e.possible]
        first_open = next((e for e in result.exercises if e.earned < e.possible), None)
        opens_well = (
            first_open is not None and any(t.picture for t in first_open.tests) and any(t.hint for t in first_open.tests)
        )
        return (
            10 * opens_well + min(len(partly), 2) + min(sum(t.picture is not None for t in tests), 3) / 4 + result.score / 1000
        )

    return max(results, key=worth).submission


def hand_in_copies(course, selection, folder: Path) -> Path:
    """A class in which everybody writes in a way of their own, but for one who copies and changes the names."""
    own = solution_text(selection.assignment.reference, selection.exercises)
    names = [f"{first}_{last}" for first, last in zip(FIRST, LAST)]
    texts = {name: rewritten(own, seed) for seed, name in enumerate(names)}
    texts["lou_zeller"] = disguised(texts[names[SEED]], 1000 + SEED)
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def take_pictures(chromium: str, work: Path, student: str) -> None:
    from playwright.sync_api import sync_playwright

    IMAGES.mkdir(parents=True, exist_ok=True)
    pages = {
        "feedback": (work / "graded" / student / "feedback.html", (960, 1500), "light"),
        "feedback_phone": (work / "graded" / student / "feedback.html", (390, 1300), "dark"),
        "class_report": (work / "graded" / "index.html", (1180, 1700), "light"),
        "class_report_dark": (work / "graded" / "index.html", (1180, 1000), "dark"),
        "similar": (work / "similar" / "pairs" / "pair-001.html", (1180, 900), "light"),
    }
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (page, (width, height), scheme) in pages.items():
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            tab = context.new_page()
            tab.goto(page.resolve().as_uri())
            save(tab.screenshot(), IMAGES / f"{name}.png")
            context.close()
            print(IMAGES.relative_to(ROOT) / f"{name}.png")
        browser.close()


def save(picture: bytes, path: Path) -> None:
    """A palette makes a third of the bytes."""
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").quantize(256).save(path, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
