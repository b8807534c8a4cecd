"""A large class with hostile hand-ins among it, graded while processes of the run are killed at random.

    python benchmarks/soak.py [--submissions 1000] [--seconds 3600] [--jobs 2] [--seed 0] [--write]

Ten small exercises of an assignment, 5 % hostile hand-ins. The first half is graded undisturbed: for throughput and memory.
During the second half zygotes, workers and graders are killed by SIGKILL, and the command itself once; it is started
again, as a person would. At the end every hand-in has exactly one result, and it is the one that it should have; only a test
whose worker was shot may have failed by that. Exits with 1 otherwise. Only processes that this run started are killed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent, indent

from bench import table, write_section
from processes import Process, family, kill
from workload import small_exercises

from autograder.authoring.simulated_class import Recipe, Simulator, _notebook, disagreements
from autograder.course import Course, Selection

ROOT = Path(__file__).resolve().parent.parent
ASSIGNMENT = "04"
HOSTILE_SHARE = 0.05
MOST_GRADER_KILLS = 12  # the engine gives up after 20 deaths: that many mean that something else is wrong
FLAT = 1.10

# What stands in the place of one exercise. All are bounded, should a jail ever fail.
HOSTILE = {
    "endless loop": "while True:\n    pass",
    "ends the process": "import os\nos._exit(0)",
    "memory bomb": "return [bytearray(b'x') * (1 << 26) for _ in range(80)]",
    "forks": """
        import os, time
        for _ in range(50):
            if os.fork() == 0:
                time.sleep(1)
                os._exit(0)
    """,
    "threads": """
        import threading, time
        for _ in range(500):
            threading.Thread(target=time.sleep, args=(5,)).start()
    """,
    "crashes": "import ctypes\nctypes.string_at(0)",
    "recursion": "return {name}(*args, **kwargs)",
    "floods output": "for _ in range(2000):\n    print('x' * 100_000)",
    "writes on the wire": """
        import os
        for number in range(3, 20):
            try:
                os.write(number, b"x" * 5000)
            except OSError:
                pass
    """,
    "always equal": "return type('Yes', (), {'__eq__': lambda *a: True, '__array__': None})()",
}


@dataclass
class Kills:
    """Shoots at one run's processes, by turns at each kind, and remembers what it hit."""

    root: int
    random: random.Random
    every: float
    hits: Counter = field(default_factory=Counter)
    command_at: float | None = None
    """Seconds after which the command itself is hit."""

    def run(self, stop: threading.Event) -> None:
        start = time.monotonic()
        # A grader's death costs a whole submission, and three on the same one leave it to staff: fewer of these.
        turns = itertools.cycle(["worker", "zygote", "grader", "zygote", "worker"])
        while not stop.wait(self.every * self.random.uniform(0.3, 1.7)):
            if self.command_at is not None and time.monotonic() - start > self.command_at:
                self.command_at = None
                self.shoot("command", [p for p in family(self.root) if p.pid == self.root])
                return
            kinds = sort_out(family(self.root))
            kind = next(turns)
            if kind == "grader" and self.hits["grader"] >= MOST_GRADER_KILLS:
                continue
            self.shoot(kind, kinds[kind])

    def shoot(self, kind: str, targets: list[Process]) -> None:
        if targets and kill(self.random.choice(targets)):
            self.hits[kind] += 1


def sort_out(processes: list[Process]) -> dict[str, list[Process]]:
    """A run's graders, zygotes and workers; a worker is a fork of a zygote and has its command line."""
    graders = [p for p in processes if "autograder.runs.grader_process" in p.command]
    forked = [p for p in processes if "autograder.worker.zygote" in p.command]
    pids = {p.pid for p in graders}
    zygotes = [p for p in forked if p.parent in pids]
    workers = [p for p in forked if p.parent not in pids]
    return {"grader": graders, "zygote": zygotes, "worker": workers}


@dataclass
class Memory:
    """Resident megabytes of the largest grader and zygote over time, while nothing is killed."""

    samples: list[tuple[float, float]] = field(default_factory=list)

    def run(self, root: int, stop: threading.Event) -> None:
        while not stop.wait(0.5):
            kinds = sort_out(family(root))
            if kinds["grader"] and kinds["zygote"]:
                largest = [max(p.resident for p in kinds[kind]) / 2**20 for kind in ("grader", "zygote")]
                self.samples.append((largest[0], largest[1]))

    def growth(self) -> tuple[float, float, float]:
        """Megabytes of a grader in the second fifth and in the last fifth of the time, and of a zygote at most."""
        if len(self.samples) < 10:
            return 0.0, 0.0, max((z for _, z in self.samples), default=0.0)
        fifth = len(self.samples) // 5
        graders = [g for g, _ in self.samples]
        early, late = graders[fifth : 2 * fifth], graders[-fifth:]
        return statistics.median(early), statistics.median(late), max(z for _, z in self.samples)


