"""The body of `gradmark grade`: find submissions, fill the queue, run graders, write the views."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from autograder.basics.words import speaking
from autograder.course import Course, Exercise, Selection, find_course
from autograder.errors import UserError
from autograder.gradebook.exam_run import refuse_exam
from autograder.grading import allowance, interruptions
from autograder.grading.devices import assign, inventory, plan_device
from autograder.grading.diagnose import LEVELS as HINTS
from autograder.grading.plan import Plan
from autograder.grading.results import SubmissionResult
from autograder.intake.find import Survey, survey
from autograder.intake.places import Found, found_from_json, found_to_json, refuse_taken_names
from autograder.intake.stored import Stored, look_at, pack
from autograder.jail.policy import LEVELS, Level
from autograder.jail.probe import require
from autograder.reports.live import LivePages
from autograder.reports.views import write_grades, write_submission
from autograder.runs.folder_lock import occupied
from autograder.runs.graders import run_queue, wait_for_others
from autograder.runs.run_facts import note_run
from autograder.runs.runners import choice as runner_choice
from autograder.runs.runners.base import Site, run_on
from autograder.runs.shipping import ship
from autograder.runs.summary import Summary
from autograder.store.connection import choose, locate
from autograder.store.queue import Progress, Queued, Store, ToGrade

AT_ONCE = 100
"""Hand-ins that are read and stored together."""


@dataclass
class Options:
    only: list[str] | None = None
    set_name: str | None = None
    device: str = "auto"
    gpus: list[int] | None = None
    per_gpu: int = 1
    seed: int | None = None
    isolation: str = "standard"
    hints: str = "mistake"
    force: bool = False
    bulk: bool | None = None
    """Whether a zip is a platform's download of a class; None: judged by its looks, where nothing else is there."""
    replace: bool = False
    """Whether a hand-in from another place may replace one of the same name."""
    jobs: int = 0
    quiet: bool = False
    submission_seconds: float | None = None
    db: str | None = None
    """URL of a database elsewhere; by default a file in the output folder."""
    on: str = ""
    """Where graders run: "local", "slurm", "ray://HEAD:PORT", "k8s"; or "none": this command only fills the queue and waits for
    `gradmark work` elsewhere. Empty: what the course's gradmark.toml says."""
    workers: int = 0
    """Elsewhere: how many at once; 0: what gradmark.toml says."""
    gpus_per_worker: float | None = None
    size: str = ""
    """"gpu": the size that exercises have where there is a GPU."""
    times: str = "platform"
    """Where the times of hand-ins come from, where nobody says them: "platform", or "files"."""
    language: str | None = None
    """Of our own words in feedback and report, if not that of the course."""

    def check(self) -> None:
        for value, allowed, name in (
            (self.device, ("auto", "cpu", "cuda"), "--device"),
            (self.isolation, LEVELS, "--isolation"),
            (self.hints, HINTS, "--hints"),
            (self.times, ("platform", "files"), "--times"),
            (self.size, ("", "gpu"), "--size"),
        ):
            if value not in allowed:
                raise UserError(f"{name} {value}: choose one of {', '.join(allowed)}")


def grade(course: Path | None, assignment: str, paths: list[Path], out: Path, options: Options) -> Summary:
    options.check()
    found_course = find_course(course)
    selection = found_course.assignment(assignment).select(options.only, options.set_name)
    asked = [name for e in selection.assignment.exercise for name in e.names]
    seen = survey(paths, options.bulk, places_in(out, options.db), selection.assignment.name, asked)
    found = seen.found
    if not found:
        raise UserError(
            f"no submission in {', '.join(map(str, paths))}: a submission is a notebook, a .py file, a zip or a folder"
        )
    summary = grade_found(found_course, selection, found, out, options, seen)
    summary.warnings[:0] = seen.warnings
    if options.bulk is None and found[0].member is not None:
        summary.warnings.append(
            f"{found[0].path} was read as the download of a class, with {len(found)} hand-ins; if it is the hand-in of one "
            "student, grade it into another --out with --no-bulk"
        )
    return summary


def places_in(out: Path, db: str | None) -> dict[str, Found]:
    """The submissions that a run holds already, by name."""
    try:
        place = locate(out, db)
    except UserError:
        return {}
    store = Store(place)
    try:
        return {name: found_from_json(name, source) for name, source in store.sources().items()}
    finally:
        store.close()


