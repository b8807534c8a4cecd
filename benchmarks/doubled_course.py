"""What `make test` would run, and for how long, with the course as it is and with every assignment in it twice.

    python benchmarks/doubled_course.py [--run] [--keep FOLDER] [--write]

Expected times are those that tests/durations.json knows: `make test-all` writes it. Bar: with the doubled course the fast tier
stays within its budget (tools/tiers.py) in every one of 20 turns. Exits with 1 if it does not. With --run, the fast tier is
really run in both trees, one after the other, and its wall time is noted too; let nothing else run meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench import table, write_section

ROOT = Path(__file__).resolve().parent.parent
AGAIN = "_again"

# Runs in the tree that is looked at: collects its tests, and deals out the turns as its conftest would.
COLLECT = """
import json, sys
import pytest

class Watch:
    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config, items):
        import tiers
        known = tiers.load(config.rootpath / "tests/durations.json")
        turns = [tiers.in_turn(items, turn, known) for turn in range(tiers.MOST_COMMITS)]
        seconds = [tiers.expected_seconds(kept, items, known) for kept in turns]
        found = {"tests": len(items), "kept": [len(k) for k in turns], "seconds": seconds, "budget": tiers.BUDGET}
        open(sys.argv[1], "w").write(json.dumps({**found, "known": len(known)}))

sys.exit(pytest.main(["--collect-only", "-q", "--tier=all", "-p", "no:cacheprovider"], plugins=[Watch()]))
"""


@dataclass
class FastTier:
    """One of the two trees, and what its fast tier is made of."""

    name: str
    assignments: int
    exercises: int
    tests: int
    kept: list[int]
    """Of each turn, how many tests run."""
    seconds: list[float]
    """Of each turn, how long they take on one core."""
    budget: float
    known: int
    """Files of which durations are known."""
    wall: float | None = None
    failed: bool = False

    def row(self) -> list[object]:
        mean = sum(self.kept) / len(self.kept)
        return [
            self.name,
            f"{self.assignments} / {self.exercises}",
            self.tests,
            f"{mean:.0f}",
            f"{sum(self.seconds) / len(self.seconds):.0f} s",
            f"{max(self.seconds):.0f} s",
            f"{self.budget:.0f} s",
            "yes" if self.fits else "NO",
            "" if self.wall is None else f"{self.wall:.0f} s{', with failures' if self.failed else ''}",
        ]

    @property
    def fits(self) -> bool:
        return max(self.seconds) <= self.budget


def copy_project(target: Path) -> None:
    """All files of the project that git knows or would take."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def double(root: Path) -> list[str]:
    """Copies every assignment under a new number and topic, with its references and its proof; returns the new names."""
    from autograder.auditing.proof import NAME, content_digest
    from autograder.authoring.coverage import PAGE, coverage_page
    from autograder.course import Course

    old = Course(root).assignments()
    first, made = int(old[-1].number) + 1, []
    for place, assignment in enumerate(old):
        topic = assignment.topic + AGAIN
        name = f"{first + place:02}_{topic}"
        shutil.copytree(assignment.folder, root / "assignments" / name)
        shutil.copytree(assignment.reference, root / "reference" / topic)
        for folder in (root / "assignments" / name, root / "reference" / topic):
            for path in folder.rglob("*.py"):
                text = path.read_text(encoding="utf-8")
                path.write_text(re.sub(rf"\breference\.{assignment.topic}\.", f"reference.{topic}.", text), encoding="utf-8")
        questions = root / "assignments" / name / "questions.toml"
        if questions.exists():  # a course has no two questions of one id
            text = questions.read_text(encoding="utf-8")
            questions.write_text(re.sub(r'(?m)^(id = "\w+)"', rf'\1{AGAIN}"', text), encoding="utf-8")
        made.append(name)
    (root / PAGE).write_text(coverage_page(Course(root)), encoding="utf-8")
    for name in made:
        assignment = Course(root).assignment(name)
        path = assignment.folder / NAME
        if path.exists():  # what was shown of the original holds for its copy, whose imports are named anew
            proof = json.loads(path.read_text(encoding="utf-8"))
            before = Course(root).assignment(old[made.index(name)].name)
            for exercise in assignment.exercise:
                entry = proof["exercises"].get(exercise.id)
                if entry and entry["content"] == content_digest(before, before.get(exercise.id)):
                    entry["content"] = content_digest(assignment, exercise)
            path.write_text(json.dumps(proof, indent=1) + "\n", encoding="utf-8")
    return made


def look(name: str, root: Path) -> FastTier:
    from autograder.course import Course

    found = root / "collected.json"
    command = [sys.executable, "-c", COLLECT, str(found)]
    done = subprocess.run(command, cwd=root, env=_environment(root), capture_output=True, text=True)
    if not found.exists():
        raise SystemExit(f"the tests of {root} cannot be collected:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    assignments = Course(root).assignments()
    exercises = sum(len(a.exercise) for a in assignments)
    return FastTier(name, len(assignments), exercises, **json.loads(found.read_text()))


def run(course: FastTier, root: Path) -> None:
    """The fast tier, really run; a commit of its own says whose turn it is."""
    start = time.monotonic()
    done = subprocess.run([sys.executable, "tools/run_tests.py", "fast"], cwd=root, env=_environment(root))
    course.wall, course.failed = time.monotonic() - start, done.returncode != 0


def _environment(root: Path) -> dict[str, str]:
    paths = os.pathsep.join([str(root), str(root / "tools")])
    return {**os.environ, "PYTHONPATH": paths, "GRADMARK_TURN": os.environ.get("GRADMARK_TURN", "0")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", action="store_true", help="run the fast tier in both trees, and time it")
    parser.add_argument("--keep", type=Path, help="where to leave the two trees (default: a temporary folder)")
    parser.add_argument("--write", action="store_true", help="note the result in benchmarks/RESULTS.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gradmark-doubled-") as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # a worker's user looks into it
        courses = []
        for name in ("as it is", "doubled"):
            root = folder / name.replace(" ", "_")
            copy_project(root)
            if name == "doubled":
                double(root)
            courses.append(look(name, root))
            if options.run:
                run(courses[-1], root)
    heads = ["course", "assignments / exercises", "tests", "run a turn", "expected", "worst turn", "budget", "met", "measured"]
    text = "## `make test` as the course grows\n\n" + table(heads, [c.row() for c in courses])
    text += (
        "\n\nExpected: seconds of one core by tests/durations.json, mean and worst of 20 turns. Measured: wall time of the fast"
    )
    text += f" tier, without lint and types; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}."
    text += " Before there were tiers, one serial run of everything took 14 minutes with six assignments, and grew with each."
    if not courses[0].known:
        text += "\n\ntests/durations.json is missing, so nothing is known to take long: run `make test-all` first."
    print(text)
    if options.write:
        write_section("tiers", text)
    sys.exit(0 if all(c.fits for c in courses) else 1)


if __name__ == "__main__":
    main()
