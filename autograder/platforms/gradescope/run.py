"""Grades the one submission of a Gradescope container: `python -m autograder.platforms.gradescope.run ROOT`.

There is a results.json from the first moment on, and it only gets better: should Gradescope end the container, the last one
counts. Some time before that, what is done is reported.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from autograder.basics.files import replace_text
from autograder.errors import UserError
from autograder.jail import grants, uids
from autograder.jail.probe import probe
from autograder.platforms.gradescope.results import Settings, failure, report
from autograder.runs.bundle import selection_of
from autograder.runs.one_hand_in import grade_one


def main(root: Path) -> int:
    start = time.monotonic()
    results = root / "results" / "results.json"
    results.parent.mkdir(exist_ok=True)
    write(
        results,
        failure("Your submission was not graded, and that is not your fault. Staff will have a look."),
    )
    try:
        settings = read_settings(root / "source" / "settings.json")
        bundle = root / "source" / "course"
        chosen = selection_of(bundle)
        if settings.isolation == "none":
            refuse_unless_apart()
        with tempfile.TemporaryDirectory(prefix="gradmark-") as home:
            found = grade_one(
                bundle, root / "submission", Path(home), settings.isolation, settings.hints, settings.seconds,
                settings.submission_seconds,
            )  # fmt: skip
        write(results, report(found, chosen, settings, time.monotonic() - start))
    except UserError as error:
        print(error, file=sys.stderr)  # for staff: it may quote what is hidden
        return 1
    return 0


def read_settings(path: Path) -> Settings:
    try:
        return Settings.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        raise UserError(f"{path.name}: {error.errors()[0]['loc']}: {error.errors()[0]['msg']}") from None


def write(path: Path, content: dict[str, Any]) -> None:
    replace_text(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def refuse_unless_apart() -> None:
    """Without landlock, what is hidden is kept by its owner: the worker must be another user, and held in all else."""
    everything = grants.default_policy("torch")
    closed = uids.closed_to_others([*everything.readable, *everything.listable])
    broken = [each.name for each in probe().properties if each.name != "file" and not each.holds]
    if not uids.can_drop() or closed or broken:
        reason = (
            f"{closed[0]} is closed to other users" if closed else ", ".join(broken) or "this is not root"
        )
        raise UserError(f"isolation none: student code could reach what is hidden ({reason})")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
