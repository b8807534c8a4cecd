"""Classic attacks on otter, nbgrader and gradmark, side by side, on one question with three tests.

    python benchmarks/peer_attacks.py [--timeout 200] [--only NAME,...] [--tools otter,nbgrader,gradmark]

Every tool runs as its documentation says, locally, with its defaults. Writes the table of docs/security.md (not with
--only or --tools). All files are in a temporary folder; each hand-in is graded in a process with a time limit. The attacks
aim at the grader that runs them and at files of that folder, nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent, indent

from bench import table, write_section
from peers import HERE, NbGrader, Otter, PeerAssignment, Question, nbgrader_score
from processes import run_bounded

RIGHT = "def normalise(x):\n    return (x - x.mean(axis=0)) / x.std(axis=0)"
WRONG = "def normalise(x):\n    return x * 0 - 7.0"
CHECKS = (
    "x = np.random.default_rng(1).normal(size=(6, 3))\n"
    "expected = (x - x.mean(axis=0)) / x.std(axis=0)\n"
    "assert np.allclose(normalise(x), expected)",
    "x = np.random.default_rng(2).normal(size=(5, 4))\n"
    "expected = (x - x.mean(axis=0)) / x.std(axis=0)\n"
    "np.testing.assert_allclose(normalise(x), expected)",
    "x = np.random.default_rng(3).normal(size=(8, 2)) * 3\n"
    "expected = (x - x.mean(axis=0)) / x.std(axis=0)\n"
    "out = normalise(x)\n"
    "assert out.shape == expected.shape and bool((abs(out - expected) < 1e-9).all())",
)
ASSIGNMENT = PeerAssignment("attacked", "import numpy as np", (Question("normalise", RIGHT, CHECKS),))
SUITE = """
import numpy as np

from autograder.suite import assert_close


def test_small(student, reference, rng):
    x = rng.normal(size=(6, 3))
    assert_close(student.normalise(x), reference.normalise(x), "normalise(x)")


def test_other_shape(student, reference, rng):
    x = rng.normal(size=(5, 4))
    expected = reference.normalise(x)
    np.testing.assert_allclose(student.normalise(x), expected)


def test_scaled(student, reference, rng):
    x = rng.normal(size=(8, 2)) * 3
    expected = reference.normalise(x)
    out = student.normalise(x)
    assert out.shape == expected.shape and bool((abs(out - expected) < 1e-9).all())
