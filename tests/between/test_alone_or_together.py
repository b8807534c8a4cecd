"""What a student is told does not depend on who else handed in: each page is the one that the hand-in gets alone."""

import json
from pathlib import Path

import pytest
from odd_hand_ins import HAND_INS

from autograder.grading.devices import Slot
from autograder.grading.plan import Plan
from autograder.grading.submission import Grading
from autograder.grading.workers import ZygotePool
from autograder.intake.find import find_submissions
from autograder.reports.live import LivePages
from autograder.reports.views import write_submission
from autograder.runs.grade import Options, grade
from autograder.store.queue import Store
from autograder.suites.runner import with_suites


def write_class(folder: Path, order: list[int]) -> None:
    folder.mkdir()
    for place, number in enumerate(order):
        for suffix, content in HAND_INS[number].items():
            path = folder / f"s{place:02}_{number:02}{suffix}"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())


def told(out: Path, name: str) -> dict:
    """Everything that is written about a hand-in, but for the time that it took."""
    result = json.loads((out / name / "results.json").read_text())
    result.pop("timing")
    pages = {page: (out / name / page).read_text() for page in ("feedback.md", "feedback.json", "feedback.html")}
    return {"results.json": result, **pages}


def graded_alone(course, folder: Path, out: Path) -> dict[str, dict]:
    """Each hand-in in a store and with a slicer of its own."""
    selection = course.assignment("01").select()
    plan = Plan.make(course, selection, seed=3)
    pool = ZygotePool(plan.isolation, Slot())
    found = {}

    def work(runner) -> None:
        for each in find_submissions([folder]):
            place = out / each.name
            place.mkdir(parents=True)
            store = Store(place / "run.db")
            result = Grading(plan, runner, pool, store).submission(each.name, each)
            store.close()
            write_submission(place, result)
            LivePages(place, plan).add(result)
            found[each.name] = told(place, each.name)

    try:
        with_suites(plan.hidden_files, plan.exercises_of_module, work, root=plan.assignment.folder)
    finally:
        pool.close()
    return found


@pytest.mark.parametrize("backwards", [False, True], ids=["forwards", "backwards"])
def test_each_page_is_the_one_that_it_gets_alone(parts, tmp_path, backwards):
    """Forwards and backwards: whoever comes second could read what belongs to the first."""
    assert len(HAND_INS) >= 50
    order = list(range(len(HAND_INS)))
    write_class(tmp_path / "class", order[::-1] if backwards else order)
    grade(parts.root, "01", [tmp_path / "class"], tmp_path / "out", Options(seed=3, quiet=True, jobs=1))
    alone = graded_alone(parts, tmp_path / "class", tmp_path / "alone")
    assert len(alone) == len(HAND_INS)
    together = {name: told(tmp_path / "out", name) for name in alone}
    different = {
        (name, part): (together[name][part], alone[name][part])
        for name in alone
        for part in alone[name]
        if together[name][part] != alone[name][part]
    }
    assert not different, "\n".join(
        f"{key}: {first!s:.300}\n   alone: {second!s:.300}" for key, (first, second) in different.items()
    )


def test_a_slicer_that_read_a_heavy_hand_in_reads_no_other(parts, tmp_path):
    """It has one memory limit for all: what is left of it must not depend on who came before."""
    (tmp_path / "heavy.py").write_text("x = [0, 1, 2]\n" * 20_000)
    plan = Plan.make(parts, parts.assignment("01").select(), seed=3)
    pool = ZygotePool(plan.isolation, Slot())
    try:
        grading = Grading(plan, None, pool)
        for name, again in (("class/light.py", True), ("heavy.py", False)):
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            if again:
                path.write_text("x = 1\n")
            (found,) = find_submissions([path])
            grading.slicer.slices(found.read(), grading.interruptions)
            assert (grading.slicer.worker is not None) == again
    finally:
        pool.close()


def test_the_same_code_earns_the_same_by_every_road(parts, tmp_path):
    """Not only the own page: a right answer is right whatever is handed in before it."""
    write_class(tmp_path / "class", list(range(len(HAND_INS))))
    summary = grade(parts.root, "01", [tmp_path / "class"], tmp_path / "out", Options(seed=3, quiet=True, jobs=2))
    right = [r.score for r in summary.results if 38 <= int(r.submission[4:]) <= 47]
    assert right == [4.0] * len(right)
