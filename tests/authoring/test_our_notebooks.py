"""The notebooks of our own course with solutions filled in: every set's cells find what they use, and all of it runs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.authoring.notebook import build_notebook
from autograder.course import Course

ROOT = Path(__file__).resolve().parents[2]
COURSE = Course(ROOT)
HANDED_OUT = [(a.name, chosen) for a in COURSE.assignments() for chosen in (None, *a.sets)]


def code_of(notebook) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")


class WithoutTypes(ast.NodeTransformer):
    """Drops annotations: shapes such as Float[Array, "N D"] are text to jaxtyping and names to a linter."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return node.value and ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in ("Bool", "Float", "Int", "Num"):
            return node.value
        return self.generic_visit(node)


def undefined_names(code: str) -> str:
    """What ruff says about names that are used before any cell defines them; nothing if there are none."""
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--select",
        "F821",
        "--output-format",
        "concise",
        "-",
    ]
    code = ast.unparse(WithoutTypes().visit(ast.parse(code)))
    return subprocess.run(ruff, input=code, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize(("name", "chosen"), HANDED_OUT)
def test_cells_find_what_they_use_in_every_set(name, chosen):
    selection = COURSE.assignment(name).select(set_name=chosen)
    found = undefined_names(code_of(build_notebook(COURSE, selection, solutions=True)))
    assert "F821" not in found and "All checks passed" in found, found


def test_a_cell_without_its_exercise_is_found():
    assert "F821" in undefined_names("import numpy as np\n\nforward(np.ones(3))\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", [a.name for a in COURSE.assignments()])
def test_solution_notebook_runs_top_to_bottom(name, tmp_path):
    command = [sys.executable, "tools/render_notebook.py", name, "--no-pictures", "--out", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and run.stdout.rstrip().endswith("clean"), run.stdout + run.stderr
