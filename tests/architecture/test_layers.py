"""The diagram in docs/architecture.md is true: packages import downwards only, and private names stay at home."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "autograder"


def layers() -> list[list[str]]:
    """From the top down; a layer's packages stand apart by two blanks or more, and what they are is said behind four."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    diagram = re.search(r"```layers\n(.*?)```", text, re.DOTALL)
    assert diagram, "docs/architecture.md has no diagram of the layers"
    known = {p.stem for p in PACKAGE.iterdir() if p.is_dir() or p.suffix == ".py"}
    found = []
    for line in diagram.group(1).splitlines():
        words = re.split(r"\s{2,}", line.strip())
        found.append([word for word in words if word in known])
    return found


def modules() -> list[Path]:
    return [p for p in sorted(PACKAGE.rglob("*.py")) if "example_course" not in p.parts]


def package_of(module: str) -> str:
    return module.split(".")[1]


def imports(path: Path) -> list[tuple[int, str, list[str]]]:
    """Line, module and names of every import of ours, wherever in the file it stands."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "autograder":
            found += [(node.lineno, f"autograder.{a.name}", []) for a in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("autograder."):
            found.append((node.lineno, str(node.module), [a.name for a in node.names]))
        elif isinstance(node, ast.Import):
            found += [(node.lineno, a.name, []) for a in node.names if a.name.startswith("autograder.")]
    return found


def test_the_diagram_names_every_package_once():
    named = [name for layer in layers() for name in layer]
    there = {p.name for p in PACKAGE.iterdir() if p.is_dir() and (p / "__init__.py").exists()}
    there |= {p.stem for p in PACKAGE.glob("*.py") if not p.stem.startswith("__")}
    assert sorted(named) == sorted(there)


def upward(diagram: list[list[str]]) -> list[str]:
    height = {name: -depth for depth, layer in enumerate(diagram) for name in layer}
    wrong = []
    for path in modules():
        own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if own.startswith("__"):
            continue
        for line, module, _ in imports(path):
            other = package_of(module)
            if other in height and other != own and height[other] >= height[own]:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {own} imports {other}")
    return wrong


def test_packages_import_downwards_only():
    assert not upward(layers())


def test_an_import_upwards_would_be_seen():
    """The check itself can fail: with the layers upside down it finds something."""
    assert upward(list(reversed(layers())))


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_private_name_is_imported(path):
    private = [
        f"{path.relative_to(ROOT)}:{line}: {name} of {module}"
        for line, module, names in imports(path)
        for name in names
        if name.startswith("_") and not name.startswith("__")
    ]
    assert not private


FOREIGN = {
    "_exit",
    "_getframe",
    "_fields",
    "_replace",  # of Python, where they are documented
    "_mapping",
    "_fixtureinfo",
    "_initrequest",
    "_setupstate",
    "_catastrophic_error",  # SQLAlchemy, pytest, otter
    "_C",
    "_dispatch_get_all_op_names",
    "_dispatch_has_kernel_for_dispatch_key",
    "_dispatch_library",
    "_execution_engine",
    "_parameters",
    "_buffers",
    "_modules",  # torch
}
"""Private names of other people's packages, for which there is no public one."""


def private_of_others(path: Path) -> list[str]:
    """Uses of a private attribute that nothing in this module defines."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    own = {n.attr for n in nodes if isinstance(n, ast.Attribute) and _is_self(n.value)}
    own |= {n.name for n in nodes if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    own |= {n.target.id for n in nodes if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
    own |= set(re.findall(r'"(_\w+)"', text))  # slots
    return [
        f"{path.relative_to(ROOT)}:{n.lineno}: {ast.unparse(n)}"
        for n in nodes
        if isinstance(n, ast.Attribute)
        and n.attr.startswith("_")
        and not n.attr.startswith("__")
        and not _is_self(n.value)
        and n.attr not in own | FOREIGN
    ]


def _is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_private_attribute_of_another_module_is_used(path):
    assert not private_of_others(path)


def test_no_object_is_made_behind_its_constructor():
    made = [p for p in modules() if re.search(r"(?<!super\(\))\.__new__\(", p.read_text(encoding="utf-8"))]
    assert not made


def test_a_class_name_says_one_thing():
    found: dict[str, list[str]] = {}
    for path in modules():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert not {name: paths for name, paths in found.items() if len(paths) > 1}


def test_errors_shows_every_exception():
    """autograder/errors.py has the whole tree, and nothing that is not there any more."""
    defined = set()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                bases = [ast.unparse(base) for base in node.bases]
                if any(base.endswith(("Error", "Exception", "Exception)")) for base in bases):
                    defined.add(node.name)
    errors = ast.parse((PACKAGE / "errors.py").read_text(encoding="utf-8"))
    shown = ast.get_docstring(errors, clean=False) or ""
    named = {
        word
        for line in shown.splitlines()
        if (entry := re.match(r" {0,2}(\w+(?:, \w+)*) {2,}", line))
        for word in entry.group(1).split(", ")
    }
    assert named == defined
