"""The quickstart works as it stands there: the instructor's commands, then the student's, then the TA's."""

import json

import pytest
from shell_pages import Shell, assert_printed, blocks, page, section

PAGE = page("quickstart.md")


def write_cell(notebook, code):
    """What a student does in Jupyter."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    (cell,) = [c for c in content["cells"] if "exercise:softplus" in c["metadata"].get("tags", [])]
    cell["source"] = code
    notebook.write_text(json.dumps(content), encoding="utf-8")


def follow(text, shell, folder, failing=()):
    """Runs a section; `failing`: commands that are to say no."""
    printed = ""
    for kind, body in blocks(text):
        if kind == "sh":
            status, printed = shell.run(body)
            wanted = any(line.startswith(failing) for line in printed.splitlines()) if failing else False
            assert (status != 0) == wanted, f"{body}\n{printed}"
        elif kind == "text":
            assert_printed(printed, body)
        elif kind == "python":
            write_cell(folder / "my-course/dist/01_example/01_example.ipynb", body.split("\n", 1)[1])


@pytest.mark.slow
def test_the_quickstart_runs(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    shell = Shell(folder, tmp_path / "tools")
    follow(section(PAGE, "Instructor"), shell, folder)
    follow(section(PAGE, "Student"), shell, folder, failing=("✘ softplus",))
    other = Shell(folder, tmp_path / "tools_of_the_ta")
    follow(section(PAGE, "TA"), other, folder)
    assert (folder / "my-course/graded/gradebook/gradebook.csv").is_file()
    assert (folder / "my-course/graded/zoe/feedback.html").is_file()
