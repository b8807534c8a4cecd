"""Attacks through otter with our plugin: each earns what its honest part is worth, and gets hold of nothing.

The classics of benchmarks/peer_attacks.py (what otter makes of them without the plugin is in docs/security.md), and twenty of
the corpus.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

import pytest
from test_otter import HERE, autograder_zip, drive

from autograder.authoring.release import make_release
from autograder.course import Course
from tests.platforms.twenty import TWENTY

sys.path.insert(0, str(HERE.parent.parent / "benchmarks"))
from peer_attacks import ATTACKS, RIGHT, SUITE, Attack, armed, prepared

sys.path.insert(0, str(HERE.parent / "attacks"))
import corpus
from course import SOLUTIONS, Target, make_target
from harness import marked_files

pytestmark = pytest.mark.slow


def attacked_course(root: Path) -> Course:
    folder = root / "assignments" / "01_attacked"
    for each in (folder / "normalise", root / "reference" / "attacked"):
        each.mkdir(parents=True)
    (folder / "assignment.toml").write_text(
        'title = "Attacked"\n[[exercise]]\nid = "normalise"\npoints = 3\nseconds = 2\nforbid = ["autograd"]\n'
    )
    (folder / "notebook.md").write_text("# Attacked\n\n<!-- exercise: normalise -->\n")
    (folder / "normalise" / "test_hidden.py").write_text(SUITE)
    (root / "reference" / "attacked" / "normalise.py").write_text(f"import numpy as np\n\n\n{RIGHT}\n")
    return Course(root)


def hand_in(attack: Attack, place: Path) -> Path:
    """A zip with the attack in a cell of its own, as otter would run it, and in the answer, which gradmark does run."""
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": source}
        for source in ("import numpy as np", attack.first, armed(attack))
        if source
    ]
    notebook = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("01_attacked.ipynb", prepared(json.dumps(notebook), place.parent))
        for name, text in attack.beside.items():
            archive.writestr(name, text)
    return place


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    folder = tmp_path_factory.mktemp("attacked")
    course = attacked_course(folder / "course")
    made = make_release(course, course.assignment("01").select(), folder / "dist", format="otter")
    paths = [hand_in(attack, folder / f"s{number}.zip") for number, attack in enumerate(ATTACKS)]
    found = drive(autograder_zip(made), *paths)
    return {attack.name: found[str(path)] for attack, path in zip(ATTACKS, paths)}


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_earns_what_its_honest_part_is_worth(attack: Attack, graded: dict[str, dict]) -> None:
    found = graded[attack.name]
    assert (found["total"], found["possible"]) == (attack.honest, 3.0), attack.tries


# --- twenty of the corpus ---------------------------------------------------------------------------------------


def one_cell(source: str, place: Path) -> Path:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": source}
    notebook = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell]}
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("01_targets.ipynb", json.dumps(notebook))
    return place


@pytest.fixture(scope="module")
def corpus_graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Target, dict[str, dict], set[str]]:
    """What otter says about each attack and an honest hand-in after them, and the files that they left behind."""
    root = tmp_path_factory.mktemp("corpus")
    for folder in (root, *root.parents[:2]):
        folder.chmod(0o755)
    target = make_target(root)
    text = "# Targets\n\n" + "\n\n".join(f"<!-- exercise: {name} -->" for name in SOLUTIONS)
    (target.course / "assignments" / "01_targets" / "notebook.md").write_text(text)
    course = Course(target.course)
    made = make_release(course, course.assignment("01").select(), root / "dist", format="otter")
    before = marked_files(target)
    sources = {name: attack_named(name).files(target.paths)[".py"].decode() for name in TWENTY}
    sources["honest"] = "import numpy as np\nimport torch\n\n" + "\n\n".join(SOLUTIONS.values())
    paths = {name: one_cell(source, root / f"{name}.zip") for name, source in sources.items()}
    secrets = {"GRADMARK_CANARY": target.canaries["environment"], "HOME": str(target.home)}
    found = drive(autograder_zip(made), *paths.values(), **secrets)
    return target, {name: found[str(path)] for name, path in paths.items()}, marked_files(target) - before


def attack_named(name: str) -> corpus.Attack:
    return next(a for a in corpus.ATTACKS if a.name == name)


@pytest.mark.parametrize("name", TWENTY)
def test_no_attack_of_the_corpus_succeeds_through_otter(corpus_graded, name: str) -> None:
    target, found, _ = corpus_graded
    assert found[name]["total"] <= attack_named(name).honest + 1e-9
    told = json.dumps(found[name])
    assert not [place for place, canary in target.canaries.items() if canary in told]


def test_the_honest_hand_in_after_them_gets_full_marks(corpus_graded) -> None:
    _, found, left = corpus_graded
    assert (found["honest"]["total"], found["honest"]["possible"]) == (19.0, 19.0)
    assert not left
