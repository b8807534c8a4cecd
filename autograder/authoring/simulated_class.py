"""A simulated class: right solutions, stubs, every listed mistake, mixtures, other right formulations, broken notebooks.

`truth.csv` says for each submission what it is, so that a demonstration or a test can tell whether grading got it right.
"""

from __future__ import annotations

import csv
import json
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.authoring.notebook import build_notebook
from autograder.course import Course, Exercise, Selection
from autograder.course.mistakes import Mistake, apply_mistake, load_mistakes
from autograder.course.source import ModuleSource, solution_text

FIRST = """
amara ben chen dina elif farid grace hana ivo jun kofi lena mateo noor ola priya quinn rosa sami tara uma vera wei xenia
yusuf zoe
""".split()
LAST = """
abe bauer costa diallo evans farah gupta haddad ito jansen kaya lopez meyer novak okafor park quist rossi silva tanaka ueda
vogel wang xu yilmaz zimmer
""".split()


@dataclass
class Recipe:
    """One simulated student. `wrong` and `zero` name the exercises that must not get full marks, or none at all."""

    kind: str
    cells: dict[str, str]
    mistakes: list[str] = field(default_factory=list)
    zero: list[str] = field(default_factory=list)
    write: Callable[[Path, dict[str, Any]], Path] | None = None

    @property
    def wrong(self) -> list[str]:
        return sorted({m.split("/")[0] for m in self.mistakes} | set(self.zero))


class Simulator:
    def __init__(self, course: Course, selection: Selection, seed: int = 0) -> None:
        self.course, self.selection = course, selection
        self.random = random.Random(seed)
        self.stubs = json.loads(_dump(build_notebook(course, selection)))
        self.solved = json.loads(_dump(build_notebook(course, selection, solutions=True)))
        self.right = _exercise_cells(self.solved)
        self.empty = _exercise_cells(self.stubs)
        self.mistakes = {e.id: load_mistakes(selection.assignment, e) for e in selection.exercises}

    # --- recipes -----------------------------------------------------------------------------------------------

    def all_recipes(self) -> list[Recipe]:
        """Every kind once: the smallest class that shows everything."""
        ids = [e.id for e in self.selection.exercises]
        recipes = [Recipe("reference", dict(self.right)), Recipe("stub", dict(self.empty), zero=ids)]
        for e in self.selection.exercises:
            recipes += [Recipe("mistake", self._with([m]), [m.id]) for m in self.mistakes[e.id]]
        recipes += self._alternatives()
        recipes += self._oddities(ids)
        return recipes

    def mixture(self) -> Recipe:
        """What a real student hands in: some right, some wrong, some not done."""
        chosen: list[Mistake] = []
        cells = dict(self.right)
        zero = []
        for e in self.selection.exercises:
            draw = self.random.random()
            if draw < 0.1:
                cells[e.id] = self.empty[e.id]
                zero.append(e.id)
            elif draw < 0.35 and self.mistakes[e.id]:
                chosen.append(self.random.choice(self.mistakes[e.id]))
        wrong = self._with(chosen)
        cells.update({m.exercise: wrong[m.exercise] for m in chosen})
        zero = [z for z in zero if z not in {m.exercise for m in chosen}]
        return Recipe("mixture", cells, [m.id for m in chosen], zero)

    def _with(self, mistakes: list[Mistake]) -> dict[str, str]:
        cells = dict(self.right)
        for m in mistakes:
            exercise = self._exercise(m.exercise)
            source = ModuleSource(Path(f"{m.exercise}.py"), cells[m.exercise])
            cells[m.exercise] = apply_mistake(source, exercise, m)
        return cells

    def _exercise(self, exercise_id: str) -> Exercise:
        return next(e for e in self.selection.exercises if e.id == exercise_id)

    def _alternatives(self) -> list[Recipe]:
        """Another right formulation stands in a later cell, where it wins over the first one."""
        recipes = []
        for name in self.selection.modules():
            last = [e for e in self.selection.exercises if e.module == name][-1]
            for path in self.selection.assignment.concept(name).alternatives:
                cells = dict(self.right)
                cells[last.id] += "\n\n" + path.read_text(encoding="utf-8")
                recipes.append(Recipe(f"alternative {name}/{path.stem}", cells))
        return recipes

    def _oddities(self, ids: list[str]) -> list[Recipe]:
        """Hand-ins that are awkward, but not wrong; and two that are not notebooks at all."""
        extra = {
            "endless cell": "while True:\n    pass",
            "broken cell": "def oops(:\n    return 1",
            "magics": "%matplotlib inline\n!pip install everything\nloss = %time 1 + 1",
            "crashing cell": "import os\nos._exit(1)",
            "noisy cell": "print('x' * 1_000_000)\nraise RuntimeError('as planned')",
        }
        recipes = [Recipe(kind, dict(self.right), write=_appended(source)) for kind, source in extra.items()]
        recipes.append(
            Recipe(
                "python file",
                dict(self.right),
                write=_python_file(solution_text(self.selection.assignment.reference, self.selection.exercises)),
            )
        )
        recipes.append(Recipe("zip", dict(self.right), write=_zipped))
        recipes.append(Recipe("outputs kept", dict(self.right), write=_with_outputs))
        recipes.append(Recipe("not a notebook", {}, zero=ids, write=_garbage))
        recipes.append(Recipe("empty notebook", {}, zero=ids, write=_empty))
        return recipes

    # --- writing -----------------------------------------------------------------------------------------------

    def write(self, out: Path, students: int | None = None) -> list[tuple[str, Recipe]]:
        """The class under `out/submissions`, and `out/truth.csv`."""
        recipes = self.all_recipes()
        if students is not None:
            # A small class keeps a bit of everything; a large one is filled with mixtures.
            while len(recipes) < students:
                recipes.append(self.mixture())
            keep = recipes[:2] + self.random.sample(recipes[2:], max(0, min(students, len(recipes)) - 2))
            recipes = [r for r in recipes if any(r is k for k in keep)]
        names = self._names(len(recipes))
        folder = out / "submissions"
        folder.mkdir(parents=True, exist_ok=True)
        for name, recipe in zip(names, recipes):
            (recipe.write or _notebook)(folder / name, self._fill(recipe.cells))
        with (out / "truth.csv").open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(["submission", "kind", "mistakes", "wrong", "zero"])
            for name, recipe in zip(names, recipes):
                table.writerow(
                    [
                        name,
                        recipe.kind,
                        " ".join(recipe.mistakes),
                        " ".join(recipe.wrong),
                        " ".join(recipe.zero),
                    ]
                )
        return list(zip(names, recipes))

    def _names(self, count: int) -> list[str]:
        pairs = [f"{first}_{last}" for first in FIRST for last in LAST]
        self.random.shuffle(pairs)
        return [pairs[i] if i < len(pairs) else f"{pairs[i % len(pairs)]}_{i // len(pairs) + 1}" for i in range(count)]

    def _fill(self, cells: dict[str, str]) -> dict[str, Any]:
        """The student's notebook with these cells filled in."""
        filled: dict[str, Any] = json.loads(json.dumps(self.stubs))
        for cell in filled["cells"]:
            tag = _tag(cell)
            if tag in cells:
                cell["source"] = cells[tag]
            if "imports" in cell["metadata"].get("tags", []):
                cell["source"] = next(c["source"] for c in self.solved["cells"] if "imports" in c["metadata"].get("tags", []))
        return filled


