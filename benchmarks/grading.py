"""Seconds per small submission: gradmark, otter and nbgrader on the same nine tests, in one run on one machine.

    python benchmarks/grading.py [--submissions 40] [--peers 3] [--kinds numpy,torch] [--write]

gradmark is measured with its jail and without a cached result (all submissions differ): warm in one grader, as the
command with one and two graders, and cold. otter and nbgrader are measured warm, through their APIs, one submission
after the other. Bars: 100 times faster than otter; 30 times (numpy) and 50 times (torch) faster than nbgrader; the jail
takes at most 5 ms of a submission. Exits with 1 if one is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bench import table, write_section
from peers import SMALL, NbGrader, Otter, small
from small import drain, plan_for, queue, with_grader, write_class

from autograder.basics.threads import ONE_THREAD
from autograder.grading import workers
from autograder.grading.submission import Grading

OTTER_BAR = 100.0
NBGRADER_BARS = {"numpy": 30.0, "torch": 50.0}
JAIL_BAR = 5e-3
WARM_UP = 5
CLASSES = 5
"""So many times the submissions for the command with one and with two graders: a grader takes as long to start as forty small
submissions take to grade, so only the second half is timed, when all of them are at work."""


@dataclass
class Times:
    """Wall and CPU seconds per submission."""

    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def add(self, more: Times) -> None:
        self.seconds += more.seconds
        self.cpu += more.cpu

    @property
    def wall(self) -> float:
        return statistics.median(self.seconds)


@dataclass
class Measured:
    """Seconds per submission of each way to grade one kind of assignment."""

    kind: str
    warm: Times = field(default_factory=Times)
    command: dict[int, float] = field(default_factory=dict)
    """Graders -> seconds per submission once they run."""
    cold: float = 0.0
    jail: float = 0.0
    otter: Times = field(default_factory=Times)
    nbgrader: Times = field(default_factory=Times)

    def rows(self) -> list[list[object]]:
        ours, cpu = self.warm.wall, statistics.mean(self.warm.cpu)
        lines: list[list[object]] = [["gradmark, one grader, warm", milliseconds(ours), "1", "", "", milliseconds(cpu), "1"]]
        for jobs, seconds in self.command.items():
            lines.append(
                [
                    f"gradmark grade --jobs {jobs}",
                    milliseconds(seconds),
                    f"{seconds / ours:.2f}",
                    "",
                    "",
                    "",
                    "",
                ]
            )
        lines.append(["gradmark grade, one submission, from nothing", milliseconds(self.cold), *[""] * 5])
        share = f"the jail's part of it (bar {milliseconds(JAIL_BAR)})"
        lines.append([share, milliseconds(self.jail), "", "", met(self.jail <= JAIL_BAR), "", ""])
        for name, times, bar in (
            ("otter API", self.otter, OTTER_BAR),
            ("nbgrader API", self.nbgrader, NBGRADER_BARS[self.kind]),
        ):
            if times.seconds:
                ratio, theirs = times.wall / ours, statistics.mean(times.cpu)
                verdict = [
                    f"{ratio:.0f}",
                    f"{bar:.0f}",
                    met(ratio >= bar),
                    milliseconds(theirs),
                    f"{theirs / cpu:.0f}",
                ]
                lines.append([f"{name}, warm, serial", milliseconds(times.wall), *verdict])
        return lines


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:,.1f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def met(good: bool) -> str:
    return "yes" if good else "NO"


# --- gradmark ----------------------------------------------------------------------------------------------------


def gradmark_warm(kind: str, folder: Path, count: int, jailed: bool = True) -> Times:
    """A grader's seconds per submission, in a process of its own as a grader is."""
    grader = "--grader" if jailed else "--unjailed"
    answer = subprocess.run(
        [sys.executable, str(Path(__file__)), grader, kind, str(folder), str(count)],
        check=True,
        stdout=subprocess.PIPE,
        env={**os.environ, **ONE_THREAD},
    )
    found = json.loads(answer.stdout)
    return Times(found["seconds"], found["cpu"])


def jail_seconds(kind: str, folder: Path, count: int) -> float:
    """What the jail adds to a submission: with its layers and without, by turns; the quietest of three each."""
    both: dict[bool, list[float]] = {True: [], False: []}
    for number, jailed in enumerate((True, False, False, True, True, False)):
        both[jailed].append(gradmark_warm(kind, folder / str(number), count, jailed).wall)
    return max(0.0, min(both[True]) - min(both[False]))


def without_jail() -> None:
    """For this process: workers that enter no jail, and no floor that asks for one."""
    workers.Zygote.program = (str(Path(__file__).with_name("unjailed_zygote.py")),)


def time_grader(kind: str, folder: Path, count: int) -> Times:
    """Lease, grade and record; after a few to warm up. CPU time is the grader's, its zygotes' and their workers'."""
    submissions = write_class(kind, folder / "warm", count + WARM_UP)
    plan = plan_for(kind)
    with queue(plan, folder / "warm.db", submissions) as store:

        def work(grading: Grading) -> Times:
            drain(grading, store, WARM_UP)
            start = cpu_of(grading)
            seconds = drain(grading, store)
            return Times(seconds, [(cpu_of(grading) - start) / count])

        times = with_grader(plan, work)
        check_scores([result for _, result in store.results()], count + WARM_UP)
    return times


