"""An nbgrader course as a TA has it: made from a release, filled with hand-ins, worked on with nbgrader's own commands."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NO_TOOLS = {"PATH": "/usr/bin:/bin"}
"""nbgrader is started by its full path, as from an environment that was not activated."""


class NbGraderCourse:
    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    @classmethod
    def made_from(cls, instructor: Path, folder: Path, name: str) -> NbGraderCourse:
        shutil.copytree(instructor, folder)
        made = cls(folder, name)
        made.run("generate_assignment", name)
        return made

    @property
    def released(self) -> Path:
        return self.folder / "release" / self.name / f"{self.name}.ipynb"

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'gradebook.db'}"

    def run(self, *words: str, fails: bool = False, **environment: str) -> str:
        """What the command says; it must succeed, or fail where that is expected."""
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *words],
            cwd=self.folder,
            text=True,
            capture_output=True,
            check=False,
            env={**os.environ, **NO_TOOLS, "OMP_NUM_THREADS": "1", **environment},
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def place(self, student: str) -> Path:
        """Where the student's notebook is to lie."""
        path = self.folder / "submitted" / student / self.name / f"{self.name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def hand_in(self, student: str, notebook: Any, change: Callable[[Any], None] = lambda nb: None) -> None:
        copy = json.loads(json.dumps(notebook))
        change(copy)
        self.place(student).write_text(json.dumps(copy), encoding="utf-8")

    @contextmanager
    def gradebook(self) -> Iterator[Any]:
        from nbgrader.api import Gradebook

        from autograder.platforms.nbgrader.version import tools_on_path

        tools_on_path()
        with Gradebook(self.database) as gradebook:
            yield gradebook

    def scores(self, student: str) -> dict[str, float | None]:
        """Cell -> what autograde gave for it."""
        with self.gradebook() as gradebook:
            notebook = gradebook.find_submission_notebook(self.name, self.name, student)
            return {grade.name: grade.auto_score for grade in notebook.grades}

    def exported(self) -> dict[str, dict[str, str]]:
        """`nbgrader export` by student."""
        self.run("export", "--to", "grades.csv")
        with (self.folder / "grades.csv").open(newline="") as file:
            return {row["student_id"]: row for row in csv.DictReader(file)}

    def feedback(self, student: str) -> str:
        page = self.folder / "feedback" / student / self.name / f"{self.name}.html"
        return page.read_text(encoding="utf-8")


def marks(cell: Any) -> dict[str, Any]:
    return cell["metadata"].get("nbgrader", {})


def is_test(cell: Any) -> bool:
    return bool(marks(cell).get("grade")) and not marks(cell).get("solution")


def code(source: str, **metadata: Any) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "metadata": metadata,
        "source": source,
        "outputs": [],
        "execution_count": None,
    }
