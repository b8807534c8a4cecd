"""Grades the one submission of a Gradescope container: `python -m autograder.platforms.gradescope.run ROOT`.

There is a results.json from the first moment on, and it only gets better: should Gradescope end the container, the last one
counts. Some time before that, what is done is reported. This process only watches the clock, so it imports next to nothing; its
fork does the work (`grade.py`), which saves starting Python a second time.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.basics.files import replace_text
from autograder.basics.threads import ONE_THREAD

if TYPE_CHECKING:
    from autograder.worker.starting import StartedZygote

AHEAD = "ahead.json"
"""In the zip: the runtimes that have to be warm before anything can be graded."""

DONE, REFUSED, CRASHED = 0, 2, 3
TRIES = 2
SECONDS = 540.0
LOOK_SECONDS = 0.01
NOT_GRADED = "Your submission was not graded, and that is not your fault. Staff will have a look."


def main(root: Path) -> int:
    start = time.monotonic()
    results = root / "results" / "results.json"
    results.parent.mkdir(exist_ok=True)
    write(results, failure(NOT_GRADED))
    os.environ.update(ONE_THREAD)
    end = start + time_limit(root / "source" / "settings.json")
    words = ""
    with tempfile.TemporaryDirectory(prefix="gradmark-") as home:
        for _ in range(TRIES):
            with tempfile.TemporaryFile("w+") as said:
                status = in_fork(lambda: grade(root, results, Path(home), start), said.fileno(), end)
                said.seek(0)
                words = said.read()[-3000:].strip()
            if status is None:
                from autograder.platforms.gradescope.grade import report_unfinished

                report_unfinished(root, results, Path(home), start)
                return 0
            if status == DONE:
                return 0
            if status == REFUSED:
                break
        else:
            words = f"grading stopped; the grader's last words:\n{words}"
    print(words, file=sys.stderr)  # for staff: it may quote what is hidden
    return 1


def grade(root: Path, results: Path, home: Path, start: float) -> None:
    ahead = zygotes_ahead(root / "source")  # they load torch while we load the rest
    from autograder.platforms.gradescope.grade import grade_and_report

    grade_and_report(root, results, home, start, ahead)


def zygotes_ahead(source: Path) -> dict[str, StartedZygote]:
    """Runtime -> zygote, of those that grading will need; none where that was not noted or cannot be read."""
    from autograder.worker.starting import start_zygote

    try:
        runtimes = json.loads((source / AHEAD).read_text(encoding="utf-8"))
        level = json.loads((source / "settings.json").read_text(encoding="utf-8")).get("isolation", "standard")
        return {runtime: start_zygote(runtime, level, quick=True) for runtime in runtimes}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # grading starts its own, and says what is wrong


def in_fork(work: Any, said: int, end: float) -> int | None:
    """The exit status of a fork that does the work; None if the time was up before, and it was ended."""
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _become_grader(work, said, parent)
    while True:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)  # workers end with their zygotes, and those with the grader
            os.waitpid(child, 0)
            return None
        time.sleep(LOOK_SECONDS)


def _become_grader(work: Any, said: int, parent: int) -> None:
    """The fork's whole life. What a suite prints is for nobody; what goes wrong is for staff."""
    status = CRASHED
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for ours, theirs in ((0, nothing), (1, nothing), (2, said)):
            os.dup2(theirs, ours)
        from autograder.errors import UserError
        from autograder.jail import session

        session.die_with_parent(parent)
        try:
            work()
            status = DONE
        except UserError as error:
            os.write(2, f"{error}\n".encode(errors="replace"))
            status = REFUSED
    except BaseException:
        import traceback

        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(status)


def time_limit(path: Path) -> float:
    """As settings.json has it. What is wrong with that file is said when it is read as a whole."""
    try:
        seconds = json.loads(path.read_text(encoding="utf-8")).get("seconds", SECONDS)
    except (OSError, ValueError, AttributeError):
        return SECONDS
    return float(seconds) if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and seconds > 0 else SECONDS


def write(path: Path, content: dict[str, Any]) -> None:
    replace_text(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def failure(message: str) -> dict[str, Any]:
    """What is there as long as there is nothing better."""
    return {"score": 0.0, "output": message, "stdout_visibility": "hidden", "tests": []}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