def grade_found(
    course: Course,
    selection: Selection,
    found: list[Found],
    out: Path,
    options: Options,
    seen: Survey | None = None,
) -> Summary:
    """Grades hand-ins, wherever they were found; what has not changed since the last time is not run again.

    `seen`: what else lay there.
    """
    seen = seen or Survey(found)
    start = time.perf_counter()
    settings = course.settings().runners
    on = options.on or settings.on
    runner_choice.check(on)
    sized = selection.sized(options.size)
    refuse_size_on_cpu(options, sized.exercises, on)
    wants_gpu = any(e.device == "gpu" for e in sized.exercises)
    if on == "local":
        if options.isolation != "none":
            require(cast(Level, options.isolation))
        device, slots, warnings = assign(options.device, options.gpus, options.per_gpu, options.jobs, inventory(), wants_gpu)
    else:  # other machines grade: what they need for it, they find out themselves
        device, slots, warnings = plan_device(options.device, wants_gpu), [], []
    plan = Plan.make(
        course,
        selection,
        device=device,
        isolation=options.isolation,
        seed=options.seed,
        hints=options.hints,
        use_cache=not options.force,
        submission_seconds=options.submission_seconds,
        size=options.size,
        language=options.language,
    )
    with speaking(plan.spoken):
        pass  # a language that is not there is said before anything is done
    out.mkdir(parents=True, exist_ok=True)
    database = choose(out, options.db)
    store = Store(database)
    with ExitStack() as held:
        held.callback(store.close)
        held.enter_context(speaking(plan.spoken))
        refuse_other_assignment(store, plan)
        held.enter_context(occupied(out, plan.digest))
        before = {grading for grading, _ in store.results()}
        if on != "local" and store.engine.dialect.name == "sqlite":
            raise UserError(f"--on {on}: graders elsewhere need a database that they can reach; add --db postgresql://...")
        ship(store, course, selection, plan)
        entries = put_on_shelf(store, plan, found)
        digests = {each.name: each.digest for each in entries}

        def check(known: Mapping[str, Queued]) -> None:
            if not options.replace:
                handed_in = [(f, digests[f.name]) for f in found]
                refuse_taken_names(handed_in, {n: (q.source, q.digest) for n, q in known.items()})

        store.enqueue(entries, plan.digest, options.force, check)
        store.remember("plan", plan.to_json())
        names = [f.name for f in found]
        chosen = {"only": options.only, "set": options.set_name}
        handed_in = [(f, digests[f.name]) for f in found]
        warnings += note_run(store.engine, course, plan, selection, chosen, handed_in, seen, options.times)
        hosts = None if on == "local" else partial(store.at_work, plan.digest)
        with progress_bar(options.quiet, hosts) as show:
            views = Views(out, store, plan, names)

            def watch(progress: Progress) -> None:
                show(progress)
                views.refresh()

            try:
                if on == "local":
                    run_queue(plan, store, database, out / ".lock", slots, watch, slots[0].able)
                elif on == "none":
                    wait_for_others(plan, store, watch)
                else:
                    gpus = settings.gpus_per_worker if options.gpus_per_worker is None else options.gpus_per_worker
                    site = Site(database, settings, gpus, out.resolve() / "logs")
                    run_on(runner_choice.runner_for(on, site), plan, store, options.workers or settings.workers, watch)
            except BaseException:
                views.interrupted()
                raise
        results = views.finish()
        graded = len({grading for grading, _ in store.results()} - before)
    if options.isolation == "none" and graded:
        warnings.append("isolation none: student code was not held back from this machine's files")
    warnings += interruptions.warnings(results) + allowance.warnings(results)
    return Summary(
        out,
        plan.assignment_name,
        results,
        time.perf_counter() - start,
        graded,
        warnings,
        names,
        seen.ignored,
        seen.ignored_words,
    )


def refuse_size_on_cpu(options: Options, exercises: list[Exercise], on: str) -> None:
    """A size for a GPU would run for hours on a CPU, and end as a time-out of right code."""
    if options.size and (options.device == "cpu" or (on == "local" and not inventory())):
        name = next(e.id for e in exercises if options.size in e.sizes)
        why = "--device cpu was given" if options.device == "cpu" else "this machine has none"
        raise UserError(
            f"--size {options.size}: at that size {name} needs a GPU, and {why}. Grade it on a machine that has one, or at its "
            "usual size, without --size"
        )


