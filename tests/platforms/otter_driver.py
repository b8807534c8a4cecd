"""Drives otter in a process of its own, as its users do: it changes the working folder and keeps state in modules.

    otter_driver.py ZIP SUBMISSION...   ->   one JSON line: what otter says about each, and its final_grades.csv

A submission that is a folder is the /autograder of a container.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from pathlib import Path


def main() -> None:
    if os.environ.get("GRADMARK_FIRST"):
        import autograder.platforms.otter.plugin  # noqa: F401
    import otter.grade.utils
    from otter.api import grade_submission
    from otter.run.run_autograder import main as in_container

    archive, *paths = sys.argv[1:]
    found, scores = {}, []
    for path in paths:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            if Path(path).is_dir():
                in_container(path)
                found[path] = json.loads(Path(path, "results", "results.json").read_text())
                continue
            results = grade_submission(path, archive)
        results.file = Path(path).stem
        scores.append(results)
        found[path] = {
            "total": results.total,
            "possible": results.possible,
            "scores": {name: results.get_score(name) for name in results.test_files},
            "summary": results.summary(),
            "report": said.getvalue(),
        }
    if scores:
        found["final_grades.csv"] = otter.grade.utils.merge_scores_to_df(scores).to_csv(index=False)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