@dataclass
class Report:
    submissions: int
    hostile: int
    seconds: list[float] = field(default_factory=list)
    hits: Counter = field(default_factory=Counter)
    starts: int = 0
    shot_results: int = 0
    """Exercises that failed because their worker was shot."""
    given_up: int = 0
    early: float = 0.0
    late: float = 0.0
    zygote: float = 0.0
    problems: list[str] = field(default_factory=list)

    def text(self) -> str:
        first, second = self.submissions // 2, self.submissions - self.submissions // 2
        calm, shot = self.seconds
        killed = ", ".join(f"{count} {kind}" for kind, count in sorted(self.hits.items())) or "nothing"
        rows: list[list[object]] = [
            ["hand-ins, hostile among them", f"{self.submissions}, {self.hostile}"],
            ["undisturbed", f"{calm:.0f} s, {first / calm:.1f} a second"],
            ["while processes are killed", f"{shot:.0f} s, {second / shot:.1f} a second"],
            ["killed", killed],
            ["starts of the command", self.starts],
            ["exercises failed by a shot at their worker", self.shot_results],
            ["left to staff after three shots at their grader", self.given_up],
            ["memory of a grader, early and late", f"{self.early:.0f} MB, {self.late:.0f} MB"],
            ["largest zygote", f"{self.zygote:.0f} MB"],
            ["results missing, doubled or wrong", len(self.problems)],
        ]
        text = "## Soak\n\n" + table(["what", "measured"], rows)
        text += f"\n\nLoad {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
        return text + "".join(f"\n- {problem}" for problem in self.problems[:20])


# --- the class ---------------------------------------------------------------------------------------------------


