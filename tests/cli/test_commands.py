"""The command as people meet it: help, listings, and one clear line for bad input."""

import json
import subprocess
import sys

import pytest


def gradmark(*arguments, cwd=None, env=None):
    return subprocess.run(
        [sys.executable, "-m", "autograder", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=env,
    )


VERBS = (
    "list show init release check grade audit replay simulate doctor coverage similar "
    "status grades roster policy score override extra extend regrade export restore"
).split()


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb):
    done = gradmark(verb, "--help")
    assert done.returncode == 0
    assert "Example" in done.stdout


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nfrom autograder.cli import app\n"
        "from typer.testing import CliRunner\nprint(CliRunner().invoke(app, ['--help']).output[:20])\n"
        "print([m for m in ('torch', 'numpy', 'otter', 'nbgrader', 'pydantic', 'sqlalchemy', 'pytest') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip().endswith("[]"), done.stdout + done.stderr


def test_list_and_show(small_course):
    rows = json.loads(gradmark("list", "--json", "--course", small_course.root).stdout)
    assert [r["name"] for r in rows] == ["01_example"]
    assert "softplus" in rows[0]["exercises"] and rows[0]["names"]["softplus"] == ["softplus"]
    assert "softplus" in gradmark("show", "01", "--course", small_course.root).stdout
    assert json.loads(gradmark("show", "1", "--json", "--course", small_course.root).stdout)["exercise"][0]["id"] == "softplus"


def is_one_clear_line(done, *words):
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("gradmark: ") and done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr


def test_unknown_assignment(small_course):
    is_one_clear_line(gradmark("show", "77", "--course", small_course.root), "77", "01_example")


def test_unknown_exercise(small_course):
    is_one_clear_line(gradmark("release", "01", "--only", "nope", "--course", small_course.root), "nope", "softplus")


def test_no_course_here(tmp_path):
    is_one_clear_line(gradmark("list", cwd=tmp_path), "gradmark init")


def test_missing_submission(small_course, tmp_path):
    done = gradmark("grade", "01", tmp_path / "nothing.ipynb", "--out", tmp_path / "out", "--course", small_course.root)
    is_one_clear_line(done, "nothing.ipynb", "does not exist")


def test_wrong_choice(small_course, tmp_path):
    (tmp_path / "x.py").write_text("")
    done = gradmark(
        "grade",
        "01",
        tmp_path / "x.py",
        "--out",
        tmp_path / "o",
        "--isolation",
        "total",
        "--course",
        small_course.root,
    )
    is_one_clear_line(done, "--isolation", "standard")


BROKEN = [
    ("title = ", 1, "not valid TOML"),
    ('title = "x"\nsummery = "y"\n[[exercise]]\nid = "a"\n', 2, "summery"),
    ('title = "x"\n\n[[exercise]]\nid = "a"\n\n[[exercise]]\nid = "b"\npoints = "many"\n', 8, "points"),
    ('title = "x"\n[[exercise]]\nid = "a"\nneeds = ["z"]\n', 1, "needs 'z'"),
    ('title = "x"\n[[exercise]]\nid = "Not An Id"\n', 3, "Not An Id"),
]


@pytest.mark.parametrize(("text", "line", "word"), BROKEN, ids=[b[2] for b in BROKEN])
def test_broken_toml_names_file_and_line(small_course, text, line, word):
    path = small_course.root / "assignments/01_example/assignment.toml"
    path.write_text(text)
    is_one_clear_line(gradmark("list", "--course", small_course.root), f"assignment.toml:{line}:", word)


def test_a_notebook_that_is_no_notebook_costs_only_itself(small_course, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "bad.ipynb").write_text("{")
    (tmp_path / "in" / "good.py").write_text((small_course.root / "reference/example/softplus.py").read_text())
    done = gradmark("grade", "01", tmp_path / "in", "--out", tmp_path / "out", "--json", "--course", small_course.root)
    scores = json.loads(done.stdout)["scores"]
    assert scores == {"bad": 0.0, "good": 5.0}
    assert "notebook" in (tmp_path / "out" / "bad" / "feedback.md").read_text()


def test_check_of_a_missing_notebook(tmp_path):
    is_one_clear_line(gradmark("check", tmp_path / "mine.ipynb"), "does not exist")


def test_check_outside_a_release(tmp_path):
    (tmp_path / "mine.ipynb").write_text("{}")
    is_one_clear_line(gradmark("check", tmp_path / "mine.ipynb"), "release.json")


def test_replay_names_what_it_has(small_course, tmp_path):
    is_one_clear_line(gradmark("replay", tmp_path, "somebody", "test_x"), "run.db")


def test_draft_is_not_released(small_course, tmp_path):
    path = small_course.root / "assignments/01_example/assignment.toml"
    path.write_text(path.read_text().replace('"ready"', '"draft"'))
    is_one_clear_line(
        gradmark("release", "01", "--no-audit", "--out", tmp_path / "d", "--course", small_course.root),
        "draft",
    )


def test_a_leak_is_refused_with_its_own_code(small_course, tmp_path):
    solution = (small_course.root / "reference/example/softplus.py").read_text()
    given = small_course.root / "assignments/01_example/given"
    given.mkdir()
    (given / "helper.py").write_text(solution.replace("softplus", "smooth_ramp"))
    done = gradmark("release", "01", "--no-audit", "--out", tmp_path / "d", "--course", small_course.root)
    assert done.returncode == 3 and "helper.py" in done.stderr
    assert not (tmp_path / "d" / "01_example").exists()


def test_doctor_reports_as_json():
    report = json.loads(gradmark("doctor", "--json").stdout)
    assert report["level"] in ("strict", "standard", "none")


def test_ids_by_commas_and_by_repeating_the_option():
    from autograder.commands.options import ids

    assert ids("a, b") == ids(["a", "b"]) == ids(["a,b"]) == ["a", "b"]
    assert ids(["a", "b, c"]) == ["a", "b", "c"]
    assert ids(None) is ids([]) is ids("") is None
