"""The student folder: what is in it, that it installs, and that it comes out the same every time."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile

import pytest

from autograder.authoring.release import make_release
from autograder.authoring.template import template_folder
from autograder.authoring.wheel import build_wheel
from autograder.errors import UserError


def run_python(code, folder, env=None):
    return subprocess.run([sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True)


def digests(folder):
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_plain_release_of_a_set(course, tmp_path):
    report = make_release(course, course.assignment("02").select(set_name="short"), tmp_path / "dist")
    assert report.path == tmp_path / "dist" / "02_layers"
    wheel = next(f for f in report.files if f.endswith(".whl"))
    assert report.files == sorted(
        [
            "02_layers.ipynb",
            "README.md",
            "conftest.py",
            "constraints.txt",
            "data/__init__.py",
            "data/digits.npz",
            "given/tools.py",
            "public/test_gate.py",
            "public/test_scale.py",
            "pytest.ini",
            "release.json",
            "requirements.txt",
            wheel,
        ]
    )
    assert [p.name for p in report.instructor.iterdir()] == ["02_layers_solutions.ipynb"]
    record = json.loads((report.path / "release.json").read_text())
    assert record["schema"] == 1 and record["set"] == "short" and record["title"] == "Layers, the short set"
    assert [(e["id"], e["points"], e["runtime"]) for e in record["exercises"]] == [
        ("scale_forward", 5, "numpy"),
        ("gate", 5, "torch"),
    ]
    assert record["exercises"][0]["opaque"] == {"scale_forward": [1]}
    requirements = (report.path / "requirements.txt").read_text().split("\n")
    assert f"./{wheel}" in requirements and any(line.startswith("torch==") for line in requirements)
    readme = (report.path / "README.md").read_text()
    assert "| `gate` | `Gate` | 5 |" in readme and "$" not in readme
    assert "In grading there are `numpy`, `torch`, `einops`, `jaxtyping`" in readme
    with zipfile.ZipFile(report.archive) as archive:
        assert sorted(archive.namelist()) == [f"02_layers/{file}" for file in report.files]


def test_release_is_the_same_every_time_and_replaces_itself(course, tmp_path):
    selection = course.assignment("02").select()
    first = make_release(course, selection, tmp_path / "a")
    before = digests(tmp_path / "a")
    (first.path / "left_over.txt").write_text("from an earlier release")
    make_release(course, selection, tmp_path / "a")
    assert digests(tmp_path / "a") == before
    assert [p for p in (tmp_path / "a").iterdir() if p.name.startswith(".")] == []


def test_digits_load_without_scikit_learn(course, tmp_path):
    report = make_release(course, course.assignment("02").select(), tmp_path / "dist")
    code = (
        "import sys; sys.modules['sklearn'] = None\n"
        "from data import load_digits; x, y = load_digits()\n"
        "print(x.shape, x.max(), y[:4].tolist())"
    )
    assert run_python(code, report.path).stdout.strip() == "(1797, 8, 8) 1.0 [0, 1, 2, 3]"


def test_setup_cell_finds_the_folder_from_beside_it(course, tmp_path):
    report = make_release(course, course.assignment("01").select(), tmp_path / "dist")
    notebook = json.loads((report.path / "01_example.ipynb").read_text())
    cell = next("".join(c["source"]) for c in notebook["cells"] if c["metadata"].get("tags") == ["setup"])
    names = "check=print, check_stages=print, compare_guess=print"
    fake = f"import sys, types; sys.modules['autograder'] = types.SimpleNamespace({names})\n"
    for place in (report.path, report.path / "public", report.instructor, tmp_path / "dist"):
        code = fake + cell + "\nprint(os.path.basename(os.getcwd()))"
        out = run_python(code, place)
        assert out.stdout.strip() == "01_example", out.stderr
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    out = run_python(cell, elsewhere)
    assert out.returncode == 1 and "folder it came in" in out.stderr and "Traceback" not in out.stderr


def test_setup_cell_unpacks_and_installs_in_colab(course, tmp_path):
    report = make_release(course, course.assignment("01").select(), tmp_path / "dist")
    notebook = json.loads((report.path / "01_example.ipynb").read_text())
    cell = next("".join(c["source"]) for c in notebook["cells"] if c["metadata"].get("tags") == ["setup"])
    content = tmp_path / "colab"
    content.mkdir()
    fake = f"""