def make_course(folder: Path) -> Course:
    """Our course with small budgets, so that a hostile hand-in costs one second a test and not three."""
    shutil.copytree(ROOT / "reference", folder / "reference", ignore=shutil.ignore_patterns("__pycache__"))
    name = Course(ROOT).assignment(ASSIGNMENT).name
    shutil.copytree(
        ROOT / "assignments" / name,
        folder / "assignments" / name,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    toml = folder / "assignments" / name / "assignment.toml"
    text = toml.read_text(encoding="utf-8")
    assert "\nseconds = 3\n" in text
    toml.write_text(text.replace("\nseconds = 3\n", "\nseconds = 1\nmemory = 512\n", 1), encoding="utf-8")
    return Course(folder)


def write_class(course: Course, selection: Selection, folder: Path, count: int, seed: int) -> list[tuple[str, Recipe]]:
    """Mixtures, oddities and hostile hand-ins, each with remarks of its own, so that hardly a result is shared."""
    simulator = Simulator(course, selection, seed)
    draw = random.Random(seed)
    hostile = max(1, round(count * HOSTILE_SHARE))
    recipes = [r for r in simulator.all_recipes() if r.kind != "mistake"][: max(2, count // 4)]
    recipes += [hostile_recipe(simulator, draw, kind) for kind, _ in zip(itertools.cycle(HOSTILE), range(hostile))]
    while len(recipes) < count:
        recipes.append(simulator.mixture())
    draw.shuffle(recipes)
    truth = []
    folder.mkdir(parents=True)
    for number, recipe in enumerate(recipes):
        name = f"student_{number:04d}"
        cells = {exercise: remarked(source, number) for exercise, source in recipe.cells.items()}
        (recipe.write or _notebook)(folder / name, simulator._fill(cells))
        truth.append((name, recipe))
    return truth


def hostile_recipe(simulator: Simulator, draw: random.Random, kind: str) -> Recipe:
    exercise = draw.choice([e for e in simulator.selection.exercises if len(e.names) == 1])
    body = indent(dedent(HOSTILE[kind]).strip().replace("{name}", exercise.names[0]), "    ")
    source = f"def {exercise.names[0]}(*args, **kwargs):\n{body}"
    # Behind the right definition, over which it wins: the cell may hold other names that other exercises use.
    cells = {**simulator.right, exercise.id: f"{simulator.right[exercise.id]}\n\n\n{source}"}
    return Recipe(f"hostile: {kind}", cells, zero=[exercise.id])


def remarked(source: str, number: int) -> str:
    before, found, after = source.rpartition("\n    return ")
    return f"{before}\n    # student {number}{found}{after}" if found else source


# --- one half ----------------------------------------------------------------------------------------------------


def grade(
    course: Course,
    submissions: Path,
    out: Path,
    jobs: int,
    limit: float,
    shots: Kills | None,
    memory: Memory | None,
) -> tuple[float, int]:
    """Runs the command until it ends by itself; seconds, and how often it was started."""
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        ASSIGNMENT,
        str(submissions),
        "--out",
        str(out),
        "--course",
        str(course.root),
        "--only",
        ",".join(small_exercises(course.assignment(ASSIGNMENT))),
        "--seed",
        "0",
        "--jobs",
        str(jobs),
        "--json",
    ]
    start, starts = time.monotonic(), 0
    while True:
        starts += 1
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        stop = threading.Event()
        watchers = []
        if memory:
            watchers.append(threading.Thread(target=memory.run, args=(process.pid, stop)))
        if shots:
            shots.root = process.pid
            watchers.append(threading.Thread(target=shots.run, args=(stop,)))
        for watcher in watchers:
            watcher.start()
        try:
            _, errors = process.communicate(timeout=max(1.0, limit - (time.monotonic() - start)))
        except subprocess.TimeoutExpired:
            for each in reversed(family(process.pid)):
                kill(each)
            process.communicate()
            raise SystemExit(f"not done after {limit:g} s") from None
        finally:
            stop.set()
            for watcher in watchers:
                watcher.join()
        if process.returncode == 0:
            return time.monotonic() - start, starts
        if process.returncode != -9:
            raise SystemExit(f"gradmark grade ended with {process.returncode}:\n{errors}")


@dataclass
class Verdict:
    shot: set[tuple[str, str]] = field(default_factory=set)
    """Exercises of hand-ins that failed by a shot at their worker."""
    given_up: set[str] = field(default_factory=set)
    """Hand-ins whose grader was shot so often that staff has to look."""
    problems: list[str] = field(default_factory=list)


def verify(selection: Selection, truth: list[tuple[str, Recipe]], out: Path, hits: Counter) -> Verdict:
    """Everything that is not as it should be, apart from what the shots explain."""
    found = Verdict()
    with sqlite3.connect(out / "run.db") as db:
        counts = dict(db.execute("select submission, count(*) from gradings group by submission").fetchall())
    found.problems += [f"{name}: {counts.get(name, 0)} results" for name, _ in truth if counts.get(name) != 1]
    earned: dict[str, dict[str, float]] = {}
    why: dict[tuple[str, str], str] = {}
    for name, _ in truth:
        path = out / name / "results.json"
        if not path.exists():
            found.problems.append(f"{name}: no results.json")
            continue
        result = json.loads(path.read_text(encoding="utf-8"))
        earned[name] = {e["id"]: e["earned"] for e in result["exercises"]}
        for e in result["exercises"]:
            failed = [t for t in e["tests"] if t["outcome"] != "passed"]
            why[name, e["id"]] = "; ".join(f"{t['outcome']}: {t['message']} {t['detail'][-200:]}" for t in failed[:2])
            if any("SIGKILL" in t["message"] for t in failed):
                found.shot.add((name, e["id"]))
            if any("broke off" in t["message"] for t in failed):
                found.given_up.add(name)
    hit = {name for name, _ in found.shot}  # a shot at the worker that reads hand-ins costs all exercises of one
    if len(hit) > hits["worker"]:
        found.problems.append(f"{len(hit)} hand-ins say SIGKILL, but only {hits['worker']} workers were shot")
    if len(found.given_up) * 3 > hits["grader"] + hits["command"]:
        found.problems.append(f"{len(found.given_up)} hand-ins given up, but only {hits['grader']} graders were shot")
    for name, recipe in truth:
        if name not in earned or name in found.given_up:
            continue
        for wrong in disagreements(selection, [(name, recipe)], earned):
            exercise = next((e.id for e in selection.exercises if f": {e.id} " in wrong), "")
            if (name, exercise) not in found.shot:
                found.problems.append(f"{wrong} ({why[name, exercise]})")
    rows = (out / "grades.csv").read_text(encoding="utf-8").splitlines()
    if len(rows) != len(truth) + 1:
        found.problems.append(f"grades.csv has {len(rows) - 1} rows for {len(truth)} hand-ins")
    return found


def soak(folder: Path, submissions: int, jobs: int = 2, seed: int = 0, limit: float = 3600.0, every: float = 1.5) -> Report:
    course = make_course(folder / "course")
    selection = course.assignment(ASSIGNMENT).select(small_exercises(course.assignment(ASSIGNMENT)))
    halves = [submissions // 2, submissions - submissions // 2]
    report = Report(submissions, sum(max(1, round(h * HOSTILE_SHARE)) for h in halves))
    memory = Memory()
    for number, count in enumerate(halves):
        truth = write_class(course, selection, folder / f"class_{number}", count, seed + number)
        out = folder / f"out_{number}"
        shots = None
        if number:
            calm = report.seconds[0]
            # On a busy machine a hand-in is at work for longer. Shot at every time it is tried, it would be left to staff.
            pause = max(every, jobs * calm / halves[0])
            shots = Kills(0, random.Random(seed), pause, command_at=calm / 2)
        seconds, starts = grade(course, folder / f"class_{number}", out, jobs, limit, shots, None if number else memory)
        report.seconds.append(seconds)
        report.starts += starts
        report.hits.update(shots.hits if shots else {})
        found = verify(selection, truth, out, report.hits)
        report.shot_results += len(found.shot)
        report.given_up += len(found.given_up)
        report.problems += found.problems
    report.early, report.late, report.zygote = memory.growth()
    if report.late > report.early * FLAT + 10:
        report.problems.append(f"a grader grew from {report.early:.0f} to {report.late:.0f} MB")
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=3600.0, help="each half must be done by then")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=float, default=1.5, help="seconds between two kills, or more if hand-ins take long")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        report = soak(folder, options.submissions, options.jobs, options.seed, options.seconds, options.every)
    print(report.text())
    if options.write:
        write_section("soak", report.text())
    sys.exit(1 if report.problems else 0)


if __name__ == "__main__":
    main()