"""


@dataclass(frozen=True)
class Attack:
    name: str
    tries: str
    answer: str = WRONG
    """The cell of the question."""
    first: str = ""
    """A cell in front of all others."""
    beside: dict[str, str] = field(default_factory=dict)
    """Further files of the hand-in."""
    honest: float = 0.0
    """What the hand-in should earn."""


def cell(text: str) -> str:
    return dedent(text).strip("\n")


# `<<folder>>` is the tool's scratch folder: the attacks may know where they are, as a student who looked around would.
ATTACKS = [
    Attack("right", "nothing: a right answer, for comparison", RIGHT, honest=3),
    Attack(
        "patched allclose",
        "replaces numpy's comparisons with functions that agree to everything",
        cell("""
        import numpy as np
        np.allclose = lambda *a, **k: True
        np.testing.assert_allclose = lambda *a, **k: None
        def normalise(x):
            np.allclose = lambda *a, **k: True
            np.testing.assert_allclose = lambda *a, **k: None
            return x * 0 - 7.0
        """),
    ),
    Attack(
        "always equal",
        "returns an object that is equal to, less than, and of the shape of everything",
        cell("""
        class Yes:
            def __getattr__(self, name):
                if name.startswith("__array_") and name != "__array_function__":
                    raise AttributeError(name)
                return self
            __eq__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True
            __add__ = __radd__ = __sub__ = __rsub__ = __abs__ = __getitem__ = lambda self, *a: self
            __call__ = lambda self, *a, **k: self
            __bool__ = lambda self: True
            __hash__ = object.__hash__
            def __array_function__(self, function, types, args, kwargs):
                return True
            def __array_ufunc__(self, function, method, *args, **kwargs):
                return self
        def normalise(x):
            return Yes()
        """),
    ),
    Attack(
        "shadowing numpy.py",
        "hands in a numpy.py that is imported in place of numpy, with comparisons that agree to everything",
        beside={
            "numpy.py": cell("""
            import os, sys
            here = os.path.dirname(os.path.abspath(__file__))
            kept = list(sys.path)
            sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != here]
            del sys.modules["numpy"]
            import numpy
            import numpy.testing
            sys.path[:] = kept
            numpy.allclose = lambda *a, **k: True
            numpy.testing.assert_allclose = lambda *a, **k: None
            """)
        },
    ),
    Attack(
        "overwritten tests",
        "overwrites every test file within reach with one that passes and is worth 1000 points",
        first=cell("""
        import glob
        test = '''OK_FORMAT = True
        test = {"name": "normalise", "points": 1000, "suites": [{"cases": [{"code": ">>> 1 + 1\\\\n2"}],
                "scored": True, "setup": "", "teardown": "", "type": "doctest"}]}'''.replace("\\n        ", "\\n")
        for path in glob.glob("tests/*.py") + glob.glob("<<folder>>/**/test_*.py", recursive=True):
            try:
                open(path, "w").write(test)
            except OSError:
                pass
        """),
    ),
    Attack(
        "patched runner",
        "replaces the method of the test runner that runs a test",
        first=cell("""
        try:
            from otter.test_files import abstract_test, ok_test
            def run(self, environment):
                self.test_case_results = [abstract_test.TestCaseResult(c, None, True) for c in self.test_cases]
            ok_test.OKTestFile.run = run
        except ImportError:
            pass
        """),
    ),
    Attack(
        "patched results",
        "replaces the function that writes the results with one that first raises the score",
        first=cell("""
        import pickle
        written = pickle.dump
        def dump(results, file, *a, **k):
            for test in getattr(results, "results", {}).values():
                test._score = 99
            return written(results, file, *a, **k)
        pickle.dump = dump
        """),
    ),
    Attack(
        "reads the solution",
        "looks for the solution or the tests in the files of the grader and uses what it finds",
        cell("""
        import glob, re
        def normalise(x):
            wanted = re.compile(r"(?:expected =|return) (\\(x - x\\.mean.*?x\\.std\\(axis=0\\))")
            places = glob.glob("tests/*.py") + glob.glob("<<folder>>/**/*.py", recursive=True)
            for path in places + glob.glob("<<folder>>/source/**/*.ipynb", recursive=True):
                try:
                    found = wanted.search(open(path).read())
                except OSError:
                    continue
                if found:
                    return eval(found.group(1))
            return x * 0
        """),
    ),
    Attack(
        "asserts stripped",
        "has the shell take every assert and every call of a test function out of the cells that follow",
        cell("""
        import ast
        class Strip(ast.NodeTransformer):
            def visit_Assert(self, node):
                return ast.copy_location(ast.Pass(), node)
            def visit_Expr(self, node):
                return ast.copy_location(ast.Pass(), node) if "assert" in ast.unparse(node) else node
        try:
            get_ipython().ast_transformers.append(Strip())
        except NameError:
            pass
        def normalise(x):
            return x * 0 - 7.0
        """),
    ),
    Attack(
        "frame walk",
        "walks up the stack to the variable with the expected value",
        cell("""
        import sys
        def normalise(x):
            frame = sys._getframe(1)
            while frame is not None:
                for names in (frame.f_locals, frame.f_globals):
                    if "expected" in names:
                        return names["expected"]
                frame = frame.f_back
            return x * 0
        """),
    ),
    Attack(
        "writes the gradebook",
        "adds 6 points to its own score in the gradebook and takes all points of another student",
        first=cell("""
        import glob, sqlite3
        for path in glob.glob("<<folder>>/**/*.db", recursive=True):
            try:
                db = sqlite3.connect(path, timeout=5)
                db.execute("update grade set manual_score = 0 where auto_score > 0")
                db.execute("update grade set manual_score = 3 where auto_score is null or auto_score = 0")
                db.commit()
            except sqlite3.Error:
                pass
            try:
                db.execute("update gradings set result = replace(result, '0.0', '3.0')")
                db.execute("update cache set result = replace(result, '0.0', '3.0')")
                db.commit()
            except sqlite3.Error:
                pass
        """),
    ),
    Attack("endless loop", "computes for ever", "def normalise(x):\n    while True:\n        pass"),
    Attack(
        "stubborn loop",
        "computes for ever and catches every interruption",
        cell("""
        def normalise(x):
            while True:
                try:
                    while True:
                        pass
                except BaseException:
                    pass
        """),
    ),
    Attack("os._exit", "ends the process that runs it", "import os\ndef normalise(x):\n    os._exit(0)"),
    Attack(
        "right, with a warning",
        "nothing: a right answer that warns on stderr",
        "import sys\n" + RIGHT.replace("    return", '    print("careful: std", file=sys.stderr)\n    return'),
        honest=3,
    ),
]


@dataclass(frozen=True)
class Happened:
    """What a tool did with a hand-in: a score, or none at all."""

    score: float | None = None
    possible: float = 3.0
    words: str = ""

    def show(self, attack: Attack) -> str:
        if self.score is None:
            return f"**{self.words}**"
        text = f"{self.score:g}/{self.possible:g}" + (f", {self.words}" if self.words else "")
        return text if self.score == attack.honest and not self.words else f"**{text}**"


Tool = Callable[[list[Attack], Path, float], dict[str, Happened]]


def prepared(text: str, folder: Path) -> str:
    return text.replace("<<folder>>", str(folder))


def parse(done: subprocess.CompletedProcess | None, seconds: float) -> Happened:
    if done is None:
        return Happened(words=f"hangs (no answer in {seconds:g} s)")
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or [""])[-1].split(":")[0].rpartition(".")[2]
        return Happened(words=f"breaks off ({last})")
    score, possible = json.loads(done.stdout.strip().splitlines()[-1])
    return Happened(score, possible)


def on_otter(attacks: list[Attack], folder: Path, seconds: float) -> dict[str, Happened]:
    """otter knows no time limit, so half of the time is enough to see it; nbgrader gives each of the cells 30 s."""
    seconds /= 2
    otter = Otter(ASSIGNMENT, folder / "otter")
    found = {}
    for number, attack in enumerate(attacks):
        # The scratch folder of otter.api is its own: what an attack can know is the folder it runs in.
        path = otter.submission(f"s{number}", {"normalise": attack.answer}, prepared(attack.first, otter.folder / "nowhere"))
        path.write_text(prepared(path.read_text(), otter.folder / "nowhere"))
        if attack.beside:
            archive = path.with_suffix(".zip")
            with zipfile.ZipFile(archive, "w") as file:
                file.write(path, path.name)
                for name, text in attack.beside.items():
                    file.writestr(name, text)
            path = archive
        done = run_bounded([sys.executable, str(HERE / "peers.py"), "otter", str(path), str(otter.zip)], seconds)
        found[attack.name] = parse(done, seconds)
        report("otter", attack, found[attack.name])
    return found


def on_nbgrader(attacks: list[Attack], folder: Path, seconds: float) -> dict[str, Happened]:
    course = NbGrader(ASSIGNMENT, folder / "nbgrader")
    victim = new_victim(course, 0)
    found = {}
    for number, attack in enumerate(attacks):
        student = f"s{number}"
        path = course.submission(
            student,
            {"normalise": prepared(attack.answer, course.folder)},
            prepared(attack.first, course.folder),
        )
        for name, text in attack.beside.items():
            path.with_name(name).write_text(text)
        command = [
            sys.executable,
            str(HERE / "peers.py"),
            "nbgrader",
            str(course.folder),
            ASSIGNMENT.name,
            student,
        ]
        happened = parse(run_bounded(command, seconds), seconds)
        other, _ = nbgrader_score(course.folder, ASSIGNMENT.name, victim)
        if other != 3.0:
            words = ", ".join(w for w in (happened.words, f"another student: 3 -> {other:g}") if w)
            happened = Happened(happened.score, happened.possible, words)
            victim = new_victim(course, number + 1)
        found[attack.name] = happened
        report("nbgrader", attack, happened)
    return found


def new_victim(course: NbGrader, number: int) -> str:
    """Another student, with full marks, whom an attack may harm."""
    name = f"victim_{number}"
    course.submission(name, {})
    if course.grade(name) != (3.0, 3.0):
        raise SystemExit("nbgrader gave a right answer less than full marks")
    return name


def on_gradmark(attacks: list[Attack], folder: Path, seconds: float) -> dict[str, Happened]:
    root, out = folder / "gradmark", folder / "gradmark" / "out"
    assignment, submissions = root / "assignments" / "01_attacked", root / "submissions"
    for each in (assignment / "normalise", root / "reference" / "attacked", submissions):
        each.mkdir(parents=True)
    (assignment / "assignment.toml").write_text(
        'title = "Attacked"\n[[exercise]]\nid = "normalise"\npoints = 3\nseconds = 2\nforbid = ["autograd"]\n'
    )
    (assignment / "normalise" / "test_hidden.py").write_text(SUITE)
    (root / "reference" / "attacked" / "normalise.py").write_text(f"import numpy as np\n\n\n{RIGHT}\n")
    (submissions / "victim.py").write_text(f"import numpy as np\n{RIGHT}\n")
    names = {}
    for number, attack in enumerate(attacks):
        names[attack.name] = name = f"s{number:02d}"
        notebook = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {},
            "cells": [
                {"cell_type": "code", "metadata": {}, "outputs": [], "source": prepared(source, root)}
                for source in ("import numpy as np", armed(attack))
                if source
            ],
        }
        with zipfile.ZipFile(submissions / f"{name}.zip", "w") as file:
            file.writestr("attacked.ipynb", json.dumps(notebook))
            for extra, text in attack.beside.items():
                file.writestr(extra, text)
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
        str(root),
        "--json",
    ]
    done = run_bounded(command, seconds * 4)
    if done is None or done.returncode != 0:
        words = "hangs" if done is None else f"breaks off ({done.stderr.strip()[-200:]})"
        return {attack.name: Happened(words=words) for attack in attacks}
    scores = json.loads(done.stdout)["scores"]
    victim = "" if scores["victim"] == 3 else f"another student: {scores['victim']:g}"
    found = {attack.name: Happened(scores[names[attack.name]], 3.0, victim) for attack in attacks}
    for attack in attacks:
        report("gradmark", attack, found[attack.name])
    return found


def armed(attack: Attack) -> str:
    """gradmark runs only what an answer needs: the first cell becomes something that the answer needs."""
    if not attack.first:
        return attack.answer
    body = indent(attack.first, "    ")
    answer = attack.answer.replace("\n    return", "\n    assert DONE is None\n    return", 1)
    return f"def attack():\n{body}\n\nDONE = attack()\n\n{answer}"


def report(tool: str, attack: Attack, happened: Happened) -> None:
    print(f"{tool:9} {attack.name:24} {happened.show(attack)}", file=sys.stderr, flush=True)


def succeeded(attack: Attack, happened: Happened) -> bool:
    """More or less than it should earn, another student harmed, or no answer."""
    return happened.score != attack.honest or bool(happened.words)


TOOLS: dict[str, Tool] = {"otter": on_otter, "nbgrader": on_nbgrader, "gradmark": on_gradmark}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timeout", type=float, default=200.0, help="seconds for one hand-in")
    parser.add_argument("--only", default="")
    parser.add_argument("--tools", default=",".join(TOOLS))
    options = parser.parse_args()
    attacks = [a for a in ATTACKS if not options.only or a.name in options.only.split(",")]
    tools = options.tools.split(",")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        results = {tool: TOOLS[tool](attacks, folder, options.timeout) for tool in tools}
        os.chdir("/")
    rows: list[list[object]] = [
        [a.name, a.tries, f"{a.honest:g}/3", *(results[tool][a.name].show(a) for tool in tools)] for a in attacks
    ]
    wrong = [sum(succeeded(a, results[tool][a.name]) for a in attacks) for tool in tools]
    rows.append(["**not what it should be**", "", "", *(f"**{count}**" for count in wrong)])
    text = dedent(main_text).strip() + "\n\n" + table(["hand-in", "what it tries", "should earn", *tools], rows)
    print(text)
    if not options.only and tools == list(TOOLS):
        write_section("attacks", text, HERE.parent / "docs" / "security.md")
    sys.exit(1 if "gradmark" in tools and wrong[tools.index("gradmark")] else 0)


main_text = """
Made by `python benchmarks/peer_attacks.py`: one question, three tests, one point each. Every tool runs locally with its
defaults (otter-grader `otter.api.grade_submission`, nbgrader `NbGraderAPI.autograde`, `gradmark grade`). Bold: the hand-in got
another score than it should, harmed another student, or stopped the run.
"""


if __name__ == "__main__":
    main()