import shutil, subprocess, sys, types
google, colab, files = (types.ModuleType(n) for n in ("google", "google.colab", "google.colab.files"))
google.colab, colab.files = colab, files
files.upload = lambda: shutil.copy({str(report.archive)!r}, ".")
sys.modules |= {{"google": google, "google.colab": colab, "google.colab.files": files}}
subprocess.run = lambda command, check: print("pip:", command[-1].rpartition("/")[2])
autograder = types.ModuleType("autograder")
autograder.check = autograder.check_stages = autograder.compare_guess = print
sys.modules["autograder"] = autograder
"""
    for _ in range(2):  # the second time the folder is there already
        out = run_python(fake + cell, content)
        assert "pip: gradmark-" in out.stdout and out.returncode == 0, out.stderr
    assert (content / "01_example" / "release.json").is_file()


def test_wheel_installs_with_pip_and_holds_the_template(tmp_path):
    wheel = build_wheel(tmp_path / "one")
    assert wheel.read_bytes() == build_wheel(tmp_path / "two").read_bytes()
    target = tmp_path / "site"
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        target,
        wheel,
    ]
    subprocess.run([*map(str, command), "--disable-pip-version-check"], check=True)
    code = (
        "import autograder, importlib.metadata as m\n"
        "from autograder.authoring.template import template_folder\n"
        "from autograder.authoring.wheel import build_wheel\n"
        "import pathlib\n"
        "again = build_wheel(pathlib.Path('again'))\n"
        "print(autograder.__file__, m.version('gradmark'), template_folder(), again.name, sep='\\n')"
    )
    out = run_python(code, tmp_path, env={"PYTHONPATH": str(target), "PATH": ""})
    lines = out.stdout.split("\n")
    assert lines[0].startswith(str(target)), out.stderr
    assert lines[2] == str(target / "autograder" / "student_template")
    assert lines[3] == wheel.name
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(tmp_path / "again" / wheel.name) as second:
        inside = {n: first.read(n) for n in first.namelist() if n.startswith("autograder/")}
        assert inside == {n: second.read(n) for n in second.namelist() if n.startswith("autograder/")}
        assert first.testzip() is None
    assert not [n for n in inside if "example_course" in n or "__pycache__" in n]
    assert (template_folder() / "README.md").is_file()


def test_full_wheel_has_the_example_course(tmp_path):
    with zipfile.ZipFile(build_wheel(tmp_path, for_students=False)) as wheel:
        assert any(n.endswith("example_course/softplus/reference.py") for n in wheel.namelist())


def test_what_is_refused(course, tmp_path):
    assignment = course.assignment("02")
    with pytest.raises(UserError, match="no format 'paper'"):
        make_release(course, assignment.select(), tmp_path / "d", format="paper")
    (tmp_path / "d" / "02_layers").mkdir(parents=True)
    with pytest.raises(UserError, match="not an earlier release"):
        make_release(course, assignment.select(), tmp_path / "d")
    toml = assignment.folder / "assignment.toml"
    toml.write_text('status = "draft"\n' + toml.read_text())
    draft = course.assignment("02").select()
    with pytest.raises(UserError, match="is a draft"):
        make_release(course, draft, tmp_path / "e")
    assert make_release(course, draft, tmp_path / "e", allow_draft=True).path.is_dir()


def test_public_check_with_a_reference_is_refused(course, tmp_path):
    path = course.assignment("02").concept("gate").public
    path.write_text(path.read_text().replace("(student)", "(student, reference)"))
    with pytest.raises(UserError, match=r"gate/test_public.py:1: public checks cannot use the reference"):
        make_release(course, course.assignment("02").select(), tmp_path / "dist")
    assert list((tmp_path / "dist").iterdir()) == []