def put_on_shelf(store: Store, plan: Plan, found: list[Found]) -> list[ToGrade]:
    """Reads every hand-in, once, and puts what graders need of it into the store: they see no file of a student's."""
    entries = []
    for start in range(0, len(found), AT_ONCE):
        several = found[start : start + AT_ONCE]
        looked = [look_at(each, plan.assignment_name, plan.asked) for each in several]
        contents = store.shelf.put_contents([pack(each) for each in looked])
        for each, stored, content in zip(several, looked, contents):
            digest = stored.read_as.digest if stored.read_as else each.raw_digest()
            rank = -expected_seconds(plan, stored)
            entries.append(ToGrade(each.name, found_to_json(each), digest, content, plan.needs, rank))
    return entries


def expected_seconds(plan: Plan, stored: Stored) -> int:
    """What trainings in it may take: the longest are begun first, so that no grader is left alone with one at the end."""
    text = stored.text
    trained = [e for e in plan.exercises if e.training and any(re.search(rf"\b{name}\b", text) for name in e.names)]
    return int(sum(e.seconds for e in trained))


def content_digest(found: Found, plan: Plan) -> str:
    """What was handed in, whatever its name; for something unreadable, its bytes."""
    read = look_at(found, plan.assignment_name, plan.asked).read_as
    return read.digest if read else found.raw_digest()


def refuse_other_assignment(store: Store, plan: Plan) -> None:
    earlier = store.recall("plan")
    refuse_exam(json.loads(earlier or "{}"), "grade it with gradmark exam grade, or choose another --out")
    if earlier and Plan.from_json(earlier).assignment_name != plan.assignment_name:
        other = Plan.from_json(earlier).assignment_name
        raise UserError(f"this output folder holds a run of {other}; choose another --out for {plan.assignment_name}")


class Views:
    """Writes each submission's files as its result arrives, the class report now and then, and grades.csv at the end."""

    def __init__(self, out: Path, store: Store, plan: Plan, names: list[str]) -> None:
        self.out, self.store, self.plan, self.names = out, store, plan, names
        self.seen = 0
        self.pages = LivePages(out, plan, len(names), store.engine.url.render_as_string(hide_password=False))

    def refresh(self) -> None:
        self._write_new()
        self.pages.pause()

    def interrupted(self) -> None:
        with suppress(Exception):  # what stopped the run is what has to be said
            if self.pages.rows:
                self.pages.report("interrupted")

    def _write_new(self) -> None:
        for number, found in self.store.results(after=self.seen):
            result = SubmissionResult.model_validate(found)
            write_submission(self.out, result)
            self.pages.add(result)
            self.seen = max(self.seen, number)

    def finish(self) -> list[SubmissionResult]:
        self._write_new()
        results = [SubmissionResult.model_validate(r) for _, r in self.store.results()]
        write_grades(self.out, list(self.plan.points), results)
        self.pages.report("done")
        return results


HOSTS_SECONDS = 2.0
"""How often the database is asked who is at work."""
MOST_HOSTS = 4


def hosts_in_words(graders: Mapping[str, int]) -> str:
    """Host -> graders that hold a submission; as short as fits beside a bar."""
    if not graders:
        return "waiting for graders"
    busiest = sorted(graders, key=lambda host: (-graders[host], host))
    told = [f"{host} ({graders[host]})" for host in busiest[:MOST_HOSTS]]
    more = len(busiest) - MOST_HOSTS
    return "on " + ", ".join(told) + (f" and {more} more" if more > 0 else "")


class progress_bar:
    """A bar with counts, the time left, and the hosts at work if others grade; on a terminal, and nothing elsewhere."""

    def __init__(self, quiet: bool, hosts: Callable[[], Mapping[str, int]] | None = None) -> None:
        self.quiet, self.hosts = quiet, hosts
        self.looked = -HOSTS_SECONDS

    def __enter__(self) -> Callable[[Progress], None]:
        if self.quiet:
            return lambda progress: None
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import (
            Progress as Bar,
        )

        self.bar = Bar(
            TextColumn("grading"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[hosts]}", markup=False),
            console=Console(stderr=True),
        )
        self.bar.start()
        self.task = self.bar.add_task("grading", total=None, hosts="")
        return self.update

    def update(self, progress: Progress) -> None:
        self.bar.update(self.task, total=progress.total, completed=progress.done)
        if self.hosts is not None and time.monotonic() - self.looked > HOSTS_SECONDS:
            self.bar.update(self.task, hosts=hosts_in_words(self.hosts()))
            self.looked = time.monotonic()

    def __exit__(self, *_: object) -> None:
        if not self.quiet:
            self.bar.stop()