def cpu_of(grading: Grading) -> float:
    """CPU seconds so far of this process, the zygotes, and the workers that ended."""
    used = time.process_time()
    for zygote in grading.pool.zygotes.values():
        words = Path(f"/proc/{zygote.process.pid}/stat").read_text().rpartition(")")[2].split()
        used += sum(int(w) for w in words[11:15]) / os.sysconf("SC_CLK_TCK")
    return used


def gradmark_command(kind: str, submissions: Path, out: Path, jobs: int) -> tuple[float, list[float]]:
    """Wall time of the real command, and when each result was written."""
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        "01",
        str(submissions),
        "--out",
        str(out),
        "--course",
        str(SMALL[kind]),
        "--seed",
        "0",
        "--jobs",
        str(jobs),
        "--json",
    ]
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    took = time.perf_counter() - start
    results = [json.loads(p.read_text(encoding="utf-8")) for p in sorted(out.glob("*/results.json"))]
    check_scores(results, len(list(submissions.iterdir())))
    return took, sorted(result["timing"]["finished"] for result in results)


def check_scores(results: list[dict], count: int) -> None:
    """A benchmark that grades wrongly measures nothing."""
    wrong = [r["submission"] for r in results if r["score"] != r["possible"] or r["possible"] != 9]
    if wrong or len(results) != count:
        raise SystemExit(f"{len(results)} of {count} graded; without full marks: {', '.join(wrong)}")


# --- the peers ---------------------------------------------------------------------------------------------------


def timed(work: Callable[[], tuple[float, float]], times: Times) -> tuple[float, float]:
    """Wall time, and CPU time of this process and of the kernel that it started and waited for."""
    start, before = time.perf_counter(), own_cpu()
    score = work()
    times.add(Times([time.perf_counter() - start], [own_cpu() - before]))
    return score


def own_cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def otter_seconds(kind: str, folder: Path, count: int) -> Times:
    otter = Otter(small(kind), folder / "otter")
    times = Times()
    for number in range(count + 1):
        path = otter.submission(f"student_{number}", {})
        score = timed(lambda p=path: otter.grade(p), times)
        if score != (9.0, 9.0):
            raise SystemExit(f"otter gave {score} for a right submission")
    return Times(times.seconds[1:], times.cpu[1:])  # the first one warms up


def nbgrader_seconds(kind: str, folder: Path, count: int) -> Times:
    course = NbGrader(small(kind), folder / "nbgrader")
    times = Times()
    for number in range(count + 1):
        course.submission(f"student_{number}", {})
        score = timed(lambda n=number: course.grade(f"student_{n}"), times)
        if score != (9.0, 9.0):
            raise SystemExit(f"nbgrader gave {score} for a right submission")
    return Times(times.seconds[1:], times.cpu[1:])  # the first one warms up


# --- one run -----------------------------------------------------------------------------------------------------


def measure(kind: str, folder: Path, submissions: int, peers: int) -> Measured:
    """Ours before and after the peers, so that a machine that gets busier or quieter favours nobody."""
    found = Measured(kind)
    found.warm.add(gradmark_warm(kind, folder / "first", submissions))
    if peers:
        found.otter = otter_seconds(kind, folder, peers)
        found.warm.add(gradmark_warm(kind, folder / "second", submissions))
        found.nbgrader = nbgrader_seconds(kind, folder, peers)
    found.warm.add(gradmark_warm(kind, folder / "third", submissions))
    one = write_class(kind, folder / "one", 1)
    found.cold, _ = gradmark_command(kind, one, folder / "out_one", 1)
    for jobs in (1, 2):
        many = write_class(kind, folder / f"many_{jobs}", CLASSES * submissions)
        _, finished = gradmark_command(kind, many, folder / f"out_{jobs}", jobs)
        settled = finished[len(finished) // 2 :]
        found.command[jobs] = (settled[-1] - settled[0]) / max(1, len(settled) - 1)
    found.jail = jail_seconds(kind, folder / "jail", submissions)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=40)
    parser.add_argument("--peers", type=int, default=3, help="submissions for each peer; 0: leave them out")
    parser.add_argument("--kinds", default="numpy,torch")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--grader", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--unjailed", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.unjailed:
        without_jail()
    if options.grader or options.unjailed:
        kind, folder, count = options.grader or options.unjailed
        print(json.dumps(asdict(time_grader(kind, Path(folder), int(count)))))
        return
    before = os.getloadavg()[0]
    parts, good = ["## One small submission: 3 exercises, 9 tests, the same in every tool"], True
    for kind in options.kinds.split(","):
        with tempfile.TemporaryDirectory() as name:
            Path(name).chmod(0o755)
            rows = measure(kind, Path(name), options.submissions, options.peers).rows()
        good = good and not any(row[4] == "NO" for row in rows)
        parts.append(
            f"### {kind}\n\n" + table(["how", "a submission", "times ours", "bar", "met", "CPU time", "times ours, CPU"], rows)
        )
    load = f"{before:.1f} before and {os.getloadavg()[0]:.1f} after"
    parts.append(
        f"{options.submissions} submissions a row, {options.peers} for each peer; load {load} on {os.cpu_count()} cores."
    )
    text = "\n\n".join(parts)
    print(text)
    if options.write:
        write_section("grading", text)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