def _dump(notebook: object) -> str:
    import nbformat

    return str(nbformat.writes(notebook))


def _tag(cell: dict[str, Any]) -> str | None:
    tags = [t for t in cell["metadata"].get("tags", []) if t.startswith("exercise:")]
    return tags[0].removeprefix("exercise:") if tags else None


def _exercise_cells(notebook: dict[str, Any]) -> dict[str, str]:
    return {tag: "".join(cell["source"]) for cell in notebook["cells"] if (tag := _tag(cell))}


def _notebook(stem: Path, notebook: dict[str, Any]) -> Path:
    path = stem.with_name(stem.name + ".ipynb")
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def _appended(source: str) -> Callable[[Path, dict[str, Any]], Path]:
    def write(stem: Path, notebook: dict[str, Any]) -> Path:
        cell: dict[str, Any] = {
            "cell_type": "code",
            "id": "added",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source,
        }
        notebook["cells"].insert(len(notebook["cells"]) // 2, cell)
        return _notebook(stem, notebook)

    return write


def _python_file(text: str) -> Callable[[Path, dict[str, Any]], Path]:
    def write(stem: Path, notebook: dict[str, Any]) -> Path:
        path = stem.with_name(stem.name + ".py")
        path.write_text(text, encoding="utf-8")
        return path

    return write


def _zipped(stem: Path, notebook: dict[str, Any]) -> Path:
    path = stem.with_name(stem.name + ".zip")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("homework/notebook.ipynb", json.dumps(notebook))
    return path


def _with_outputs(stem: Path, notebook: dict[str, Any]) -> Path:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "<script>alert(1)</script>" * 50}]
    return _notebook(stem, notebook)


def _garbage(stem: Path, notebook: dict[str, Any]) -> Path:
    path = stem.with_name(stem.name + ".ipynb")
    path.write_bytes(b"\x89PNG\r\n not a notebook")
    return path


def _empty(stem: Path, notebook: dict[str, Any]) -> Path:
    return _notebook(stem, {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def disagreements(selection: Selection, truth: list[tuple[str, Recipe]], earned: dict[str, dict[str, float]]) -> list[str]:
    """Where grading and truth part: earned[submission][exercise] against what each submission is known to be."""
    possible = {e.id: e.points for e in selection.exercises}
    found = []
    for name, recipe in truth:
        for e in selection.exercises:
            got = earned[name][e.id]
            if e.id in recipe.zero and got > 0:
                found.append(f"{name} ({recipe.kind}): {e.id} earned {got:g}, must be 0")
            elif e.id in recipe.wrong and got >= possible[e.id] > 0:
                found.append(f"{name} ({recipe.kind}): {e.id} got full marks despite {', '.join(recipe.mistakes)}")
            elif e.id not in recipe.wrong and not _depends(selection, e, recipe.wrong) and got < possible[e.id]:
                found.append(f"{name} ({recipe.kind}): {e.id} earned {got:g} of {possible[e.id]:g}, but it is right")
    return found


def _depends(selection: Selection, exercise: Exercise, wrong: list[str]) -> bool:
    needed = [selection.assignment.get(n) for n in exercise.needs]
    return any(n.id in wrong or _depends(selection, n, wrong) for n in needed)
